import { describe, expect, test } from 'vitest'
import { reasonsText } from '#widgets/assign-by-hand/assignment-words.ts'
import {
  partnersText,
  redistributionText,
  regionNames,
  shiftNow,
  shiftText,
  shortRegion,
} from './approver-words.ts'
import { levelMark } from '#lib/level-mark.ts'

const shift = {
  workStatus: 'ACTIVE',
  workingShiftFrom: '09:00',
  workingShiftBy: '18:00',
  onShift: true,
} as const

describe('the shift of an approver', () => {
  test.each([
    [{ ...shift }, 'в смене до 18:00'],
    [{ ...shift, onShift: false }, 'не в смене'],
    [{ ...shift, workStatus: 'PAUSE' as const }, 'до 18:00'],
    [{ ...shift, workStatus: 'PAUSE' as const, onShift: false }, 'не в смене'],
    [{ ...shift, workStatus: 'INACTIVE' as const }, null],
    [{ ...shift, workingShiftBy: '09:00' }, 'в смене круглосуточно'],
    [{ ...shift, workingShiftFrom: null, workingShiftBy: null, onShift: false }, null],
  ])('%o is %o', (approver, words) => {
    expect(shiftNow(approver)).toBe(words)
  })

  test('is shown as a span, and as nothing when a side is missing', () => {
    expect(shiftText(shift)).toBe('09:00–18:00')
    expect(shiftText({ ...shift, workingShiftBy: null })).toBeNull()
  })
})

describe('what an approver handles', () => {
  const regions = ['Москва', 'Тула', 'Тверь', 'Казань'].map((name, at) => ({ code: String(at), name }))

  test.each([
    [true, [], ['Все регионы']],
    [false, regions.slice(0, 1), ['Москва']],
    [false, regions, ['Москва', 'Тула', 'Тверь', 'Казань']],
    [false, [], []],
  ])('all: %s, %o is %o', (allRegions, list, words) => {
    expect(regionNames({ allRegions, regions: list })).toEqual(words)
  })

  test.each([
    ['г. Москва', 'Москва'],
    ['Республика Ингушетия', 'Ингушетия'],
    ['Кабардино-Балкарская Республика', 'Кабардино-Балкарская'],
    ['Тульская область', 'Тульская обл.'],
    ['Ямало-Ненецкий автономный округ', 'Ямало-Ненецкий АО'],
    ['Республика', 'Республика'],
  ])('%s is %s in the table', (name, shown) => {
    expect(shortRegion(name)).toBe(shown)
  })

  test('partners are counted', () => {
    expect(partnersText({ allPartners: false, partners: [{ partnerId: 1, shortName: 'А' }] })).toBe('1')
    expect(partnersText({ allPartners: true, partners: [] })).toBe('Все партнёры')
  })

  test('a level is marked by its number', () => {
    expect(levelMark({ name: 'Уровень 2' })).toBe('2')
    expect(levelMark({ name: 'Особый' })).toBe('Особый')
  })
})

describe('reasons and previews', () => {
  test('the commonest reason stands first, those of nobody are left out', () => {
    expect(reasonsText({ limit: 5, shift: 6, region: 0 })).toBe('не в смене — 6, лимит исчерпан — 5')
    expect(reasonsText(null)).toBe('')
  })

  test('a preview names everybody by the last name, and those left without', () => {
    const recipients = [
      { fullName: 'Абрамова Елена Игоревна', count: 9 },
      { fullName: 'Добронравов Святослав Юрьевич', count: 6 },
    ]
    expect(redistributionText({ total: 18, recipients, unassigned: 3 }).replaceAll('\u00a0', ' ')).toBe(
      '18 заявок: Абрамова — 9, Добронравов — 6, без исполнителя — 3',
    )
    expect(redistributionText({ total: 0, recipients: [], unassigned: 0 })).toBe('Заявок в работе нет')
  })
})
