import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Help in a group, with whom to tell of its end. */
export interface Help {
  readonly id: number
  readonly workgroupId: number
  readonly group: string
  readonly partnerId: number
  readonly headId: number | null
  readonly employeeId: number
  readonly fullName: string
  readonly until: Date
  readonly isOver: boolean
}

const shape = sql`h.id, h.workgroup_id AS "workgroupId", g.name AS "group", g.partner_id AS "partnerId", g.head_id AS "headId", e.id AS "employeeId",
  e.full_name AS "fullName", h.until, h.until <= now() AS "isOver"`
const joined = sql`workgroup_help h JOIN workgroup g ON g.id = h.workgroup_id JOIN employee e ON e.id = h.employee_id`

/** Groups that somebody helps now, but for one of them; by the columns that name the person and the group. */
export const helpsNow = (employee: RawBuilder<unknown>, but: RawBuilder<unknown> = sql`0`) => sql`
  coalesce((SELECT json_agg(json_build_object('id', h.id, 'until', h.until,
      'group', json_build_object('id', o.id, 'name', o.name)) ORDER BY h.until)
    FROM workgroup_help h JOIN workgroup o ON o.id = h.workgroup_id
    WHERE h.employee_id = ${employee} AND h.until > now() AND h.workgroup_id <> ${but}), '[]')`

/** Help by its id, held until the transaction ends. */
export async function holdHelp(db: Db, id: number): Promise<Help | undefined> {
  const { rows } = await sql<Help>`SELECT ${shape} FROM ${joined} WHERE h.id = ${id} FOR UPDATE OF h`.execute(
    db,
  )
  return rows[0]
}

/** How somebody of the bank stands to a group; undefined for people of partners and for who does not work any more. */
export async function findHelper(
  db: Db,
  workgroupId: number,
  employeeId: number,
): Promise<{ fullName: string; member: boolean } | undefined> {
  const { rows } = await sql<{ fullName: string; member: boolean }>`
    SELECT e.full_name AS "fullName", EXISTS (SELECT FROM workgroup_employee m
      WHERE m.workgroup_id = ${workgroupId} AND m.employee_id = e.id) AS member
    FROM employee e JOIN partner p ON p.id = e.partner_id AND 'Ahml' = ANY(p.roles)
    WHERE e.id = ${employeeId} AND NOT e.not_active`.execute(db)
  return rows[0]
}

/** Holds a group, so that help in it is begun and ended by one at a time. */
export async function holdGroup(db: Db, id: number): Promise<void> {
  await sql`SELECT FROM workgroup WHERE id = ${id} FOR NO KEY UPDATE`.execute(db)
}

export interface NewHelp {
  readonly workgroupId: number
  readonly employeeId: number
  readonly until: Date
  readonly reason: string
  readonly givenBy: number
}

/** Begins help, or lets the one that goes on last until the new moment. Answers its id. */
export async function writeHelp(db: Db, help: NewHelp): Promise<number> {
  const { workgroupId, employeeId, until, reason, givenBy } = help
  const { rows } = await sql<{ id: number }>`
    UPDATE workgroup_help SET until = ${until}, reason = ${reason}, given_by = ${givenBy}
    WHERE workgroup_id = ${workgroupId} AND employee_id = ${employeeId} AND until > now() RETURNING id`.execute(
    db,
  )
  if (rows[0] !== undefined) return rows[0].id
  const { id } = await db
    .insertInto('workgroup_help')
    .values({
      ...{ workgroup_id: workgroupId, employee_id: employeeId, started_at: sql<Date>`now()` },
      ...{ until, reason, given_by: givenBy },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function stopHelp(db: Db, id: number): Promise<void> {
  await sql`UPDATE workgroup_help SET until = now() WHERE id = ${id}`.execute(db)
}

/** People whose tasks the group's tasks are, but for one. */
export async function findWorkers(db: Db, workgroupId: number, exceptId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT w.employee_id AS id FROM workgroup_worker w JOIN employee e ON e.id = w.employee_id AND NOT e.not_active
    WHERE w.workgroup_id = ${workgroupId} AND e.id <> ${exceptId} ORDER BY 1`.execute(db)
  return rows.map(({ id }) => id)
}
