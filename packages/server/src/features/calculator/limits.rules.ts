import { Decimal } from 'decimal.js'
import { annuityPayment, principalOfPayment } from './annuity.rules.ts'

const Exact = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP })

/** К/З in percent with two digits: the amount over the lesser of price and appraised value; null without either. */
export function loanToValue(amount: string, price: string | null, appraised: string | null): string | null {
  const values = [price, appraised].filter((v) => v !== null).map((v) => new Exact(v))
  const value = values.length > 0 ? Decimal.min(...values) : null
  if (!value || value.lte(0)) return null
  return new Exact(amount).div(value).times(100).toFixed(2, Decimal.ROUND_HALF_UP)
}

/** An obligation of the borrower; `cost` is ПСК or, without it, the contract rate, percent a year. */
export type Obligation =
  | {
      readonly kind: 'LOAN'
      readonly balance: string
      readonly cost: string
      readonly monthsLeft: number
      readonly overdue: string
    }
  | { readonly kind: 'CARD'; readonly limit: string; readonly debt: string; readonly overdue: string }
  | { readonly kind: 'PAYMENT'; readonly payment: string }

/** The average monthly payment of one obligation, roubles with kopecks (Bank of Russia's formula for ПДН). */
export function monthlyPayment(obligation: Obligation): string {
  const money = (value: Decimal) => value.toFixed(2, Decimal.ROUND_HALF_UP)
  if (obligation.kind === 'PAYMENT') return money(new Exact(obligation.payment))
  if (obligation.kind === 'CARD') {
    const byLimit = new Exact(obligation.limit).times('0.05')
    const byDebt = new Exact(obligation.debt).times('0.10')
    return money(Decimal.min(byLimit, byDebt).plus(obligation.overdue))
  }
  const payment = annuityPayment(obligation.balance, obligation.cost, Math.max(1, obligation.monthsLeft))
  return money(payment.plus(obligation.overdue))
}

/** Where a debt load belongs in the report; without income it counts as the highest. */
export const debtLoadBuckets = ['<30', '30-40', '40-50', '50-60', '60-70', '70-80', '>80'] as const

export interface DebtLoad {
  /** Percent with two digits; null without income. */
  readonly percent: string | null
  readonly bucket: (typeof debtLoadBuckets)[number]
  readonly payments: readonly string[]
}

/** ПДН: all monthly payments over the average monthly income. */
export function debtLoad(obligations: readonly Obligation[], income: string): DebtLoad {
  const payments = obligations.map(monthlyPayment)
  const total = payments.reduce((sum, payment) => sum.plus(payment), new Exact(0))
  const monthly = new Exact(income)
  if (monthly.lte(0)) return { percent: null, bucket: '>80', payments }
  // What is shown is what is compared: a load that reads 50,00 is not above 50.
  const percent = total.div(monthly).times(100).toDecimalPlaces(2, Decimal.ROUND_HALF_UP)
  // The borders are «свыше»: exactly 50 still stands in 40–50, as 80 stands in 70–80.
  const index = Math.min(6, Math.max(0, percent.div(10).ceil().toNumber() - 3))
  return {
    percent: percent.toFixed(2),
    bucket: debtLoadBuckets[index] ?? '>80',
    payments,
  }
}

/** Whether the borrower is told of the load: it is above the bound, or there is no income to measure it by. */
export const mustNotifyOf = ({ percent }: Pick<DebtLoad, 'percent'>, above: string): boolean =>
  percent === null || new Exact(percent).gt(above)

/** What limits how much may be lent; a missing one does not limit. */
export interface AmountLimits {
  readonly income: string | null
  /** The highest share of income for payments, as a part of one. */
  readonly debtLoadLimit: string
  readonly otherPayments: string
  readonly rate: string
  readonly months: number
  readonly value: string | null
  /** Percent. */
  readonly loanToValueLimit: string | null
  readonly price: string | null
  readonly downPayment: string | null
  readonly programmeMax: string | null
}

export interface AmountLimit {
  readonly code: 'INCOME' | 'LOAN_TO_VALUE' | 'DOWN_PAYMENT' | 'PROGRAMME'
  /** Whole roubles. */
  readonly amount: string
}

const positive = (value: Decimal) =>
  (value.isNegative() ? new Exact(0) : value).toFixed(0, Decimal.ROUND_DOWN)

/** Every limit by itself, and the amount they leave: the least of them down to a thousand roubles. */
export function maximumAmount(limits: AmountLimits): { limits: AmountLimit[]; amount: string | null } {
  const found: AmountLimit[] = []
  if (limits.income !== null) {
    const payment = new Exact(limits.income).times(limits.debtLoadLimit).minus(limits.otherPayments)
    const amount = principalOfPayment(payment, limits.rate, limits.months)
    found.push({ code: 'INCOME', amount: positive(amount) })
  }
  if (limits.value !== null && limits.loanToValueLimit !== null)
    found.push({
      code: 'LOAN_TO_VALUE',
      amount: positive(new Exact(limits.value).times(limits.loanToValueLimit).div(100)),
    })
  if (limits.price !== null && limits.downPayment !== null)
    found.push({ code: 'DOWN_PAYMENT', amount: positive(new Exact(limits.price).minus(limits.downPayment)) })
  if (limits.programmeMax !== null)
    found.push({ code: 'PROGRAMME', amount: positive(new Exact(limits.programmeMax)) })
  if (found.length === 0) return { limits: found, amount: null }
  const least = Decimal.min(...found.map((limit) => limit.amount))
  return { limits: found, amount: least.div(1000).floor().times(1000).toFixed(0) }
}
