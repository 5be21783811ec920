import {
  listFeatureToggles,
  toggleKinds,
  toggleSortFields,
} from '@ipoteka-office/contract/feature-toggles/feature-toggles.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { search } from '#widgets/list/filters.ts'
import { serverList } from '#widgets/list/server-list.ts'

/** The list of toggles: what its address holds, and what the server is asked. */
export const togglesList = serverList(listFeatureToggles, {
  key: 'feature-toggles',
  tabs: {
    label: 'Состояние переключателей',
    words: { all: 'Все', ...toggleKinds },
    counts: ({ page }) => page?.counts,
  },
  filters: [
    search('text', 'Найти по ключу, названию или владельцу', {
      placeholder: 'Ключ, название, владелец',
      as: 'search',
    }),
  ],
  sortable: toggleSortFields,
  order: { key: 'title', direction: 'asc' },
  ask: ({ tab, filter, paging, sort }) => ({
    query: { ...paging, ...filter, sort, ...(tab !== 'all' && { kind: tab }) },
  }),
  topics: [topics.features],
})
