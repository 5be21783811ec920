import { z } from 'zod'
import { Day } from '../../common/items.ts'
import { NamedRef } from '../../common/refs.ts'
import { Money, Percent } from '../../common/amounts.ts'
import { Code, Id, keyOf } from '../../common/scalars.ts'
import { endpoint, signedIn } from '../../endpoint.ts'
import { clientCategories, Lending } from '../product-kinds.ts'
import { priceSteps } from './price-steps.ts'

/** What is known of a client, an object and a wish; what is absent is not known, and the answer is a range. */
export const PriceQuestion = z.object({
  lending: Lending.default('MORTGAGE'),
  /** The day whose versions are asked; null: today. */
  day: Day.nullable().default(null),
  /** When the application was received: it may keep older terms; null: it is new. */
  receivedOn: Day.nullable().default(null),
  /** Facts of the catalogue of conditions by their codes; the server knows which there are. */
  facts: z.record(Code, z.union([z.string().min(1).max(200), z.number(), z.boolean(), z.null()])).default({}),
  /** Rebates and surcharges without a condition that the client chooses: category → yes or no. */
  choices: z.record(Code, z.boolean()).default({}),
  clientCategory: keyOf(clientCategories).nullable().default(null),
  /** Others that the client is of besides; a case is of those that its questionnaire shows. */
  clientCategories: z.array(keyOf(clientCategories)).max(6).default([]),
  /** `mortgageObjectType`, and who holds the pledge. */
  objectType: Code.nullable().default(null),
  channel: Code.nullable().default(null),
  partnerId: Id.nullable().default(null),
  /** Only these; empty: all that the caller is offered. */
  productIds: z.array(Id).max(100).default([]),
  optionIds: z.array(Id).max(20).default([]),
  promotionIds: z.array(Id).max(20).default([]),
  /** Of so many of the cheapest the sums are computed; of products named by their ids always. */
  detailed: z.int().min(0).max(50).default(8),
})
export type PriceQuestion = z.output<typeof PriceQuestion>

/** How offers are put in order; where what decides is not known, by the rate. */
export const offerOrders = {
  rate: 'По ставке',
  payment: 'По платежу',
  overpayment: 'По переплате',
  fullLoanCost: 'По ПСК',
} as const
export type OfferOrder = keyof typeof offerOrders

/** Which of the offers are wanted, the best of them first. */
export const OfferPage = z.object({
  order: keyOf(offerOrders).default('rate'),
  /** So many of them, with their sums; null: all, with the sums of the first `detailed`. */
  shown: z.int().min(1).max(100).nullable().default(null),
  /** Products whose offers are wanted wherever they stand: those that are being compared. */
  kept: z.array(Id).max(3).default([]),
})
export type OfferPage = z.output<typeof OfferPage>
const OffersAsked = PriceQuestion.extend(OfferPage.shape)

/** The rate of one client, agreed to by a second person: the number of the request says why. */
export interface IndividualRate {
  readonly rate: string
  readonly requestId: number
}

/** The rate of a decision of the bank that the client has agreed to: a counter-offer. */
export interface DecidedRate {
  readonly rate: string
  readonly decisionId: number
}

/** What a price is kept with: a rate beside the product's is said by the bank alone, no call asks for it. */
export type StoredQuestion = PriceQuestion & {
  readonly individual?: IndividualRate | null
  readonly decided?: DecidedRate | null
}

/** A step of the rate. Points are signed decimals: «-0.300»; of a cell they are the rate itself. */
export const PriceStep = z.object({
  kind: keyOf(priceSteps),
  name: z.string(),
  points: z.string(),
  /** Counted, left out, or not known yet. */
  state: z.enum(['APPLIED', 'NOT_APPLIED', 'UNKNOWN']),
  /** Why, in words: «не суммируется с акцией „Осень“: она выгоднее». */
  why: z.string().nullable(),
  /** Where it comes from: «выпуск 3, взнос от 20 %, срок до 20 лет». */
  source: z.string(),
  /** The condition in words, and by when it has to come true. */
  condition: z.string().nullable(),
  dueDays: z.int().nullable(),
  otherwise: z.string().nullable(),
})
export type PriceStep = z.output<typeof PriceStep>

/** A price: rate with what is paid. Rates are percents with three decimals, sums roubles; null: not enough is known. */
export const Price = z.object({
  rate: z.string(),
  payment: z.string().nullable(),
  overpayment: z.string().nullable(),
  fullLoanCost: z.string().nullable(),
})
export type Price = z.output<typeof Price>

/** What is not known and would decide. */
const Missing = z.object({
  /** A fact of the questionnaire, or a category of rebates that the client chooses. */
  fact: z.string(),
  label: z.string(),
  isChoice: z.boolean(),
})

export const Offer = z.object({
  product: z.object({ id: Id, code: Code, name: z.string(), type: Code, number: z.int(), versionId: Id }),
  options: z.array(z.object({ id: Id, name: z.string(), number: z.int(), versionId: Id })),
  promotions: z.array(z.object({ id: Id, name: z.string(), number: z.int(), versionId: Id })),
  /** Options that may be added, with the points that they change. */
  available: z.array(z.object({ id: Id, name: z.string(), points: z.string() })),
  /** The price asked for; both ends of the range where something that decides is not known. */
  lowest: Price,
  highest: Price,
  /** The other way with life insurance; null: the rate does not depend on it. */
  otherInsurance: z.object({ insured: z.boolean(), price: Price }).nullable(),
  limits: z.object({
    minAmount: Money,
    maxAmount: Money,
    minMonths: z.int(),
    maxMonths: z.int(),
    minDownPayment: Percent.nullable(),
  }),
  steps: z.array(PriceStep),
  missing: z.array(Missing),
  /** What the product asks of the client and the deal that nothing is known about yet: it decides whether, not at which rate. */
  unchecked: z.array(z.string()),
})
export type Offer = z.output<typeof Offer>

/** A product that does not fit: why, and what would make it fit. */
export const Misfit = z.object({
  product: z.object({ id: Id, code: Code, name: z.string(), number: z.int() }),
  reasons: z.array(z.object({ reason: z.string(), remedy: z.string().nullable() })),
})
export type Misfit = z.output<typeof Misfit>

export const Offers = z.object({
  day: Day,
  /** Those asked for that there are. */
  options: z.array(NamedRef),
  /** How many products fit: not all of them need be among the offers. */
  count: z.int(),
  /** In the order asked for; of equal ones the older product first. */
  offers: z.array(Offer),
  misfits: z.array(Misfit),
})
export type Offers = z.output<typeof Offers>

/** The same as a paper for the client. */
export const exportOffers = endpoint({
  method: 'POST',
  path: '/product/price/export',
  summary: 'Предложения файлом PDF',
  access: signedIn,
  body: OffersAsked,
  produces: 'file',
  reads: true,
})
/** Every product that the caller is offered, priced; no margin and no formula leaves the server. */
export const priceProducts = endpoint({
  method: 'POST',
  path: '/product/price',
  summary: 'Подобрать ставку',
  access: signedIn,
  body: OffersAsked,
  response: Offers,
  reads: true,
})
