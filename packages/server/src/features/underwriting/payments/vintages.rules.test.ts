import { expect, it } from 'vitest'
import { missingMonths, monthsBetween, type VintageRow, vintagesOf } from './vintages.rules.ts'

it.each([
  ['2026-03', '2026-03', 0],
  ['2025-11', '2026-02', 3],
  ['2024-12', '2026-01', 13],
])('from %s to %s there are %i months', (from, to, months) => {
  expect(monthsBetween(from, to)).toBe(months)
})

it.each([
  [[], []],
  [['2026-01'], []],
  [
    ['2025-11', '2026-02', '2026-03'],
    ['2025-12', '2026-01'],
  ],
])('of the months %o those are not loaded: %o', (loaded, missing) => {
  expect(missingMonths(loaded)).toEqual(missing)
})

const row = (issuedMonth: string, month: string, loans30: number): VintageRow => ({
  ...{ issuedMonth, month, loans: 4, issued: '4000000.00' },
  ...{ loans30, balance30: '10.00', share30: '25.00', sumShare30: '0.00' },
  ...{ loans90: 0, balance90: '0.00', share90: '0.00', sumShare90: '0.00' },
})

it('an age whose month no file has is not known, and no age follows the last month', () => {
  const found = vintagesOf(
    [row('2025-12', '2025-12', 0), row('2025-12', '2026-02', 1), row('2026-02', '2026-02', 2)],
    (month) => `№ ${month}`,
  )
  expect(found.map(({ month, name, loans }) => [month, name, loans])).toEqual([
    ['2025-12', '№ 2025-12', 4],
    ['2026-02', '№ 2026-02', 4],
  ])
  expect(found.map(({ ages }) => ages.map(({ known, late30 }) => (known ? late30.loans : null)))).toEqual([
    [0, null, 1],
    [2],
  ])
})
