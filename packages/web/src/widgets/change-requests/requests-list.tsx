import {
  type ChangeRequestCalls,
  RequestStatus,
  requestStatuses,
} from '@ipoteka-office/contract/change-requests/change-requests.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { ToggleChip } from '#ui/table/toggle-chip.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import styles from './change-requests.module.css'
import { RequestCard } from './request-card.tsx'

const size = 10
const all = 'ALL'

/** Part of the state of a page that shows requests; pages are counted from one. */
interface RequestsState {
  readonly status: string
  readonly page: number
}

/** Requests that wait, or of another status, newest first. */
export function RequestsList({
  calls,
  objectId,
  emptyText,
  state,
  onChange,
  onDecided,
}: {
  calls: ChangeRequestCalls
  /** What they change; any of them when absent. */
  objectId?: number
  /** When such requests come. */
  emptyText: string
  state: RequestsState
  onChange: (change: Partial<RequestsState>) => void
  onDecided: () => Promise<void>
}) {
  const { page } = state
  // Without a choice those that wait are shown: they are what somebody came for.
  const chosen = state.status === all ? undefined : (RequestStatus.safeParse(state.status).data ?? 'PENDING')
  const answer = useQuery(
    query(calls.list, {
      query: {
        page: page - 1,
        size,
        ...(chosen !== undefined && { status: chosen }),
        ...(objectId !== undefined && { objectId: String(objectId) }),
      },
    }),
  )
  return (
    <>
      <div className={styles.chips} role="group" aria-label="Состояние заявок">
        {RequestStatus.options.map((status) => (
          <ToggleChip key={status} value={chosen === status} onChange={() => onChange({ status })}>
            {requestStatuses[status]}
          </ToggleChip>
        ))}
        <ToggleChip value={chosen === undefined} onChange={() => onChange({ status: all })}>
          Все
        </ToggleChip>
      </div>
      {answer.isError && <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <PageSkeleton kind="list" />}
      {answer.data?.totalElements === 0 && (
        <div className="card">
          <Empty title="Таких заявок нет" text={emptyText}>
            {chosen !== undefined && <Button onClick={() => onChange({ status: all })}>Показать все</Button>}
          </Empty>
        </div>
      )}
      <div className={styles.requests}>
        {answer.data?.content.map((request) => (
          <RequestCard key={request.id} request={request} calls={calls} onDecided={onDecided} />
        ))}
      </div>
      {(answer.data?.totalElements ?? 0) > size && (
        <Pager
          total={answer.data?.totalElements ?? 0}
          page={page}
          size={size}
          onPage={(next) => onChange({ page: next })}
        />
      )}
    </>
  )
}
