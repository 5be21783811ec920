import type { PriceCheck } from '@ipoteka-office/contract/products/pricing/price-check.ts'
import type { Offer, StoredQuestion } from '@ipoteka-office/contract/products/pricing/offers.ts'
import { loadCalendar } from '#features/calendar/calendar.service.ts'
import { requireCase } from '#features/cases/engine/cases.service.ts'
import { conflict } from '#http/errors.ts'
import { bankDay } from '#lib/bank-time.ts'
import { findPartnerLine, findVersionsByIds } from '../../released.repo.ts'
import { lendingOf, type PriceReader } from '../case-price.service.ts'
import { findPrices } from '../case-prices.repo.ts'
import { type Catalogue, catalogueOf, readyVersion } from '../catalogue.ts'
import { priceCatalogue } from '../offers.rules.ts'
import { type PricingParts, pricingSetup } from '../price.service.ts'
import { priceDifferences } from './price-differences.rules.ts'

/** The very versions that the price was made of, whether they are in force or not; who is lent to has been decided. */
async function keptCatalogue(
  { db }: PriceReader,
  { product, options, promotions }: Offer,
): Promise<Catalogue> {
  const ids = [product, ...options, ...promotions].map(({ versionId }) => versionId)
  const versions = await findVersionsByIds(db, ids)
  return catalogueOf(
    versions.map((one) => {
      const ready = readyVersion(one.content)
      return 'requirements' in ready ? { ...one, ...ready, requirements: [] } : { ...one, ...ready }
    }),
  )
}

/** The same question to the same versions. */
export async function replayPrice(
  parts: PricingParts,
  reader: PriceReader,
  question: StoredQuestion,
  kept: Offer,
): Promise<Offer | null> {
  const day = question.day ?? bankDay(parts.clock)
  const catalogue = await keptCatalogue(reader, kept)
  const partnerLine = await findPartnerLine(reader.db, question.partnerId ?? 0)
  const setup = await pricingSetup(parts, reader, {
    day,
    catalogue,
    partnerLine,
    amount: question.facts.amount,
  })
  // Its places it held when it was given, whoever holds them now.
  const asked = { ...setup, isInside: false, full: new Set<number>() }
  const { offers } = priceCatalogue(catalogue, question, asked, await loadCalendar(reader.db))
  return offers[0] ?? null
}

const beyondProduct =
  'Решение банка вышло за условия продукта: ставка и платежи стоят в решении, пересчитывать их нечем'

/** Counts the price of a case again by what it was kept with. */
export async function checkPrice(
  parts: PricingParts,
  reader: PriceReader,
  caseId: number,
): Promise<PriceCheck> {
  const row = await requireCase(reader.db, reader.actor, caseId, 'Read')
  lendingOf(row)
  const present = (await findPrices(reader.db, caseId)).find(({ replaced }) => !replaced)
  const { question = null, answer = null } = present ?? {}
  if (question === null || answer === null) throw conflict('Предложение ещё не взято: сверять нечего')
  const now = await replayPrice(parts, reader, question, answer)
  return {
    day: question.day ?? bankDay(parts.clock),
    reason: now === null ? beyondProduct : null,
    differences: now === null ? [] : priceDifferences(answer, now),
  }
}
