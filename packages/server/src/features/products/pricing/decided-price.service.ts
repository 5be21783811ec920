import type { DecidedRate, Offer, StoredQuestion } from '@ipoteka-office/contract/products/pricing/offers.ts'
import type { CaseRow } from '#features/cases/engine/cases.service.ts'
import { choicesOf, findPrices } from './case-prices.repo.ts'
import {
  type CasePricingParts,
  keepPrice,
  offersOf,
  type PriceReader,
  questionOfCase,
} from './case-price.service.ts'
import { ownRateOf, ownStep } from './offers.rules.ts'

/** What the client has agreed to: the rate, and what is paid by it. */
export interface DecidedPrice extends DecidedRate {
  readonly payment: string | null
  readonly fullLoanCost: string | null
}

/** On terms that the product does not have the figures are those of the decision, the steps those of the price before. */
function beyondProduct(before: Offer, question: StoredQuestion, decided: DecidedPrice): Offer {
  const { payment, fullLoanCost } = decided
  const own = ownRateOf(question)
  const price = { rate: decided.rate, payment, overpayment: null, fullLoanCost }
  return {
    ...before,
    lowest: price,
    highest: price,
    otherInsurance: null,
    steps: [...before.steps, ...(own === null ? [] : [ownStep(own, before.highest.rate)])],
  }
}

/**
 * Puts the terms of a counter-offer that the client has agreed to in the place of the price that the case was given; a case
 * that was given none keeps none. The questionnaire says the terms already.
 */
export async function priceDecided(
  parts: CasePricingParts,
  reader: PriceReader,
  row: CaseRow,
  decided: DecidedPrice,
): Promise<void> {
  const present = (await findPrices(reader.db, row.id)).find(({ replaced }) => !replaced)
  if (present === undefined || present.question === null || present.answer === null) return
  const { rate, decisionId } = decided
  const question: StoredQuestion = {
    ...(await questionOfCase(parts, reader, row, choicesOf(present.question))),
    productIds: [present.answer.product.id],
    decided: { rate, decisionId },
  }
  const { offers } = await offersOf(parts, reader, row.id, question)
  const offer = offers[0] ?? beyondProduct(present.answer, question, decided)
  await keepPrice(parts, reader, row, { question, offer })
}
