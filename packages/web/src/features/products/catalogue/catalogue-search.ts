/** How offers are put in order. */
export const offerOrders = {
  rate: 'По ставке',
  payment: 'По платежу',
  overpayment: 'По переплате',
  fullLoanCost: 'По ПСК',
} as const
export type OfferOrder = keyof typeof offerOrders

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
}

export interface CatalogueSearch extends Partial<Wish> {
  readonly order?: OfferOrder
  /** Ids of products that stand side by side. */
  readonly compare?: readonly number[]
  /** Ids of options. */
  readonly options?: readonly number[]
}

const ids = (value: unknown): number[] =>
  Array.isArray(value) ? value.map(Number).filter((id) => Number.isInteger(id) && id > 0) : []

/** A wish as the address keeps it: what is not known is left out. */
export function toSearch(wish: Wish): Partial<Wish> {
  return Object.fromEntries(
    Object.entries(wish).filter(
      ([key, value]) => value !== null && value !== '' && value !== emptyWish[key as keyof Wish],
    ),
  )
}

const decimal = /^\d{1,13}(\.\d{1,2})?$/
const money = (value: unknown): string | null => {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && decimal.test(text) ? text : null
}
const whole = (value: unknown, least: number, most: number): number | null => {
  const number = Number(value)
  return Number.isInteger(number) && number >= least && number <= most ? number : null
}
const code = (value: unknown): string =>
  (typeof value === 'string' || typeof value === 'number') && String(value).length <= 64 ? String(value) : ''
const flag = (value: unknown): boolean | null => {
  if (value === true || value === 'true') return true
  return value === false || value === 'false' ? false : null
}
const lendings: readonly unknown[] = ['MORTGAGE', 'CASH_LOAN', 'CREDIT_CARD']

/** A wish as an address says it; what is none is not known. Nothing of the contract: every page brings what reads addresses. */
export const wishOf = (search: Record<string, unknown>): Wish => ({
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
})

export function readSearch(search: Record<string, unknown>): CatalogueSearch {
  const order = Object.keys(offerOrders).find((one) => one === search['order']) as OfferOrder | undefined
  const [compare, options] = [ids(search['compare']).slice(0, 3), ids(search['options']).slice(0, 20)]
  return {
    ...toSearch(wishOf(search)),
    ...(order !== undefined && order !== 'rate' && { order }),
    ...(compare.length > 0 && { compare }),
    ...(options.length > 0 && { options }),
  }
}
