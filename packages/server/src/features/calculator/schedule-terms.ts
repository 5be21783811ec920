import type { PaymentRounding } from './annuity.rules.ts'
import type { DayBelongs, DayCount } from './day-count.rules.ts'
import type { LevelPayment } from './level-payment.rules.ts'
import type { Day } from '#features/calendar/dates.rules.ts'

/** A payment beside the schedule: by the client or by the Social Fund (maternity capital). */
export interface EarlyRepayment {
  readonly date: string
  /** Roubles; what exceeds the debt is not taken. */
  readonly amount: string
  readonly mode: 'REDUCE_PAYMENT' | 'REDUCE_TERM'
  readonly source: 'CLIENT' | 'MATERNITY_CAPITAL'
}

/** What a schedule is computed from. Sums are roubles, rates are percent a year, dates `YYYY-MM-DD`. */
export interface ScheduleTerms {
  readonly amount: string
  readonly rate: string
  /** Payments on the schedule; with CALENDAR_MONTH the interest of the month of issue comes before them. */
  readonly months: number
  readonly issueDate: string
  readonly kind: 'ANNUITY' | 'DIFFERENTIATED'
  readonly dayCount: DayCount
  readonly dayBelongs: DayBelongs
  readonly rounding: PaymentRounding
  /** Null: by the formula where months are equal, else by the days. */
  readonly levelPayment: LevelPayment | null
  /** Null: the day of issue. A month without that day pays on its last one. */
  readonly paymentDay: number | null
  /** CALENDAR_MONTH: interest from the first to the last day of a month, paid on its last day. */
  readonly interestPeriod: 'PAYMENT_DAY' | 'CALENDAR_MONTH'
  /** AUTO: interest only when the first period is shorter than `shortFirstPeriodDays`. */
  readonly firstPayment: 'FULL' | 'INTEREST_ONLY' | 'AUTO'
  /** SHIFT moves the payment and its interest to the next working day; KEEP only shows until when it may be paid. */
  readonly nonWorkingDays: 'KEEP' | 'SHIFT'
  /** Payments at the beginning that are interest alone. */
  readonly interestOnlyMonths: number
  /** Another rate from this day on; the payment is computed anew from the next period. */
  readonly rateChanges: readonly { readonly from: string; readonly rate: string }[]
  /** A lower rate for the first payments, with the payment of the full term. */
  readonly subsidy: { readonly rate: string; readonly months: number } | null
  /** Points added to every rate from the first interest period that begins after this day (353-ФЗ art. 7 p. 11). */
  readonly insuranceSurcharge: { readonly from: string; readonly points: string } | null
  readonly earlyRepayments: readonly EarlyRepayment[]
}

/** A first period below this many days is too short for a whole payment. */
export const shortFirstPeriodDays = 20

/** One line of a schedule; sums are kopecks. */
export interface ScheduleRow {
  /** Number of the payment; null for a repayment beside the schedule. */
  readonly number: number | null
  /** `date` as a day: what is computed further needs no text. */
  readonly on: Day
  readonly date: string
  /** The last day to pay without being late, when `date` is not a working day. */
  readonly dueDate: string
  readonly days: number
  readonly rate: string
  /** `payment` as an ordinary number: what is computed further needs no big one. */
  readonly paid: number
  readonly payment: bigint
  readonly interest: bigint
  readonly principal: bigint
  /** Interest above the payment, left for the next one; none accrues on it. */
  readonly carried: bigint
  readonly balance: bigint
  readonly kind: 'REGULAR' | 'INTEREST_ONLY' | 'LAST' | 'EARLY'
}

/** A schedule with its sums in kopecks. */
export interface Schedule {
  readonly rows: readonly ScheduleRow[]
  /** The first level payment; of a differentiated schedule the first payment that repays. */
  readonly firstPayment: bigint
  /** Payments that were to repay the debt when it was issued: early repayments may leave fewer. */
  readonly plannedPayments: number
  readonly totalPayments: bigint
  readonly totalInterest: bigint
}
