import { changeSources, searchCaseChanges } from '@ipoteka-office/contract/cases/case-changes.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { codes, ids, range, words } from '#widgets/list/filters.ts'
import { serverList } from '#widgets/list/server-list.ts'

/** Everything that changed in one application. */
export const changesList = (id: number) =>
  serverList(searchCaseChanges, {
    key: 'change-history',
    topics: [topics.case(id)],
    filters: [
      ids('actorIds', 'Кто'),
      // The versions that are compared have `from` and `to` in the address.
      range('Когда', 'day', ['since', 'until'], { as: ['from', 'to'] }),
      codes('sections', 'Раздел'),
      codes('fields', 'Поле'),
      words('sources', 'Источник', changeSources),
    ],
    ask: ({ filter, paging }) => ({ params: { id: String(id) }, query: paging, body: filter }),
  })
