import type { ApproverType, CheckingType } from '@ipoteka-office/contract/approvers/approvers.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Cause } from './distribution/distribution.repo.ts'

/** What a case brings into the approvers' queue. */
export interface QueueEntry {
  /** Of the case and of its place in the queue. */
  readonly id: number
  readonly number: string
  readonly type: ApproverType
  readonly clientName: string
  readonly programme: string
  readonly level: string
  readonly partnerId: number
  readonly regionCode: string
  readonly receivedAt: Date
  readonly dueAt: Date
  /** Who has it from the beginning; absent: nobody yet. */
  readonly approverId?: number
}

/** Puts a case into the queue, or back into it when it has been there before. */
export async function writeEntry(db: Db, e: QueueEntry): Promise<void> {
  await sql`
    INSERT INTO application AS a (id, number, type, client_name, programme, level_code, partner_id, region_code,
      received_at, due_at, programme_code, approver_id, assigned_at)
    VALUES (${e.id}, ${e.number}, ${e.type}, ${e.clientName}, ${e.programme}, ${e.level}, ${e.partnerId}, ${e.regionCode}, ${e.receivedAt}, ${e.dueAt}, (SELECT programme_code FROM case_file WHERE id = ${e.id}),
      ${e.approverId ?? null}::int, CASE WHEN ${e.approverId ?? null}::int IS NOT NULL THEN ${e.receivedAt}::timestamptz END)
    ON CONFLICT (id) DO UPDATE SET type = EXCLUDED.type, client_name = EXCLUDED.client_name,
      programme = EXCLUDED.programme, programme_code = EXCLUDED.programme_code, level_code = EXCLUDED.level_code,
      outside_status = NULL, partner_id = EXCLUDED.partner_id, region_code = EXCLUDED.region_code, received_at = EXCLUDED.received_at, due_at = EXCLUDED.due_at,
      closed_at = NULL, approver_id = EXCLUDED.approver_id, assigned_at = EXCLUDED.assigned_at, unassigned_reasons = NULL, version = a.version + 1
    WHERE a.closed_at IS NOT NULL`.execute(db)
}

/** Whether what is read stays as it is until the transaction ends. */
export interface Held {
  readonly lock: boolean
}

/** Who has a case in the queue; undefined when it is not there. */
export interface Holder {
  readonly type: ApproverType
  readonly approverId: number | null
  readonly employeeId: number | null
  readonly fullName: string | null
}

export async function findHolder(db: Db, id: number, { lock }: Held): Promise<Holder | undefined> {
  const { rows } = await sql<Holder>`
    SELECT a.type, a.approver_id AS "approverId", v.employee_id AS "employeeId", v.full_name AS "fullName"
    FROM application a LEFT JOIN approver v ON v.id = a.approver_id
    WHERE a.id = ${id} AND a.closed_at IS NULL ${lock ? sql`FOR UPDATE OF a` : sql``}`.execute(db)
  return rows[0]
}

/** Ends the work on a case's place in the queue and frees the holder's; who held it stays written. */
export async function closeEntry(db: Db, id: number, cause: Cause, now: Date): Promise<void> {
  await sql`
    WITH closed AS (
      UPDATE application SET closed_at = ${now}::timestamptz, unassigned_reasons = NULL,
        version = version + 1 WHERE id = ${id} AND closed_at IS NULL RETURNING id, approver_id),
    freed AS (
      UPDATE approver_workload SET open_count = open_count - 1 FROM closed WHERE approver_workload.approver_id = closed.approver_id)
    INSERT INTO assignment (application_id, at, kind, approver_id, actor_id, request_id)
    SELECT id, ${now}::timestamptz, 'CLOSED', approver_id, ${cause.actorId}::int, ${cause.requestId} FROM closed`.execute(
    db,
  )
}

/** Which department of the check the person works in, and as whom. */
export async function findOwnApprovers(
  db: Db,
  employeeId: number,
): Promise<{ id: number; type: CheckingType }[]> {
  const { rows } = await sql<{ id: number; type: CheckingType }>`
    SELECT id, type FROM approver WHERE employee_id = ${employeeId} AND type <> 'uw' ORDER BY type DESC`.execute(
    db,
  )
  return rows
}

/** Holds a case before its place in the queue: moves of cases take them in this order. */
export async function holdCase(db: Db, id: number): Promise<void> {
  await sql`SELECT FROM case_file WHERE id = ${id} FOR NO KEY UPDATE`.execute(db)
}

/** Numbers that belong to cases which have never been in the queue. */
export async function findTakenNumbers(db: Db, numbers: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ number: string }>`
    SELECT f.number FROM case_file f WHERE f.number = ANY(${[...numbers]}::text[])
      AND NOT EXISTS (SELECT FROM application a WHERE a.id = f.id)`.execute(db)
  return new Set(rows.map(({ number }) => number))
}

/** How another system calls the state into which it has brought the application. */
export async function writeOutsideStatus(db: Db, id: number, status: string): Promise<void> {
  await sql`UPDATE application SET outside_status = ${status} WHERE id = ${id}`.execute(db)
}

/** A case that comes to underwriting, and who has been given its task already. */
export interface UnderwrittenCase {
  readonly number: string
  readonly clientName: string
  readonly programme: string | null
  readonly partnerId: number
  readonly regionCode: string
  readonly amount: string | null
  readonly dueAt: string | null
  readonly assigneeId: number | null
  /** The assignee's place in the department; null: they are not of it. */
  readonly approverId: number | null
}

/** Reads it where underwriters are distributed at all; undefined where the bank has put nobody among them. */
export async function findUnderwritten(db: Db, id: number): Promise<UnderwrittenCase | undefined> {
  const { rows } = await sql<UnderwrittenCase>`
    SELECT f.number, f.client_name AS "clientName", f.programme, f.partner_id AS "partnerId",
      coalesce(f.region_code, p.region_code, '') AS "regionCode", f.amount, f.due_at AS "dueAt",
      t.assignee_id AS "assigneeId", v.id AS "approverId"
    FROM case_file f JOIN partner p ON p.id = f.partner_id
    LEFT JOIN case_task t ON t.case_id = f.id AND t.open AND t.stage = f.stage
    LEFT JOIN approver v ON v.type = 'uw' AND v.employee_id = t.assignee_id
    WHERE f.id = ${id} AND EXISTS (SELECT FROM approver WHERE type = 'uw') LIMIT 1`.execute(db)
  return rows[0]
}

/** Whoever had the case before has it again: it counts among their work from now on. */
export async function resumeEntry(
  db: Db,
  { id, approverId, at, cause }: { id: number; approverId: number; at: Date; cause: Cause },
): Promise<void> {
  await sql`
    WITH loaded AS (
      UPDATE approver_workload SET open_count = open_count + 1, last_assigned_at = ${at}::timestamptz
      WHERE approver_id = ${approverId})
    INSERT INTO assignment (application_id, at, kind, approver_id, rule, considered, candidates, actor_id, request_id)
    VALUES (${id}, ${at}::timestamptz, 'ASSIGNED', ${approverId}, 'sticky', 1, 1, ${cause.actorId}::int, ${cause.requestId})`.execute(
    db,
  )
}
