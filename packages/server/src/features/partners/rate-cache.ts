import type { PartnerRate } from '@ipoteka-office/contract/partner-roles.ts'
import type { Context } from '#http/route.ts'
import { requirePartner } from './partner-access.service.ts'
import { findItems } from './partner-part.ts'
import { ratePart } from './rate-part.ts'

const keptMs = 60_000
const maxPartners = 5_000

/** Rates as they were read within the last minute: what `isCached=true` allows to answer. */
export class RateCache {
  readonly #kept = new Map<
    number,
    { readonly until: number; readonly today: string; readonly rates: PartnerRate[] }
  >()

  async read(
    { db, actor }: Context,
    partnerId: number,
    isCached: boolean,
    today: string,
  ): Promise<PartnerRate[]> {
    await requirePartner(db, actor, partnerId)
    const kept = this.#kept.get(partnerId)
    if (isCached && kept !== undefined && kept.until > Date.now() && kept.today === today) return kept.rates
    const rates = await findItems(db, ratePart(today), partnerId)
    if (this.#kept.size >= maxPartners) this.#kept.clear()
    this.#kept.set(partnerId, { until: Date.now() + keptMs, today, rates })
    return rates
  }
}
