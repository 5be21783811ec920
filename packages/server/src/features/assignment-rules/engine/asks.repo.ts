import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Asked, StoredAsk } from './asked.ts'

/** The partner and those above it, from the root down. */
export async function findPartnerPath(db: Db, partnerId: number): Promise<number[]> {
  const { rows } = await sql<{ path: number[] }>`
    SELECT ancestor_ids AS path FROM partner WHERE id = ${partnerId}`.execute(db)
  return rows[0]?.path ?? [partnerId]
}

/** Who led earlier cases of the same client at the same partner, the latest first. */
export async function findLeadersBefore(
  db: Db,
  { caseId, personId, clientPhone, partnerId }: Asked,
): Promise<number[]> {
  if (personId === null && clientPhone === null) return []
  const { rows } = await sql<{ id: number }>`
    SELECT responsible_id AS id FROM case_file
    WHERE partner_id = ${partnerId} AND responsible_id IS NOT NULL AND id IS DISTINCT FROM ${caseId}::int
      AND (person_id = ${personId}::int OR client_phone = ${clientPhone}::text)
    ORDER BY id DESC LIMIT 5`.execute(db)
  return [...new Set(rows.map(({ id }) => id))]
}

const stored = sql`f.id AS "caseId", f.type, f.number, f.client_name AS "clientName", f.partner_id AS "partnerId",
  f.region_code AS "regionCode", f.programme_code AS "programmeCode", f.amount::text AS amount, f.channel,
  coalesce(l.source_code, s.source_code) AS source, q.campaign, l.qr_code_id IS NOT NULL AS "isByQr",
  coalesce(q.employee_id, f.created_by) AS "authorId", f.person_id AS "personId", f.client_phone AS "clientPhone",
  p.ancestor_ids AS "partnerPath", f.created_at AS "createdAt", f.responsible_id AS "responsibleId",
  f.workgroup_id AS "workgroupId",
  coalesce((SELECT c.actor_id IS NOT NULL FROM case_manager_change c WHERE c.case_id = f.id ORDER BY c.id DESC LIMIT 1),
    false) AS "isByHand",
  ARRAY(SELECT o.responsible_id FROM case_file o WHERE o.partner_id = f.partner_id AND o.id < f.id
    AND o.responsible_id IS NOT NULL AND (o.person_id = f.person_id OR o.client_phone = f.client_phone)
    ORDER BY o.id DESC LIMIT 5) AS "leadersBefore"`
const joined = sql`case_file f JOIN partner p ON p.id = f.partner_id LEFT JOIN lead l ON l.id = f.id
  LEFT JOIN short_application s ON s.id = f.id LEFT JOIN qr_code q ON q.id = l.qr_code_id`

const toAsk = (row: StoredAsk): StoredAsk => ({ ...row, createdAt: new Date(row.createdAt) })

export async function findAskByNumber(
  db: Db,
  type: CaseType,
  number: string,
): Promise<StoredAsk | undefined> {
  const { rows } = await sql<StoredAsk>`SELECT ${stored} FROM ${joined}
    WHERE f.type = ${type} AND f.number = ${number}`.execute(db)
  return rows[0] && toAsk(rows[0])
}

/** Of the type, opened from one moment to another, by QR codes alone where asked; in the order in which they came. */
export async function findAsksOpened(
  db: Db,
  asked: {
    readonly type: CaseType
    readonly byQr: boolean
    readonly from: Date
    readonly to: Date
    readonly most: number
  },
): Promise<StoredAsk[]> {
  const { rows } = await sql<StoredAsk>`SELECT ${stored} FROM ${joined}
    WHERE f.type = ${asked.type} AND f.created_at >= ${asked.from} AND f.created_at < ${asked.to}
      AND (l.qr_code_id IS NOT NULL) = ${asked.byQr}
    ORDER BY f.created_at, f.id LIMIT ${asked.most}`.execute(db)
  return rows.map(toAsk)
}

/** When the last case of the type came before a moment; null: none did. */
export async function findLastOpened(
  db: Db,
  { type, byQr, to }: { readonly type: CaseType; readonly byQr: boolean; readonly to: Date },
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    SELECT max(f.created_at) AS at FROM case_file f LEFT JOIN lead l ON l.id = f.id
    WHERE f.type = ${type} AND f.created_at < ${to} AND (l.qr_code_id IS NOT NULL) = ${byQr}`.execute(db)
  const at = rows[0]?.at
  return at ? new Date(at) : null
}

/** Open cases of the scope that may be given anew, the oldest first. */
export async function findOpenAsks(
  db: Db,
  asked: {
    readonly type: CaseType
    readonly byQr: boolean
    readonly which: 'NOBODY' | 'ALL'
    readonly most: number
  },
): Promise<StoredAsk[]> {
  const { rows } = await sql<StoredAsk>`SELECT * FROM (SELECT ${stored} FROM ${joined}
    WHERE f.type = ${asked.type} AND NOT f.closed AND f.archived_at IS NULL
      AND (l.qr_code_id IS NOT NULL) = ${asked.byQr}
      AND ${asked.which === 'NOBODY' ? sql`f.responsible_id IS NULL` : sql`true`}) found
    WHERE ${asked.which === 'NOBODY'} OR NOT "isByHand"
    ORDER BY "caseId" LIMIT ${asked.most}`.execute(db)
  return rows.map(toAsk)
}

/** The open case held as the rules look at it; undefined: it is not there, closed or put away. */
export async function holdOpenAsk(db: Db, caseId: number): Promise<StoredAsk | undefined> {
  await sql`SELECT FROM case_file WHERE id = ${caseId} FOR NO KEY UPDATE`.execute(db)
  const { rows } = await sql<StoredAsk>`SELECT ${stored} FROM ${joined}
    WHERE f.id = ${caseId} AND NOT f.closed AND f.archived_at IS NULL`.execute(db)
  return rows[0] && toAsk(rows[0])
}

/** Open cases that nobody leads and no group waits for. */
export async function countWaiting(db: Db, type: CaseType, byQr: boolean): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM case_file f LEFT JOIN lead l ON l.id = f.id
    WHERE f.type = ${type} AND NOT f.closed AND f.archived_at IS NULL AND f.responsible_id IS NULL
      AND f.workgroup_id IS NULL AND (l.qr_code_id IS NOT NULL) = ${byQr}`.execute(db)
  return rows[0]?.count ?? 0
}
