import { limitCategories } from '@ipoteka-office/contract/rate-limits/limit-kinds.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import {
  countLimitCases,
  type LimitZone,
  limitZones,
  searchLimitCases,
} from '@ipoteka-office/contract/rate-limits/limit-cases.ts'
import { decidedTypes } from '@ipoteka-office/contract/underwriting/journal.ts'
import { partnerChoices, regionChoices } from '#widgets/list/choices.ts'
import { code, codes, ids, words } from '#widgets/list/filters.ts'
import { serverList } from '#widgets/list/server-list.ts'

const products = Object.fromEntries(decidedTypes.map((type) => [type, caseTypes[type].list.title])) as Record<
  (typeof decidedTypes)[number],
  string
>

/** The whole part and three digits at most, of whichever sign. */
const isShift = (raw: string) => /^-?\d{1,2}(\.\d{1,3})?$/.test(raw)
const isQuarter = (raw: string) => /^(19|20|21)\d\d-(01|04|07|10)-01$/.test(raw)

const shared = [
  words('types', 'Продукт', products),
  codes('categories', 'Категория', { dictionary: limitCategories }),
  ids('partnerIds', 'Партнёр', partnerChoices),
  codes('regions', 'Регион', regionChoices),
] as const

const tabsOf = (all: Readonly<Record<LimitZone, string>>) => ({ label: 'Запас до предела', words: all })

/** Approved deals by today's limits, those that are signed by the limits of their day. */
export const nearList = serverList(searchLimitCases, {
  key: 'rate-limits-near',
  tabs: { ...tabsOf(limitZones), counts: ({ counted }) => counted && casesIn(counted.zones) },
  counting: {
    endpoint: countLimitCases,
    ask: ({ body: { zone: _, ...filter } = {} }) => ({ body: filter }),
  },
  filters: shared,
  ask: ({ tab, filter, paging }) => ({ query: paging, body: { ...filter, zone: tab } }),
})

const casesIn = (zones: Readonly<Record<LimitZone, { cases: number }>>) =>
  Object.fromEntries(Object.entries(zones).map(([zone, { cases }]) => [zone, cases])) as Record<
    LimitZone,
    number
  >

const forecastZones = {
  above: 'Не пройдут',
  near: 'У предела',
  none: 'Предел не внесён',
  all: 'Все, что не подписаны',
} as const satisfies Record<LimitZone, string>

const shifts = ['-3', '-2', '-1', '-0.5', '0.5', '1'].map((one) => ({
  code: one,
  name: `${one.replace('-', '−').replace('.', ',')} п. п.`,
}))

/** Deals that are not signed by the limits of another quarter, the next one where none is chosen. */
export const forecastList = (next: string) =>
  serverList(searchLimitCases, {
    key: 'rate-limits-forecast',
    tabs: { ...tabsOf(forecastZones), counts: ({ counted }) => counted && casesIn(counted.zones) },
    counting: {
      endpoint: countLimitCases,
      ask: ({ body: { zone: _, ...filter } = {} }) => ({ body: filter }),
    },
    filters: [
      code('quarter', 'Квартал', [], { isRight: isQuarter }),
      code('shift', 'Если пределы изменятся', shifts, { isRight: isShift }),
      ...shared,
    ],
    ask: ({ tab, filter: { quarter = next, ...filter }, paging }) => ({
      query: paging,
      body: { ...filter, quarter, zone: tab },
    }),
  })
