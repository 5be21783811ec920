import { describe, expect, it } from 'vitest'
import { Address, addressText, partText } from './address.ts'

describe('the text of an address', () => {
  it.each([
    ['ул', 'Пушкина', 'ул Пушкина'],
    ['обл', 'Московская', 'Московская обл'],
    ['р-н', 'Арский', 'Арский р-н'],
    ['Респ', 'Татарстан', 'Респ Татарстан'],
    ['Респ', 'Удмуртская', 'Удмуртская Респ'],
    ['обл', 'Кемеровская область - Кузбасс', 'Кемеровская область - Кузбасс'],
    ['', 'Россия', 'Россия'],
  ])('writes «%s» and «%s» as «%s»', (type, name, line) => {
    expect(partText({ type, name })).toBe(line)
  })

  it('goes from the widest level down, whatever the order of the parts', () => {
    expect(
      addressText({
        flat: { type: 'кв', name: '7' },
        block: { type: 'к', name: '2' },
        house: { type: 'д', name: '5' },
        street: { type: 'ул', name: 'Баумана' },
        city: { type: 'г', name: 'Казань' },
        region: { type: 'Респ', name: 'Татарстан' },
      }),
    ).toBe('Респ Татарстан, г Казань, ул Баумана, д 5 к 2, кв 7')
  })

  it('names a city that is its own region once', () => {
    const moscow = { type: 'г', name: 'Москва' }
    expect(addressText({ region: moscow, city: moscow, street: { type: 'ул', name: 'Арбат' } })).toBe(
      'г Москва, ул Арбат',
    )
  })
})

describe('an address', () => {
  it('may be a free text alone, and what partners keep today is one', () => {
    expect(Address.parse({ value: ' деревня за рекой ' })).toEqual({ value: 'деревня за рекой' })
    const kept = {
      value: 'г Москва',
      postalCode: '101000',
      regionCode: '77',
      fiasId: '0c5b2444-70a0-4932-980c-b4dc0d3f02b5',
      kladrId: '7700000000000',
    }
    expect(Address.parse(kept)).toEqual(kept)
  })

  it.each([
    { value: '' },
    { value: 'а'.repeat(501) },
    { value: 'г Москва', postalCode: '12' },
    { value: 'г Москва', fiasId: 'нет' },
    { value: 'г Москва', oktmo: '45; DROP' },
    { value: 'г Москва', oktmo: '4500000' },
    { value: 'г Москва', oktmo: '450000000' },
    { value: 'г Москва', oktmo: '450000000001' },
    { value: 'г Москва', okato: '450' },
    { value: 'г Москва', level: 'planet' },
    { value: 'г Москва', parts: { planet: { type: 'г', name: 'Москва' } } },
  ])('is refused: %j', (address) => {
    expect(Address.safeParse(address).success).toBe(false)
  })
})
