import type { RequestOf } from '@ipoteka-office/contract/endpoint.ts'
import type { priceProducts } from '@ipoteka-office/contract/products/pricing/offers.ts'
import { type ClientCategory, clientCategories } from '@ipoteka-office/contract/products/product-kinds.ts'
import type { CatalogueSearch } from './catalogue-address.ts'
import { idsIn, orderIn, shownIn, type Wish } from './catalogue-search.ts'

const isCategory = (code: string): code is ClientCategory => Object.hasOwn(clientCategories, code)

/** What the server is asked: of the wish, in the order and as many as the address says. */
export function questionOf(wish: Wish, search: CatalogueSearch): RequestOf<typeof priceProducts>['body'] {
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
    optionIds: idsIn(search['options']),
    order: orderIn(search),
    shown: shownIn(search),
    kept: idsIn(search['compare']).slice(0, 3),
  }
}
