import {
  type ChangeKindCode,
  decidingOperation,
  type DecidingObject,
  kindsDecidedBy,
  type RequestStatus,
} from '@ipoteka-office/contract/change-requests/change-requests.ts'
import type { PageQuery } from '@ipoteka-office/contract/common/page.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { knownTotal } from '#lib/paging.ts'

/** An operation of a role by its codes. */
interface OperationCode {
  readonly objectType: string
  readonly code: string
}

/** What people see of a change. */
export interface ChangeDiff {
  readonly fields: { label: string; oldValue: string; newValue: string }[]
  readonly added: OperationCode[]
  readonly removed: OperationCode[]
}

/** A request as it is stored; what its payload is says its kind. */
export interface RequestRow {
  readonly id: number
  readonly kind: ChangeKindCode
  readonly objectId: number | null
  readonly title: string
  /** The object as it shall be. */
  readonly payload: unknown
  readonly diff: ChangeDiff
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
  /** The reader made it or is whom it is about, under this account or another one. */
  readonly isOwn: boolean
}

/** One whose time is over shows as expired before the job has come round. */
const status = sql`CASE WHEN c.status = 'PENDING' AND c.expires_at <= now() THEN 'EXPIRED' ELSE c.status END`
/** Whether the change gives something to the reader, under this account or another one. */
const isAbout = (readerId: number) => sql`(
  (c.object_type IN ('employee_roles', 'employee_account', 'decision_authority') AND same_person(c.object_id, ${readerId}))
  OR (c.object_type = 'workgroup_roles' AND EXISTS (SELECT FROM workgroup_employee g
    WHERE g.workgroup_id = c.object_id AND same_person(g.employee_id, ${readerId})))
  OR (c.object_type = 'workgroup_members' AND EXISTS (SELECT FROM jsonb_array_elements_text(c.payload -> 'employeeIds') a (id)
    WHERE same_person(a.id::int, ${readerId}))))`
const columnsFor = (
  readerId: number,
) => sql`c.id, c.object_type AS kind, c.object_id AS "objectId", c.title, c.payload,
  c.diff, c.base_version AS "baseVersion", c.affected,
  ${status} AS status, jsonb_build_object('id', m.id, 'fullName', m.full_name) AS maker, c.created_at AS "createdAt",
  CASE WHEN k.id IS NOT NULL THEN jsonb_build_object('id', k.id, 'fullName', k.full_name) END AS checker,
  c.decided_at AS "decidedAt", c.comment, c.expires_at AS "expiresAt", c.version,
  same_person(c.maker_id, ${readerId}) OR ${isAbout(readerId)} AS "isOwn"`
const from = sql`FROM change_request c JOIN employee m ON m.id = c.maker_id LEFT JOIN employee k ON k.id = c.checker_id`

export interface RequestFilter {
  /** Whose operation `Approve` decides on them. */
  readonly decides: DecidingObject
  readonly status?: RequestStatus | undefined
  readonly objectId?: number | undefined
  readonly makerId?: number | undefined
}

/** A page of requests as a reader sees them, newest first. */
export async function findRequests(
  db: Db,
  readerId: number,
  filter: RequestFilter,
  query: PageQuery,
): Promise<{ rows: RequestRow[]; total: number }> {
  const where = sql`WHERE (${filter.status ?? null}::text IS NULL OR ${status} = ${filter.status ?? null})
    AND c.object_type = ANY(${kindsDecidedBy(filter.decides)}::text[])
    AND (${filter.objectId ?? null}::int IS NULL OR c.object_id = ${filter.objectId ?? null})
    AND (${filter.makerId ?? null}::int IS NULL OR c.maker_id = ${filter.makerId ?? null})`
  const { rows } = await sql<RequestRow>`SELECT ${columnsFor(readerId)} ${from} ${where} ORDER BY c.id DESC
    LIMIT ${query.size} OFFSET ${query.page * query.size}`.execute(db)
  const known = knownTotal(rows.length, query)
  if (known !== undefined) return { rows, total: known }
  const counted = await sql<{ count: number }>`SELECT count(*)::int AS count ${from} ${where}`.execute(db)
  return { rows, total: counted.rows[0]?.count ?? 0 }
}

export async function findRequest(db: Db, readerId: number, id: number): Promise<RequestRow | undefined> {
  const { rows } = await sql<RequestRow>`SELECT ${columnsFor(readerId)} ${from} WHERE c.id = ${id}`.execute(
    db,
  )
  return rows[0]
}

/** Decisions on the request wait for each other. */
export async function lockRequest(db: Db, readerId: number, id: number): Promise<RequestRow | undefined> {
  await sql`SELECT 1 FROM change_request WHERE id = ${id} FOR UPDATE`.execute(db)
  return findRequest(db, readerId, id)
}

/** A change that is to be put before a second person. */
export interface NewRequest {
  readonly kind: ChangeKindCode
  readonly objectId: number | null
  readonly title: string
  readonly payload: object
  readonly diff: ChangeDiff
  readonly baseVersion: number | null
  readonly affected: number
}

