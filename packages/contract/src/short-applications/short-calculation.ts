import { z } from 'zod'
import { Money, Months, Percent } from '../common/amounts.ts'
import { keyOf } from '../common/scalars.ts'
import type { Schema } from '../common/schema.ts'
import { can, endpoint } from '../endpoint.ts'

const Optional = <T extends Schema>(schema: T) => z.nullable(schema).default(null)

/** Which of amount, term and payment follows from the others. */
export const calculationWishes = { PAYMENT: 'платёж', AMOUNT: 'сумма', TERM: 'срок' } as const
/** The live calculation of the form; nothing is kept. */
export const calculateShortApplication = endpoint({
  method: 'POST',
  path: '/shortApp/calculation',
  summary: 'Расчёт суммы, срока и платежа',
  access: can('ShortApplication', 'Read'),
  body: z.object({
    find: keyOf(calculationWishes),
    objectPrice: Optional(Money),
    downPayment: Optional(Money),
    amount: Optional(Money),
    months: Optional(Months),
    payment: Optional(Money),
    rate: Percent,
    income: Optional(Money),
    obligations: Optional(Money),
  }),
  response: z.object({
    amount: z.string().nullable(),
    months: z.int().nullable(),
    payment: z.string().nullable(),
    totalInterest: z.string().nullable(),
    /** К/З and ПДН in percent. */
    loanToValue: z.string().nullable(),
    debtLoad: z.string().nullable(),
    downPaymentShare: z.string().nullable(),
    /** Why there is no answer: the payment does not cover the interest. */
    message: z.string().nullable(),
  }),
  reads: true,
})
export type ShortCalculation = z.output<typeof calculateShortApplication.response>
