import type { RequestOf } from '@ipoteka-office/contract/endpoint.ts'
import type { Offer, priceProducts } from '@ipoteka-office/contract/products/pricing/offers.ts'
import { type ClientCategory, clientCategories } from '@ipoteka-office/contract/products/product-kinds.ts'
import type { OfferOrder, Wish } from './catalogue-search.ts'

const isCategory = (code: string): code is ClientCategory => Object.hasOwn(clientCategories, code)

/** What the server is asked. */
export function questionOf(
  wish: Wish,
  optionIds: readonly number[] = [],
): RequestOf<typeof priceProducts>['body'] {
  const { goal, clientCategory, objectType, region, incomeVerification } = wish
  const said = {
    amount: wish.amount,
    propertyPrice: wish.propertyPrice,
    termMonths: wish.termMonths,
    age: wish.age,
    lifeInsurance: wish.lifeInsurance,
    electronicRegistration: wish.electronicRegistration,
    pledgeHolder: goal === 'REFINANCING' && wish.pledgedOutside ? 'NON_BANK' : null,
    region,
    incomeVerification,
    [wish.lending === 'MORTGAGE' ? 'goal' : 'loanGoal']: goal,
    salaryClient: clientCategory === '' ? null : clientCategory === 'SALARY',
  }
  const facts = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null && value !== ''))
  return {
    lending: wish.lending,
    facts,
    clientCategory: isCategory(clientCategory) ? clientCategory : null,
    objectType: objectType === '' ? null : objectType,
    optionIds: [...optionIds],
    detailed: 12,
  }
}

const numberOf = (text: string | null): number => (text === null ? Number.POSITIVE_INFINITY : Number(text))

/** Offers in the order asked for; one whose sums are not known stands last. */
export function inOrder(offers: readonly Offer[], order: OfferOrder): Offer[] {
  if (order === 'rate') return [...offers]
  return offers.toSorted((one, other) => numberOf(one.lowest[order]) - numberOf(other.lowest[order]))
}
