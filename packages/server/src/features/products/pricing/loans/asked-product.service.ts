import type { ProductLoan } from '@ipoteka-office/contract/calculator/by-product.ts'
import { PriceQuestion } from '@ipoteka-office/contract/products/pricing/offers.ts'
import type { Context } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import type { IsWorkingDay } from '#features/calendar/dates.rules.ts'
import type { Catalogue } from '../catalogue.ts'
import { type LentBy, lentBy } from '../offers.rules.ts'
import { offeredCatalogue, type PricingParts } from '../price.service.ts'
import type { PricingSetup } from '../setup.ts'

export type Reader = Pick<Context, 'db' | 'actor'>

/** One product as the calculators ask of it. */
export interface AskedProduct {
  readonly question: PriceQuestion
  readonly catalogue: Catalogue
  readonly setup: PricingSetup
  readonly isWorking: IsWorkingDay
  /** The loan by the product with other facts. */
  lent(more: PriceQuestion['facts']): LentBy | null
}

/** What the calculators say of a loan and its client. */
type Asked = Pick<ProductLoan, 'productId' | 'issueDate' | 'day' | 'facts'> & Partial<ProductLoan>

/**
 * The product by its version in force on the day of the question: for a kept calculation that of its day. What it is made of
 * inside is told to nobody here: what is kept, others read.
 */
export async function askProduct(
  parts: PricingParts,
  reader: Reader,
  { productId, issueDate, paymentDay: _day, earlyRepayments: _early, ...asked }: Asked,
): Promise<AskedProduct> {
  const { isAhml, partnerId } = reader.actor
  const question = PriceQuestion.parse({
    ...asked,
    productIds: [productId],
    partnerId: isAhml ? null : partnerId,
  })
  const { catalogue, setup: inside, isWorking } = await offeredCatalogue(parts, reader, question)
  const setup = { ...inside, isInside: false }
  return {
    question,
    catalogue,
    setup,
    isWorking,
    lent: (more) =>
      lentBy(catalogue, { ...question, facts: { ...question.facts, ...more } }, setup, issueDate),
  }
}

/** The day by which a person may ask: people of a partner of today alone. */
export const dayOfLoan = (
  { clock }: Pick<PricingParts, 'clock'>,
  { actor }: Pick<Reader, 'actor'>,
  { day }: Pick<ProductLoan, 'day'>,
): string => (actor.isAhml ? day : null) ?? bankDay(clock)
