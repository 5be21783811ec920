import type { ApproverType } from '@ipoteka-office/contract/approvers/approvers.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { type Cause, type QueuedRow, queuedColumns, queuedFrom } from './distribution/distribution.repo.ts'
import type { Move, TransferredApplication } from './transfer.rules.ts'

type LockedRow = QueuedRow & Omit<TransferredApplication, 'barredEmployees'>

/** Whether any of the cases waits in the queue. */
export async function waitsAny(db: Db, ids: readonly number[]): Promise<boolean> {
  const { rows } =
    await sql`SELECT FROM application WHERE id = ANY(${ids}::int[]) AND closed_at IS NULL LIMIT 1`.execute(db)
  return rows.length > 0
}

/** The open ones of the applications as they are, locked; who prepared them is still to be asked. */
export async function lockForTransfer(db: Db, ids: readonly number[]): Promise<LockedRow[]> {
  const { rows } = await sql<LockedRow>`
    SELECT ${queuedColumns}, a.type, a.approver_id AS "holderId" FROM ${queuedFrom}
    WHERE a.id = ANY(${ids}::int[]) AND a.closed_at IS NULL ORDER BY a.id FOR UPDATE OF a`.execute(db)
  return rows
}

/** Holds the settings of an employee's approvers still until the transaction ends. */
export async function lockApproversOf(db: Db, employeeId: number): Promise<void> {
  await sql`SELECT id FROM approver WHERE employee_id = ${employeeId} ORDER BY id FOR SHARE`.execute(db)
}

/** Writes the new partner and holders, the loads, and who lost or got which application. */
export async function writeMoves(
  db: Db,
  moves: readonly Move[],
  toPartnerId: number,
  now: Date,
  cause: Cause,
): Promise<void> {
  if (moves.length === 0) return
  const column = <T>(of: (move: Move) => T) => moves.map(of)
  await sql`
    UPDATE application a SET partner_id = ${toPartnerId}, version = a.version + 1, approver_id = d.approver_id,
      assigned_at = CASE WHEN d.approver_id IS NULL THEN NULL
        WHEN d.approver_id = a.approver_id THEN a.assigned_at ELSE ${now}::timestamptz END,
      unassigned_reasons = CASE WHEN a.approver_id IS NULL THEN a.unassigned_reasons END
    FROM unnest(${column((m) => m.application.id)}::int[], ${column((m) => m.approverId)}::int[]) AS d(id, approver_id)
    WHERE a.id = d.id`.execute(db)
  const changed = moves.filter((m) => m.approverId !== m.application.holderId)
  await moveLoads(db, changed, now)
  if (changed.length === 0) return
  const of = <T>(value: (move: Move) => T) => changed.map(value)
  await sql`
    INSERT INTO assignment (application_id, kind, approver_id, previous_approver_id, considered, candidates, rejected,
      at, actor_id, request_id)
    SELECT d.id, CASE WHEN d.approver_id IS NULL THEN 'UNASSIGNED' ELSE 'REASSIGNED' END, d.approver_id, d.previous,
      1, CASE WHEN d.approver_id IS NULL THEN 0 ELSE 1 END, d.rejected, ${now}::timestamptz, ${cause.actorId}::int, ${cause.requestId}::text
    FROM unnest(${of((m) => m.application.id)}::int[], ${of((m) => m.approverId)}::int[],
      ${of((m) => m.application.holderId)}::int[],
      ${of((m) => (m.holderFits ? '{}' : '{"partner":1}'))}::jsonb[]) AS d(id, approver_id, previous, rejected)`.execute(
    db,
  )
}

async function moveLoads(db: Db, changed: readonly Move[], now: Date): Promise<void> {
  const loads = new Map<number, { taken: number; given: number }>()
  const count = (id: number | null, what: 'taken' | 'given') => {
    if (id === null) return
    const load = loads.get(id) ?? { taken: 0, given: 0 }
    load[what] += 1
    loads.set(id, load)
  }
  for (const move of changed) {
    count(move.application.holderId, 'taken')
    count(move.approverId, 'given')
  }
  if (loads.size === 0) return
  const values = [...loads.values()]
  await sql`
    UPDATE approver_workload w SET open_count = w.open_count - d.taken + d.given,
      last_assigned_at = CASE WHEN d.given > 0 THEN ${now}::timestamptz ELSE w.last_assigned_at END
    FROM unnest(${[...loads.keys()]}::int[], ${values.map((l) => l.taken)}::int[], ${values.map((l) => l.given)}::int[])
      AS d(id, taken, given)
    WHERE w.approver_id = d.id`.execute(db)
}

/** Departments and approvers that moves touched. */
export const touchedBy = (moves: readonly Move[]): Map<ApproverType, number[]> => {
  const touched = new Map<ApproverType, number[]>()
  for (const { application, approverId } of moves)
    touched.set(application.type, [
      ...(touched.get(application.type) ?? []),
      ...[application.holderId, approverId].filter((id) => id !== null),
    ])
  return touched
}
