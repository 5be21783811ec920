import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import { visibleTo } from '#lib/visibility.ts'

/** Rows of «Недавние» and «Избранное». */
const shown = 8

/** The cases that the person opened last and still sees. */
export async function findLatest(db: Db, actor: Actor, types: readonly CaseType[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT f.id FROM case_visit v JOIN case_file f ON f.id = v.case_id
    WHERE v.employee_id = ${actor.employeeId} AND f.type = ANY(${types}::text[]) AND ${visibleTo(actor, 'f.partner_id')}
    ORDER BY v.at DESC, f.id DESC LIMIT ${shown}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The person's favourites that are not in the archive, the newest first. */
export async function findFavourites(db: Db, actor: Actor, types: readonly CaseType[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT f.id FROM case_favourite v JOIN case_file f ON f.id = v.case_id
    WHERE v.employee_id = ${actor.employeeId} AND f.archived_at IS NULL AND f.type = ANY(${types}::text[])
      AND ${visibleTo(actor, 'f.partner_id')}
    ORDER BY v.added_at DESC, f.id DESC LIMIT ${shown}`.execute(db)
  return rows.map(({ id }) => id)
}

/** A colleague of one of the person's workgroups. */
export interface Colleague {
  readonly id: number
  readonly fullName: string
  readonly groupName: string
}

/** Of a large group the busiest are shown. */
const busiest = 10

/** Working colleagues of the person's workgroups, the person included, those with the most open tasks first. */
export async function findColleagues(db: Db, actor: Actor): Promise<Colleague[]> {
  const { rows } = await sql<Colleague>`
    SELECT e.id, e.full_name AS "fullName", min(g.name) AS "groupName"
    FROM workgroup_employee mine JOIN workgroup g ON g.id = mine.workgroup_id AND NOT g.not_active
    JOIN workgroup_employee other ON other.workgroup_id = g.id
    JOIN employee e ON e.id = other.employee_id AND NOT e.not_active
    WHERE mine.employee_id = ${actor.employeeId} AND ${visibleTo(actor, 'e.partner_id')}
    GROUP BY e.id, e.full_name
    ORDER BY (SELECT count(*) FROM case_task t WHERE t.open AND t.assignee_id = e.id) DESC, e.full_name, e.id
    LIMIT ${busiest}`.execute(db)
  return rows
}
