import {
  type Assignment,
  assignmentKinds,
  assignmentRules,
  listAssignmentHistory,
  type QueueApplication,
} from '@ipoteka-office/contract/queue/queue.ts'
import type { ApproverType } from '@ipoteka-office/contract/approvers/approvers.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { formatDateTime } from '#lib/dates.ts'
import { countOf } from '#lib/plural.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Empty } from '#ui/empty.tsx'
import { DelayedLoader } from '#ui/loader.tsx'
import { Timeline } from '#ui/timeline.tsx'
import { reasonsText } from './assignment-words.ts'
import { FailureBlock } from '../failure-block.tsx'
import { WaitingReasons } from './waiting-reasons.tsx'

function headline({ kind, approver, previousApprover }: Assignment): string {
  const from = previousApprover ? ` (раньше: ${previousApprover.fullName})` : ''
  return approver
    ? `${assignmentKinds[kind]}: ${approver.fullName}${from}`
    : `${assignmentKinds[kind]}${from}`
}

function decision({ rule, considered, candidates }: Assignment): string {
  const looked = countOf(considered, 'сотрудник', 'сотрудника', 'сотрудников')
  if (rule === 'manual') return `Назначено вручную. Рассмотрено: ${looked}, подходили: ${candidates}`
  if (rule === null) return considered > 0 ? `Рассмотрено: ${looked}, подошло: ${candidates}` : ''
  return `Причина: ${assignmentRules[rule]}. Рассмотрено: ${looked}, подошло: ${candidates}`
}

function AssignmentText({ event }: { event: Assignment }) {
  const rejected = reasonsText(event.rejected)
  return (
    <>
      <b>{headline(event)}</b>
      <div>{decision(event)}</div>
      {event.comment && <div>Причина: {event.comment}</div>}
      {rejected && <div className="muted">Не подошли: {rejected}</div>}
    </>
  )
}

/**
 * «Почему я?»: every event of an application's assignment, with the rule, the candidates and who was rejected by what; of one
 * that has nobody, why so now.
 */
export function AssignmentReasons({
  application,
  waitsIn,
  onAssign,
  onClose,
}: {
  application: Pick<QueueApplication, 'id' | 'number' | 'clientName'>
  /** The department in which it waits for somebody. */
  waitsIn?: ApproverType | undefined
  /** Leads to giving it by hand, for those who may. */
  onAssign?: (() => void) | undefined
  onClose: () => void
}) {
  const history = useQuery(query(listAssignmentHistory, { params: { id: String(application.id) } }))
  return (
    <Dialog open onClose={onClose} size="large" title={`Назначение заявки ${application.number}`}>
      <p className="muted">{application.clientName}</p>
      {waitsIn && <WaitingReasons asked={{ type: waitsIn, id: application.id }} onAssign={onAssign} />}
      {waitsIn && <h3>История назначений</h3>}
      {history.isPending && <DelayedLoader />}
      {history.isError && <FailureBlock failure={history.error} onRetry={() => void history.refetch()} />}
      {history.data?.length === 0 && <Empty title="Заявку ещё никому не назначали" />}
      {history.data && history.data.length > 0 && (
        <Timeline
          entries={history.data.map((event) => ({
            id: event.id,
            text: <AssignmentText event={event} />,
            by: event.actor,
            at: formatDateTime(event.at),
          }))}
        />
      )}
    </Dialog>
  )
}
