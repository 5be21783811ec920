import {
  type StatisticsCut,
  type StatisticsFilter,
  listDeciders,
  statisticsCuts,
} from '@ipoteka-office/contract/underwriting/statistics.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { decidedTypes } from '@ipoteka-office/contract/underwriting/journal.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay } from '#lib/dates.ts'
import { partnerChoices, regionChoices } from '#widgets/list/choices.ts'
import { askedBy, codes, ids, range, type Values, words } from '#widgets/list/filters.ts'

const products = Object.fromEntries(decidedTypes.map((type) => [type, caseTypes[type].list.title]))

/** What the statistics are narrowed by; the names are those of the journal, so that a link takes them over. */
export const statisticsFilters = [
  range('Решена', 'day', ['from', 'to']),
  words('types', 'Продукт', products),
  codes('programmes', 'Программа', { dictionary: 'product/type' }),
  ids('partnerIds', 'Партнёр', partnerChoices),
  codes('regions', 'Регион', regionChoices),
  ids('authorIds', 'Кто решил', { from: listDeciders }),
] as const

/** Before anything is chosen: a year up to today, which begins with the next month of the year before. */
function lastYear(today: string): { from: string; to: string } {
  const [year = 0, month = 0] = today.split('-').map(Number)
  const first = year * 12 + month - 12
  return {
    from: `${Math.floor(first / 12)}-${String((first % 12) + 1).padStart(2, '0')}-01`,
    to: today,
  }
}

/** What the server is asked; a period with one end goes on to the other end of the year. */
export function askedStatistics(values: Values): StatisticsFilter {
  const asked = askedBy(statisticsFilters, values)
  return { ...lastYear(bankDay(serverNow())), ...asked } as StatisticsFilter
}

/** The cut that an address names. */
export const cutOf = (search: Readonly<Record<string, unknown>>): StatisticsCut => {
  const named = String(search['cut'] ?? '')
  return Object.hasOwn(statisticsCuts, named) ? (named as StatisticsCut) : 'PROGRAMME'
}
