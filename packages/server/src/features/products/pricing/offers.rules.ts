import { roublesText } from '@ipoteka-office/contract/common/digits.ts'
import type { LoanTerms } from '@ipoteka-office/contract/calculator/calculators.ts'
import {
  type Misfit,
  type Offer,
  type OfferPage,
  type Offers,
  type Price,
  type PriceStep,
  type StoredQuestion,
} from '@ipoteka-office/contract/products/pricing/offers.ts'
import { priceSteps } from '@ipoteka-office/contract/products/pricing/price-steps.ts'
import type { RegionLimits } from '@ipoteka-office/contract/products/version/version-parts.ts'
import { compareDecimals } from '@ipoteka-office/contract/common/number-formats.ts'
import type { IsWorkingDay } from '#features/calendar/dates.rules.ts'
import type { Catalogue, ReadyAddition } from './catalogue.ts'
import { minDownPayment } from './fit/fit.rules.ts'
import { type Fitting, fitProduct, isFitting } from './fit/fitting.rules.ts'
import { type Known, knownOf } from './known.ts'
import { blendedRate, priceOf, termsOf } from './payments.rules.ts'
import { fromPoints, percentWords, toPoints } from './points.ts'
import type { Missing } from './missing.ts'
import type { PricingSetup } from './setup.ts'

/** The loan on the terms of the product, with the fees of the additions that count. */
function loanOf(
  { product, additions, rate }: Pick<Fitting, 'product' | 'additions' | 'rate'>,
  loan: Parameters<typeof termsOf>[1],
): LoanTerms {
  const fees = additions.asked
    .filter(({ addition }) => rate.applied.has(addition.productId))
    .flatMap(({ addition }) => addition.content.effect.fees)
  return termsOf(product.content, loan, fees)
}

/** What is paid at a rate; only the rate where the sum or the term is not known, or sums are not asked for. */
function price(
  { product, limits, rate, additions }: Fitting,
  points: bigint,
  { amount, months }: Known,
  day: string,
  isWorking: IsWorkingDay | null,
): Price {
  const { secondRate } = product.content.rate
  const blended = amount === null ? points : blendedRate(points, amount, { ...limits, secondRate })
  const text = fromPoints(blended)
  if (amount === null || months === null || isWorking === null)
    return { rate: text, payment: null, overpayment: null, fullLoanCost: null }
  return priceOf(
    loanOf({ product, additions, rate }, { amount, months, rate: text, issueDate: day }),
    isWorking,
  )
}

const wholeStep = (kind: PriceStep['kind'], name: string, points: string, source: string): PriceStep => ({
  kind,
  name,
  points,
  state: 'APPLIED',
  why: null,
  source,
  condition: null,
  dueDays: null,
  otherwise: null,
})

/** Steps of what holds for a part of the loan alone. */
function partSteps({ product, limits, rate }: Fitting, { amount }: Known): PriceStep[] {
  const { secondRate, subsidized } = product.content.rate
  const source = `выпуск ${product.number}`
  const { subsidizedAmount } = limits
  const isAbove =
    amount !== null &&
    secondRate !== null &&
    subsidizedAmount !== null &&
    compareDecimals(amount, subsidizedAmount) > 0
  return [
    ...(isAbove
      ? [
          wholeStep(
            'SUBSIDISED',
            `Часть сверх ${roublesText(subsidizedAmount)} — под ${percentWords(secondRate)}`,
            fromPoints(blendedRate(rate.highest, amount, { subsidizedAmount, secondRate }) - rate.highest),
            source,
          ),
        ]
      : []),
    ...(subsidized === null
      ? []
      : [
          wholeStep(
            'SUBSIDISED',
            `Первые ${subsidized.months} мес. — ${percentWords(subsidized.rate)}`,
            '0.000',
            source,
          ),
        ]),
  ]
}

const refOf = ({ productId, content, number, id }: ReadyAddition) => ({
  id: productId,
  name: content.names.client,
  number,
  versionId: id,
})

/** A rate that the bank has given in the place of the product's. */
interface OwnRate {
  readonly kind: 'INDIVIDUAL' | 'DECISION'
  readonly rate: string
  readonly source: string
}

