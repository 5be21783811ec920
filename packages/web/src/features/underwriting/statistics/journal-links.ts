import type { DecidedMark, FinalOutcome } from '@ipoteka-office/contract/underwriting/decided-filter.ts'
import type {
  StatisticsCut,
  StatisticsFilter,
  StatisticsRow,
} from '@ipoteka-office/contract/underwriting/statistics.ts'

/** What of the decisions a number counts beside the filter. */
export interface Narrowed {
  readonly outcomes?: readonly FinalOutcome[]
  readonly marks?: readonly DecidedMark[]
  readonly reasons?: readonly string[]
  readonly minutesFrom?: number | null
}

/** The days of a month, of those that the filter asks. */
function monthOf({ from, to }: StatisticsFilter, key: string): Pick<StatisticsFilter, 'from' | 'to'> {
  const [year = 0, month = 0] = key.split('-').map(Number)
  const first = `${key}-01`
  const last = `${key}-${new Date(Date.UTC(year, month, 0)).getUTCDate()}`
  return { from: from > first ? from : first, to: to < last ? to : last }
}

const systems: readonly string[] = ['SYSTEM', 'OUTSIDE']
/** What a row of a cut adds to the filter. */
const ofKey: Readonly<
  Record<StatisticsCut, (key: string, filter: StatisticsFilter) => Partial<StatisticsFilter>>
> = {
  MONTH: (key, filter) => monthOf(filter, key),
  PRODUCT: (key) => ({ types: [key] as StatisticsFilter['types'] }),
  PROGRAMME: (key) => ({ programmes: [key] }),
  PARTNER: (key) => ({ partnerIds: [Number(key)] }),
  REGION: (key) => ({ regions: [key] }),
  AUTHOR: (key) => (systems.includes(key) ? {} : { authorIds: [Number(key)] }),
}

/** The filter of one row of a cut; null where the journal cannot ask for what is not named. */
export function filterOfRow(
  filter: StatisticsFilter,
  cut: StatisticsCut,
  { key }: Pick<StatisticsRow, 'key'>,
): { readonly filter: StatisticsFilter; readonly marks: readonly DecidedMark[] } | null {
  if (key === null) return null
  const marks: DecidedMark[] =
    cut !== 'AUTHOR' || !systems.includes(key) ? [] : key === 'SYSTEM' ? ['AUTOMATIC'] : ['OUTSIDE']
  return { filter: { ...filter, ...ofKey[cut](key, filter) }, marks }
}

/** The journal with exactly the applications that a number counts. */
export function journalHref(
  { from, to, types, programmes, partnerIds, regions, authorIds }: StatisticsFilter,
  { outcomes = [], marks = [], reasons = [], minutesFrom = null }: Narrowed = {},
): string {
  const lists = { types, programmes, partnerIds, regions, authorIds, outcomes, marks, reasons }
  const search = new URLSearchParams({ decidedFrom: from, decidedTo: to })
  for (const [name, values] of Object.entries(lists))
    if (values !== undefined && values.length > 0) search.set(name, values.join(','))
  if (minutesFrom !== null) search.set('minutesFrom', String(minutesFrom))
  return `/underwriting-all?${search}`
}
