import { listQueue } from '@ipoteka-office/contract/queue/queue.ts'
import { type ApproverType, getApprover } from '@ipoteka-office/contract/approvers/approvers.ts'
import { IdParam } from '@ipoteka-office/contract/common/scalars.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { DelayedLoader } from '#ui/loader.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { useLiveRefresh } from '#widgets/live-refresh.ts'
import { ApplicationsTable, dialogPageSize } from './applications-table.tsx'
import { HeldApplications } from './held-applications.tsx'
import { UnassignedDialog } from './unassigned-dialog.tsx'

function ApplicationDialog({
  type,
  number,
  onClose,
}: {
  type: ApproverType
  number: string
  onClose: () => void
}) {
  const [page, setPage] = useState(1)
  const answer = useQuery(
    query(listQueue, { body: { search: number, page: page - 1, size: dialogPageSize } }),
  )
  return (
    <Dialog open onClose={onClose} size="wide" title={`Заявка № ${number}`}>
      <ApplicationsTable
        type={type}
        label={`Заявка № ${number}`}
        answer={answer}
        page={page}
        onPage={setPage}
        whyText="Почему я?"
        emptyTitle="Заявка не найдена"
      />
    </Dialog>
  )
}

function HeldDialog({ type, id, onClose }: { type: ApproverType; id: string; onClose: () => void }) {
  const answer = useQuery(query(getApprover, { params: { type, id } }))
  useLiveRefresh(topics.approvers(type), () => void answer.refetch())
  if (answer.data) return <HeldApplications type={type} approver={answer.data} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} size="wide" title="Заявки в работе">
      {answer.isError ? (
        <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
      ) : (
        <DelayedLoader />
      )}
    </Dialog>
  )
}

/** What links from the search and from notifications open above the list: `?application=26-118-00731`, `?unassigned=1`, and those of the list itself: `?held=5`. */
export function LinkedDialogs({
  type,
  search: { application, unassigned, held },
  onClose: close,
}: {
  type: ApproverType
  search: Record<string, unknown>
  onClose: () => void
}) {
  const rights = useRights()
  if (typeof application === 'string' && application !== '' && rights.mayCall(listQueue))
    return <ApplicationDialog type={type} number={application} onClose={close} />
  const heldBy = IdParam.safeParse(held).data
  if (heldBy !== undefined) return <HeldDialog type={type} id={String(heldBy)} onClose={close} />
  return unassigned === '1' ? <UnassignedDialog type={type} onClose={close} /> : null
}
