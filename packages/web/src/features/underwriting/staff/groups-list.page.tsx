import { createFileRoute } from '@tanstack/react-router'
import { ListScreen } from '#widgets/list/list-screen.tsx'
import { useServerList } from '#widgets/list/use-server-list.ts'
import { groupColumns } from './groups.columns.tsx'
import { groupsList } from './groups-list.ts'

export const Route = createFileRoute('/underwriting-groups')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: GroupsPage,
})

function GroupsPage() {
  return (
    <ListScreen
      list={useServerList(groupsList)}
      title="Группы андеррайтинга"
      place={['Управление', 'Группы']}
      columns={groupColumns}
      rowLabel={({ name }) => name}
      rowHref={({ id }) => `/underwriting-group-card/${id}`}
      empty={{
        title: 'Групп нет',
        text: 'Здесь действующие рабочие группы банка. Их создают в карточке банка среди партнёров.',
      }}
    />
  )
}
