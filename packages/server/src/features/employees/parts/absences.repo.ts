import type { ApproverType } from '@ipoteka-office/contract/approvers/approvers.ts'
import type {
  EmployeeAbsence,
  EmployeeAbsenceInput,
} from '@ipoteka-office/contract/employees/employee-absences.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import { visibleTo } from '#lib/visibility.ts'

const shape = (
  today: string,
) => sql`a.id, a.reason, a.date_from::text AS "dateFrom", a.date_to::text AS "dateTo",
  CASE WHEN d.id IS NOT NULL THEN jsonb_build_object('id', d.id, 'fullName', d.full_name) END AS deputy, a.comment,
  CASE WHEN a.cancelled_at IS NOT NULL THEN 'CANCELLED' WHEN a.date_to < ${today}::date THEN 'ENDED'
    WHEN a.date_from > ${today}::date THEN 'PLANNED' ELSE 'CURRENT' END AS state,
  CASE WHEN a.ended_at IS NULL AND a.cancelled_at IS NULL THEN coalesce((
    SELECT jsonb_agg(jsonb_build_object('id', ap.id, 'type', ap.type) ORDER BY ap.type DESC) FROM approver ap
    WHERE ap.id = ANY(a.paused_approver_ids) AND ap.work_status = 'PAUSE'), '[]') ELSE '[]' END AS "pausedApprovers",
  a.version`

const find = async (db: Db, where: RawBuilder<unknown>, today: string): Promise<EmployeeAbsence[]> => {
  const { rows } = await sql<EmployeeAbsence>`
    SELECT ${shape(today)} FROM employee_absence a LEFT JOIN employee d ON d.id = a.deputy_id
    WHERE ${where} ORDER BY a.date_from DESC, a.id DESC LIMIT 500`.execute(db)
  return rows
}

export const findAbsences = (db: Db, employeeId: number, today: string) =>
  find(db, sql`a.employee_id = ${employeeId}`, today)

export async function findAbsence(
  db: Db,
  employeeId: number,
  id: number,
  today: string,
): Promise<EmployeeAbsence | undefined> {
  const [row] = await find(db, sql`a.employee_id = ${employeeId} AND a.id = ${id}`, today)
  return row
}

/** An absence as a change sees it. */
export interface LockedAbsence extends EmployeeAbsenceInput {
  readonly id: number
  readonly employeeId: number
  readonly startedAt: string | null
  readonly endedAt: string | null
  readonly cancelledAt: string | null
  readonly pausedApproverIds: number[]
  readonly version: number
}

const columns = sql`id, employee_id AS "employeeId", reason, date_from::text AS "dateFrom", date_to::text AS "dateTo",
  deputy_id AS "deputyId", comment, started_at AS "startedAt", ended_at AS "endedAt", cancelled_at AS "cancelledAt",
  paused_approver_ids AS "pausedApproverIds", version`

export async function lockAbsence(
  db: Db,
  employeeId: number,
  id: number,
): Promise<LockedAbsence | undefined> {
  const { rows } = await sql<LockedAbsence>`
    SELECT ${columns} FROM employee_absence WHERE id = ${id} AND employee_id = ${employeeId} FOR UPDATE`.execute(
    db,
  )
  return rows[0]
}

/** Another absence of the person on one of the days. */
export async function findOverlap(
  db: Db,
  employeeId: number,
  { dateFrom, dateTo }: Pick<EmployeeAbsenceInput, 'dateFrom' | 'dateTo'>,
  exceptId: number | null,
): Promise<{ dateFrom: string; dateTo: string } | undefined> {
  const { rows } = await sql<{ dateFrom: string; dateTo: string }>`
    SELECT date_from::text AS "dateFrom", date_to::text AS "dateTo" FROM employee_absence
    WHERE employee_id = ${employeeId} AND cancelled_at IS NULL AND id IS DISTINCT FROM ${exceptId}
      AND daterange(date_from, date_to, '[]') && daterange(${dateFrom}::date, ${dateTo}::date, '[]')
    ORDER BY date_from LIMIT 1`.execute(db)
  return rows[0]
}

