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
