import type { LoanTerms } from '@ipoteka-office/contract/calculator/calculators.ts'
import { Decimal } from 'decimal.js'
import type { IsWorkingDay } from '#features/calendar/dates.rules.ts'
import { paymentsOfTerm, principalOfPayment } from './annuity.rules.ts'
import { fromUnits, toUnits } from './exact.ts'
import { leastEnough } from './least-enough.rules.ts'
import { buildSchedule } from './schedule.rules.ts'

/** Months of the longest loan that the calculators take. */
export const longestTerm = 600
/** Kopecks of the largest sum that the calculators take. */
const largestSum = 10 ** 15 - 1

const levelOf = (terms: LoanTerms, isWorking: IsWorkingDay): bigint =>
  buildSchedule(terms, isWorking).firstPayment

/** Why no term belongs to a payment. */
export const notCovered = 'Платёж не покрывает проценты: увеличьте платёж или уменьшите сумму'

/** What was looked for, or why it is not there. */
export type Found<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message: string }

/** The fewest months whose level payment is not above the given one. */
export function monthsByPayment(
  terms: Omit<LoanTerms, 'months'>,
  payment: string,
  isWorking: IsWorkingDay,
): Found<number> {
  const byFormula = paymentsOfTerm(terms.amount, terms.rate, payment)
  if (byFormula === null) return { ok: false, message: notCovered }
  const most = toUnits(payment, 2)
  const pays = (months: number) => levelOf({ ...terms, months }, isWorking) <= most
  const value = leastEnough(
    Math.min(byFormula, longestTerm),
    (months) => months > longestTerm || pays(months),
  )
  return value > longestTerm
    ? { ok: false, message: 'С таким платежом срок больше 50 лет: увеличьте платёж или уменьшите сумму' }
    : { ok: true, value }
}

/** The largest sum, roubles with kopecks, whose level payment is not above the given one; null when there is none. */
export function amountByPayment(
  terms: Omit<LoanTerms, 'amount'>,
  payment: string,
  isWorking: IsWorkingDay,
): string | null {
  const most = toUnits(payment, 2)
  const sum = (kopecks: number) => fromUnits(BigInt(kopecks), 2)
  const level = (kopecks: number) => levelOf({ ...terms, amount: sum(kopecks) }, isWorking)
  const byFormula = principalOfPayment(payment, terms.rate, terms.months).times(100)
  const first = Math.floor(Math.min(largestSum, Math.max(1, byFormula.toNumber())))
  // Payments are as good as proportional to sums: one step brings the search beside its end.
  const start = new Decimal(first).times(most.toString()).div(level(first).toString()).floor().toNumber()
  const above = leastEnough(
    Math.min(largestSum, start),
    (kopecks) => kopecks > largestSum || level(kopecks) > most,
  )
  return above > 1 ? sum(above - 1) : null
}
