import { keyOf } from '../common/scalars.ts'
import { z } from 'zod'
import { DateText, Money, Months, Percent } from '../common/amounts.ts'
import type { Schema } from '../common/schema.ts'
import { can, endpoint, signedIn } from '../endpoint.ts'

/** How interest counts days. */
export const dayCounts = {
  ACT_ACT: 'Фактические дни, 365 или 366 по году дня',
  ACT_365: 'Фактические дни, всегда 365',
  MONTH_1_12: 'Месяц — двенадцатая часть года',
} as const
export const scheduleKinds = { ANNUITY: 'Равные платежи', DIFFERENTIATED: 'Равные доли долга' } as const
export const paymentRoundings = { TO_COINS: 'До копеек', TO_RUBLES: 'До рублей' } as const
export const levelPayments = {
  FIT: 'По дням графика: последний не больше остальных',
  FORMULA: 'По формуле для равных месяцев',
} as const
export const interestPeriods = {
  PAYMENT_DAY: 'От дня платежа до дня платежа',
  CALENDAR_MONTH: 'Календарный месяц',
} as const
export const firstPayments = {
  AUTO: 'Только проценты, если первый период короче 20 дней',
  FULL: 'Полный платёж',
  INTEREST_ONLY: 'Только проценты',
} as const
export const nonWorkingDayRules = {
  KEEP: 'Дата прежняя, платить можно до рабочего дня',
  SHIFT: 'Платёж и проценты переносятся на рабочий день',
} as const
export const repaymentModes = {
  REDUCE_PAYMENT: 'Уменьшить платёж',
  REDUCE_TERM: 'Сократить срок',
} as const
export const repaymentSources = { CLIENT: 'Клиент', MATERNITY_CAPITAL: 'Материнский капитал' } as const
export const feeKinds = {
  COMMISSION: 'Комиссия',
  INSURANCE: 'Страховая премия',
  APPRAISAL: 'Оценка',
  SERVICE: 'Дополнительная услуга',
  OTHER: 'Иной платёж',
} as const
export const obligationKinds = { LOAN: 'Кредит', CARD: 'Карта', PAYMENT: 'Платёж' } as const

/** Terms of a loan, from which a schedule follows. */
export const LoanTerms = z.object({
  amount: Money,
  rate: Percent,
  months: Months,
  issueDate: DateText,
  kind: keyOf(scheduleKinds).default('ANNUITY'),
  dayCount: keyOf(dayCounts).default('ACT_ACT'),
  /** ACT_ACT: whether the night before New Year counts as a day of the old year (START) or of the new one (END). */
  dayBelongs: z.enum(['END', 'START']).default('END'),
  rounding: keyOf(paymentRoundings).default('TO_COINS'),
  /** How the level payment is found; null: by the formula where a month is a twelfth, else by the days. */
  levelPayment: keyOf(levelPayments).nullable().default(null),
  paymentDay: z.int().min(1, 'От 1 до 31').max(31, 'От 1 до 31').nullable().default(null),
  interestPeriod: keyOf(interestPeriods).default('PAYMENT_DAY'),
  firstPayment: keyOf(firstPayments).default('AUTO'),
  nonWorkingDays: keyOf(nonWorkingDayRules).default('KEEP'),
  interestOnlyMonths: z.int().min(0).max(120).default(0),
  rateChanges: z
    .array(z.object({ from: DateText, rate: Percent }))
    .max(100)
    .default([]),
  subsidy: z.object({ rate: Percent, months: Months }).nullable().default(null),
  /** Points of rate added while there is no insurance, from this day on; null: insured. */
  insuranceSurcharge: z.object({ from: DateText, points: Percent }).nullable().default(null),
  earlyRepayments: z
    .array(
      z.object({
        date: DateText,
        amount: Money,
        mode: keyOf(repaymentModes).default('REDUCE_PAYMENT'),
        source: keyOf(repaymentSources).default('CLIENT'),
      }),
    )
    .max(200)
    .default([]),
  /** What the borrower pays beside the schedule; those without a date are paid on the day of issue. */
  fees: z
    .array(
      z.object({
        kind: keyOf(feeKinds),
        amount: Money,
        date: DateText.nullable().default(null),
        /** Granting or terms depend on it, so it is part of ПСК (353-ФЗ art. 6). */
        inFullLoanCost: z.boolean().default(true),
      }),
    )
    .max(50)
    .default([]),
})
export type LoanTerms = z.output<typeof LoanTerms>

