import { lendingKinds } from '@ipoteka-office/contract/products/lending-kinds.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { type LimitZone, limitZones } from '@ipoteka-office/contract/rate-limits/limit-cases.ts'
import { countLimitCells, searchLimitCells } from '@ipoteka-office/contract/rate-limits/limit-products.ts'
import { words } from '#widgets/list/filters.ts'
import { serverList } from '#widgets/list/server-list.ts'

const zones = { ...limitZones, all: 'Все ячейки' } as const satisfies Record<LimitZone, string>

/** Cells of what is sold, by today's limits. */
export const limitCellsList = serverList(searchLimitCells, {
  key: 'rate-limits-products',
  tabs: {
    label: 'Запас до предела',
    words: zones,
    counts: ({ counted }) =>
      counted &&
      (Object.fromEntries(Object.entries(counted.zones).map(([zone, { cells }]) => [zone, cells])) as Record<
        LimitZone,
        number
      >),
  },
  counting: {
    endpoint: countLimitCells,
    ask: ({ body: { zone: _, ...filter } = {} }) => ({ body: filter }),
  },
  filters: [words('lendings', 'Вид кредита', lendingKinds)],
  // A release changes what is sold, another limit what it is measured by.
  topics: [topics.products, topics.rateLimits],
  ask: ({ tab, filter, paging }) => ({ query: paging, body: { ...filter, zone: tab } }),
})
