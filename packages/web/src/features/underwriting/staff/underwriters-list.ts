import { authorityProducts } from '@ipoteka-office/contract/underwriting/authority.ts'
import {
  listUnderwriterGroups,
  searchUnderwriters,
  underwriterSortFields,
  underwriterTabs,
} from '@ipoteka-office/contract/underwriting/underwriters-list.ts'
import { ids, search, word } from '#widgets/list/filters.ts'
import { serverList } from '#widgets/list/server-list.ts'
import { staffTopics } from './staff-topics.ts'

/** The list of those who decide: what its address holds, and what the server is asked. */
export const underwritersList = serverList(searchUnderwriters, {
  key: 'underwriters',
  tabs: {
    label: 'Сотрудники андеррайтинга',
    words: underwriterTabs,
    asks: {
      onShift: { tab: 'onShift' },
      none: { tab: 'none' },
      boundless: { tab: 'boundless' },
      off: { tab: 'off' },
    },
    counts: 'each',
  },
  filters: [
    search('text', 'Найти по имени или логину', { placeholder: 'Имя или логин' }),
    ids('groups', 'Группа', { from: listUnderwriterGroups }, { as: 'groupIds' }),
    word('product', 'Продукт', authorityProducts),
  ],
  sortable: underwriterSortFields,
  order: { key: 'fullName', direction: 'asc' },
  ask: ({ filter, paging, sort }) => ({ query: { ...paging, sort }, body: filter }),
  // Moves and decisions change the figures as much as authorities do.
  topics: staffTopics,
})
