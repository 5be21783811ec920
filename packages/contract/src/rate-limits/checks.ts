import { z } from 'zod'
import { DateText, Money, Months } from '../common/amounts.ts'
import { Code, Id, keyOf, Option } from '../common/scalars.ts'
import { canInBank, endpoint } from '../endpoint.ts'
import { authorityProducts } from '../underwriting/authority.ts'
import { LimitPercent } from './points.ts'
import { Quarter } from './quarters.ts'
import { verdictStates } from './verdict.ts'

/** A contract that is tried: the category follows from the loan, or is named. */
export const RateCheckInput = z.object({
  /** The day of signing. */
  day: DateText,
  product: keyOf(authorityProducts),
  amount: Money.nullable(),
  months: Months.nullable(),
  /** Null: it follows from product, sum and term. */
  category: Code.nullable(),
  programme: Code.nullable(),
  partnerId: Id.nullable(),
  /** ПСК, percent. */
  cost: LimitPercent.nullable(),
  /** Percent a year. */
  rate: LimitPercent.nullable(),
})
export type RateCheckInput = z.output<typeof RateCheckInput>

export const RateCheck = z.object({
  quarter: Quarter,
  category: Option.nullable(),
  limit: z
    .object({ average: LimitPercent, value: LimitPercent, applies: z.boolean(), publishedOn: DateText })
    .nullable(),
  caps: z.array(z.object({ rate: LimitPercent, ground: z.string() })),
  state: keyOf(verdictStates),
  margin: z.string().nullable(),
  refusals: z.array(z.string()),
  warnings: z.array(z.string()),
})
export type RateCheck = z.output<typeof RateCheck>

/** What a contract would be told on its day. */
export const checkRate = endpoint({
  method: 'POST',
  path: '/maxRate/check',
  summary: 'Проверка ПСК и ставки по пределам дня',
  access: canInBank('Rule', 'MaxRateCalculationRead'),
  body: RateCheckInput,
  response: RateCheck,
  reads: true,
})
