import { offerOrders, type OfferOrder } from '@ipoteka-office/contract/products/pricing/offers.ts'
import type { CatalogueSearch } from './catalogue-address.ts'

/** What a person is looking for; empty is not known. */
export interface Wish {
  lending: 'MORTGAGE' | 'CASH_LOAN' | 'CREDIT_CARD'
  amount: string | null
  propertyPrice: string | null
  termMonths: number | null
  region: string
  goal: string
  objectType: string
  age: number | null
  clientCategory: string
  incomeVerification: string
  lifeInsurance: boolean | null
  electronicRegistration: boolean | null
  pledgedOutside: boolean | null
}

export const emptyWish: Wish = {
  lending: 'MORTGAGE',
  amount: null,
  propertyPrice: null,
  termMonths: null,
  region: '',
  goal: '',
  objectType: '',
  age: null,
  clientCategory: '',
  incomeVerification: '',
  lifeInsurance: null,
  electronicRegistration: null,
  pledgedOutside: null,
}

/** Ids as an address keeps them, joined by commas. */
export const idsIn = (text: string | undefined): number[] =>
  (text ?? '')
    .split(',')
    .map(Number)
    .filter((id) => Number.isInteger(id) && id > 0)

/** A wish as the address keeps it: what is not known is left out. */
export const toSearch = (wish: Wish): CatalogueSearch =>
  Object.fromEntries(
    Object.entries(wish).flatMap(([key, value]) =>
      value === null || value === '' || value === emptyWish[key as keyof Wish] ? [] : [[key, String(value)]],
    ),
  )

const decimal = /^\d{1,13}(\.\d{1,2})?$/
const money = (text = ''): string | null => (decimal.test(text) ? text : null)
const whole = (text = '', least: number, most: number): number | null => {
  const number = Number(text)
  return Number.isInteger(number) && number >= least && number <= most ? number : null
}
const code = (text = ''): string => text.slice(0, 64)
const flag = (text = ''): boolean | null => (text === 'true' ? true : text === 'false' ? false : null)
const lendings: readonly unknown[] = ['MORTGAGE', 'CASH_LOAN', 'CREDIT_CARD']

/** A wish as an address says it; what is none is not known. */
export const wishOf = (search: CatalogueSearch): Wish => ({
  lending: lendings.includes(search['lending']) ? (search['lending'] as Wish['lending']) : 'MORTGAGE',
  amount: money(search['amount']),
  propertyPrice: money(search['propertyPrice']),
  termMonths: whole(search['termMonths'], 1, 600),
  region: code(search['region']),
  goal: code(search['goal']),
  objectType: code(search['objectType']),
  age: whole(search['age'], 18, 100),
  clientCategory: code(search['clientCategory']),
  incomeVerification: code(search['incomeVerification']),
  lifeInsurance: flag(search['lifeInsurance']),
  electronicRegistration: flag(search['electronicRegistration']),
  pledgedOutside: flag(search['pledgedOutside']),
})

/** The order asked for; by the rate when none is. */
export const orderIn = ({ order }: CatalogueSearch): OfferOrder =>
  (Object.keys(offerOrders).find((one) => one === order) as OfferOrder | undefined) ?? 'rate'

/** How many offers a page begins with, how many come with «Показать ещё», and at most. */
const portion = 8
const mostShown = 96

/** How many offers the address asks for. */
export const shownIn = ({ shown }: CatalogueSearch): number => whole(shown, portion, mostShown) ?? portion
/** How many are asked for after that; null: no more. */
export const shownNext = (shown: number, count: number): number | null =>
  shown >= count || shown >= mostShown ? null : Math.min(shown + portion, mostShown)