/** Who asks, and after how many days nobody's decision is a refusal. */
interface Asked {
  readonly makerId: number
  readonly days: number
}

export async function insertRequest(db: Db, request: NewRequest, { makerId, days }: Asked): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO change_request (object_type, object_id, title, payload, diff, base_version, affected, maker_id, expires_at)
    VALUES (${request.kind}, ${request.objectId}, ${request.title}, ${JSON.stringify(request.payload)}::text::jsonb,
      ${JSON.stringify(request.diff)}::text::jsonb, ${request.baseVersion}, ${request.affected}, ${makerId},
      now() + make_interval(days => ${days}))
    RETURNING id`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The request was not stored')
  return row.id
}

export interface Decision {
  readonly status: 'APPROVED' | 'REJECTED' | 'WITHDRAWN'
  readonly checkerId: number | null
  readonly comment: string
  /** Of what the approval has created. */
  readonly objectId: number | null
}

export async function closeRequest(db: Db, id: number, decision: Decision): Promise<void> {
  await sql`UPDATE change_request SET status = ${decision.status}, checker_id = ${decision.checkerId},
    comment = ${decision.comment}, object_id = coalesce(object_id, ${decision.objectId}), decided_at = now(),
    version = version + 1 WHERE id = ${id}`.execute(db)
}

/** A request that nobody has decided in time. */
type ExpiredRequest = Pick<RequestRow, 'id' | 'kind' | 'objectId' | 'title'> & { readonly makerId: number }

/** Ends those whose time is over, of one object or all; answers whose they were. */
export async function expireRequests(
  db: Db,
  object: { kind: ChangeKindCode; objectId: number } | null = null,
): Promise<ExpiredRequest[]> {
  const { rows } = await sql<ExpiredRequest>`
    UPDATE change_request SET status = 'EXPIRED', decided_at = now(), version = version + 1
    WHERE status = 'PENDING' AND expires_at <= now() AND (${object?.kind ?? null}::text IS NULL
      OR (object_type = ${object?.kind ?? null} AND object_id = ${object?.objectId ?? null}))
    RETURNING id, object_type AS kind, object_id AS "objectId", title, maker_id AS "makerId"`.execute(db)
  return rows
}

/** The request of an object that waits. */
export interface Pending {
  readonly id: number
  readonly title: string
  readonly maker: string
}
export async function findPending(
  db: Db,
  { kind, objectId }: { kind: ChangeKindCode; objectId: number },
): Promise<Pending | null> {
  const { rows } = await sql<Pending>`
    SELECT c.id, c.title, m.full_name AS maker FROM change_request c JOIN employee m ON m.id = c.maker_id
    WHERE c.object_type = ${kind} AND c.object_id = ${objectId} AND c.status = 'PENDING' AND c.expires_at > now()`.execute(
    db,
  )
  return rows[0] ?? null
}

/** How many wait for somebody other than this person, of those on which the object's `Approve` decides. */
export async function countWaiting(db: Db, exceptMakerId: number, decides: DecidingObject): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM change_request c
    WHERE status = 'PENDING' AND expires_at > now() AND c.object_type = ANY(${kindsDecidedBy(decides)}::text[])
      AND NOT same_person(maker_id, ${exceptMakerId})
      AND NOT ${isAbout(exceptMakerId)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Active people of the operator who hold the object's `Approve`. */
export async function findDeciders(db: Db, exceptId: number, decides: DecidingObject): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT e.id FROM user_role_operation o
    JOIN user_role r ON r.id = o.user_role_id AND NOT r.is_disabled
    JOIN role_holder h ON h.user_role_id = r.id
    JOIN employee e ON e.id = h.employee_id AND NOT e.not_active
    JOIN partner p ON p.id = e.partner_id AND NOT p.not_active AND 'Ahml' = ANY(p.roles)
    WHERE o.object_type = ${decides} AND o.operation = ${decidingOperation(decides)} AND NOT same_person(e.id, ${exceptId})
    ORDER BY e.id LIMIT 100`.execute(db)
  return rows.map(({ id }) => id)
}

/** The approved access of the maker to somebody's account that has not been used in the hours given for it. */
export async function findGrant(
  db: Db,
  { employeeId, makerId, hours }: { employeeId: number; makerId: number; hours: number },
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM change_request WHERE object_type = 'employee_account' AND object_id = ${employeeId}
      AND maker_id = ${makerId} AND status = 'APPROVED' AND used_at IS NULL
      AND decided_at > now() - make_interval(hours => ${hours}) ORDER BY id LIMIT 1`.execute(db)
  return rows[0]?.id ?? null
}

/** Uses an access up; false when somebody was faster. */
export async function spendGrant(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`UPDATE change_request SET used_at = now(), version = version + 1
    WHERE id = ${id} AND used_at IS NULL RETURNING id`.execute(db)
  return rows.length > 0
}
