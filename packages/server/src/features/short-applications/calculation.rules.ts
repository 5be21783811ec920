import type { ShortCalculation } from '@ipoteka-office/contract/short-applications.ts'
import { Decimal } from 'decimal.js'
import { annuityPayment, paymentsOfTerm, principalOfPayment } from '#features/calculators/annuity.rules.ts'
import { debtLoad, loanToValue } from '#features/calculators/limits.rules.ts'

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

const longest = 600
const money = (value: Decimal) => value.toFixed(2, Decimal.ROUND_HALF_UP)

/** The three that belong together; null while they do not follow, with the reason where there is one. */
function solve({ find, amount, months, payment, rate }: CalculationWish) {
  const none = (message: string | null = null) => ({ amount, months, payment, message })
  if (find === 'AMOUNT') {
    if (months === null || payment === null) return none()
    // Rounded down, so that the payment is not exceeded.
    return {
      amount: principalOfPayment(payment, rate, months).toFixed(2, Decimal.ROUND_DOWN),
      months,
      payment,
      message: null,
    }
  }
  if (amount === null || new Exact(amount).lte(0)) return none()
  if (find === 'PAYMENT')
    return months === null
      ? none()
      : { amount, months, payment: money(annuityPayment(amount, rate, months)), message: null }
  if (payment === null) return none()
  const found = paymentsOfTerm(amount, rate, payment)
  if (found === null)
    return { ...none('Платёж не покрывает проценты: увеличьте его или уменьшите сумму'), months: null }
  if (found > longest) return { ...none('С таким платежом срок больше 50 лет'), months: null }
  return { amount, months: found, payment, message: null }
}

const shareOf = (part: string | null, whole: string | null): string | null =>
  part === null || whole === null || new Exact(whole).lte(0)
    ? null
    : new Exact(part).div(whole).times(100).toFixed(2, Decimal.ROUND_HALF_UP)

/** Interest of the whole term by the payment that is not rounded. */
const interestOf = (amount: string, rate: string, months: number): string =>
  money(annuityPayment(amount, rate, months).times(months).minus(amount))

/** ПДН of the payment and of what is paid already; null without an income. */
function debtLoadOf(payment: string, { income, obligations }: CalculationWish): string | null {
  if (income === null || new Exact(income).lte(0)) return null
  const payments = obligations === null ? [payment] : [payment, obligations]
  return debtLoad(
    payments.map((sum) => ({ kind: 'PAYMENT' as const, payment: sum })),
    income,
  ).percent
}

/** Amount, term and payment by one another, with what follows from them. */
export function calculateWish(wish: CalculationWish): ShortCalculation {
  const solved = solve(wish)
  const { amount, months, payment, message } = solved
  const isWhole = amount !== null && months !== null && message === null
  return {
    ...solved,
    totalInterest: isWhole && payment !== null ? interestOf(amount, wish.rate, months) : null,
    loanToValue: amount === null ? null : loanToValue(amount, wish.objectPrice, null),
    debtLoad: payment === null ? null : debtLoadOf(payment, wish),
    downPaymentShare: shareOf(wish.downPayment, wish.objectPrice),
  }
}