/** A line of a schedule; sums are roubles with kopecks. */
export const ScheduleLine = z.object({
  number: z.int().nullable(),
  date: z.string(),
  dueDate: z.string(),
  days: z.int(),
  rate: z.string(),
  payment: z.string(),
  interest: z.string(),
  principal: z.string(),
  /** Interest above the payment, left for the next one; schedules kept from before it was counted have none. */
  carried: z.string().default('0.00'),
  balance: z.string(),
  kind: z.enum(['REGULAR', 'INTEREST_ONLY', 'LAST', 'EARLY']),
})
export type ScheduleLine = z.output<typeof ScheduleLine>

/** Whether interest of some payment waits for the next one: other schedules need no column for it. */
export const hasCarried = (schedule: readonly Pick<ScheduleLine, 'carried'>[]): boolean =>
  schedule.some(({ carried }) => Number(carried) > 0)

/** One step of «как посчитано». */
export const WorkedStep = z.object({ title: z.string(), formula: z.string(), result: z.string() })
export type WorkedStep = z.output<typeof WorkedStep>

/** ПСК with what it was computed from. */
export const FullLoanCost = z.object({
  /** Percent a year with three digits; null when the flows are no loan. */
  percent: z.string().nullable(),
  /** All payments of the borrower less the loan, roubles. */
  money: z.string(),
  basePeriod: z.object({ unit: z.enum(['MONTH', 'DAY']), count: z.int() }),
  steps: z.array(WorkedStep),
})

/** A computed loan: its inputs and the version of the method stay with the result. */
export const LoanCalculation = z.object({
  methodVersion: z.string(),
  terms: LoanTerms,
  firstPayment: z.string(),
  /** The largest payment of the schedule. */
  maxPayment: z.string(),
  totalPayments: z.string(),
  totalInterest: z.string(),
  totalFees: z.string(),
  lastDate: z.string(),
  monthsPaid: z.int(),
  fullLoanCost: FullLoanCost,
  /** Effective yearly rate in percent (XIRR); null when there is none. */
  effectiveRate: z.string().nullable(),
  schedule: z.array(ScheduleLine),
  steps: z.array(WorkedStep),
})
export type LoanCalculation = z.output<typeof LoanCalculation>

export const calculateLoan = endpoint({
  method: 'POST',
  path: '/evaluate/schedule',
  summary: 'График платежей, ПСК и эффективная ставка по условиям кредита',
  access: can('Calculator', 'View'),
  body: LoanTerms,
  response: LoanCalculation,
  reads: true,
})

export const exportLoanCalculation = endpoint({
  method: 'POST',
  path: '/evaluate/schedule/export',
  summary: 'График платежей файлом: XLSX, CSV или PDF с ПСК в рамке',
  access: can('Calculator', 'View'),
  body: z.object({ terms: LoanTerms, format: z.enum(['xlsx', 'csv', 'pdf']) }),
  produces: 'file',
  reads: true,
})

export const evaluateTerm = endpoint({
  method: 'POST',
  path: '/evaluate/term',
  summary: 'Срок кредита по сумме, ставке и посильному платежу',
  access: can('Calculator', 'View'),
  body: z.object({
    amount: Money,
    rate: Percent,
    payment: Money,
    /** How the schedule would run; without it months are equal. */
    schedule: LoanTerms.omit({ amount: true, rate: true, months: true }).nullable().default(null),
  }),
  response: z.object({
    methodVersion: z.string(),
    /** Null: the payment does not cover the interest, or needs longer than any loan lasts. */
    months: z.int().nullable(),
    payment: z.string().nullable(),
    message: z.string().nullable(),
    steps: z.array(WorkedStep),
  }),
  reads: true,
})

