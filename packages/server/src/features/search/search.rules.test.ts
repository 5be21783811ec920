import { expect, it } from 'vitest'
import { meaningOf, ranked } from './search.rules.ts'

it.each([
  ['4509235857', { passport: '4509235857', phone: '74509235857' }],
  ['45 09 235857', { passport: '4509235857' }],
  ['8 (912) 345-67-89', { phone: '79123456789', passport: null }],
  ['+7 912 345-67-89', { phone: '79123456789' }],
  ['9123456789', { phone: '79123456789', passport: '9123456789' }],
  ['77:01:0004012:3456', { cadastral: '77:01:0004012:3456', phone: null }],
  ['77 : 01 : 0004012 : 3456', { cadastral: '77:01:0004012:3456' }],
  ['К-26-000123', { passport: null, phone: null, cadastral: null, caseWords: ['К-26-000123'] }],
  ['Ан Ли', { words: ['Ан', 'Ли'], caseWords: [] }],
  ['Ан Иванов', { caseWords: ['Ан', 'Иванов'] }],
])('%j means %j', (text, meaning) => {
  expect(meaningOf(text)).toMatchObject(meaning)
})

it.each(['', ' ', 'а', ' а '])('%j means nothing', (text) => {
  expect(meaningOf(text)).toBeNull()
})

it('cases are shown once, by the strongest reason, open ones and new ones first', () => {
  const found = [
    { id: 1, by: 'partner', closed: false },
    { id: 2, by: 'words', closed: true },
    { id: 3, by: 'words', closed: false },
    { id: 4, by: 'words', closed: false },
    { id: 1, by: 'phone', closed: true },
  ] as const
  expect(ranked(found, 4).map(({ id, by }) => [id, by])).toEqual([
    [1, 'phone'],
    [4, 'words'],
    [3, 'words'],
    [2, 'words'],
  ])
  expect(ranked(found, 1)).toHaveLength(1)
})
