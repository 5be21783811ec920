import type { ApproverType } from '@ipoteka-office/contract/approvers/approvers.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import { visibleTo } from '#lib/visibility.ts'

/** Hits of one kind. */
export const maxHits = 5
/** Matches looked at before the best are chosen: a short text may match half of a million rows. */
const maxMatches = 200

/** Every word must occur; `%` and `_` mean themselves. Uses the trigram index. */
const contains = (words: readonly string[]): RawBuilder<unknown> =>
  sql.join(
    words.map(
      (word) => sql`t.search_text LIKE '%' || search_form(${word.replace(/[\\%_]/g, '\\$&')}) || '%'`,
    ),
    sql` AND `,
  )

export async function findApplications(
  db: Db,
  actor: Actor,
  types: readonly ApproverType[],
  words: readonly string[],
): Promise<{ number: string; clientName: string; type: ApproverType; programme: string }[]> {
  const { rows } = await sql<{ number: string; clientName: string; type: ApproverType; programme: string }>`
    SELECT number, client_name AS "clientName", type, programme FROM (
      SELECT * FROM application t
      WHERE ${contains(words)} AND t.type = ANY(${types}::text[]) AND ${visibleTo(actor, 't.partner_id')}
      LIMIT ${maxMatches}) found
    ORDER BY number <> ${words.join(' ')}, closed_at IS NOT NULL, received_at DESC, id LIMIT ${maxHits}`.execute(
    db,
  )
  return rows
}

export async function findPartners(
  db: Db,
  actor: Actor,
  words: readonly string[],
): Promise<{ id: number; shortName: string; fullName: string }[]> {
  const { rows } = await sql<{ id: number; shortName: string; fullName: string }>`
    SELECT id, short_name AS "shortName", full_name AS "fullName" FROM (
      SELECT * FROM partner t WHERE ${contains(words)} AND ${visibleTo(actor, 't.id')} LIMIT ${maxMatches}) found
    ORDER BY not_active, short_name, id LIMIT ${maxHits}`.execute(db)
  return rows
}

export async function findApprovers(
  db: Db,
  actor: Actor,
  types: readonly ApproverType[],
  words: readonly string[],
): Promise<{ id: number; type: ApproverType; fullName: string; workStatus: string }[]> {
  const { rows } = await sql<{ id: number; type: ApproverType; fullName: string; workStatus: string }>`
    SELECT id, type, full_name AS "fullName", work_status AS "workStatus" FROM (
      SELECT * FROM approver t
      WHERE ${contains(words)} AND t.type = ANY(${types}::text[]) AND ${visibleTo(actor, 't.partner_id')}
      LIMIT ${maxMatches}) found
    ORDER BY work_status = 'INACTIVE', full_name, id LIMIT ${maxHits}`.execute(db)
  return rows
}
