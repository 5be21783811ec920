import { describe, expect, it } from 'vitest'
import { Address } from '../common/address.ts'
import { addressOfPlain } from './suggested-address.ts'
import type { PlainAddress } from '../suggestions/suggestions.ts'

const id = '0c5b2444-70a0-4932-980c-b4dc0d3f02b5'
const found: PlainAddress = {
  value: 'г Москва, ул Хабаровская, д 2, кв 4',
  unrestricted_value: '107589, г Москва, ул Хабаровская, д 2, кв 4',
  data: {
    postal_code: '107589',
    region_fias_id: id,
    region_kladr_id: '7700000000000',
    region_type: 'г',
    region: 'Москва',
    city_fias_id: id,
    city_type: 'г',
    city: 'Москва',
    street_type: 'ул',
    street: 'Хабаровская',
    house_type: 'д',
    house: '2',
    flat_type: 'кв',
    flat: '4',
    fias_id: id,
    fias_level: '8',
    kladr_id: '77000000000326500',
    okato: '45263564000',
    oktmo: '45305000',
  },
}

describe('an address of the outside service', () => {
  it('is kept with its identifiers and levels', () => {
    const address = addressOfPlain(found)
    expect(address).toEqual({
      value: found.value,
      postalCode: '107589',
      regionCode: '77',
      fiasId: id,
      level: 'house',
      kladrId: '77000000000326500',
      okato: '45263564000',
      oktmo: '45305000',
      parts: {
        region: { type: 'г', name: 'Москва', fiasId: id },
        city: { type: 'г', name: 'Москва', fiasId: id },
        street: { type: 'ул', name: 'Хабаровская', fiasId: null },
        house: { type: 'д', name: '2', fiasId: null },
        flat: { type: 'кв', name: '4', fiasId: null },
      },
    })
    expect(Address.parse(address)).toEqual(address)
  })

  it('loses what has no sound form', () => {
    const wrong = {
      postal_code: '?',
      kladr_id: '77',
      fias_id: 'x',
      fias_level: '-1',
      okato: 'нет',
      oktmo: '',
    }
    expect(addressOfPlain({ ...found, data: wrong })).toEqual({
      value: found.value,
      postalCode: null,
      regionCode: null,
      fiasId: null,
      level: null,
      kladrId: null,
      okato: null,
      oktmo: null,
      parts: null,
    })
  })
})
