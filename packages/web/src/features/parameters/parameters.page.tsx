import { parameterGroups } from '@ipoteka-office/contract/parameters/parameter-spec.ts'
import { listParameters, parametersExport } from '@ipoteka-office/contract/parameters/parameters.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { createFileRoute } from '@tanstack/react-router'
import { flag, search, word } from '#widgets/list/filters.ts'
import { ListScreen } from '#widgets/list/list-screen.tsx'
import { serverList } from '#widgets/list/server-list.ts'
import { useServerList } from '#widgets/list/use-server-list.ts'
import { parameterColumns } from './parameter.columns.tsx'
import { useParametersTabs } from './parameters-tabs.tsx'

export const Route = createFileRoute('/parameters')({
  validateSearch: (given: Record<string, unknown>) => given,
  component: ParametersPage,
})

const about = 'Деловые величины с датами: суммы, сроки, возрасты и пределы. Меняют вдвоём, прошлое остаётся'

const parameters = serverList(listParameters, {
  key: 'parameters',
  filters: [
    search('text', 'Найти параметр', { placeholder: 'Название, код, источник', as: 'search' }),
    word('group', 'Раздел', parameterGroups),
    flag('planned', 'Меняются с даты', { label: 'Следующее значение', value: 'есть' }),
  ],
  topics: [topics.parameters],
  ask: ({ filter: { planned, ...filter }, paging }) => ({
    query: { ...paging, ...filter, ...(planned === true && { planned: 'true' as const }) },
  }),
})

function ParametersPage() {
  return (
    <ListScreen
      list={useServerList(parameters)}
      title="Параметры"
      place={['Справочники', 'Параметры']}
      about={about}
      columns={parameterColumns}
      rowKey={({ code }) => code}
      rowHref={({ code }) => `/parameter/${code}`}
      tabs={useParametersTabs('list')}
      exporting={parametersExport}
      empty={{ title: 'Таких параметров нет', text: about }}
    />
  )
}
