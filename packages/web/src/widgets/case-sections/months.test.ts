import { expect, test } from 'vitest'
import { lastMonths, shiftMonth } from './months.ts'

test.each([
  ['2026-01', -1, '2025-12'],
  ['2026-12', 1, '2027-01'],
  ['2026-03', -15, '2024-12'],
])('%s by %i is %s', (month, by, shifted) => {
  expect(shiftMonth(month, by)).toBe(shifted)
})

test('the last full months end before the present one; those that are there are left out', () => {
  expect(lastMonths('2026-02-28', 3, ['2025-12', null, ''])).toEqual(['2025-11', '2026-01'])
  expect(lastMonths('2026-11-22', 12, [])).toHaveLength(12)
})
