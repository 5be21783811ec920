import { z } from 'zod'
import { Money, Percent } from '../common/amounts.ts'
import { Day } from '../common/items.ts'
import { Id } from '../common/scalars.ts'
import { can, endpoint } from '../endpoint.ts'
import { Misfit, Offer, PriceQuestion } from '../products/pricing/offers.ts'
import { LoanCalculation, LoanTerms } from './calculators.ts'

/** A loan by a product: what is known of the client and the deal, and what the client chooses of the schedule. */
export const ProductLoan = PriceQuestion.pick({
  lending: true,
  day: true,
  facts: true,
  choices: true,
  clientCategory: true,
  clientCategories: true,
  objectType: true,
  optionIds: true,
}).extend({
  productId: Id,
  issueDate: Day,
  paymentDay: LoanTerms.shape.paymentDay,
  earlyRepayments: LoanTerms.shape.earlyRepayments,
})
export type ProductLoan = z.output<typeof ProductLoan>

/** What a version of a product makes of it. */
export const ProductCalculation = z.object({
  day: Day,
  /** Null: the product does not fit, and `misfit` says why. */
  offer: Offer.nullable(),
  misfit: Misfit.nullable(),
  /** Bounds of the version in the region that a borrower is measured by; null: it says none. */
  bounds: z
    .object({
      minAmount: Money,
      maxAmount: Money,
      maxLoanToValue: Percent.nullable(),
      maxDebtLoad: Percent.nullable(),
      /** Days of a month that a client may choose from; empty: any. Kept results may lack it. */
      paymentDays: z.array(z.int()).default([]),
    })
    .nullable(),
  /** At the highest rate while something that decides is not known; null while the sum or the term is not. */
  calculation: LoanCalculation.nullable(),
})
export type ProductCalculation = z.output<typeof ProductCalculation>

/** Rate, surcharges, schedule, fees and bounds are those of the version in force; nothing of them is typed. */
export const calculateByProduct = endpoint({
  method: 'POST',
  path: '/evaluate/product',
  summary: 'График, ПСК и ставка по действующему выпуску продукта',
  access: can('Calculator', 'View'),
  body: ProductLoan,
  response: ProductCalculation,
  reads: true,
})

/** The other way round: the payment that can be borne, and the shortest term of the product that it is enough for. */
export const ProductTerm = ProductLoan.omit({ earlyRepayments: true }).extend({ payment: Money })
export type ProductTerm = z.output<typeof ProductTerm>

export const findTermByProduct = endpoint({
  method: 'POST',
  path: '/evaluate/product/term',
  summary: 'Срок кредита по посильному платежу и действующему выпуску продукта',
  access: can('Calculator', 'View'),
  body: ProductTerm,
  response: z.object({
    /** Null: no term of the product has such a payment, and `message` says why. */
    months: z.int().nullable(),
    rate: z.string().nullable(),
    payment: z.string().nullable(),
    message: z.string().nullable(),
  }),
  reads: true,
})