/** The rate of the bank's own word, where the price is kept with one: the latest of them stands. */
export function ownRateOf({ individual = null, decided = null }: StoredQuestion): OwnRate | null {
  if (decided !== null)
    return {
      kind: 'DECISION',
      rate: decided.rate,
      source: `встречное предложение, решение № ${decided.decisionId}`,
    }
  return individual === null
    ? null
    : {
        kind: 'INDIVIDUAL',
        rate: individual.rate,
        source: `решение банка по запросу № ${individual.requestId}`,
      }
}

/** The step by which a price came from what the product gives to the bank's own word. */
export const ownStep = ({ kind, rate, source }: OwnRate, from: string): PriceStep =>
  wholeStep(kind, priceSteps[kind], fromPoints(toPoints(rate) - toPoints(from)), source)

/** The price at a rate of the client's own: of the whole loan, whatever the steps say, with the difference as the last of them. */
function individually(
  fitting: Fitting,
  offer: Offer,
  own: OwnRate,
  { amount, months }: Known,
  { day, isWorking }: { readonly day: string; readonly isWorking: IsWorkingDay | null },
): Offer {
  const text = fromPoints(toPoints(own.rate))
  const given =
    amount === null || months === null || isWorking === null
      ? { rate: text, payment: null, overpayment: null, fullLoanCost: null }
      : priceOf(loanOf(fitting, { amount, months, rate: text, issueDate: day }), isWorking)
  return {
    ...offer,
    lowest: given,
    highest: given,
    otherInsurance: null,
    steps: [...offer.steps, ownStep(own, offer.highest.rate)],
  }
}

/** What the price would be with life insurance, or without it. */
function otherInsurance(
  fitting: Fitting,
  catalogue: Catalogue,
  known: Known,
  setup: PricingSetup,
  isWorking: IsWorkingDay | null,
): Offer['otherInsurance'] {
  const { lifeInsurance } = known.facts
  if (typeof lifeInsurance !== 'boolean' || isWorking === null) return null
  const insured = !lifeInsurance
  const other = knownOf({ ...known.question, facts: { ...known.question.facts, lifeInsurance: insured } })
  const found = fitProduct(fitting.product, catalogue, other, setup)
  if (!isFitting(found) || found.rate.highest === fitting.rate.highest) return null
  return { insured, price: price(found, found.rate.highest, other, setup.day, isWorking) }
}

function offerOf(
  fitting: Fitting,
  catalogue: Catalogue,
  known: Known,
  setup: PricingSetup,
  isWorking: IsWorkingDay | null,
): Offer {
  const { product, limits, rate, additions, missing } = fitting
  const chosen = additions.asked.filter(({ addition }) => rate.applied.has(addition.productId))
  const ofKind = (kind: 'OPTION' | 'PROMOTION') =>
    chosen.flatMap(({ addition }) => (addition.content.kind === kind ? [refOf(addition)] : []))
  const optionsAsked = additions.asked.flatMap(({ addition, truth }) =>
    addition.content.kind === 'OPTION' && truth !== false ? [refOf(addition)] : [],
  )
  return {
    product: {
      id: product.productId,
      code: product.code,
      name: product.content.names.client,
      type: product.typeCode,
      number: product.number,
      versionId: product.id,
    },
    options: optionsAsked,
    promotions: ofKind('PROMOTION'),
    available: additions.available().map(({ productId, content }) => ({
      id: productId,
      name: content.names.client,
      points: content.effect.points,
    })),
    lowest: price(fitting, rate.lowest, known, setup.day, isWorking),
    highest: price(fitting, rate.highest, known, setup.day, isWorking),
    otherInsurance: otherInsurance(fitting, catalogue, known, setup, isWorking),
    limits: {
      minAmount: limits.minAmount,
      maxAmount: limits.maxAmount,
      minMonths: limits.minMonths,
      maxMonths: limits.maxMonths,
      minDownPayment: minDownPayment(limits, known),
    },
    steps: [...rate.steps(), ...partSteps(fitting, known)],
    missing: [...missing],
    unchecked: [...fitting.unchecked],
  }
}

