import { expect, it } from 'vitest'
import { largestSum, limitSums, limitsTold, type Norms } from './offer-limits.rules.ts'

it.each([
  [5_000_000, 10_000_000, 5_000_000],
  [5_000_999, 10_000_000, 5_000_000],
  [12_000_000, 10_000_000, null],
  [0, 10_000_000, 0],
  [500, 10_000_000, 0],
])('of sums up to %i, the ceiling being %i, the largest is %s', (most, ceiling, found) => {
  expect(largestSum((sum) => sum <= most, ceiling)).toBe(found)
})

const norms: Norms = { debtLoad: 50, leaving: 40, loanToValue: 80, authority: null, others: 0 }
const figures = (sum: number) => ({
  debtLoad: sum / 100_000,
  loanToValue: sum / 80_000,
  isBroken: sum > 6_000_000,
})
const authority = {
  product: 'MORTGAGE' as const,
  ...{ regions: [], deviations: [], validFrom: '2026-01-01', validTo: null },
  ...{ maxExposure: '7000000', maxLoanToValue: null, maxDebtLoad: null },
}

it('each limit leaves its own sum, and without authority nothing is left', () => {
  expect(limitSums(norms, figures, 10_000_000)).toEqual({
    DEBT_LOAD: 5_000_000,
    LOAN_TO_VALUE: 6_400_000,
    PROGRAMME: 6_000_000,
    RESIDUAL: 4_000_000,
    AUTHORITY: 0,
  })
  expect(limitSums({ ...norms, authority, others: 500_000 }, figures, 10_000_000).AUTHORITY).toBe(6_500_000)
  const unknown = () => ({ debtLoad: null, loanToValue: null, isBroken: false })
  expect(limitSums({ ...norms, authority }, unknown, 6_000_000)).toEqual({
    DEBT_LOAD: null,
    LOAN_TO_VALUE: null,
    PROGRAMME: null,
    RESIDUAL: null,
    AUTHORITY: null,
  })
})

it('the least of them binds', () => {
  const words = { DEBT_LOAD: '', LOAN_TO_VALUE: '', PROGRAMME: '', RESIDUAL: '', AUTHORITY: '', REQUEST: '' }
  const told = limitsTold({ DEBT_LOAD: 5_000_000, RESIDUAL: 4_000_000, REQUEST: 6_000_000 }, words)
  expect(told.filter(({ binds }) => binds).map(({ code, amount }) => [code, amount])).toEqual([
    ['RESIDUAL', '4000000.00'],
  ])
})
