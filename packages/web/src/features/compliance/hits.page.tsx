import { checksPath } from '@ipoteka-office/contract/cases/case-links.ts'
import { caseTypesWith } from '@ipoteka-office/contract/cases/types/case-types.ts'
import {
  hitSources,
  hitStates,
  hitTabs,
  listComplianceHits,
  type WaitingHit,
} from '@ipoteka-office/contract/compliance/compliance.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { createFileRoute } from '@tanstack/react-router'
import { shortName } from '#lib/format.ts'
import { noted, stateOf, text } from '#ui/table/cells/cells.tsx'
import { columnsOf } from '#ui/table/table-columns.ts'
import { moment } from '#widgets/list/cells.ts'
import { search } from '#widgets/list/filters.ts'
import { ListScreen } from '#widgets/list/list-screen.tsx'
import { serverList } from '#widgets/list/server-list.ts'
import { useServerList } from '#widgets/list/use-server-list.ts'

export const Route = createFileRoute('/compliance')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: HitsPage,
})

const questioned = caseTypesWith(({ questions }) => questions !== undefined)

const hitsList = serverList(listComplianceHits, {
  key: 'compliance',
  tabs: { label: 'Состояние совпадений', words: hitTabs, counts: 'each' },
  filters: [search('text', 'Найти по заявке', { placeholder: 'Клиент или номер', as: 'search' })],
  ask: ({ tab, filter, paging }) => ({ query: paging, body: { ...filter, tab } }),
  topics: questioned.map(topics.cases),
})

const titles = {
  participant: 'Участник',
  case: 'Заявка',
  stage: 'Этап',
  state: 'Состояние',
  source: 'Где найдено',
  foundAt: 'Найдено',
  decidedBy: 'Кто решил',
} as const

const columns = columnsOf<WaitingHit, keyof typeof titles>(titles, {
  participant: text(280, ({ participantName }) => participantName, { link: true, always: true }),
  case: noted(240, (row) => [`№ ${row.case.number}`, shortName(row.case.clientName)]),
  stage: text(190, (row) => row.case.stageName),
  state: stateOf(
    170,
    hitStates,
    { WAITING: 'amber', SUSPENDED: 'amber', MATCH: 'red', NO_MATCH: 'green' },
    ({ state }) => state,
  ),
  source: text(150, ({ source }) => hitSources[source]),
  foundAt: moment(110, ({ foundAt }) => foundAt),
  decidedBy: text(150, ({ decidedBy }) => decidedBy && shortName(decidedBy.fullName)),
})

/** «Решения по 115-ФЗ»: what waits for the responsible officer, over all applications. */
function HitsPage() {
  return (
    <ListScreen
      list={useServerList(hitsList)}
      title="Решения по 115-ФЗ"
      place={['Чёрные списки', 'Решения по 115-ФЗ']}
      about="Совпадения с перечнями 115-ФЗ видит только ответственный сотрудник. Пока он не решил, заявку не одобрить."
      columns={columns}
      rowLabel={({ participantName }) => participantName}
      rowHref={(row) => checksPath(row.case.type, row.case.id)}
      empty={{
        title: 'Совпадений нет',
        text: 'Здесь появится заявка, участник которой совпал с перечнем 115-ФЗ.',
      }}
    />
  )
}
