import { roublesText } from '@ipoteka-office/contract/common/digits.ts'
import type { LoanTerms } from '@ipoteka-office/contract/calculator/calculators.ts'
import { axisLabels } from '@ipoteka-office/contract/products/version/rate-matrix.ts'
import {
  type Misfit,
  type Offer,
  type Offers,
  type Price,
  type PriceStep,
  type StoredQuestion,
} from '@ipoteka-office/contract/products/pricing/offers.ts'
import { priceSteps } from '@ipoteka-office/contract/products/pricing/price-steps.ts'
import { regionLimits } from '@ipoteka-office/contract/products/version/region-limits.ts'
import type { RegionLimits } from '@ipoteka-office/contract/products/version/version-parts.ts'
import { lowered } from '@ipoteka-office/contract/words.ts'
import { compareDecimals } from '@ipoteka-office/contract/common/number-formats.ts'
import type { IsWorkingDay } from '#features/calendar/dates.rules.ts'
import { type ChosenAdditions, chooseAdditions } from './additions.rules.ts'
import type { Catalogue, ReadyAddition, ReadyProduct } from './catalogue.ts'
import { findCells } from './cells.rules.ts'
import {
  type Fit,
  fitAudience,
  fitConditions,
  fitLimits,
  joinFits,
  minDownPayment,
  type Reason,
} from './fit.rules.ts'
import { type Known, knownOf } from './known.ts'
import { blendedRate, priceOf, termsOf } from './payments.rules.ts'
import { fromPoints, percentWords, toPoints } from './points.ts'
import { type FoundRate, findRate } from './rate.rules.ts'
import { type Missing, missingFact } from './missing.ts'
import { askRequirements, fitRequirements, uncheckedOf } from './requirements.rules.ts'
import type { PricingSetup } from './setup.ts'

interface Fitting {
  readonly product: ReadyProduct
  readonly limits: RegionLimits
  readonly rate: FoundRate
  readonly additions: ChosenAdditions
  readonly missing: readonly Missing[]
  readonly unchecked: readonly string[]
}

const misfitOf = (
  { productId, code, number, content }: ReadyProduct,
  reasons: readonly Reason[],
): Misfit => ({
  product: { id: productId, code, name: content.names.client, number },
  reasons: [...reasons],
})

/** Limits of a product with what its options and promotions change in them. */
function widened(limits: RegionLimits, additions: ChosenAdditions): RegionLimits {
  return additions.asked
    .filter(({ truth }) => truth === true)
    .reduce<RegionLimits>((now, { addition }) => {
      const { maxAmount, maxMonths, minDownPayment: share } = addition.content.effect
      return {
        ...now,
        maxAmount: maxAmount ?? now.maxAmount,
        maxMonths: maxMonths ?? now.maxMonths,
        downPayments:
          share === null ? now.downPayments : [{ objectTypes: [], incomeVerifications: [], share }],
      }
    }, limits)
}

const uniqueMissing = (missing: readonly Missing[]): Missing[] => [
  ...new Map(missing.map((one) => [one.fact, one])).values(),
]

/** A product that fits what is known, or why it does not. */
function fitProduct(
  product: ReadyProduct,
  catalogue: Catalogue,
  known: Known,
  setup: PricingSetup,
): Fitting | Misfit {
  const sold = regionLimits(product.content.limits, known.regionCode)
  if (sold === null) return misfitOf(product, [{ reason: 'В этом регионе не выдаётся', remedy: null }])
  const additions = chooseAdditions(catalogue, product, known, setup)
  const limits = widened(sold, additions)
  const { length: regions } = product.content.limits
  const ofRegion: Fit = {
    reasons: [],
    missing: regions > 1 && known.regionCode === null ? [missingFact('region')] : [],
  }
  const cells = findCells(product.content.rate.matrix, known)
  const outside: Fit =
    cells.outside === null
      ? { reasons: [], missing: [] }
      : {
          reasons: [
            {
              reason: `Ставка не задана: ${lowered(axisLabels[cells.outside].label)} вне тарифа`,
              remedy: null,
            },
          ],
          missing: [],
        }
  const audience = fitAudience(product.content.audience, known, setup)
  const rules = askRequirements(product, known, setup)
  const fit = joinFits([
    audience,
    // What lies outside the audience mostly breaks a requirement too, and has been said.
    audience.reasons.length > 0 ? { reasons: [], missing: [] } : fitRequirements(rules),
    fitLimits(limits, known),
    fitConditions(product, known, setup),
    { reasons: additions.reasons, missing: [] },
    ofRegion,
  ])
  // What lies outside the tariff mostly breaks a limit too, and that says more.
  if (fit.reasons.length > 0) return misfitOf(product, fit.reasons)
  if (outside.reasons.length > 0) return misfitOf(product, outside.reasons)
  const rate = findRate(product, cells, additions.asked, known, setup)
  if (rate === null)
    return misfitOf(product, [{ reason: 'Ставка на этот день не задана', remedy: 'Сообщите продуктологам' }])
  const missing = uniqueMissing([...fit.missing, ...rate.missing])
  return { product, limits, rate, additions, missing, unchecked: uncheckedOf(rules) }
}

const isFitting = (one: Fitting | Misfit): one is Fitting => 'rate' in one

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
    available: additions.available.map(({ productId, content }) => ({
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
    steps: [...rate.steps, ...partSteps(fitting, known)],
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

/**
 * «Подобрать ставку»: offers of the catalogue for what is known, and why the others do not fit. Pure: the same versions,
 * question and setup give the same answer for ever. Sums are computed for the cheapest `detailed` offers and for products
 * asked for by their ids: a schedule costs a thousand times more than a rate.
 */
export function priceCatalogue(
  catalogue: Catalogue,
  question: StoredQuestion,
  setup: PricingSetup,
  isWorking: IsWorkingDay,
): Offers {
  const known = knownOf(question)
  const wanted = catalogue.products.filter(
    ({ lending, productId }) =>
      lending === question.lending &&
      (question.productIds.length === 0 || question.productIds.includes(productId)),
  )
  const asked = wanted.map((product) => fitProduct(product, catalogue, known, setup))
  const fitting = asked.filter(isFitting).toSorted(byRate)
  return {
    day: setup.day,
    options: catalogue.additions.flatMap(({ productId, content }) =>
      question.optionIds.includes(productId) ? [{ id: productId, name: content.names.client }] : [],
    ),
    offers: fitting.map((one, at) => {
      const isDetailed = at < question.detailed || question.productIds.includes(one.product.productId)
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
