import type { PromotionCap } from '@ipoteka-office/contract/products/version/version-parts.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

export type PlaceState = 'USED' | 'RESERVED' | 'GIVEN_BACK'

/** A promotion held until the transaction ends: its places are taken one after another. */
export async function lockPromotion(db: Db, promotionId: number): Promise<boolean> {
  const { rows } =
    await sql`SELECT FROM product WHERE id = ${promotionId} AND kind = 'PROMOTION' FOR NO KEY UPDATE`.execute(
      db,
    )
  return rows.length > 0
}

/** The cap of the version in force on the day, else of the newest that was released; null: there is none. */
export async function findCap(db: Db, promotionId: number, day: string): Promise<PromotionCap | null> {
  const { rows } = await sql<{ cap: PromotionCap | null }>`
    SELECT nullif(v.content -> 'cap', 'null') AS cap FROM product_version v
    WHERE v.product_id = ${promotionId} AND v.in_force IS NOT NULL
    ORDER BY (v.in_force @> ${day}::date) DESC, v.number DESC LIMIT 1`.execute(db)
  return rows[0]?.cap ?? null
}

/** How much of a promotion is held by others than the case. Sums are roubles. */
export async function findHeld(
  db: Db,
  promotionId: number,
  butCaseId: number | null = null,
): Promise<Record<'USED' | 'RESERVED', { count: number; amount: string }>> {
  const { rows } = await sql<{ state: PlaceState; count: number; amount: string }>`
    SELECT state, count(*)::int AS count, sum(amount)::text AS amount FROM promotion_place
    WHERE product_id = ${promotionId} AND state <> 'GIVEN_BACK' AND case_id IS DISTINCT FROM ${butCaseId}::int
    GROUP BY state`.execute(db)
  const of = (state: PlaceState) => {
    const { count = 0, amount = '0.00' } = rows.find((row) => row.state === state) ?? {}
    return { count, amount }
  }
  return { USED: of('USED'), RESERVED: of('RESERVED') }
}

/** A place of the case: the one it holds with the new sum, or a new one. */
export async function putPlace(
  db: Db,
  { promotionId, caseId, amount, at }: { promotionId: number; caseId: number; amount: string; at: Date },
): Promise<void> {
  await sql`INSERT INTO promotion_place (product_id, case_id, amount, at, changed_at)
    VALUES (${promotionId}, ${caseId}, ${amount}::numeric, ${at}, ${at})
    ON CONFLICT (product_id, case_id) WHERE state <> 'GIVEN_BACK'
    DO UPDATE SET amount = excluded.amount, changed_at = excluded.changed_at`.execute(db)
}

/** Places of the case that are held; of one promotion, or of all but some. */
export async function changePlaces(
  db: Db,
  {
    caseId,
    but,
    from,
    to,
    at,
  }: { caseId: number; but: readonly number[]; from: PlaceState[]; to: PlaceState; at: Date },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    UPDATE promotion_place SET state = ${to}, changed_at = ${at}
    WHERE case_id = ${caseId} AND state = ANY(${from}::text[]) AND product_id <> ALL(${but}::int[])
    RETURNING product_id AS id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Places that a case holds become those of the case that is made of it. */
export async function movePlaces(
  db: Db,
  { from, to, at }: { from: number; to: number; at: Date },
): Promise<void> {
  await sql`UPDATE promotion_place SET case_id = ${to}, changed_at = ${at}
    WHERE case_id = ${from} AND state <> 'GIVEN_BACK'`.execute(db)
}

/** A place of a promotion with its case. */
export interface PlaceRow {
  readonly id: number
  readonly type: string
  readonly number: string
  readonly clientName: string
  readonly amount: string
  readonly place: PlaceState
  readonly at: string
}

/** The latest places of the promotion, each with its case. */
export async function findPlaces(db: Db, promotionId: number): Promise<PlaceRow[]> {
  const { rows } = await sql<PlaceRow>`
    SELECT f.id, f.type, f.number, f.client_name AS "clientName", w.amount::text AS amount, w.state AS place,
      w.changed_at AS at
    FROM promotion_place w JOIN case_file f ON f.id = w.case_id WHERE w.product_id = ${promotionId}
    ORDER BY w.id DESC LIMIT 500`.execute(db)
  return rows
}
