import { type LimitGround, limitCategories } from '@ipoteka-office/contract/rate-limits/limit-kinds.ts'
import type { LimitFilter, RateLimit } from '@ipoteka-office/contract/rate-limits/limits.ts'
import type { CreditCategory } from '@ipoteka-office/contract/rate-limits/verdict.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import { sql } from 'kysely'
import { countOf } from '#db/count-of.ts'
import type { Db } from '#db/database.ts'
import { readPage } from '#lib/paging.ts'

/** The categories of credits, in the order of the bank's dictionary. */
export async function findCategories(db: Db): Promise<CreditCategory[]> {
  const number = (key: string) =>
    sql`CASE WHEN jsonb_typeof(attributes -> ${key}) = 'number' THEN (attributes ->> ${key})::numeric END`
  const { rows } = await sql<CreditCategory>`
    SELECT code, name, coalesce(attributes ->> 'lending', '') AS lending,
      ${number('amountAbove')}::text AS "amountAbove", ${number('amountTo')}::text AS "amountTo",
      ${number('monthsAbove')}::int AS "monthsAbove", ${number('monthsTo')}::int AS "monthsTo"
    FROM reference_item WHERE dictionary = ${limitCategories} AND active ORDER BY sort_order, code`.execute(
    db,
  )
  return rows
}

const columns = sql`l.id, l.quarter, l.category, coalesce(c.name, l.category) AS "categoryName", l.average::text,
  l.value::text, l.applies, l.ground, l.published_on AS "publishedOn", l.source, l.created_at AS "createdAt",
  l.replaced_at AS "replacedAt",
  CASE WHEN q.id IS NOT NULL THEN json_build_object('maker', m.full_name, 'checker', k.full_name) END AS request`
const from = sql`rate_limit l
  LEFT JOIN reference_item c ON c.dictionary = ${limitCategories} AND c.code = l.category
  LEFT JOIN change_request q ON q.id = l.change_request_id
  LEFT JOIN employee m ON m.id = q.maker_id LEFT JOIN employee k ON k.id = q.checker_id`

const listed = ({ quarters, categories, applies }: LimitFilter) => {
  const [only] = applies.length === 1 ? applies : []
  return sql`l.replaced_at IS NULL
    AND (${quarters.length === 0} OR l.quarter = ANY(${quarters}::date[]))
    AND (${categories.length === 0} OR l.category = ANY(${categories}::text[]))
    AND (${only === undefined} OR l.applies = ${only === 'YES'})`
}

/** Limits in force, the latest quarter first. */
export const findLimits = (db: Db, filter: LimitFilter, query: PageQuery): Promise<Page<RateLimit>> =>
  readPage(query, {
    rows: async () => {
      const { rows } = await sql<RateLimit>`SELECT ${columns} FROM ${from} WHERE ${listed(filter)}
        ORDER BY l.quarter DESC, c.sort_order, l.category LIMIT ${query.size} OFFSET ${query.page * query.size}`.execute(
        db,
      )
      return rows
    },
    count: () => countOf(db, sql`FROM rate_limit l WHERE ${listed(filter)}`),
  })

export const countLimits = (db: Db, filter: LimitFilter): Promise<number> =>
  countOf(db, sql`FROM rate_limit l WHERE ${listed(filter)}`)

export async function findLimitIds(db: Db, filter: LimitFilter): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`SELECT l.id FROM ${from} WHERE ${listed(filter)}
    ORDER BY l.quarter DESC, c.sort_order, l.category`.execute(db)
  return rows.map(({ id }) => id)
}

export async function findLimitsById(db: Db, ids: readonly number[]): Promise<RateLimit[]> {
  const { rows } = await sql<RateLimit>`SELECT ${columns} FROM ${from} WHERE l.id = ANY(${[...ids]}::int[])
    ORDER BY array_position(${[...ids]}::int[], l.id)`.execute(db)
  return rows
}

/** All that was said of a category in a quarter, the latest first. */
export async function findVersions(
  db: Db,
  { quarter, category }: { readonly quarter: string; readonly category: string },
): Promise<RateLimit[]> {
  const { rows } = await sql<RateLimit>`SELECT ${columns} FROM ${from}
    WHERE l.category = ${category} AND l.quarter = ${quarter}::date ORDER BY l.id DESC LIMIT 100`.execute(db)
  return rows
}

/** A limit that holds, as others are measured by it. */
export interface LimitInForce {
  readonly id: number
  readonly quarter: string
  readonly category: string
  readonly average: string
  readonly value: string
  readonly applies: boolean
  readonly ground: LimitGround | null
  readonly publishedOn: string
}

const inForce = sql`SELECT id, quarter, category, average::text, value::text, applies, ground, published_on AS "publishedOn"
  FROM rate_limit WHERE replaced_at IS NULL`

/** Limits of these quarters, of every category. */
export async function findInForce(db: Db, quarters: readonly string[]): Promise<LimitInForce[]> {
  const { rows } = await sql<LimitInForce>`${inForce} AND quarter = ANY(${[...quarters]}::date[])`.execute(db)
  return rows
}

export async function findLimitOf(
  db: Db,
  quarter: string,
  category: string,
): Promise<LimitInForce | undefined> {
  const { rows } =
    await sql<LimitInForce>`${inForce} AND quarter = ${quarter}::date AND category = ${category}`.execute(db)
  return rows[0]
}

/** Quarters that have figures, the latest first. */
export async function findQuarters(db: Db): Promise<string[]> {
  const { rows } = await sql<{ quarter: string }>`
    SELECT DISTINCT quarter FROM rate_limit WHERE replaced_at IS NULL ORDER BY quarter DESC LIMIT 200`.execute(
    db,
  )
  return rows.map(({ quarter }) => quarter)
}

/** Limits are put in the place of others one request at a time. */
export const lockLimits = (db: Db): Promise<unknown> =>
  sql`SELECT pg_advisory_xact_lock(hashtext('limits of rates'))`.execute(db)

/** A limit as it is written. */
export interface NewLimit {
  readonly quarter: string
  readonly category: string
  readonly average: string
  readonly value: string
  readonly applies: boolean
  readonly ground: LimitGround | null
  readonly publishedOn: string
}

/** Puts limits in the place of those that hold, at once. */
export async function replaceLimits(
  db: Db,
  limits: readonly NewLimit[],
  { changeRequestId, source }: { readonly changeRequestId: number | null; readonly source: string },
): Promise<void> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(limits)}::text::jsonb) AS g (quarter date, category text,
    average numeric, value numeric, applies boolean, ground text, "publishedOn" date)`
  await sql`UPDATE rate_limit l SET replaced_at = now() FROM ${given}
    WHERE l.quarter = g.quarter AND l.category = g.category AND l.replaced_at IS NULL`.execute(db)
  await sql`
    INSERT INTO rate_limit (quarter, category, average, value, applies, ground, published_on, source, change_request_id)
    SELECT g.quarter, g.category, g.average, g.value, g.applies, g.ground, g."publishedOn", ${source},
      ${changeRequestId}::int FROM ${given} ORDER BY g.quarter, g.category`.execute(db)
}
