import type { QueueApplication } from '@ipoteka-office/contract/queue/queue.ts'
import type { ApproverType } from '@ipoteka-office/contract/approvers/approvers.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import { visibleTo } from '#lib/visibility.ts'
import { type QueuedRow, queuedColumns, queuedFrom } from './distribution/distribution.repo.ts'

/** An open place in the queue with the case behind it. */
export type OpenPlace = QueuedRow & {
  readonly version: number
  readonly number: string
  readonly clientName: string
}

/** Open applications of the department that the caller sees; locked in the order of their ids for a change. */
export async function findOpenPlaces(
  db: Db,
  actor: Actor,
  type: ApproverType,
  ids: readonly number[],
  { lock }: { lock: boolean },
): Promise<OpenPlace[]> {
  const { rows } = await sql<OpenPlace>`
    SELECT ${queuedColumns}, a.version, a.number, a.client_name AS "clientName" FROM ${queuedFrom}
    WHERE a.id = ANY(${[...ids]}::int[]) AND a.type = ${type} AND a.closed_at IS NULL
      AND ${visibleTo(actor, 'a.partner_id')}
    ORDER BY a.id ${lock ? sql`FOR UPDATE OF a` : sql``}`.execute(db)
  return rows
}

/** Numbers of those that the caller sees, whatever became of them. */
export async function findNumbers(
  db: Db,
  actor: Actor,
  ids: readonly number[],
): Promise<Map<number, QueueApplication['number']>> {
  const { rows } = await sql<{ id: number; number: string }>`
    SELECT a.id, a.number FROM application a
    WHERE a.id = ANY(${[...ids]}::int[]) AND ${visibleTo(actor, 'a.partner_id')}`.execute(db)
  return new Map(rows.map(({ id, number }) => [id, number]))
}

/** Holds the cases still, in the order of their ids: a move takes its case before the place in the queue. */
export async function holdCases(db: Db, ids: readonly number[]): Promise<void> {
  await sql`SELECT FROM case_file WHERE id = ANY(${[...ids]}::int[]) ORDER BY id FOR NO KEY UPDATE`.execute(
    db,
  )
}

/** The person behind an approver. */
export interface ApproverPerson {
  readonly id: number
  readonly employeeId: number
  readonly fullName: string
}

/** People of the department whom the caller sees, by words of the name. */
export async function findPeopleOf(
  db: Db,
  actor: Actor,
  type: ApproverType,
  search: string,
): Promise<ApproverPerson[]> {
  const words = search.split(/\s+/).filter(Boolean).slice(0, 5)
  const named = words.map(
    (w) => sql`AND search_form(a.full_name) LIKE '%' || search_form(${w.replace(/[\\%_]/g, '\\$&')}) || '%'`,
  )
  const { rows } = await sql<ApproverPerson>`
    SELECT a.id, a.employee_id AS "employeeId", a.full_name AS "fullName" FROM approver a
    WHERE a.type = ${type} AND ${visibleTo(actor, 'a.partner_id')} ${sql.join(named, sql` `)}
    ORDER BY a.full_name, a.id`.execute(db)
  return rows
}

/** Employees behind approvers. */
export async function findEmployeesOf(db: Db, approverIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; employeeId: number }>`
    SELECT id, employee_id AS "employeeId" FROM approver WHERE id = ANY(${[...approverIds]}::int[])`.execute(
    db,
  )
  return new Map(rows.map(({ id, employeeId }) => [id, employeeId]))
}
