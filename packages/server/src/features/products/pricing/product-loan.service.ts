import type { ProductCalculation, ProductLoan } from '@ipoteka-office/contract/calculator/by-product.ts'
import { PriceQuestion } from '@ipoteka-office/contract/products/pricing/offers.ts'
import { calculate } from '#features/calculator/calculators.service.ts'
import type { Context } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import { type LentBy, lentBy, priceCatalogue } from './offers.rules.ts'
import { offeredCatalogue, type PricingParts } from './price.service.ts'

type Reader = Pick<Context, 'db' | 'actor'>

const boundsOf = ({ limits }: LentBy): ProductCalculation['bounds'] => ({
  minAmount: limits.minAmount,
  maxAmount: limits.maxAmount,
  maxLoanToValue: limits.maxLoanToValue,
  maxDebtLoad: limits.maxDebtLoad,
})

/**
 * A loan by the version of a product that is in force on the day of the question: for a kept calculation that of its day.
 * What it is made of inside is told to nobody here: what is kept, others read.
 */
async function productLoanOn(
  parts: PricingParts,
  reader: Reader,
  { productId, issueDate, paymentDay, earlyRepayments, ...asked }: ProductLoan,
): Promise<ProductCalculation> {
  const { isAhml, partnerId } = reader.actor
  const question = PriceQuestion.parse({
    ...asked,
    productIds: [productId],
    partnerId: isAhml ? null : partnerId,
  })
  const { catalogue, setup: inside, isWorking } = await offeredCatalogue(parts, reader, question)
  const setup = { ...inside, isInside: false }
  const { day, offers, misfits } = priceCatalogue(catalogue, question, setup, isWorking)
  const lent = lentBy(catalogue, question, setup, issueDate)
  const terms = lent?.terms ?? null
  return {
    day,
    offer: offers[0] ?? null,
    misfit: misfits[0] ?? null,
    bounds: lent === null ? null : boundsOf(lent),
    calculation:
      terms === null ? null : await calculate(reader.db, { ...terms, paymentDay, earlyRepayments }),
  }
}

/** The day by which a person may ask: people of a partner of today alone. */
const dayOfLoan = (
  { clock }: Pick<PricingParts, 'clock'>,
  { actor }: Pick<Reader, 'actor'>,
  { day }: Pick<ProductLoan, 'day'>,
): string => (actor.isAhml ? day : null) ?? bankDay(clock)

/** The calculator by a product. */
export const calculateProduct = (
  parts: PricingParts,
  reader: Reader,
  loan: ProductLoan,
): Promise<ProductCalculation> =>
  productLoanOn(parts, reader, { ...loan, day: dayOfLoan(parts, reader, loan) })

/** The same for those who keep calculations. */
export const productLoans = (parts: PricingParts) => ({
  dayOf: (reader: Reader, loan: ProductLoan) => dayOfLoan(parts, reader, loan),
  calculate: (reader: Reader, loan: ProductLoan) => productLoanOn(parts, reader, loan),
})