/** An obligation of the borrower; `cost` is ПСК or, without it, the contract rate. */
export const ObligationInput = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('LOAN'),
    balance: Money,
    cost: Percent,
    monthsLeft: Months,
    overdue: Money.default('0'),
  }),
  z.object({ kind: z.literal('CARD'), limit: Money, debt: Money, overdue: Money.default('0') }),
  z.object({ kind: z.literal('PAYMENT'), payment: Money }),
])
export type ObligationInput = z.output<typeof ObligationInput>

const Optional = <T extends Schema>(schema: T) => z.nullable(schema).default(null)

export const evaluateCreditor = endpoint({
  method: 'POST',
  path: '/evaluate/creditor',
  summary: 'Возможности заёмщика: предельная сумма, ПДН и К/З',
  access: can('Calculator', 'View'),
  body: z.object({
    rate: Percent,
    months: Months,
    /** The payment and ПСК of a loan issued on the day, as its schedule has them; without it months are equal. */
    issueDate: Optional(DateText),
    /** Average monthly income, roubles; zero counts as none. */
    income: Optional(Money),
    /** As many as thirty participants of a case may have. */
    obligations: z.array(ObligationInput).max(1_500).default([]),
    /** What the borrower pays beside the schedule, as ПСК counts it. */
    fees: LoanTerms.shape.fees,
    /** The wanted amount: ПДН and К/З are of it, else of the maximum one. */
    amount: Optional(Money),
    /** ПСК of the wanted loan where it is known; else that of its schedule, or the rate where it has no date. */
    fullLoanCost: Optional(Percent),
    price: Optional(Money),
    appraisedValue: Optional(Money),
    downPayment: Optional(Money),
    /** Highest share of income for payments, percent; null: the bank's of today. */
    debtLoadLimit: Optional(Percent),
    /** Highest share of the value, percent; null: the bank's of today. */
    loanToValueLimit: Optional(Percent),
    programmeMax: Optional(Money),
  }),
  response: z.object({
    methodVersion: z.string(),
    maximumAmount: z.string().nullable(),
    limits: z.array(
      z.object({ code: z.string(), label: z.string(), amount: z.string(), decisive: z.boolean() }),
    ),
    amount: z.string().nullable(),
    monthlyPayment: z.string().nullable(),
    /** ПСК that ПДН was computed by, percent; results kept from before it was told have none. */
    fullLoanCost: z.string().nullable().default(null),
    debtLoad: z.object({
      percent: z.string().nullable(),
      bucket: z.string(),
      mustNotify: z.boolean(),
      /** Above how many percent the borrower is told so; results kept from before it was told have none. */
      notifyAbove: z.string().nullable().default(null),
      payments: z.array(z.string()),
    }),
    loanToValue: z.string().nullable(),
    steps: z.array(WorkedStep),
  }),
  reads: true,
})

export const calculateFullLoanCost = endpoint({
  method: 'POST',
  path: '/loanDelivery/loanCalcPsk',
  summary: 'ПСК по условиям кредита или по готовым потокам платежей',
  access: signedIn,
  body: z.union([
    z.object({ terms: LoanTerms }),
    z.object({
      issueDate: DateText,
      /** What is lent is negative, what the borrower pays positive. */
      flows: z
        .array(
          z.object({
            date: DateText,
            amount: z.string().regex(/^-?\d{1,13}(\.\d{1,2})?$/, 'Сумма: рубли и копейки'),
          }),
        )
        .min(2, 'Нужна выдача и хотя бы один платёж')
        .max(1_300),
      monthLength: z.enum(['DAYS_30', 'ACTUAL', 'YEAR_12']).default('DAYS_30'),
    }),
  ]),
  response: FullLoanCost.extend({ methodVersion: z.string() }),
  reads: true,
})

export const addSums = endpoint({
  method: 'GET',
  path: '/utils/sum',
  summary: 'Точная сумма чисел через запятую и она же прописью',
  access: signedIn,
  query: z.object({
    values: z
      .string()
      .max(20_000)
      .regex(
        /^-?\d{1,13}(\.\d{1,2})?(,-?\d{1,13}(\.\d{1,2})?)*$/,
        'Числа через запятую, копейки после точки',
      ),
  }),
  response: z.object({ sum: z.string(), words: z.string() }),
})
