import { type CaseType, caseTypes } from '@ipoteka-office/contract/machines/machines.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Somebody who may be given a case or its task. */
export interface Assignee {
  readonly id: number
  readonly fullName: string
  readonly jobTitle: string
  readonly openCases: number
}

interface Search {
  readonly operation: string
  readonly search: string
  /** Only this one. */
  readonly id?: number
}

/** Active people who hold the operation and see the case, by words of the name; the least loaded first. */
export async function findPeople(
  db: Db,
  row: { readonly type: CaseType; readonly partnerId: number },
  { operation, search, id }: Search,
): Promise<Assignee[]> {
  const words = search.split(/\s+/).filter(Boolean).slice(0, 10)
  const named = words.map(
    (w) => sql`search_form(e.full_name) LIKE '%' || search_form(${w.replace(/[\\%_]/g, '\\$&')}) || '%'`,
  )
  const { rows } = await sql<Assignee>`
    SELECT e.id, e.full_name AS "fullName", e.job_title AS "jobTitle", (SELECT count(*)::int FROM case_file f
      WHERE f.responsible_id = e.id AND f.type = ${row.type} AND NOT f.closed) AS "openCases"
    FROM employee e JOIN partner p ON p.id = e.partner_id AND NOT p.not_active
    WHERE NOT e.not_active ${id === undefined ? sql`` : sql`AND e.id = ${id}`}
      AND ('Ahml' = ANY(p.roles) OR EXISTS (SELECT FROM partner own WHERE own.id = ${row.partnerId}
        AND own.ancestor_ids @> ARRAY[p.id]))
      AND EXISTS (SELECT FROM role_holder h JOIN user_role r ON r.id = h.user_role_id AND NOT r.is_disabled
        JOIN user_role_operation o ON o.user_role_id = r.id
        WHERE h.employee_id = e.id AND o.object_type = ${caseTypes[row.type].object} AND o.operation = ${operation})
      ${named.length > 0 ? sql`AND ${sql.join(named, sql` AND `)}` : sql``}
    ORDER BY "openCases", e.full_name, e.id LIMIT 50`.execute(db)
  return rows
}

/** Whether it is an active group of the partner, of one above it, or of the bank. */
export async function isWorkgroup(db: Db, partnerId: number, workgroupId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM workgroup g JOIN partner p ON p.id = g.partner_id
    WHERE g.id = ${workgroupId} AND NOT g.not_active AND ('Ahml' = ANY(p.roles)
      OR EXISTS (SELECT FROM partner own WHERE own.id = ${partnerId} AND own.ancestor_ids @> ARRAY[p.id]))`.execute(
    db,
  )
  return rows.length > 0
}

/** Who was responsible for a case, the latest first. */
export async function findManagerChanges(db: Db, caseId: number) {
  const { rows } = await sql<{
    at: string
    actor: string
    from: { id: number; fullName: string } | null
    to: { id: number; fullName: string } | null
    workgroup: string | null
    comment: string | null
  }>`
    SELECT c.at, coalesce(a.full_name, 'Система') AS actor,
      CASE WHEN f.id IS NOT NULL THEN json_build_object('id', f.id, 'fullName', f.full_name) END AS "from",
      CASE WHEN t.id IS NOT NULL THEN json_build_object('id', t.id, 'fullName', t.full_name) END AS "to",
      g.name AS workgroup, c.comment
    FROM case_manager_change c LEFT JOIN employee a ON a.id = c.actor_id LEFT JOIN employee f ON f.id = c.from_id
    LEFT JOIN employee t ON t.id = c.to_id LEFT JOIN workgroup g ON g.id = c.workgroup_id
    WHERE c.case_id = ${caseId} ORDER BY c.id DESC LIMIT 200`.execute(db)
  return rows
}
