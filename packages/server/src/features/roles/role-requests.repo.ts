import type { PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { RequestStatus } from '@ipoteka-office/contract/role-requests.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { knownTotal } from '#lib/paging.ts'
import type { RoleDiff, RoleState } from './role-changes.rules.ts'

/** A request as it is stored. */
export interface RequestRow {
  readonly id: number
  readonly roleId: number | null
  readonly title: string
  /** The role as it shall be. */
  readonly payload: RoleState
  readonly diff: RoleDiff
  readonly baseVersion: number | null
  readonly affected: number
  readonly status: RequestStatus
  readonly maker: { id: number; fullName: string }
  readonly createdAt: string
  readonly checker: { id: number; fullName: string } | null
  readonly decidedAt: string | null
  readonly comment: string
  readonly expiresAt: string
  readonly version: number
  /** The version of the role now; null when the request creates it. */
  readonly roleVersion: number | null
}

/** One whose time is over shows as expired before the job has come round. */
const status = sql`CASE WHEN c.status = 'PENDING' AND c.expires_at <= now() THEN 'EXPIRED' ELSE c.status END`
const columns = sql`c.id, c.object_id AS "roleId", c.title, c.payload, c.diff, c.base_version AS "baseVersion", c.affected,
  ${status} AS status, jsonb_build_object('id', m.id, 'fullName', m.full_name) AS maker, c.created_at AS "createdAt",
  CASE WHEN k.id IS NOT NULL THEN jsonb_build_object('id', k.id, 'fullName', k.full_name) END AS checker,
  c.decided_at AS "decidedAt", c.comment, c.expires_at AS "expiresAt", c.version, r.version AS "roleVersion"`
const from = sql`FROM change_request c JOIN employee m ON m.id = c.maker_id LEFT JOIN employee k ON k.id = c.checker_id
  LEFT JOIN user_role r ON r.id = c.object_id`

export interface RequestFilter {
  readonly status?: RequestStatus | undefined
  readonly roleId?: number | undefined
  readonly makerId?: number | undefined
}

/** A page of requests, newest first. */
export async function findRequests(
  db: Db,
  filter: RequestFilter,
  query: PageQuery,
): Promise<{ rows: RequestRow[]; total: number }> {
  const where = sql`WHERE c.object_type = 'user_role'
    AND (${filter.status ?? null}::text IS NULL OR ${status} = ${filter.status ?? null})
    AND (${filter.roleId ?? null}::int IS NULL OR c.object_id = ${filter.roleId ?? null})
    AND (${filter.makerId ?? null}::int IS NULL OR c.maker_id = ${filter.makerId ?? null})`
  const { rows } = await sql<RequestRow>`SELECT ${columns} ${from} ${where} ORDER BY c.id DESC
    LIMIT ${query.size} OFFSET ${query.page * query.size}`.execute(db)
  const known = knownTotal(rows.length, query)
  if (known !== undefined) return { rows, total: known }
  const counted = await sql<{ count: number }>`SELECT count(*)::int AS count ${from} ${where}`.execute(db)
  return { rows, total: counted.rows[0]?.count ?? 0 }
}

export async function findRequest(db: Db, id: number): Promise<RequestRow | undefined> {
  const { rows } = await sql<RequestRow>`SELECT ${columns} ${from}
    WHERE c.object_type = 'user_role' AND c.id = ${id}`.execute(db)
  return rows[0]
}

/** Decisions on the request wait for each other. */
export async function lockRequest(db: Db, id: number): Promise<RequestRow | undefined> {
  await sql`SELECT 1 FROM change_request WHERE id = ${id} FOR UPDATE`.execute(db)
  return findRequest(db, id)
}

export interface NewRequest {
  readonly roleId: number | null
  readonly title: string
  readonly payload: RoleState
  readonly diff: RoleDiff
  readonly baseVersion: number | null
  readonly affected: number
  readonly makerId: number
}

/** Days after which nobody's decision is a refusal. */
export const requestDays = 14

export async function insertRequest(db: Db, request: NewRequest): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO change_request (object_type, object_id, title, payload, diff, base_version, affected, maker_id, expires_at)
    VALUES ('user_role', ${request.roleId}, ${request.title}, ${JSON.stringify(request.payload)}::text::jsonb,
      ${JSON.stringify(request.diff)}::text::jsonb, ${request.baseVersion}, ${request.affected}, ${request.makerId},
      now() + make_interval(days => ${requestDays}))
    RETURNING id`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The request was not stored')
  return row.id
}

export interface Decision {
  readonly status: 'APPROVED' | 'REJECTED' | 'WITHDRAWN'
  readonly checkerId: number | null
  readonly comment: string
  /** Of a created role. */
  readonly roleId: number | null
}

export async function closeRequest(db: Db, id: number, decision: Decision): Promise<void> {
  await sql`UPDATE change_request SET status = ${decision.status}, checker_id = ${decision.checkerId},
    comment = ${decision.comment}, object_id = coalesce(object_id, ${decision.roleId}), decided_at = now(),
    version = version + 1 WHERE id = ${id}`.execute(db)
}

/** Ends those whose time is over, of one role or all; answers whose they were. */
export async function expireRequests(
  db: Db,
  roleId: number | null = null,
): Promise<{ id: number; title: string; makerId: number }[]> {
  const { rows } = await sql<{ id: number; title: string; makerId: number }>`
    UPDATE change_request SET status = 'EXPIRED', decided_at = now(), version = version + 1
    WHERE status = 'PENDING' AND expires_at <= now() AND (${roleId}::int IS NULL OR object_id = ${roleId})
    RETURNING id, title, maker_id AS "makerId"`.execute(db)
  return rows
}

/** The pending request of a role. */
export async function findPending(
  db: Db,
  roleId: number,
): Promise<{ id: number; maker: string } | undefined> {
  const { rows } = await sql<{ id: number; maker: string }>`
    SELECT c.id, m.full_name AS maker FROM change_request c JOIN employee m ON m.id = c.maker_id
    WHERE c.object_type = 'user_role' AND c.object_id = ${roleId} AND c.status = 'PENDING'`.execute(db)
  return rows[0]
}

/** How many wait for somebody other than this person. */
export async function countWaiting(db: Db, exceptMakerId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM change_request
    WHERE object_type = 'user_role' AND status = 'PENDING' AND expires_at > now() AND maker_id <> ${exceptMakerId}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
