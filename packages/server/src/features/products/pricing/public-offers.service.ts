import { compareDecimals } from '@ipoteka-office/contract/common/number-formats.ts'
import { type Offer, PriceQuestion } from '@ipoteka-office/contract/products/pricing/offers.ts'
import { regionLimits } from '@ipoteka-office/contract/products/version/region-limits.ts'
import type { Db } from '#db/database.ts'
import { loadCalendar } from '#features/calendar/calendar.service.ts'
import type { IsWorkingDay } from '#features/calendar/dates.rules.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { bankDay } from '#lib/bank-time.ts'
import { findPartnerLine } from '../released.repo.ts'
import { type Catalogue, indexed, type ReadyProduct } from './catalogue.ts'
import { priceCatalogue } from './offers.rules.ts'
import { ownCatalogue } from './own-catalogue.ts'
import { offeredTo } from './price.service.ts'
import type { PricingSetup } from './setup.ts'

/** What a client reads of a product on the public page of a partner; percents with three decimals. */
export interface PublicOffer {
  readonly name: string
  readonly about: string
  readonly rateFrom: string
  /** ПСК over everything that the limits allow; null: it cannot be counted. */
  readonly cost: { readonly from: string; readonly to: string } | null
  readonly maxAmount: string
  readonly maxMonths: number
}

/** Whose page it is. */
export interface PublicPageOf {
  readonly partnerId: number
  readonly regionCode: string | null
  readonly qrCode: string
}

const ends = (values: readonly string[]): { from: string; to: string } | null => {
  const [from, to] = [values.toSorted(compareDecimals)[0], values.toSorted(compareDecimals).at(-1)]
  return from === undefined || to === undefined ? null : { from, to }
}
const costsOf = ({ lowest, highest }: Offer) =>
  [lowest.fullLoanCost, highest.fullLoanCost].filter((cost) => cost !== null)

/** A product at both ends of its limits: what lies between them costs no less and no more. */
function offerOf(
  product: ReadyProduct,
  setup: PricingSetup,
  regionCode: string | null,
  isWorking: IsWorkingDay,
): PublicOffer[] {
  const { limits: all, names, card } = product.content
  const limits = regionLimits(all, regionCode)
  if (limits === null) return []
  const wishes = [
    { amount: limits.minAmount, termMonths: limits.minMonths },
    { amount: limits.maxAmount, termMonths: limits.maxMonths },
  ]
  const { lending, productId } = product
  const region = regionCode === null ? {} : { region: regionCode }
  const found = wishes.flatMap((facts) => {
    const question = PriceQuestion.parse({ lending, facts: { ...facts, ...region }, productIds: [productId] })
    return priceCatalogue(indexed([product], []), question, setup, isWorking).offers
  })
  const rates = ends(found.map(({ lowest }) => lowest.rate))
  if (rates === null) return []
  return [
    {
      name: names.client,
      about: names.about,
      rateFrom: rates.from,
      cost: card === null ? ends(found.flatMap(costsOf)) : { from: card.minFullCost, to: card.maxFullCost },
      maxAmount: limits.maxAmount,
      maxMonths: limits.maxMonths,
    },
  ]
}

/** Anybody may open a public page, so what a catalogue says of it is counted once. */
const counted = new WeakMap<Catalogue, Map<string, readonly PublicOffer[]>>()

/** What a partner sells by a code, priced for anybody: without promotions, whose places may run out while the page is read. */
export async function publicOffers(
  bank: BankFigures,
  db: Db,
  { partnerId, regionCode, qrCode }: PublicPageOf,
): Promise<readonly PublicOffer[]> {
  const day = bankDay(bank.clock)
  const catalogue = await ownCatalogue(bank).read(db, day, null)
  const partnerLine = await findPartnerLine(db, partnerId)
  const keyRate = (await bank.parameters.figuresOn(day))['key-rate']
  const known = counted.get(catalogue) ?? new Map<string, readonly PublicOffer[]>()
  counted.set(catalogue, known)
  const key = JSON.stringify([qrCode, regionCode, partnerLine, keyRate])
  const before = known.get(key)
  if (before !== undefined) return before
  const setup: PricingSetup = {
    ...{ day, keyRate, partnerLine, isInside: false, full: new Set<number>() },
    nameOf: (_, code) => code,
    insuranceName: (type) => type,
  }
  const isWorking = await loadCalendar(db)
  const offers = offeredTo(catalogue, partnerLine)
    .products.filter(({ content }) => content.audience.qrCode === qrCode)
    .flatMap((product) => offerOf(product, setup, regionCode, isWorking))
  known.set(key, offers)
  return offers
}
