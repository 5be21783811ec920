import type { FactCode } from '@ipoteka-office/contract/document-rules/document-facts.ts'
import { type Offer, PriceQuestion } from '@ipoteka-office/contract/products/pricing/offers.ts'
import { clientCategories } from '@ipoteka-office/contract/products/version/rate-matrix.ts'
import type { OfferOrder, Wish } from './catalogue-search.ts'

/** What the server is asked. */
export function questionOf(wish: Wish, optionIds: readonly number[] = []): PriceQuestion {
  const facts: Partial<Record<FactCode, string | number | boolean>> = {
    ...(wish.amount !== null && { amount: wish.amount }),
    ...(wish.propertyPrice !== null && { propertyPrice: wish.propertyPrice }),
    ...(wish.termMonths !== null && { termMonths: wish.termMonths }),
    ...(wish.region !== '' && { region: wish.region }),
    ...(wish.goal !== '' && { [wish.lending === 'MORTGAGE' ? 'goal' : 'loanGoal']: wish.goal }),
    ...(wish.age !== null && { age: wish.age }),
    ...(wish.incomeVerification !== '' && { incomeVerification: wish.incomeVerification }),
    ...(wish.lifeInsurance !== null && { lifeInsurance: wish.lifeInsurance }),
    ...(wish.electronicRegistration !== null && { electronicRegistration: wish.electronicRegistration }),
    ...(wish.clientCategory !== '' && { salaryClient: wish.clientCategory === 'SALARY' }),
  }
  return PriceQuestion.parse({
    lending: wish.lending,
    facts,
    clientCategory: Object.hasOwn(clientCategories, wish.clientCategory) ? wish.clientCategory : null,
    objectType: wish.objectType === '' ? null : wish.objectType,
    optionIds: [...optionIds],
    detailed: 30,
  })
}

const numberOf = (text: string | null): number => (text === null ? Number.POSITIVE_INFINITY : Number(text))

/** Offers in the order asked for; one whose sums are not known stands last. */
export function inOrder(offers: readonly Offer[], order: OfferOrder): Offer[] {
  if (order === 'rate') return [...offers]
  return offers.toSorted((one, other) => numberOf(one.lowest[order]) - numberOf(other.lowest[order]))
}
