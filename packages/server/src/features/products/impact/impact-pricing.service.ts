import type { Facts } from '@ipoteka-office/contract/document-rules/document-facts.ts'
import { categoriesByFacts } from '@ipoteka-office/contract/products/client-categories.ts'
import { PriceQuestion, type StoredQuestion } from '@ipoteka-office/contract/products/pricing/offers.ts'
import type { IsWorkingDay } from '#features/calendar/dates.rules.ts'
import type { Db } from '#db/database.ts'
import { bankDay } from '#lib/bank-time.ts'
import type { Actor } from '#lib/actor.ts'
import { ofBank } from '../partner-line.ts'
import { type Catalogue, type ReadyProduct, readyVersion } from '../pricing/catalogue.ts'
import { priceCatalogue } from '../pricing/offers.rules.ts'
import { type PricingParts, pricingSetup } from '../pricing/price.service.ts'
import type { PricingSetup } from '../pricing/setup.ts'
import type { StoredProduct, StoredVersion } from '../stored-products.ts'
import { type Side, sideOf, withVersion } from './impact.rules.ts'

/** The version as if it were in force today. */
export function readyProduct(
  product: StoredProduct,
  { id, number, content }: StoredVersion,
  today: string,
): ReadyProduct {
  const ready = readyVersion(content)
  if (!('changes' in ready)) throw new Error('Only versions of products have rates')
  return {
    ...ready,
    id,
    number,
    productId: product.id,
    code: product.code,
    typeCode: product.typeCode,
    lending: product.lending,
    validFrom: today,
    inForceTo: null,
    oldTermsDays: content.oldTermsDays,
  }
}

/** What stays the same for every case and client that is counted. */
export interface ImpactPricing {
  readonly today: string
  readonly draft: ReadyProduct
  readonly base: PricingSetup
  /** The catalogue as the bank sells it, of one product, for an application received on a day. */
  catalogues(receivedOn: string | null): Promise<Sides>
}
export interface Sides {
  readonly before: Catalogue
  readonly after: Catalogue
}

export async function impactPricing(
  parts: PricingParts,
  { db, actor }: { readonly db: Db; readonly actor: Actor },
  product: StoredProduct,
  version: StoredVersion,
): Promise<ImpactPricing> {
  const today = bankDay(parts.clock)
  const draft = readyProduct(product, version, today)
  const all = await parts.catalogues.read(db, today, null)
  const base = await pricingSetup(
    parts,
    { db, actor },
    { day: today, catalogue: withVersion(all, draft), partnerLine: ofBank, amount: '0' },
  )
  const kept = new Map<string, Sides>()
  return {
    today,
    draft,
    base: { ...base, isInside: false },
    async catalogues(receivedOn) {
      const key = receivedOn ?? ''
      const known = kept.get(key)
      if (known !== undefined) return known
      const sold = await parts.catalogues.read(db, today, receivedOn)
      const present = sold.products.find(({ productId }) => productId === product.id)
      const sides = {
        before:
          present === undefined ? { ...withVersion(sold, draft), products: [] } : withVersion(sold, present),
        after: withVersion(sold, draft),
      }
      kept.set(key, sides)
      return sides
    },
  }
}

/** A price with what is paid, of a reference client. */
export function clientSide(
  catalogue: Catalogue,
  { facts, choices }: { readonly facts: Facts; readonly choices: StoredQuestion['choices'] },
  { base, draft }: Pick<ImpactPricing, 'base' | 'draft'>,
  isWorking: IsWorkingDay,
): Side & { readonly payment: string | null } {
  const question = PriceQuestion.parse({
    lending: draft.lending,
    day: base.day,
    facts,
    choices,
    clientCategories: categoriesByFacts(facts),
    productIds: [draft.productId],
  })
  const [product] = catalogue.products
  if (product === undefined) return { rate: null, payment: null, reason: 'Не продаётся' }
  // What is for some partners alone is tried through one of them.
  const { partnerIds, partnerProfiles = [] } = product.content.audience
  const partnerLine = { ids: partnerIds.slice(0, 1), profiles: partnerProfiles.slice(0, 1) }
  const answer = priceCatalogue(catalogue, question, { ...base, partnerLine }, isWorking)
  return { ...sideOf(answer), payment: answer.offers[0]?.highest.payment ?? null }
}
