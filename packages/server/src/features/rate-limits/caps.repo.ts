import {
  capProgrammes,
  type CapFilter,
  type CapInput,
  type RateCap,
} from '@ipoteka-office/contract/rate-limits/caps.ts'
import type { AuthorityProduct } from '@ipoteka-office/contract/underwriting/authority.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import { sql } from 'kysely'
import { countOf } from '#db/count-of.ts'
import type { Db } from '#db/database.ts'
import { readPage } from '#lib/paging.ts'

const state = (today: string) => sql`CASE WHEN c.withdrawn_at IS NOT NULL THEN 'WITHDRAWN'
  WHEN c.valid_from > ${today}::date THEN 'FUTURE' WHEN c.valid_to < ${today}::date THEN 'PAST' ELSE 'CURRENT' END`

const shape = (today: string) => sql`c.id, c.product, c.programme, c.partner_id AS "partnerId", c.rate::text,
  c.valid_from AS "validFrom", c.valid_to AS "validTo", c.ground, ${state(today)} AS state,
  CASE WHEN c.programme IS NOT NULL THEN coalesce((SELECT i.name FROM reference_item i WHERE i.code = c.programme
    AND i.dictionary = CASE c.product WHEN 'MORTGAGE' THEN ${capProgrammes.MORTGAGE} ELSE ${capProgrammes.CASH_LOAN} END),
    c.programme) END AS "programmeName",
  CASE WHEN p.id IS NOT NULL THEN json_build_object('id', p.id, 'shortName', p.short_name) END AS partner,
  CASE WHEN q.id IS NOT NULL THEN json_build_object('maker', m.full_name, 'checker', k.full_name) END AS request,
  (SELECT w.id FROM change_request w WHERE w.object_type = 'rate_cap' AND w.object_id = c.id AND w.status = 'PENDING'
    AND w.expires_at > now()) AS "requestId",
  CASE WHEN c.withdrawn_at IS NULL THEN 1 ELSE 2 END AS version`
const from = sql`rate_cap c LEFT JOIN partner p ON p.id = c.partner_id
  LEFT JOIN change_request q ON q.id = c.change_request_id
  LEFT JOIN employee m ON m.id = q.maker_id LEFT JOIN employee k ON k.id = q.checker_id`

/** Caps of a filter, those in force first. */
export function findCaps(db: Db, filter: CapFilter, today: string, query: PageQuery): Promise<Page<RateCap>> {
  const where = sql`(${filter.states.length === 0} OR ${state(today)} = ANY(${filter.states}::text[]))
    AND (${filter.products.length === 0} OR c.product = ANY(${filter.products}::text[]))
    AND (${filter.partnerIds.length === 0} OR c.partner_id = ANY(${filter.partnerIds}::int[]))`
  return readPage(query, {
    rows: async () => {
      const { rows } = await sql<RateCap>`SELECT ${shape(today)} FROM ${from} WHERE ${where}
        ORDER BY array_position(ARRAY['CURRENT', 'FUTURE', 'PAST', 'WITHDRAWN'], ${state(today)}), c.valid_from DESC, c.id DESC
        LIMIT ${query.size} OFFSET ${query.page * query.size}`.execute(db)
      return rows
    },
    count: () => countOf(db, sql`FROM rate_cap c WHERE ${where}`),
  })
}

/** One cap, held until the transaction ends where it is going to change. */
export async function findCap(
  db: Db,
  id: number,
  today: string,
  { lock }: { readonly lock: boolean },
): Promise<RateCap | undefined> {
  if (lock) await sql`SELECT FROM rate_cap WHERE id = ${id} FOR NO KEY UPDATE`.execute(db)
  const { rows } = await sql<RateCap>`SELECT ${shape(today)} FROM ${from} WHERE c.id = ${id}`.execute(db)
  return rows[0]
}

/** What caps are asked for. */
export interface CappedContract {
  readonly product: AuthorityProduct
  readonly programme: string | null
  readonly partnerId: number | null
  readonly day: string
}

/** Caps that bind a contract of a day, the lowest first. */
export async function findCapsOf(
  db: Db,
  { product, programme, partnerId, day }: CappedContract,
): Promise<{ rate: string; ground: string }[]> {
  const { rows } = await sql<{ rate: string; ground: string }>`
    SELECT rate::text, ground FROM rate_cap
    WHERE product = ${product} AND withdrawn_at IS NULL AND valid_from <= ${day}::date
      AND (valid_to IS NULL OR valid_to >= ${day}::date)
      AND (programme IS NULL OR programme = ${programme}::text)
      AND (partner_id IS NULL OR partner_id = ${partnerId}::int)
    ORDER BY rate, id`.execute(db)
  return rows
}

/** A cap that holds whoever the partner is. */
export interface CommonCap {
  readonly product: AuthorityProduct
  /** Null: every programme. */
  readonly programme: string | null
  readonly rate: string
  readonly ground: string
}

/** Every cap of a day that is not of one partner, the lowest first. */
export async function findCommonCaps(db: Db, day: string): Promise<CommonCap[]> {
  const { rows } = await sql<CommonCap>`
    SELECT product, programme, rate::text, ground FROM rate_cap
    WHERE withdrawn_at IS NULL AND partner_id IS NULL AND valid_from <= ${day}::date
      AND (valid_to IS NULL OR valid_to >= ${day}::date)
    ORDER BY rate, id`.execute(db)
  return rows
}

export async function insertCap(
  db: Db,
  { product, programme, partnerId, rate, validFrom, validTo, ground }: CapInput,
  changeRequestId: number | null,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO rate_cap (product, programme, partner_id, rate, valid_from, valid_to, ground, change_request_id)
    VALUES (${product}, ${programme}, ${partnerId}, ${rate}, ${validFrom}, ${validTo}, ${ground}, ${changeRequestId})
    RETURNING id`.execute(db)
  return rows[0]?.id ?? 0
}

export async function withdrawCap(db: Db, id: number): Promise<void> {
  await sql`UPDATE rate_cap SET withdrawn_at = now() WHERE id = ${id} AND withdrawn_at IS NULL`.execute(db)
}

/** What a partner is called; null where there is none. */
export async function findPartnerName(db: Db, id: number): Promise<string | null> {
  const { rows } = await sql<{
    name: string
  }>`SELECT short_name AS name FROM partner WHERE id = ${id}`.execute(db)
  return rows[0]?.name ?? null
}
