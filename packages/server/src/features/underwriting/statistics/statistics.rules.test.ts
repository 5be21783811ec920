import { expect, it } from 'vitest'
import { monthsWithin } from './statistics.rules.ts'

it.each([
  [{ from: '2026-11-30', to: '2026-11-30' }, ['2026-11-01']],
  [{ from: '2025-12-31', to: '2026-02-01' }, ['2025-12-01', '2026-01-01', '2026-02-01']],
  [{ from: '2024-02-29', to: '2024-03-31' }, ['2024-02-01', '2024-03-01']],
])('the days %o touch these months', (days, months) => {
  expect(monthsWithin(days)).toEqual(months)
})
