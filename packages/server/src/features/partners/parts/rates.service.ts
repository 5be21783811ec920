import { partnerRateFields } from '@ipoteka-office/contract/partners/partner-part-fields.ts'
import { refuseUnknownIn } from '#features/references/known-codes.service.ts'
import { periodIssues } from '@ipoteka-office/contract/partners/partner-parts.ts'
import type { PartnerRate, PartnerRateInput } from '@ipoteka-office/contract/partners/partner-roles.ts'
import { invalid } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { requirePartner } from '../partner-access.service.ts'
import { findItems } from './partner-part.repo.ts'
import type { Part } from './partner-parts.service.ts'
import { findOverlap, rateRows } from './rates.repo.ts'

/** Rates by periods; periods of one rate have no day in common. */
export const ratePart = (today: string): Part<PartnerRate, PartnerRateInput> => ({
  ...rateRows(today),
  notFound: 'Ставка не найдена',
  operatorOnly: 'Изменить ставки',
  async check({ db }, partnerId, input, before) {
    const issues = periodIssues(input)
    if (issues.length > 0) throw invalid(issues)
    await refuseUnknownIn(db, partnerRateFields, input, before)
    const overlap = await findOverlap(db, partnerId, input, before?.id ?? null)
    if (overlap !== undefined) {
      const period = overlap.to === null ? `с ${overlap.from}` : `${overlap.from}–${overlap.to}`
      throw invalid([
        { path: 'dateFrom', message: `Период пересекается с другим периодом этой ставки: ${period}` },
      ])
    }
    return { ...input, value: String(Number(input.value)) }
  },
})

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
    const rates = await findItems(db, rateRows(today), partnerId)
    if (this.#kept.size >= maxPartners) this.#kept.clear()
    this.#kept.set(partnerId, { until: Date.now() + keptMs, today, rates })
    return rates
  }
}
