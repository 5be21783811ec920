import { z } from 'zod'
import { Day } from '../common/items.ts'
import { keyOf } from '../common/scalars.ts'
import { can, endpoint } from '../endpoint.ts'
import { Misfit, Offer } from '../products/pricing/offers.ts'
import { ProductLoan } from './by-product.ts'
import { evaluateCreditor } from './calculators.ts'

const { income, obligations, appraisedValue, downPayment } = evaluateCreditor.body.shape

/** What is known of a borrower; everything that the bank says itself is said by the version of the product. */
export const ProductBorrower = ProductLoan.omit({ paymentDay: true, earlyRepayments: true }).extend({
  income,
  obligations,
  appraisedValue,
  downPayment,
})
export type ProductBorrower = z.output<typeof ProductBorrower>

/** Bounds that a borrower is measured by. */
export const borrowerBounds = {
  rate: { label: 'Ставка', unit: '%' },
  maxAmount: { label: 'Сумма не больше', unit: '₽' },
  minDownPayment: { label: 'Взнос не меньше', unit: '%' },
  maxLoanToValue: { label: 'К/З не больше', unit: '%' },
  maxDebtLoad: { label: 'ПДН не больше', unit: '%' },
} as const

export const ProductBorrowerAnswer = z.object({
  day: Day,
  /** The offer for the largest amount; null: the product does not fit, and `misfit` says why. */
  offer: Offer.nullable(),
  misfit: Misfit.nullable(),
  /** Each with where it comes from: «выпуск 3», «параметр банка». */
  bounds: z.array(z.object({ code: keyOf(borrowerBounds), value: z.string(), source: z.string() })),
  /** Null while the term is not known. */
  result: evaluateCreditor.response.nullable(),
  /** Why the amount that is wanted cannot be had; null: it can, or none is named. */
  wantedRefusal: z.string().nullable(),
})
export type ProductBorrowerAnswer = z.output<typeof ProductBorrowerAnswer>

/** How much a borrower may take by the version in force, at the rate that the amount itself has. */
export const evaluateBorrowerByProduct = endpoint({
  method: 'POST',
  path: '/evaluate/product/creditor',
  summary: 'Возможности заёмщика по действующему выпуску продукта',
  access: can('Calculator', 'View'),
  body: ProductBorrower,
  response: ProductBorrowerAnswer,
  reads: true,
})
