import { describe, expect, it } from 'vitest'
import {
  averageOfMonths,
  confirmedIncome,
  incomeExcess,
  lessPercent,
  monthsOf,
  morePercent,
} from './income-grid.ts'

const paid = [
  { month: '2026-03', amount: '200000' },
  { month: '2026-01', amount: '90000' },
  { month: '2026-02', amount: '100000' },
  { month: '2026-03', amount: '50000.5' },
]

describe('months of a source', () => {
  it('stand in order, payments of one month together', () => {
    expect(monthsOf('CERTIFICATE', paid, [])).toEqual([
      { month: '2026-01', amount: '90000', excluded: null },
      { month: '2026-02', amount: '100000', excluded: null },
      { month: '2026-03', amount: '250000.50', excluded: null },
    ])
  })
  it('a bonus that does not count leaves the mean', () => {
    const bonus = { source: 'CERTIFICATE', month: '2026-03', reason: 'Разовая премия' } as const
    expect(averageOfMonths(monthsOf('CERTIFICATE', paid, []))).toBe('146666.83')
    expect(averageOfMonths(monthsOf('CERTIFICATE', paid, [bonus]))).toBe('95000')
    // Of another source the same month counts.
    expect(averageOfMonths(monthsOf('ACCOUNT', paid, [bonus]))).toBe('146666.83')
  })
  it('nothing that counts has no mean', () => {
    expect(averageOfMonths([])).toBeNull()
    expect(averageOfMonths([{ month: '2026-01', amount: '1', excluded: 'разовая' }])).toBeNull()
  })
})

it.each([
  ['100000', '13', '87000'],
  ['162413.55', '13', '141299.79'],
  ['1', '0', '1'],
  ['100', '12.5', '87.50'],
])('%s less %s %% is %s', (amount, percent, left) => {
  expect(lessPercent(amount, percent)).toBe(left)
})
it('adds percent', () => {
  expect(morePercent('200000', '60')).toBe('320000')
})

it.each([
  [[null, null], null],
  [['162400', null, '98000.5'], '162400'],
  [['98000.5', '98000.49'], '98000.5'],
] as const)('of %s the most that is confirmed is %s', (averages, most) => {
  expect(confirmedIncome(averages)).toBe(most)
})

it.each([
  ['162400', '162400', null, null],
  ['162400.01', '162400', null, 'ABOVE_CONFIRMED'],
  ['162400', null, null, 'UNCONFIRMED'],
  ['0', null, null, null],
  ['150000', '162400', '140000', 'ABOVE_CEILING'],
  ['140000', '162400', '140000', null],
] as const)('%s of %s confirmed under a ceiling of %s: %s', (taken, confirmed, ceiling, excess) => {
  expect(incomeExcess(taken, { confirmed, ceiling })).toBe(excess)
})
