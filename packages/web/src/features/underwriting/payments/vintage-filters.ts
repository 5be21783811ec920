import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { decidedTypes } from '@ipoteka-office/contract/underwriting/journal.ts'
import { type PastDue, pastDueLevels } from '@ipoteka-office/contract/underwriting/payments/vintage-filter.ts'
import type { VintageFilter } from '@ipoteka-office/contract/underwriting/payments/vintages.ts'
import { partnerChoices, regionChoices } from '#widgets/list/choices.ts'
import { askedBy, codes, ids, type Values, words } from '#widgets/list/filters.ts'

const products = Object.fromEntries(decidedTypes.map((type) => [type, caseTypes[type].list.title]))

/** What the vintages are narrowed by; the names are those of the journal, so that a link takes them over. */
export const vintageFilters = [
  words('types', 'Продукт', products),
  codes('programmes', 'Программа', { dictionary: 'product/type' }),
  ids('partnerIds', 'Партнёр', partnerChoices),
  codes('regions', 'Регион', regionChoices),
] as const

/** What the server is asked. */
export const askedVintages = (values: Values): VintageFilter => ({
  types: [],
  programmes: [],
  partnerIds: [],
  regions: [],
  ...askedBy(vintageFilters, values),
})

/** Of what a share is. */
export const measures = { loans: 'По числу кредитов', sum: 'По сумме' } as const
export type Measure = keyof typeof measures

/** What the address says of the table: how late, and of what the shares are. */
export function shownBy(search: Readonly<Record<string, unknown>>): { level: PastDue; measure: Measure } {
  const level = String(search['pastDueFrom'] ?? '')
  const measure = String(search['by'] ?? '')
  return {
    level: Object.hasOwn(pastDueLevels, level) ? (level as PastDue) : '30',
    measure: Object.hasOwn(measures, measure) ? (measure as Measure) : 'loans',
  }
}
