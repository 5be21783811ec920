import { listApproverApplications } from '@ipoteka-office/contract/queue/queue.ts'
import type { Approver, ApproverType } from '@ipoteka-office/contract/approvers/approvers.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#api/query.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { useLiveRefresh } from '#widgets/live-refresh.ts'
import { ApplicationsTable, dialogPageSize } from './applications-table.tsx'
import { fullNameOf } from './approver-name.ts'

/** The applications that an approver has in work: as many as the number that has opened it says. */
export function HeldApplications({
  type,
  approver,
  onClose,
}: {
  type: ApproverType
  approver: Approver
  onClose: () => void
}) {
  const [page, setPage] = useState(1)
  const answer = useQuery(
    query(listApproverApplications, {
      params: { type, id: String(approver.id) },
      query: { page: page - 1, size: dialogPageSize },
    }),
  )
  useLiveRefresh(topics.approvers(type), () => void answer.refetch())
  const hidden =
    approver.openApplicationsCount - (answer.data?.totalElements ?? approver.openApplicationsCount)
  return (
    <Dialog open onClose={onClose} size="wide" title={`Заявки в работе: ${fullNameOf(approver)}`}>
      <ApplicationsTable
        type={type}
        label="Заявки в работе"
        answer={answer}
        page={page}
        onPage={setPage}
        whyText="Почему я?"
        emptyTitle="Заявок в работе нет"
      />
      {hidden > 0 && <p className="muted">Ещё {hidden} — заявки партнёров, которых вы не видите</p>}
    </Dialog>
  )
}
