import {
  type Approver,
  ApproverType,
  approversExport,
  approverTypes,
  bulkChangeApprovers,
  getApproverStatistics,
} from '@ipoteka-office/contract/approvers/approvers.ts'
import type { Page } from '@ipoteka-office/contract/common/page.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { call } from '#api/call.ts'
import { keyOf } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { NotFound } from '#ui/not-found.tsx'
import { ListScreen } from '#widgets/list/list-screen.tsx'
import { type ServerList, useServerList } from '#widgets/list/use-server-list.ts'
import { fullNameOf } from './approver-words.ts'
import { approversColumns } from './approvers.columns.tsx'
import { ApproversBulk } from './approvers-bulk.tsx'
import { approversList } from './approvers-list.ts'
import { UnassignedButton } from './unassigned-button.tsx'

// Only a link opens them, and they bring everything about cases along.
const LinkedDialogs = lazy(() => import('./linked-dialogs.tsx').then((m) => ({ default: m.LinkedDialogs })))
const linked = ['application', 'unassigned', 'held']

export const Route = createFileRoute('/list-workload-employees/$type')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: ApproversListPage,
})

function ApproversListPage() {
  const type = ApproverType.safeParse(Route.useParams().type).data
  // A key, so that selection and views of one department never meet the other's.
  return type ? <Approvers key={type} type={type} /> : <NotFound />
}

/** The statistics are asked for once the list has come (specification 1 §7). */
function useStatistics<T extends string>(
  { answer, request }: Pick<ServerList<Approver, Page<Approver>, T>, 'answer' | 'request'>,
  type: ApproverType,
) {
  const asked = { params: { type }, body: request().body ?? {} }
  const { data } = useQuery({
    queryKey: [...keyOf(getApproverStatistics), asked, answer.dataUpdatedAt],
    queryFn: ({ signal }) => call(getApproverStatistics, asked, { signal }),
    enabled: answer.isSuccess && !answer.isPlaceholderData && !answer.isFetching,
    // The key names the moment of the list: the figures before it are of the same list.
    placeholderData: keepPreviousData,
  })
  return answer.isError ? undefined : data
}

function Approvers({ type }: { type: ApproverType }) {
  const list = useServerList(useMemo(() => approversList(type), [type]))
  const statistics = useStatistics(list, type)
  const columns = useMemo(() => approversColumns(type), [type])
  const mayUpdate = useRights().mayCall(bulkChangeApprovers, { type })
  const navigate = useNavigate({ from: Route.fullPath })
  const title = `Сотрудники ${approverTypes[type]}`
  return (
    <>
      <ListScreen
        list={list}
        title={title}
        place={['Управление', title]}
        columns={columns}
        rowLabel={fullNameOf}
        rowHref={({ id }) => `/workload-employee/${type}/${id}`}
        tabs={{
          label: 'Статус сотрудников',
          words: { all: 'Все', active: 'Активные', inactive: 'Неактивные', pause: 'На паузе' },
          counts: {
            all: statistics?.allEmployeesCount,
            active: statistics?.activeEmployeesCount,
            inactive: statistics?.inactiveEmployeesCount,
            pause: statistics?.pauseEmployeesCount,
          },
        }}
        exporting={approversExport}
        tools={<UnassignedButton type={type} />}
        empty={{
          title: 'Сотрудников нет',
          text: 'Здесь те, кто проверяет заявки подразделения. Сотрудник появляется, когда ему дают роль.',
        }}
        bulk={(chosen) => <ApproversBulk type={type} chosen={chosen} mayUpdate={mayUpdate} />}
      />
      {linked.some((name) => list.search[name] !== undefined) && (
        <Suspense fallback={null}>
          <LinkedDialogs
            type={type}
            search={list.search}
            onSearch={(search) => void navigate({ search, replace: true })}
          />
        </Suspense>
      )}
    </>
  )
}
