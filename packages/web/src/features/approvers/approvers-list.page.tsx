import {
  type ApproverType,
  approversExport,
  approverTypes,
  CheckingType,
} from '@ipoteka-office/contract/approvers/approvers.ts'
import { createFileRoute } from '@tanstack/react-router'
import { NotFound } from '#ui/not-found.tsx'
import { onDemand } from '#ui/overlay/on-demand.tsx'
import { ListScreen } from '#widgets/list/list-screen.tsx'
import { useServerList } from '#widgets/list/use-server-list.ts'
import { fullNameOf } from '#widgets/queue-places/approver-name.ts'
import { approversColumns } from './approvers.columns.tsx'
import { approversBulk } from './approvers-bulk.ts'
import { approversList } from './approvers-list.ts'
import { UnassignedButton } from '#widgets/queue-places/unassigned-button.tsx'

// Only a link opens them, and they bring everything about cases along.
const LinkedDialogs = onDemand(
  async () => (await import('#widgets/queue-places/linked-dialogs.tsx')).LinkedDialogs,
)

export const Route = createFileRoute('/list-workload-employees/$type')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: ApproversListPage,
})

function ApproversListPage() {
  const type = CheckingType.safeParse(Route.useParams().type).data
  return type ? <Approvers type={type} /> : <NotFound />
}

function Approvers({ type }: { type: ApproverType }) {
  const title = `Сотрудники ${approverTypes[type]}`
  return (
    <ListScreen
      list={useServerList(approversList(type))}
      title={title}
      place={['Управление', title]}
      columns={approversColumns(type)}
      rowLabel={fullNameOf}
      rowHref={({ id }) => `/workload-employee/${type}/${id}`}
      exporting={approversExport}
      tools={<UnassignedButton type={type} />}
      empty={{
        title: 'Сотрудников нет',
        text: 'Здесь те, кто проверяет заявки подразделения. Сотрудник появляется, когда ему дают роль.',
      }}
      bulk={approversBulk(type)}
      windows={{
        names: ['application', 'unassigned', 'held'],
        draw: (search, onClose) => <LinkedDialogs type={type} search={search} onClose={onClose} />,
      }}
    />
  )
}
