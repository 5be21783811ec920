import { describe, expect, test } from 'vitest'
import { itemState, periodText } from './item-state.ts'

const today = '2026-11-21'
const item = (change: { active?: boolean; validFrom?: string; validTo?: string }) => ({
  active: true,
  validFrom: null,
  validTo: null,
  ...change,
})

describe('the state of an item', () => {
  test.each([
    [{}, 'Действует'],
    [{ active: false, validTo: '2026-01-01' }, 'Отключён'],
    [{ validTo: '2026-11-20' }, 'Срок истёк'],
    [{ validTo: '2026-11-21' }, 'Действует'],
    [{ validFrom: '2026-11-21' }, 'Действует'],
    [{ validFrom: '2026-11-22' }, 'Ещё не действует'],
  ])('%o is «%s»', (change, text) => {
    expect(itemState(item(change), today).text).toBe(text)
  })
})

test.each([
  [{}, '−'],
  [{ validFrom: '2026-01-02' }, 'с 02.01.2026'],
  [{ validTo: '2026-12-31' }, 'по 31.12.2026'],
  [{ validFrom: '2026-01-02', validTo: '2026-12-31' }, '02.01.2026 – 31.12.2026'],
])('the period %o is «%s»', (change, text) => {
  expect(periodText(item(change))).toBe(text)
})
