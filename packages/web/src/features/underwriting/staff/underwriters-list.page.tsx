import { underwritersExport } from '@ipoteka-office/contract/underwriting/underwriters-list.ts'
import { createFileRoute } from '@tanstack/react-router'
import { ListScreen } from '#widgets/list/list-screen.tsx'
import { useServerList } from '#widgets/list/use-server-list.ts'
import { underwriterListColumns } from './underwriters.columns.tsx'
import { underwritersList } from './underwriters-list.ts'

export const Route = createFileRoute('/underwriting-employees')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: UnderwritersPage,
})

function UnderwritersPage() {
  return (
    <ListScreen
      list={useServerList(underwritersList)}
      title="Сотрудники андеррайтинга"
      place={['Управление', 'Сотрудники']}
      about="Кто принимает решения, на какие суммы и сколько. Медиана — календарное время на этапе до решения, доли — за 30 дней"
      columns={underwriterListColumns}
      rowLabel={({ fullName }) => fullName}
      rowHref={({ id }) => `/underwriting-card/${id}`}
      exporting={underwritersExport}
      empty={{
        title: 'Сотрудников нет',
        text: 'Здесь те, кому роль даёт право решать или даны полномочия.',
      }}
    />
  )
}