/** What the one product that is asked for lends by, and its bounds where the deal is. */
export interface LentBy {
  /** Null while the sum or the term is not known. */
  readonly terms: LoanTerms | null
  readonly limits: RegionLimits
  /** Percent of the price; null: none is asked for. */
  readonly minDownPayment: string | null
  /** The version that says it. */
  readonly number: number
  /** Days of a month that a client may choose from; empty: any. */
  readonly paymentDays: readonly number[]
  /** What is not known and would decide. */
  readonly missing: readonly Missing[]
}

/** The loan by the one product that is asked for, at the rate it would have at most; null where it does not fit. */
export function lentBy(
  catalogue: Catalogue,
  question: StoredQuestion,
  setup: PricingSetup,
  issueDate: string,
): LentBy | null {
  const known = knownOf(question)
  const product = catalogue.products.find(({ productId }) => question.productIds.includes(productId))
  const found = product && fitProduct(product, catalogue, known, setup)
  if (found === undefined || !isFitting(found)) return null
  const { amount, months } = known
  const { rate } = price(found, found.rate.highest, known, setup.day, null)
  const terms = amount === null || months === null ? null : loanOf(found, { amount, months, rate, issueDate })
  const { limits, product: of } = found
  const { number, content } = of
  const { paymentDays } = content.schedule
  const { missing } = found
  return { terms, limits, minDownPayment: minDownPayment(limits, known), number, paymentDays, missing }
}

const byRate = (one: Fitting, other: Fitting): number => {
  if (one.rate.lowest !== other.rate.lowest) return one.rate.lowest < other.rate.lowest ? -1 : 1
  return one.product.productId - other.product.productId
}

/** Sums are decimals, one that is not known stands last. */
function bySum(one: string | null, other: string | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  return compareDecimals(one, other)
}

/** All that fit in the order asked for; the rate decides between equals and where the sums are not known. */
function ordered(
  fitting: readonly Fitting[],
  { order }: OfferPage,
  known: Known,
  { day, isWorking }: { readonly day: string; readonly isWorking: IsWorkingDay },
): Fitting[] {
  const cheapestFirst = fitting.toSorted(byRate)
  if (order === 'rate' || known.amount === null || known.months === null) return cheapestFirst
  const sums = new Map(
    cheapestFirst.map((one) => [one, price(one, one.rate.lowest, known, day, isWorking)[order]]),
  )
  return cheapestFirst.toSorted((one, other) => bySum(sums.get(one) ?? null, sums.get(other) ?? null))
}

/** All of them, as long as nobody asks for fewer. */
const everyOffer: OfferPage = { order: 'rate', shown: null, kept: [] }

/**
 * «Подобрать ставку»: offers of the catalogue for what is known, and why the others do not fit. Pure: the same versions,
 * question and setup give the same answer for ever. Sums are computed for the first `detailed` offers, for a page of them
 * and for products asked for by their ids: a schedule costs a thousand times more than a rate.
 */
export function priceCatalogue(
  catalogue: Catalogue,
  question: StoredQuestion,
  setup: PricingSetup,
  isWorking: IsWorkingDay,
  page: OfferPage = everyOffer,
): Offers {
  const known = knownOf(question)
  const wanted = catalogue.products.filter(
    ({ lending, productId }) =>
      lending === question.lending &&
      (question.productIds.length === 0 || question.productIds.includes(productId)),
  )
  const asked = wanted.map((product) => fitProduct(product, catalogue, known, setup))
  const fitting = ordered(asked.filter(isFitting), page, known, { day: setup.day, isWorking })
  const { shown } = page
  const listed =
    shown === null
      ? fitting
      : fitting.filter(({ product }, at) => at < shown || page.kept.includes(product.productId))
  const detailed = shown === null ? question.detailed : listed.length
  return {
    day: setup.day,
    options: catalogue.additions.flatMap(({ productId, content }) =>
      question.optionIds.includes(productId) ? [{ id: productId, name: content.names.client }] : [],
    ),
    count: fitting.length,
    offers: listed.map((one, at) => {
      const isDetailed = at < detailed || question.productIds.includes(one.product.productId)
      const counted = isDetailed ? isWorking : null
      const offer = offerOf(one, catalogue, known, setup, counted)
      const own = ownRateOf(question)
      return own === null
        ? offer
        : individually(one, offer, own, known, { day: setup.day, isWorking: counted })
    }),
    misfits: asked.filter((one): one is Misfit => !isFitting(one)),
  }
}
