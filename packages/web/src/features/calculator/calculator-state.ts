import {
  type calculateLoan,
  type LoanTerms,
  levelPayments,
} from '@ipoteka-office/contract/calculator/calculators.ts'
import { type ByProduct, noProduct } from './product-loan-state.ts'
import type { RequestOf } from '@ipoteka-office/contract/endpoint.ts'

/** Terms as the server takes them. */
export type TermsInput = RequestOf<typeof calculateLoan>['body']

type RepaymentMode = NonNullable<NonNullable<TermsInput['earlyRepayments']>[number]['mode']>
type RepaymentSource = NonNullable<NonNullable<TermsInput['earlyRepayments']>[number]['source']>

/** How the level payment is found; BY_DAY_COUNT leaves it to the way of counting days. */
export const levelChoices = { BY_DAY_COUNT: 'Как велит счёт дней', ...levelPayments } as const
type LevelChoice = keyof typeof levelChoices

/** Terms as the form holds them: what is not filled in yet is null or empty. */
export interface OfferValues {
  amount: string | null
  rate: string | null
  months: number | null
  issueDate: string
  paymentDay: number | null
  kind: NonNullable<TermsInput['kind']>
  dayCount: NonNullable<TermsInput['dayCount']>
  rounding: NonNullable<TermsInput['rounding']>
  levelPayment: LevelChoice
  interestPeriod: NonNullable<TermsInput['interestPeriod']>
  firstPayment: NonNullable<TermsInput['firstPayment']>
  nonWorkingDays: NonNullable<TermsInput['nonWorkingDays']>
  interestOnlyMonths: number | null
  subsidyRate: string | null
  subsidyMonths: number | null
  surchargePoints: string | null
  surchargeFrom: string
  /** The product that says rate, schedule and fees; without one they are typed. */
  by: ByProduct
  rateChanges: { from: string; rate: string | null }[]
  earlyRepayments: { date: string; amount: string | null; mode: RepaymentMode; source: RepaymentSource }[]
  fees: {
    kind: NonNullable<TermsInput['fees']>[number]['kind']
    amount: string | null
    inFullLoanCost: boolean
  }[]
}

/** An offer to begin with: an ordinary mortgage issued today. */
export const newOffer = (today: string): OfferValues => ({
  amount: '6480000.00',
  rate: '17.35',
  months: 240,
  issueDate: today,
  paymentDay: null,
  kind: 'ANNUITY',
  dayCount: 'ACT_ACT',
  rounding: 'TO_COINS',
  levelPayment: 'BY_DAY_COUNT',
  interestPeriod: 'PAYMENT_DAY',
  firstPayment: 'AUTO',
  nonWorkingDays: 'KEEP',
  interestOnlyMonths: null,
  subsidyRate: null,
  subsidyMonths: null,
  surchargePoints: null,
  surchargeFrom: '',
  by: noProduct,
  rateChanges: [],
  earlyRepayments: [],
  fees: [],
})

/** The form of terms that were kept. */
export const offerOf = (terms: LoanTerms): OfferValues => ({
  ...newOffer(terms.issueDate),
  amount: terms.amount,
  rate: terms.rate,
  months: terms.months,
  paymentDay: terms.paymentDay,
  kind: terms.kind,
  dayCount: terms.dayCount,
  rounding: terms.rounding,
  levelPayment: terms.levelPayment ?? 'BY_DAY_COUNT',
  interestPeriod: terms.interestPeriod,
  firstPayment: terms.firstPayment,
  nonWorkingDays: terms.nonWorkingDays,
  interestOnlyMonths: terms.interestOnlyMonths || null,
  subsidyRate: terms.subsidy?.rate ?? null,
  subsidyMonths: terms.subsidy?.months ?? null,
  surchargePoints: terms.insuranceSurcharge?.points ?? null,
  surchargeFrom: terms.insuranceSurcharge?.from ?? '',
  rateChanges: terms.rateChanges,
  earlyRepayments: terms.earlyRepayments,
  fees: terms.fees.map(({ kind, amount, inFullLoanCost }) => ({ kind, amount, inFullLoanCost })),
})

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** The terms to send, null while something that is needed is missing. Unfinished lines are left out. */
export function toTerms(values: OfferValues): TermsInput | null {
  const { amount, rate, months, issueDate } = values
  if (amount === null || rate === null || months === null || !isDay(issueDate)) return null
  const { subsidyRate, subsidyMonths, surchargePoints, surchargeFrom } = values
  return {
    amount,
    rate,
    months,
    issueDate,
    paymentDay: values.paymentDay,
    kind: values.kind,
    dayCount: values.dayCount,
    rounding: values.rounding,
    levelPayment: values.levelPayment === 'BY_DAY_COUNT' ? null : values.levelPayment,
    interestPeriod: values.interestPeriod,
    firstPayment: values.firstPayment,
    nonWorkingDays: values.nonWorkingDays,
    interestOnlyMonths: values.interestOnlyMonths ?? 0,
    subsidy:
      subsidyRate !== null && subsidyMonths !== null ? { rate: subsidyRate, months: subsidyMonths } : null,
    insuranceSurcharge:
      surchargePoints !== null && isDay(surchargeFrom)
        ? { from: surchargeFrom, points: surchargePoints }
        : null,
    rateChanges: values.rateChanges.flatMap(({ from, rate: changed }) =>
      changed !== null && isDay(from) ? [{ from, rate: changed }] : [],
    ),
    earlyRepayments: values.earlyRepayments.flatMap(({ date, amount: sum, mode, source }) =>
      sum !== null && isDay(date) ? [{ date, amount: sum, mode, source }] : [],
    ),
    fees: values.fees.flatMap(({ kind, amount: sum, inFullLoanCost }) =>
      sum === null ? [] : [{ kind, amount: sum, inFullLoanCost }],
    ),
  }
}

/** How the schedule runs, whatever the sum, the rate and the term; null while there is no day of issue. */
export function toSchedule(values: OfferValues): Omit<TermsInput, 'amount' | 'rate' | 'months'> | null {
  const terms = toTerms({ ...values, amount: '1', rate: '0', months: 1 })
  if (terms === null) return null
  const { amount: _amount, rate: _rate, months: _months, ...schedule } = terms
  return schedule
}
