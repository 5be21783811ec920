import { ApproverType } from '@ipoteka-office/contract/approvers/approvers.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import type { Db } from '#db/database.ts'
import { enqueue } from '#jobs/enqueue.ts'
import { publish } from '#live/publish.ts'
import { withBarred } from './checked.service.ts'
import { type Cause, findCandidates } from './distribution/distribution.repo.ts'
import { lockDepartment } from './distribution/distribution.service.ts'
import { lockApproversOf, lockForTransfer, waitsAny, touchedBy, writeMoves } from './transfer.repo.ts'
import { type Approvers, type Move, planMoves, type TransferOrder } from './transfer.rules.ts'

/**
 * Locks that come after those of the cases and before any application's row: departments, then the successor's settings.
 * Where none of the held cases waits in the queue, distribution goes on meanwhile.
 */
export async function lockForMove(db: Db, ids: readonly number[], successorId: number | null): Promise<void> {
  if (!(await waitsAny(db, ids))) return
  for (const type of ApproverType.options) await lockDepartment(db, type)
  if (successorId !== null) await lockApproversOf(db, successorId)
}

/**
 * Gives open applications to another partner, and those of an employee to a successor. Whose approver may not work for the
 * new partner, goes through the distribution again. The caller holds the cases and then `lockForMove`.
 */
export async function moveApplications(
  db: Db,
  ids: readonly number[],
  order: TransferOrder,
  now: Date,
  cause: Cause,
): Promise<void> {
  const rows = await withBarred(db, await lockForTransfer(db, ids))
  const approvers = await approversOf(db, new Set(rows.map(({ type }) => type)))
  const moves = planMoves(rows, order, approvers)
  await writeMoves(db, moves, order.toPartnerId, now, cause)
  await tell(db, moves)
}

async function approversOf(db: Db, types: ReadonlySet<ApproverType>): Promise<Approvers> {
  const approvers = new Map<ApproverType, Awaited<ReturnType<typeof findCandidates>>>()
  for (const type of types) approvers.set(type, await findCandidates(db, type, null))
  return approvers
}

async function tell(db: Db, moves: readonly Move[]): Promise<void> {
  for (const [type, approvers] of touchedBy(moves)) {
    const waits = moves.some((m) => m.application.type === type && m.approverId === null)
    if (waits) await enqueue(db, 'distribute', { type })
    if (waits) await publish(db, topics.unassigned(type))
    if (approvers.length > 0) await publish(db, topics.approvers(type), { ids: [...new Set(approvers)] })
  }
}
