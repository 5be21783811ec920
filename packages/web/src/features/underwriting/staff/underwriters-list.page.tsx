import { underwritersExport } from '@ipoteka-office/contract/underwriting/underwriters-list.ts'
import { getUnassignedSummary } from '@ipoteka-office/contract/queue/unassigned.ts'
import { createFileRoute } from '@tanstack/react-router'
import { useRights } from '#api/rights.ts'
import { onDemand } from '#ui/overlay/on-demand.tsx'
import { UnassignedButton } from '#widgets/queue-places/unassigned-button.tsx'
import { ListScreen } from '#widgets/list/list-screen.tsx'
import { useServerList } from '#widgets/list/use-server-list.ts'
import { underwriterListColumns } from './underwriters.columns.tsx'
import { underwritersList } from './underwriters-list.ts'

export const Route = createFileRoute('/underwriting-employees')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: UnderwritersPage,
})

// Only a link opens them, and they bring everything about cases along.
const LinkedDialogs = onDemand(
  async () => (await import('#widgets/queue-places/linked-dialogs.tsx')).LinkedDialogs,
)

function UnderwritersPage() {
  const mayRead = useRights().mayCall(getUnassignedSummary, { type: 'uw' })
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
      tools={mayRead && <UnassignedButton type="uw" />}
      windows={{
        names: ['application', 'unassigned', 'held'],
        draw: (search, onClose) => <LinkedDialogs type="uw" search={search} onClose={onClose} />,
      }}
      empty={{
        title: 'Сотрудников нет',
        text: 'Здесь те, кому роль даёт право решать или даны полномочия.',
      }}
    />
  )
}
