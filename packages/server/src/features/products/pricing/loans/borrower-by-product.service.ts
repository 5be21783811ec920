import type {
  ProductBorrower,
  ProductBorrowerAnswer,
} from '@ipoteka-office/contract/calculator/product-borrower.ts'
import type { LoanTerms } from '@ipoteka-office/contract/calculator/calculators.ts'
import { type LentBy, priceCatalogue } from '../offers.rules.ts'
import type { PricingParts } from '../price.service.ts'
import { type AskedProduct, askProduct, dayOfLoan, type Reader } from './asked-product.service.ts'
import { type Borrower, borrowerResult, boundsOf, largestLoan } from './borrower-by-product.rules.ts'

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** What the catalogue says of the product, of an amount where one is named. */
function offersFor({ catalogue, question, setup, isWorking }: AskedProduct, amount: string | null) {
  const facts = amount === null ? question.facts : { ...question.facts, amount }
  const { offers, misfits } = priceCatalogue(catalogue, { ...question, facts }, setup, isWorking)
  return { offer: offers[0] ?? null, misfit: misfits[0] ?? null }
}

const isPriced = (lent: LentBy | null): lent is LentBy & { readonly terms: LoanTerms } =>
  lent !== null && lent.terms !== null

/** How much a borrower may take by the version of a product that is in force on the day of the question. */
export const borrowerByProduct =
  (parts: PricingParts) =>
  async (
    reader: Reader,
    { downPayment, income, obligations, appraisedValue, ...loan }: ProductBorrower,
  ): Promise<ProductBorrowerAnswer> => {
    const { amount: wantedAmount, ...facts } = loan.facts
    const asked = await askProduct(parts, reader, { ...loan, facts })
    const { setup, isWorking, question } = asked
    const measures = { isWorking, figures: await parts.parameters.figuresOn(setup.day) }
    const answer = { day: setup.day, bounds: [], result: null, wantedRefusal: null }
    const unpriced = asked.lent({})
    if (unpriced === null) return { ...answer, ...offersFor(asked, null) }
    const months = question.facts['termMonths']
    const known = { ...answer, bounds: boundsOf(unpriced, measures) }
    if (typeof months !== 'number') return { ...known, ...offersFor(asked, null) }
    const price = textOf(question.facts['propertyPrice'])
    const borrower: Borrower = { downPayment, income, obligations, appraisedValue, price, months }
    const ask = (amount: string) => asked.lent({ amount })
    const { amount, lent } = largestLoan(ask, borrower, unpriced, measures)
    if (!isPriced(lent)) return { ...known, ...offersFor(asked, amount) }
    const wish = textOf(wantedAmount)
    const wanted = wish === null ? null : ask(wish)
    const refused = wish !== null && wanted === null ? offersFor(asked, wish).misfit : null
    return {
      ...known,
      bounds: boundsOf(lent, measures),
      ...offersFor(asked, amount),
      result: borrowerResult(borrower, lent, wanted, measures),
      wantedRefusal: refused === null ? null : refused.reasons.map(({ reason }) => reason).join('; '),
    }
  }

/** The same as people ask of it: those of a partner of today alone. */
export const evaluateBorrower = (
  parts: PricingParts,
  reader: Reader,
  asked: ProductBorrower,
): Promise<ProductBorrowerAnswer> =>
  borrowerByProduct(parts)(reader, { ...asked, day: dayOfLoan(parts, reader, asked) })
