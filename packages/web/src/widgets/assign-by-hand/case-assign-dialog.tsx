import { listQueue } from '@ipoteka-office/contract/queue/queue.ts'
import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { DelayedLoader } from '#ui/loader.tsx'
import { FailureBlock } from '../failure-block.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import { useMayAssign } from './may-assign.ts'

/** The same from a case: its place in the queue says whose department it is. */
export function CaseAssignDialog({
  head,
  onClose,
}: {
  head: Pick<CaseHead, 'id' | 'number'>
  onClose: () => void
}) {
  const mayAssign = useMayAssign()
  const found = useQuery(query(listQueue, { body: { search: head.number, size: 100 } }))
  const place = found.data?.content.find(({ id }) => id === head.id)
  if (place && mayAssign(place.type))
    return <AssignDialog type={place.type} ids={[head.id]} onClose={onClose} />
  return (
    <Dialog open title="Назначить вручную" onClose={onClose}>
      {found.isPending && <DelayedLoader />}
      {found.isError && <FailureBlock failure={found.error} onRetry={() => void found.refetch()} />}
      {found.data && !place && <p>Заявки нет в очереди согласующих.</p>}
      {place && <p>Нет права назначать заявки этого отдела.</p>}
    </Dialog>
  )
}
