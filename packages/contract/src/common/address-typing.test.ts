import { describe, expect, it } from 'vitest'
import type { Address } from './address.ts'
import { editAddress } from './address-typing.ts'

const id = '0c5b2444-70a0-4932-980c-b4dc0d3f02b5'
const street: Address = {
  value: 'Респ Татарстан, г Казань, ул Пушкина',
  postalCode: '420111',
  regionCode: '16',
  fiasId: id,
  level: 'street',
  parts: {
    region: { type: 'Респ', name: 'Татарстан' },
    city: { type: 'г', name: 'Казань', fiasId: id },
    street: { type: 'ул', name: 'Пушкина', fiasId: id },
  },
}
const house: Address = {
  ...street,
  value: `${street.value}, д 12`,
  level: 'house',
  parts: { ...street.parts, house: { type: 'д', name: '12', fiasId: id } },
}
const typedAfter = (known: Address, tail: string) => editAddress(known, known.value + tail)

describe('what is written after the chosen part', () => {
  it.each([
    [street, ', д 12', { house: { type: 'д', name: '12' } }],
    [street, ' 12', { house: { type: 'д', name: '12' } }],
    [street, ', 12а, кв 7', { house: { type: 'д', name: '12а' }, flat: { type: 'кв', name: '7' } }],
    [
      street,
      ', дом 5 корп. 2, кв. № 17',
      { house: { type: 'д', name: '5' }, block: { type: 'к', name: '2' }, flat: { type: 'кв', name: '17' } },
    ],
    [
      house,
      ', стр 3, офис 4-12',
      { block: { type: 'стр', name: '3' }, flat: { type: 'офис', name: '4-12' } },
    ],
    [house, ', д 14', {}],
    [house, ', вход со двора', {}],
    [house, ',', {}],
  ])('keeps the identifiers: %#', (known, tail, typed) => {
    expect(typedAfter(known, tail)).toEqual({
      ...known,
      value: known.value + tail,
      parts: { ...known.parts, ...typed },
    })
  })

  it('keeps them letter by letter', () => {
    let address: Address = street
    for (const letter of ', д 12, кв 7, вход со двора') address = editAddress(address, address.value + letter)
    expect(address).toEqual({
      ...street,
      value: `${street.value}, д 12, кв 7, вход со двора`,
      parts: { ...street.parts, house: { type: 'д', name: '12' }, flat: { type: 'кв', name: '7' } },
    })
  })

  it('may be changed and taken away again', () => {
    const withFlat = typedAfter(house, ', кв 71')
    expect(editAddress(withFlat, `${house.value}, кв 7`).parts?.flat?.name).toBe('7')
    expect(editAddress(withFlat, `${house.value}, к`)).toEqual({ ...house, value: `${house.value}, к` })
    expect(editAddress(withFlat, house.value)).toEqual(house)
    const byHand = typedAfter(street, ', д 12, кв 7')
    expect(editAddress(byHand, `${street.value}, д 1`).parts?.house?.name).toBe('1')
    expect(editAddress(byHand, street.value)).toEqual(street)
  })
})

describe('a change of the chosen part', () => {
  it.each([
    ['Респ Татарстан, г Казань, ул Пушкин'],
    ['Респ Татарстан, г Казань, ул Пушкинаа'],
    ['г Казань, ул Пушкина'],
    [''],
  ])('«%s» makes it a free text', (text) => {
    expect(editAddress(street, text)).toEqual({ value: text })
  })

  it('is told from one after it where the text is written in another way', () => {
    const other = { ...house, value: 'Казань, Пушкина ул., д 12' }
    expect(typedAfter(other, ', кв 7').parts?.flat?.name).toBe('7')
    expect(editAddress(typedAfter(other, ', кв 7'), other.value)).toEqual(other)
    expect(editAddress(other, 'Казань, Пушкина ул., д 1')).toEqual({ value: 'Казань, Пушкина ул., д 1' })
  })

  it('of a free text leaves a free text', () => {
    expect(editAddress({ value: 'Тула' }, 'Тула, д 5')).toEqual({ value: 'Тула, д 5' })
  })
})
