import { describe, expect, it } from 'vitest'
import {
  averageOfMonths,
  confirmedIncome,
  type Exclusion,
  incomeExcess,
  type IncomeMonth,
  lessPercent,
  monthBefore,
  monthsOf,
  morePercent,
  type Payment,
} from './income-grid.ts'

const pay = (month: string, amount: string, code: string | null = '2000'): Payment => ({
  ...{ month, amount, code },
  payer: 'ООО «Заря»',
})
const paid = [
  pay('2026-03', '200000'),
  pay('2026-01', '90000'),
  pay('2026-02', '100000'),
  pay('2026-03', '50000.5', '2002'),
]
const most = 12
const sums = (months: readonly IncomeMonth[]) =>
  months.map(({ month, amount, counted }) => [month, amount, counted])
const left = (more: Partial<Exclusion>): Exclusion => ({
  ...{ source: 'CERTIFICATE', month: '2026-03', code: null, amount: null, reason: 'BONUS', words: '' },
  ...more,
})
const grid = (...exclusions: Exclusion[]) => monthsOf('CERTIFICATE', paid, { exclusions, most })

describe('months of a source', () => {
  it('stand in order, payments of one month together', () => {
    expect(sums(grid())).toEqual([
      ['2026-01', '90000', '90000'],
      ['2026-02', '100000', '100000'],
      ['2026-03', '250000.50', '250000.50'],
    ])
    expect(averageOfMonths(grid())).toBe('146666.83')
  })
  it.each([
    ['a whole month leaves the mean', left({}), null, '95000'],
    ['a payment leaves its month, which counts still', left({ code: '2002' }), '200000', '130000'],
    ['a part of the sum too', left({ amount: '100000' }), '150000.50', '113333.50'],
    ['a code that nobody paid by takes nothing', left({ code: '2014' }), '250000.50', '146666.83'],
    ['more than there is leaves nothing', left({ amount: '900000' }), '0', '63333.33'],
    ['of another source the month counts', left({ source: 'ACCOUNT' }), '250000.50', '146666.83'],
    ['of another month too', left({ month: '2025-03' }), '250000.50', '146666.83'],
  ])('%s', (_, exclusion, counted, average) => {
    expect(grid(exclusion).at(-1)?.counted).toBe(counted)
    expect(averageOfMonths(grid(exclusion))).toBe(average)
  })
  it('two payments left out of one month are taken away together', () => {
    expect(grid(left({ code: '2002' }), left({ amount: '20000' })).at(-1)?.counted).toBe('180000')
  })
  it('before the last twelve do not count', () => {
    const months = monthsOf('REGISTER', [pay('2025-01', '1'), pay('2025-02', '50'), pay('2026-01', '100')], {
      exclusions: [],
      most,
    })
    expect(months.map(({ isOld, counted }) => [isOld, counted])).toEqual([
      [true, null],
      [false, '50'],
      [false, '100'],
    ])
    expect(averageOfMonths(months)).toBe('75')
  })
  it('nothing that counts has no mean', () => {
    expect(averageOfMonths([])).toBeNull()
    expect(averageOfMonths([{ counted: null }])).toBeNull()
  })
})
it.each([
  ['2026-03', 0, '2026-03'],
  ['2026-03', 11, '2025-04'],
  ['2026-01', 1, '2025-12'],
  ['2026-12', 24, '2024-12'],
])('%s less %i months is %s', (month, months, before) => {
  expect(monthBefore(month, months)).toBe(before)
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
