import {
  groupSortFields,
  searchUnderwritingGroups,
} from '@ipoteka-office/contract/underwriting/underwriting-groups.ts'
import { search } from '#widgets/list/filters.ts'
import { serverList } from '#widgets/list/server-list.ts'
import { staffTopics } from './staff-topics.ts'

/** The list of groups: what its address holds, and what the server is asked. */
export const groupsList = serverList(searchUnderwritingGroups, {
  key: 'underwriting-groups',
  filters: [search('text', 'Найти по названию', { placeholder: 'Название группы' })],
  sortable: groupSortFields,
  order: { key: 'name', direction: 'asc' },
  ask: ({ filter, paging, sort }) => ({ query: { ...paging, sort }, body: filter }),
  topics: staffTopics,
})
