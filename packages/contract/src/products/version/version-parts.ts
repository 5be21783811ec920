import { z } from 'zod'
import { Money, Months, Percent } from '../../common/amounts.ts'
import { Code, Id, keyOf, requiredText, text } from '../../common/scalars.ts'
import {
  dayCounts,
  feeKinds,
  firstPayments,
  nonWorkingDayRules,
  paymentRoundings,
  scheduleKinds,
} from '../../calculator/calculators.ts'
import { Condition } from '../../document-rules/document-conditions.ts'
import { clientCategories, ProductPledge } from '../product-kinds.ts'
import { RateMatrix, RatePercent, RatePoints } from './rate-matrix.ts'

const Codes = z.array(Code).max(200, 'Не более 200 значений')

/** For whom it is; an empty list does not restrict. */
export const Audience = z.object({
  channels: Codes.default([]),
  regions: Codes.default([]),
  /** Partners whose people may offer it. */
  partnerIds: z.array(Id).max(1_000).default([]),
  /** Codes of `partner/businessProfile`: partners that deal in one of them may offer it too. Versions made before have none. */
  partnerProfiles: Codes.optional(),
  clientCategories: z.array(keyOf(clientCategories)).default([]),
  goals: Codes.default([]),
  /** Codes of `mortgageObjectType`. */
  objectTypes: Codes.default([]),
  pledges: z.array(ProductPledge).default([]),
  /** A code of `creditProductQr`: it is offered on the public page of partners; null: it is not. */
  qrCode: Code.nullable().default(null),
})
export type Audience = z.output<typeof Audience>

const Age = z.int().min(18, 'Не менее 18 лет').max(100, 'Не более 100 лет')

/** Smallest down payment of some objects and ways of confirming income; empty lists: of all. */
const DownPayment = z.object({
  objectTypes: Codes.default([]),
  incomeVerifications: Codes.default([]),
  share: Percent,
})

/** What may be lent in these regions; the limits without regions are of all the others and stand last. */
export const RegionLimits = z.object({
  name: requiredText(80),
  regions: Codes,
  minAmount: Money,
  maxAmount: Money,
  /** Above it the rest of the loan has the second rate; null: the whole loan has one rate. */
  subsidizedAmount: Money.nullable().default(null),
  minMonths: Months,
  maxMonths: Months,
  /** The term is a multiple of it. */
  monthsStep: z.int().min(1).max(12).default(1),
  downPayments: z.array(DownPayment).max(50).default([]),
  /** К/З at most; null: any. */
  maxLoanToValue: Percent.nullable().default(null),
  minAge: Age,
  maxAgeAtEnd: Age,
  /** ПДН at most; null: by the parameter of the bank. */
  maxDebtLoad: Percent.nullable().default(null),
  /** Borrower and co-borrowers at most. */
  maxDebtors: z.int().min(1).max(10).default(4),
})
export type RegionLimits = z.output<typeof RegionLimits>

/** What a cell of the matrix is: the rate itself, or what is added to the key rate of the day. */
export const rateBases = { RATE: 'Ставка', KEY_RATE_PLUS: 'Надбавка к ключевой ставке' } as const

export const Rate = z.object({
  /** A code of `rateType`. */
  type: Code,
  basis: keyOf(rateBases).default('RATE'),
  matrix: RateMatrix,
  /** No rebates lead below it. */
  floor: RatePercent,
  /** What the bank earns over its cost of funds, points: for its own people alone. */
  margin: RatePoints.nullable().default(null),
  /** The first months at a rate of their own. */
  subsidized: z.object({ rate: RatePercent, months: Months }).nullable().default(null),
  /** Of the share above the subsidised limit. */
  secondRate: RatePercent.nullable().default(null),
})

/** A key within a version: stays the same from one version to the next. */
const Key = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'Латинские строчные буквы, цифры и дефис')

/** What happens to the rate when a condition of a rebate has not come true by its day. */
export const rebateFailures = {
  RATE_UP: 'Ставка растёт на эту скидку',
  REFUSE: 'В выдаче отказывают',
  NOTHING: 'Ничего',
} as const