/** What a deputy must be; undefined when the caller does not see the person. */
export async function findDeputy(
  db: Db,
  actor: Actor,
  deputyId: number,
  employeeId: number,
  { dateFrom, dateTo }: Pick<EmployeeAbsenceInput, 'dateFrom' | 'dateTo'>,
): Promise<{ notActive: boolean; sameTree: boolean; isAway: boolean } | undefined> {
  const { rows } = await sql<{ notActive: boolean; sameTree: boolean; isAway: boolean }>`
    SELECT d.not_active AS "notActive", p.ancestor_ids[1] = (
        SELECT o.ancestor_ids[1] FROM employee e JOIN partner o ON o.id = e.partner_id WHERE e.id = ${employeeId}) AS "sameTree",
      EXISTS (SELECT FROM employee_absence a WHERE a.employee_id = d.id AND a.cancelled_at IS NULL
        AND daterange(a.date_from, a.date_to, '[]') && daterange(${dateFrom}::date, ${dateTo}::date, '[]')) AS "isAway"
    FROM employee d JOIN partner p ON p.id = d.partner_id
    WHERE d.id = ${deputyId} AND ${visibleTo(actor, 'd.partner_id')}`.execute(db)
  return rows[0]
}

export async function insertAbsence(
  db: Db,
  employeeId: number,
  input: EmployeeAbsenceInput,
): Promise<number> {
  const { id } = await db
    .insertInto('employee_absence')
    .values({
      employee_id: employeeId,
      deputy_id: input.deputyId,
      reason: input.reason,
      date_from: input.dateFrom,
      date_to: input.dateTo,
      comment: input.comment,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateAbsence(db: Db, id: number, input: EmployeeAbsenceInput): Promise<void> {
  await db
    .updateTable('employee_absence')
    .set({
      deputy_id: input.deputyId,
      reason: input.reason,
      date_from: input.dateFrom,
      date_to: input.dateTo,
      comment: input.comment,
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute()
}

export async function markStarted(db: Db, id: number, at: Date, pausedIds: readonly number[]): Promise<void> {
  await sql`UPDATE employee_absence SET started_at = ${at.toISOString()}, paused_approver_ids = ${pausedIds}::int[]
    WHERE id = ${id}`.execute(db)
}

export async function markEnded(db: Db, id: number, at: Date): Promise<void> {
  await sql`UPDATE employee_absence SET ended_at = ${at.toISOString()}, started_at = coalesce(started_at, ${at.toISOString()})
    WHERE id = ${id}`.execute(db)
}

export async function markCancelled(db: Db, id: number, at: Date): Promise<void> {
  await sql`UPDATE employee_absence SET cancelled_at = ${at.toISOString()}, version = version + 1 WHERE id = ${id}`.execute(
    db,
  )
}

/** People with an absence that should have begun or ended by this day. */
export async function findDuePeople(db: Db, today: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT employee_id AS id FROM employee_absence WHERE cancelled_at IS NULL AND ended_at IS NULL
      AND (date_to < ${today}::date OR (date_from <= ${today}::date AND started_at IS NULL)) ORDER BY 1`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** The person's absences that should have begun or ended, those that end first; locked. */
export async function lockDue(db: Db, employeeId: number, today: string): Promise<LockedAbsence[]> {
  const { rows } = await sql<LockedAbsence>`
    SELECT ${columns} FROM employee_absence WHERE employee_id = ${employeeId} AND cancelled_at IS NULL AND ended_at IS NULL
      AND (date_to < ${today}::date OR (date_from <= ${today}::date AND started_at IS NULL))
    ORDER BY date_from, id FOR UPDATE`.execute(db)
  return rows
}

/** The person's approvers and whether the person still works. */
export async function findApproversOf(
  db: Db,
  employeeId: number,
): Promise<{ id: number; type: ApproverType }[]> {
  const { rows } = await sql<{ id: number; type: ApproverType }>`
    SELECT a.id, a.type FROM approver a JOIN employee e ON e.id = a.employee_id
    WHERE a.employee_id = ${employeeId} AND NOT e.not_active ORDER BY a.type, a.id`.execute(db)
  return rows
}
