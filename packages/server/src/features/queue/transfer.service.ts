import { ApproverType } from '@ipoteka-office/contract/approvers/approvers.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import type { Db } from '#db/database.ts'
import { enqueue } from '#jobs/enqueue.ts'
import { publish } from '#live/publish.ts'
import { withBarred } from './checked.service.ts'
import { type Cause, findCandidates } from './distribution/distribution.repo.ts'
import { lockDepartment } from './distribution/distribution.service.ts'
import { findRegionsOf, lockApproversOf, lockForTransfer, touchedBy, writeMoves } from './transfer.repo.ts'
import { type Approvers, type Move, planMoves, refusalOfTransfer } from './transfer.rules.ts'

/** Which applications go from whom to whom. */
export interface ApplicationTransfer {
  readonly ids: readonly number[]
  readonly fromPartnerId: number
  readonly toPartnerId: number
  /** The employee whose applications move, and who takes over; absent: all of the partner. */
  readonly employees?: { readonly from: number; readonly to: number } | undefined
  /** A return asks for no region: the applications go where they came from. */
  readonly anyRegion?: boolean
}

/** Locks that must come before any application's row: departments, then the successor's settings. */
export async function lockForMove(db: Db, successorId: number | null): Promise<void> {
  for (const type of ApproverType.options) await lockDepartment(db, type)
  if (successorId !== null) await lockApproversOf(db, successorId)
}

/**
 * Moves open applications to another partner or employee; answers each with the reason of its refusal or null. Whose
 * approver may not work for the new partner, goes through the distribution again. The caller holds `lockForMove`.
 */
export async function moveApplications(
  db: Db,
  { ids, fromPartnerId, toPartnerId, employees, anyRegion = false }: ApplicationTransfer,
  now: Date,
  cause: Cause,
): Promise<Map<number, string | null>> {
  const rows = await withBarred(db, await lockForTransfer(db, ids))
  const approvers = await approversOf(db, new Set(rows.map(({ type }) => type)))
  const found = new Map(rows.map((row) => [row.id, row]))
  const regions = anyRegion || fromPartnerId === toPartnerId ? null : await findRegionsOf(db, toPartnerId)
  const order = { fromPartnerId, toPartnerId, employees: employees ?? null, regions }
  const answers = new Map(ids.map((id) => [id, refusalOfTransfer(found.get(id), order, approvers)]))
  const moves = planMoves(
    rows.filter(({ id }) => answers.get(id) === null),
    order,
    approvers,
  )
  await writeMoves(db, moves, toPartnerId, now, cause)
  await tell(db, moves)
  return answers
}

async function approversOf(db: Db, types: ReadonlySet<ApproverType>): Promise<Approvers> {
  const approvers = new Map<ApproverType, Awaited<ReturnType<typeof findCandidates>>>()
  for (const type of types) approvers.set(type, await findCandidates(db, type))
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
