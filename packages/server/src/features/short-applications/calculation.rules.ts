import type { LoanCalculation } from '@ipoteka-office/contract/calculator/calculators.ts'
import type { ShortCalculation } from '@ipoteka-office/contract/short-applications/short-calculation.ts'
import { Decimal } from 'decimal.js'
import { debtLoad, loanToValue, type Obligation } from '#features/calculator/limits.rules.ts'
import { computeLoan, usualLoan, wantedObligation } from '#features/calculator/loan.rules.ts'
import { amountByPayment, monthsByPayment } from '#features/calculator/loan-search.rules.ts'
import type { IsWorkingDay } from '#features/calendar/dates.rules.ts'

const Exact = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP })

/** What is known and what is looked for. */
export interface CalculationWish {
  readonly find: 'PAYMENT' | 'AMOUNT' | 'TERM'
  readonly objectPrice: string | null
  readonly downPayment: string | null
  readonly amount: string | null
  readonly months: number | null
  readonly payment: string | null
  readonly rate: string
  readonly income: string | null
  readonly obligations: string | null
}

/** When the loan would be issued and which days are worked then. */
export interface CalculationDay {
  readonly today: string
  readonly isWorking: IsWorkingDay
}

/** The three that belong together; null while they do not follow, with the reason where there is one. */
function solve(
  { find, amount, months, payment, rate }: CalculationWish,
  { today, isWorking }: CalculationDay,
) {
  const none = (message: string | null = null) => ({ amount, months, payment, message })
  if (find === 'PAYMENT') return none()
  if (payment === null) return none()
  if (find === 'AMOUNT') {
    if (months === null) return none()
    const { amount: _, ...terms } = usualLoan({ amount: '1', rate, months }, today)
    return { amount: amountByPayment(terms, payment, isWorking), months, payment, message: null }
  }
  if (amount === null || new Exact(amount).lte(0)) return none()
  const { months: _, ...terms } = usualLoan({ amount, rate, months: 1 }, today)
  const found = monthsByPayment(terms, payment, isWorking)
  return found.ok
    ? { amount, months: found.value, payment, message: null }
    : { ...none(found.message), months: null }
}

/** A part of a whole in percent with two digits; null while one of them is not known. */
export const shareOf = (part: string | null, whole: string | null): string | null =>
  part === null || whole === null || new Exact(whole).lte(0)
    ? null
    : new Exact(part).div(whole).times(100).toFixed(2, Decimal.ROUND_HALF_UP)

/** Amount, term and payment by one another, with what follows from them as the schedule of the loan has it. */
export function calculateWish(wish: CalculationWish, day: CalculationDay): ShortCalculation {
  const solved = solve(wish, day)
  const { amount, months } = solved
  const isLoan = amount !== null && months !== null && new Exact(amount).gt(0)
  const loan = isLoan
    ? computeLoan(usualLoan({ amount, rate: wish.rate, months }, day.today), day.isWorking)
    : null
  return {
    ...solved,
    payment: wish.find === 'PAYMENT' ? (loan?.firstPayment ?? null) : wish.payment,
    totalInterest: loan?.totalInterest ?? null,
    loanToValue: amount === null ? null : loanToValue(amount, wish.objectPrice, null),
    debtLoad: loan === null ? null : debtLoadOf(loan, wish),
    downPaymentShare: shareOf(wish.downPayment, wish.objectPrice),
  }
}

/** ПДН of the loan and of what is paid already; null without an income. */
function debtLoadOf(loan: LoanCalculation, { income, obligations }: CalculationWish): string | null {
  if (income === null) return null
  const others: Obligation[] = obligations === null ? [] : [{ kind: 'PAYMENT', payment: obligations }]
  return debtLoad([wantedObligation(loan), ...others], income).percent
}
