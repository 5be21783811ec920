import { sql } from 'kysely'
import type { Horizon } from '#lib/bank-time.ts'
import { mayCheck } from '#db/may-check.ts'

const person = (alias: string) => sql`CASE WHEN ${sql.ref(`${alias}.id`)} IS NOT NULL
  THEN jsonb_build_object('id', ${sql.ref(`${alias}.id`)}, 'fullName', ${sql.ref(`${alias}.full_name`)}) END`

/** What `rowShape` needs beside `employee e`. */
export const rowJoins = sql`JOIN partner p ON p.id = e.partner_id LEFT JOIN employee h ON h.id = e.head_id
  LEFT JOIN employee_account acc ON acc.employee_id = e.id`

/** The partner in short. */
export const partnerRef = sql`jsonb_build_object('id', p.id, 'shortName', p.short_name)`

/** A procuracy's or a document's state on a day; `until` may be null: without an end. */
export const expiryState = (
  alias: string,
  { from, until, revoked }: { from: string; until: string; revoked: string | null },
  { today, soon }: Horizon,
) => {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  const isRevoked = revoked === null ? sql`false` : sql`${column(revoked)} <= ${today}::date`
  return sql`CASE WHEN ${isRevoked} THEN 'REVOKED'
    WHEN ${column(until)} < ${today}::date THEN 'EXPIRED'
    WHEN ${column(from)} > ${today}::date THEN 'FUTURE'
    WHEN ${column(until)} <= ${soon}::date THEN 'EXPIRING' ELSE 'VALID' END`
}

const procuracyDates = { from: 'date_from', until: 'date_to', revoked: 'revoked_on' } as const

/** A row of the list as the contract has it. */
export const rowShape = (horizon: Horizon) => sql`
  e.id, e.full_name AS "fullName", e.job_title AS "jobTitle", e.login,
  e.email, e.phone, e.not_active AS "notActive", ${partnerRef} AS partner, ${person('h')} AS head, e.version,
  coalesce((SELECT jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name) ORDER BY r.name, r.id)
    FROM employee_user_role er JOIN user_role r ON r.id = er.user_role_id WHERE er.employee_id = e.id), '[]') AS "userRoles",
  coalesce((SELECT jsonb_agg(jsonb_build_object('id', w.id, 'name', w.name) ORDER BY w.name, w.id)
    FROM workgroup_employee we JOIN workgroup w ON w.id = we.workgroup_id
    WHERE we.employee_id = e.id AND NOT w.not_active), '[]') AS workgroups,
  (SELECT jsonb_build_object('id', a.id, 'reason', a.reason, 'dateFrom', a.date_from, 'dateTo', a.date_to,
      'deputy', ${person('d')})
    FROM employee_absence a LEFT JOIN employee d ON d.id = a.deputy_id WHERE a.employee_id = e.id
      AND a.cancelled_at IS NULL AND ${horizon.today}::date BETWEEN a.date_from AND a.date_to LIMIT 1) AS absence,
  (SELECT jsonb_build_object('dateTo', pr.date_to, 'state', ${expiryState('pr', procuracyDates, horizon)})
    FROM procuracy pr WHERE pr.employee_id = e.id AND pr.deleted_at IS NULL
    ORDER BY pr.revoked_on IS NULL DESC, pr.date_from <= ${horizon.today}::date DESC, pr.date_to DESC LIMIT 1) AS procuracy,
  CASE WHEN acc.state IN ('WAITING', 'FAILED') THEN acc.state WHEN e.identity_id IS NULL THEN 'NONE'
    WHEN e.not_active THEN 'DISABLED' ELSE 'ACTIVE' END AS "accountState"`

/** The card as the contract has it. */
export const cardShape = (horizon: Horizon) => sql`${rowShape(horizon)},
  e.last_name AS "lastName", e.first_name AS "firstName", e.middle_name AS "middleName",
  e.full_name AS descriptor, e.sex, e.birth_date::text AS "birthDate", e.identity_id AS "identityId",
  e.created_at AS "createdAt", ${mayCheck} AS "mayCheck",
  coalesce((SELECT jsonb_agg(jsonb_build_object('id', ap.id, 'type', ap.type, 'workStatus', ap.work_status,
      'openApplicationsCount', wl.open_count) ORDER BY ap.type DESC)
    FROM approver ap JOIN approver_workload wl ON wl.approver_id = ap.id WHERE ap.employee_id = e.id), '[]') AS approvers`

/** A name as the contract has it; needs `employee e` and `partner p`. */
export const nameShape = sql`e.id, e.full_name AS "fullName", e.full_name AS descriptor, e.job_title AS "jobTitle",
  e.not_active AS "notActive", ${partnerRef} AS partner`

export { procuracyDates }
