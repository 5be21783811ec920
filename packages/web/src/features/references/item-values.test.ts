import type { DictionaryItem } from '@ipoteka-office/contract/references/reference-items.ts'
import type { ReferenceAttribute } from '@ipoteka-office/contract/references/references.ts'
import { describe, expect, test } from 'vitest'
import { itemDifferences, itemErrors, mergeItem, toItemInput, toItemValues } from './item-values.ts'

const attribute = (key: string, type: ReferenceAttribute['type'], required = false): ReferenceAttribute => ({
  key,
  label: key.toUpperCase(),
  type,
  required,
  dictionary: type === 'code' ? 'region' : null,
})
const dictionary = {
  attributes: [
    attribute('from', 'number'),
    attribute('note', 'text', true),
    attribute('day', 'date'),
    attribute('paper', 'boolean'),
    attribute('region', 'code'),
  ],
}
const server: DictionaryItem = {
  id: 7,
  code: 'A',
  name: 'Первый',
  order: 10,
  active: true,
  validFrom: '2026-01-01',
  validTo: null,
  parentCode: null,
  parentName: null,
  attributes: { from: 1000.5, note: 'есть', day: '2026-02-03', hidden: 'своё' },
  delivered: true,
  edited: false,
  childrenCount: 0,
  version: 3,
}
const values = () => toItemValues(dictionary, server)

describe('the form of an item', () => {
  test('shows numbers with a comma and empty values as empty', () => {
    expect(values().attributes).toEqual({
      from: '1000,5',
      note: 'есть',
      day: '2026-02-03',
      paper: false,
      region: '',
    })
  })

  test('sends back what it was given when nothing was changed', () => {
    const { name, active, validFrom, validTo, parentCode, attributes } = server
    expect(toItemInput(values(), dictionary, server)).toEqual({
      name,
      active,
      validFrom,
      validTo,
      parentCode,
      attributes,
    })
  })

  test('sends typed values, and nothing for what is empty', () => {
    const changed = { ...values(), validTo: '2027-01-01' }
    changed.attributes = { from: '1 250,75', note: ' да ', day: '', paper: true, region: '77' }
    expect(toItemInput(changed, dictionary, server)).toMatchObject({
      validTo: '2027-01-01',
      attributes: { hidden: 'своё', from: 1250.75, note: 'да', paper: true, region: '77' },
    })
  })
})

describe('the check of an item', () => {
  test('passes what the server holds', () => {
    expect(itemErrors(values(), dictionary, false)).toEqual({})
  })

  test.each(['', 'код', 'a-b', 'a b', 'a.b'])('refuses the code «%s» of a new item', (code) => {
    expect(itemErrors({ ...values(), code }, dictionary, true)).toHaveProperty('code')
  })

  test('asks for a name, for required attributes and for numbers that are numbers', () => {
    const wrong = { ...values(), name: ' ', attributes: { ...values().attributes, note: '', from: 'много' } }
    expect(itemErrors(wrong, dictionary, false)).toMatchObject({
      name: { message: 'Поле должно быть заполнено' },
      attributes: {
        note: { message: 'Поле должно быть заполнено' },
        from: { message: 'Введите число' },
      },
    })
  })

  test('refuses a day that is not one, and an end before the beginning', () => {
    expect(itemErrors({ ...values(), validTo: '31.04.2026' }, dictionary, false)).toMatchObject({
      validTo: { message: 'Укажите дату' },
    })
    expect(itemErrors({ ...values(), validTo: '2025-12-31' }, dictionary, false)).toMatchObject({
      validTo: { message: 'Не раньше даты начала' },
    })
  })
})

describe('comparing a late save of an item', () => {
  test('names only what differs', () => {
    const mine = { ...values(), name: 'Мой', attributes: { ...values().attributes, from: '5' } }
    expect(itemDifferences(mine, { ...server, active: false }, dictionary)).toEqual([
      { key: 'name', label: 'Название', mine: 'Мой', server: 'Первый' },
      { key: 'active', label: 'Состояние', mine: 'Действует', server: 'Отключён' },
      { key: 'attributes.from', label: 'FROM', mine: '5', server: '1 000,5'.replace(' ', '\u00a0') },
    ])
  })

  test('keeps my side only where I chose it', () => {
    const mine = { ...values(), name: 'Мой', attributes: { ...values().attributes, from: '5', note: 'моё' } }
    const merged = mergeItem(mine, server, dictionary, { name: 'server', 'attributes.from': 'mine' })
    expect(merged.name).toBe('Первый')
    expect(merged.attributes).toMatchObject({ from: '5', note: 'есть' })
  })
})
