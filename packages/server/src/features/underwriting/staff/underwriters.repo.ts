import type { Underwriter } from '@ipoteka-office/contract/underwriting/underwriter-card.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { decidingRights } from './deciding-rights.ts'
import { helpsNow } from './group-help.repo.ts'

/** The bank's day, its zone and the minute of the day. */
export interface Moment {
  readonly day: string
  readonly timeZone: string
  readonly minute: number
}

const rightKeys = decidingRights.map(({ object, operation }) => `${object} ${operation}`)

/** Operations that somebody `e` holds of those by which decisions are taken: `FullApplication Underwrite`. */
const heldRights = sql`ARRAY(SELECT DISTINCT o.object_type || ' ' || o.operation FROM role_holder h
  JOIN user_role r ON r.id = h.user_role_id AND NOT r.is_disabled
  JOIN user_role_operation o ON o.user_role_id = r.id
  WHERE h.employee_id = e.id AND o.object_type || ' ' || o.operation = ANY(${rightKeys}::text[]))`

type CardRow = Omit<Underwriter, 'rights' | 'quality' | 'authorities' | 'pending' | 'change' | 'version'> & {
  readonly rights: string[]
}

/** What people `employee_id` hold now: in the queue of approvers, and by being responsible; a case may be there twice. */
export const heldCases = sql`(SELECT v.employee_id, a.id, a.due_at FROM application a JOIN approver v ON v.id = a.approver_id
    WHERE a.closed_at IS NULL
  UNION ALL SELECT f.responsible_id, f.id, f.due_at FROM case_file f WHERE f.responsible_id IS NOT NULL AND NOT f.closed)`

/** Somebody of the bank with their work as it is now; undefined for everybody else. */
export async function findUnderwriter(
  db: Db,
  id: number,
  { day, timeZone, minute }: Moment,
): Promise<(Omit<CardRow, 'rights'> & Pick<Underwriter, 'rights'>) | undefined> {
  const { rows } = await sql<CardRow>`
    SELECT e.id, e.full_name AS "fullName", e.login, e.job_title AS "jobTitle", e.not_active AS "notActive",
      json_build_object('id', p.id, 'shortName', p.short_name) AS partner,
      coalesce((SELECT json_agg(json_build_object('id', r.id, 'code', r.code, 'name', r.name) ORDER BY r.name)
        FROM user_role r WHERE NOT r.is_disabled AND r.id IN (SELECT h.user_role_id FROM role_holder h WHERE h.employee_id = e.id)),
        '[]') AS roles,
      coalesce((SELECT json_agg(json_build_object('id', g.id, 'name', g.name, 'head', g.head_id IS NOT DISTINCT FROM e.id)
          ORDER BY g.name)
        FROM workgroup_employee m JOIN workgroup g ON g.id = m.workgroup_id AND NOT g.not_active WHERE m.employee_id = e.id),
        '[]') AS groups,
      ${helpsNow(sql`e.id`)} AS helps,
      ${heldRights} AS rights,
      (SELECT json_build_object('reason', x.reason, 'dateTo', x.date_to,
          'deputy', CASE WHEN d.id IS NOT NULL THEN json_build_object('id', d.id, 'fullName', d.full_name) END)
        FROM employee_absence x LEFT JOIN employee d ON d.id = x.deputy_id
        WHERE x.employee_id = e.id AND x.cancelled_at IS NULL AND ${day}::date BETWEEN x.date_from AND x.date_to LIMIT 1) AS absence,
      coalesce((SELECT json_agg(json_build_object('id', a.id, 'type', a.type, 'workStatus', a.work_status,
          'shift', CASE WHEN a.shift_from IS NOT NULL AND a.shift_by IS NOT NULL
            THEN json_build_object('from', left(a.shift_from::text, 5), 'by', left(a.shift_by::text, 5)) END,
          'onShift', a.work_status = 'ACTIVE' AND a.shift @> ${minute}::int, 'open', w.open_count, 'limit', a.max_open)
          ORDER BY a.type DESC)
        FROM approver a JOIN approver_workload w ON w.approver_id = a.id WHERE a.employee_id = e.id), '[]') AS approvers,
      (SELECT json_build_object('open', count(DISTINCT f.id), 'overdue', count(DISTINCT f.id) FILTER (WHERE f.due_at < now()),
          'decidedToday', (SELECT count(*) FROM case_decision c WHERE c.author_id = e.id
            AND c.at >= ${day}::date::timestamp AT TIME ZONE ${timeZone}))
        FROM ${heldCases} f WHERE f.employee_id = e.id) AS load
    FROM employee e JOIN partner p ON p.id = e.partner_id
    WHERE e.id = ${id} AND 'Ahml' = ANY(p.roles)`.execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  return {
    ...row,
    rights: decidingRights.filter(({ object, operation }) => row.rights.includes(`${object} ${operation}`)),
  }
}