/** A rebate or a surcharge. Without a condition it is the client’s choice. */
export const RateChange = z.object({
  key: Key,
  name: requiredText(120),
  /** A code of `rateRebateCategory`. */
  category: Code,
  effect: z.enum(['REBATE', 'SURCHARGE']),
  points: RatePercent,
  condition: Condition.nullable().default(null),
  /** Of days after the signing; null: it has to hold on the day of signing. */
  dueDays: z.int().min(1).max(1_000).nullable().default(null),
  otherwise: keyOf(rebateFailures).default('NOTHING'),
  /** Keys of those that it does not add up with. */
  excludes: z.array(Key).max(20).default([]),
  /** Of those in one group, promotions too, the one that is best for the client counts. */
  bestOf: Key.nullable().default(null),
})
export type RateChange = z.output<typeof RateChange>

export const ProductSchedule = z.object({
  kind: keyOf(scheduleKinds).default('ANNUITY'),
  dayCount: keyOf(dayCounts).default('ACT_ACT'),
  rounding: keyOf(paymentRoundings).default('TO_COINS'),
  firstPayment: keyOf(firstPayments).default('AUTO'),
  /** Days of a month that a client may choose from; empty: any. */
  paymentDays: z.array(z.int().min(1).max(31)).max(31).default([]),
  nonWorkingDays: keyOf(nonWorkingDayRules).default('KEEP'),
})

/** A payment beside the schedule: a sum, or a share of the loan. */
export const ProductFee = z.object({
  name: requiredText(120),
  kind: keyOf(feeKinds),
  amount: Money.nullable().default(null),
  share: Percent.nullable().default(null),
  yearly: z.boolean().default(false),
  inFullLoanCost: z.boolean().default(true),
})

/** How the premium of a consumer loan's insurance is paid; that of a mortgage never is a part of the loan. */
export const premiumWays = {
  ANY: 'Как выберет клиент',
  BESIDE: 'Отдельно от кредита',
  IN_LOAN: 'В сумме кредита',
} as const

/** Insurance that the terms ask for. */
export const ProductInsurance = z.object({
  /** A code of `insuranceType`. */
  type: Code,
  required: z.boolean(),
  /** Of the debt, percent: 110 is the debt and a tenth. */
  sumShare: Percent.default('100'),
  /** Points of rate while there is none; null: the rate does not depend on it. */
  surcharge: RatePercent.nullable().default(null),
  premium: keyOf(premiumWays).default('ANY'),
})

/** A figure as text, codes, yes or no, or words by the code of a region. */
const AskedValue = z.union([
  z.string().max(200),
  z.array(Code).max(100),
  z.boolean(),
  z.record(Code, requiredText(300)).refine((rows) => Object.keys(rows).length <= 100, 'Не более 100 строк'),
])

/** What is asked of the client by one of the known questions (`products/eligibility/askers.ts`), with its figures. */
export const Asked = z.object({
  asker: Code,
  values: z.record(Code, AskedValue).default({}),
})
export type Asked = z.output<typeof Asked>

/** Conditions of granting by facts, each with the words of its refusal. */
export const ProductCondition = z.object({ condition: Condition, refusal: requiredText(300) })

/** A paper of the credit file (`documents/kod_templates.json`). */
export const CreditDocument = z.object({
  code: Code,
  condition: Condition.nullable().default(null),
  required: z.boolean().default(true),
})

/** Of a card alone. */
export const CardTerms = z.object({
  /** Codes of `creditCard/…`. */
  productType: Code,
  tariff: Code,
  level: Code,
  paymentSystem: Code,
  creditType: Code,
  graceDays: z.int().min(0).max(400),
  minFullCost: RatePercent,
  maxFullCost: RatePercent,
})

/** When a promotion gives its terms no more: after so many loans, or when so much is lent. */
export const PromotionCap = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('COUNT'), count: z.int().min(1).max(1_000_000) }),
  z.object({ kind: z.literal('AMOUNT'), amount: Money }),
])
export type PromotionCap = z.output<typeof PromotionCap>

/** What an option or a promotion changes in the terms of a product. */
export const TermsEffect = z.object({
  /** Points added to the rate; below zero: taken off. */
  points: RatePoints.default('0'),
  /** Points that take the place of the rate: a subsidised one. */
  rate: RatePercent.nullable().default(null),
  maxAmount: Money.nullable().default(null),
  maxMonths: Months.nullable().default(null),
  minDownPayment: Percent.nullable().default(null),
  fees: z.array(ProductFee).max(10).default([]),
  bestOf: Key.nullable().default(null),
})
export type TermsEffect = z.output<typeof TermsEffect>

export const Names = z.object({
  /** For the bank's people. */
  staff: requiredText(120),
  client: requiredText(120),
  /** What a client reads. */
  about: text(2_000).default(''),
})
