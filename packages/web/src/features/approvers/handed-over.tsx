import { unassignedPath } from '@ipoteka-office/contract/cases/list-links.ts'
import { type ApproverType, getApprover, workStatuses } from '@ipoteka-office/contract/approvers/approvers.ts'
import { queuedCasePath } from '@ipoteka-office/contract/cases/case-paths.ts'
import type { HistoryEntry } from '@ipoteka-office/contract/history/history.ts'
import {
  listRedistributed,
  listRedistributions,
  type Redistributed,
} from '@ipoteka-office/contract/approvers/redistributions.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { formatDateTime } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { DelayedLoader } from '#ui/loader.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { Tag } from '#ui/tag.tsx'
import { reasonsText } from '#widgets/assign-by-hand/assignment-words.ts'
import { errorInfoOf, FailureBlock } from '#widgets/failure-block.tsx'
import { HrefLink, LinkIfOpen } from '#widgets/href-link.tsx'
import { dialogPageSize } from '#widgets/queue-places/applications-table.tsx'
import { redistributionText } from './approver-words.ts'

interface Key {
  readonly type: ApproverType
  readonly id: number
}

const eventsOf = ({ type, id }: Key) => query(listRedistributions, { params: { type, id: String(id) } })

const columns = (type: ApproverType, isCaseRead: boolean) =>
  [
    {
      key: 'number',
      title: 'Заявка',
      width: 240,
      render: ({ id, number, clientName }) => (
        <>
          {isCaseRead ? <HrefLink href={`${queuedCasePath}/${id}`}>{number}</HrefLink> : number}
          <span className="under">{clientName}</span>
        </>
      ),
    },
    {
      key: 'approver',
      title: 'Кому',
      width: 420,
      render: ({ approver, rejected }) =>
        approver ? (
          <LinkIfOpen needs={[getApprover, { type }]} href={`/workload-employee/${type}/${approver.id}`}>
            {approver.fullName}
          </LinkIfOpen>
        ) : (
          <>
            <Tag tone="amber">Без исполнителя</Tag>
            <span className="under">{reasonsText(rejected)}</span>
          </>
        ),
    },
  ] satisfies Column<Redistributed>[]

function Applications({ type, id, redistribution }: Key & { redistribution: number }) {
  const [page, setPage] = useState(1)
  const isCaseRead = useRights().all({ FullApplication: ['Read'] })
  const answer = useQuery(
    query(listRedistributed, {
      params: { type, id: String(id), redistribution: String(redistribution) },
      query: { page: page - 1, size: dialogPageSize },
    }),
  )
  return (
    <DataTable
      label="Распределённые заявки"
      columns={columns(type, isCaseRead)}
      rows={answer.data?.content}
      rowKey={(row) => String(row.id)}
      total={answer.data?.totalElements ?? 0}
      page={page}
      size={dialogPageSize}
      onPage={setPage}
      loading={answer.isFetching}
      error={answer.isError ? errorInfoOf(answer.error) : null}
      onRetry={() => void answer.refetch()}
      emptyTitle="Заявок нет"
    />
  )
}

/** Who received what when the approver stopped working: `version` is of that change. */
export function HandedOverDialog({
  version,
  onClose,
  ...key
}: Key & { version: number; onClose: () => void }) {
  const events = useQuery(eventsOf(key))
  const event = events.data?.find((one) => one.version === version)
  return (
    <Dialog open onClose={onClose} size="large" title="Кому ушли заявки">
      {events.isError && <FailureBlock failure={events.error} onRetry={() => void events.refetch()} />}
      {events.isPending && <DelayedLoader />}
      {events.data && !event && <p>Заявок в работе не было: распределять было нечего.</p>}
      {event && (
        <>
          <p>
            {redistributionText(event)}
            <span className="under">
              {event.actor}, {formatDateTime(event.at)}
            </span>
          </p>
          <Applications {...key} redistribution={event.id} />
          {event.unassigned > 0 && (
            <p>
              <HrefLink href={unassignedPath(key.type)}>Все нераспределённые заявки</HrefLink>
            </p>
          )}
        </>
      )}
    </Dialog>
  )
}

const stopsWork = ({ changes }: HistoryEntry) =>
  changes.some(({ field, newValue }) => field === 'work_status' && newValue === workStatuses.INACTIVE)

/** Under a change of the history that took the approver's work away: who received it. */
export function HandedOverLink({ entry, ...key }: Key & { entry: HistoryEntry }) {
  const [open, setOpen] = useState(false)
  const isAsked = stopsWork(entry)
  const { data } = useQuery({ ...eventsOf(key), enabled: isAsked })
  const event = isAsked ? data?.find(({ version }) => version === entry.version) : undefined
  if (!event) return null
  return (
    <>
      <Button
        look="link"
        aria-label={`Кому ушли заявки: ${event.total}, ${formatDateTime(event.at)}`}
        onClick={() => setOpen(true)}
      >
        Кому ушли заявки: {event.total}
      </Button>
      {open && <HandedOverDialog {...key} version={event.version} onClose={() => setOpen(false)} />}
    </>
  )
}
