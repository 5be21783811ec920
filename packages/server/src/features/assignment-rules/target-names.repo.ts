import type { AssignmentTarget } from '@ipoteka-office/contract/assignment-rules/assignment-content.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

type Target = Pick<AssignmentTarget, 'kind' | 'id'>

/** Somebody or something that a rule names; `problem`: why nothing reaches them now. */
export interface FoundTarget extends Target {
  readonly name: string
  readonly problem: string | null
}

/** Names of people, groups and branches. */
export async function findTargetNames(db: Db, targets: readonly Target[]): Promise<FoundTarget[]> {
  const ids = (kind: Target['kind']) => targets.filter((one) => one.kind === kind).map(({ id }) => id)
  const { rows } = await sql<FoundTarget>`
    SELECT 'EMPLOYEE' AS kind, e.id, e.full_name AS name, CASE WHEN e.not_active THEN 'сотрудник отключён'
      WHEN EXISTS (SELECT FROM employee_absence a WHERE a.employee_id = e.id AND a.cancelled_at IS NULL
        AND a.started_at IS NOT NULL AND a.ended_at IS NULL) THEN 'сотрудник отсутствует' END AS problem
    FROM employee e WHERE e.id = ANY(${ids('EMPLOYEE')}::int[])
    UNION ALL
    SELECT 'WORKGROUP', g.id, g.name, CASE WHEN g.not_active THEN 'группа отключена'
      WHEN NOT EXISTS (SELECT FROM workgroup_employee m WHERE m.workgroup_id = g.id) THEN 'в группе никого нет' END
    FROM workgroup g WHERE g.id = ANY(${ids('WORKGROUP')}::int[])
    UNION ALL
    SELECT 'BRANCH', p.id, p.short_name, CASE WHEN p.not_active THEN 'филиал отключён' END
    FROM partner p WHERE p.id = ANY(${ids('BRANCH')}::int[])`.execute(db)
  return rows
}

const like = (search: string) => `%${search.replace(/[\\%_]/g, '\\$&')}%`

/** Who and what may be named, by a part of the name. */
export async function searchTargets(
  db: Db,
  kind: Target['kind'],
  search: string,
): Promise<{ id: number; name: string; note: string }[]> {
  const wanted = like(search)
  const found = {
    EMPLOYEE: sql`SELECT e.id, e.full_name AS name, p.short_name AS note FROM employee e JOIN partner p ON p.id = e.partner_id
      WHERE NOT e.not_active AND search_form(e.full_name) LIKE search_form(${wanted})`,
    WORKGROUP: sql`SELECT g.id, g.name, p.short_name AS note FROM workgroup g JOIN partner p ON p.id = g.partner_id
      WHERE NOT g.not_active AND search_form(g.name) LIKE search_form(${wanted})`,
    BRANCH: sql`SELECT p.id, p.short_name AS name, coalesce(u.short_name, '') AS note FROM partner p
      LEFT JOIN partner u ON u.id = p.parent_id
      WHERE NOT p.not_active AND search_form(p.short_name) LIKE search_form(${wanted})`,
  }[kind]
  const { rows } = await sql<{ id: number; name: string; note: string }>`
    SELECT * FROM (${found}) f ORDER BY name, id LIMIT 50`.execute(db)
  return rows
}

/** Head of a group, working or not. */
export async function findHeadOf(db: Db, workgroupId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number | null }>`
    SELECT head_id AS id FROM workgroup WHERE id = ${workgroupId}`.execute(db)
  return rows[0]?.id ?? null
}
