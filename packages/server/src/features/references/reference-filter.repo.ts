import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { meetsAll, orderOf } from '#db/search-conditions.ts'
import type { ReferenceField, ReferenceSearch } from './reference-conditions.rules.ts'
import type { StoredItem } from './reference-lists.rules.ts'

/** A search within one dictionary. */
export interface SearchScope {
  readonly dictionary: string
  /** Null: also what is not in force. */
  readonly today: string | null
}

/** Names come from the dictionary's description, never from the caller; quoted all the same. */
function expression({ source, kind }: ReferenceField): RawBuilder<unknown> {
  if ('column' in source) {
    const column = sql.ref(`i.${source.column}`)
    return kind === 'date' ? sql`to_char(${column}, 'YYYY-MM-DD')` : column
  }
  const key = sql.lit(source.attribute)
  if (kind === 'boolean') return sql`((i.attributes -> ${key}) = 'true'::jsonb)`
  if (kind === 'number')
    return sql`(CASE WHEN jsonb_typeof(i.attributes -> ${key}) = 'number' THEN (i.attributes ->> ${key})::numeric END)`
  return sql`(i.attributes ->> ${key})`
}

function where({ dictionary, today }: SearchScope, search: ReferenceSearch): RawBuilder<boolean> {
  const parts = [
    sql<boolean>`i.dictionary = ${dictionary}`,
    ...(today === null
      ? []
      : [
          sql<boolean>`i.active AND coalesce(i.valid_from <= ${today}::date, true)
            AND coalesce(i.valid_to >= ${today}::date, true)`,
        ]),
    ...meetsAll(search, expression),
  ]
  return sql<boolean>`${sql.join(parts, sql` AND `)}`
}

const itemColumns = sql.raw(`i.code, i.name, i.active, to_char(i.valid_from, 'YYYY-MM-DD') AS "validFrom",
  to_char(i.valid_to, 'YYYY-MM-DD') AS "validTo", i.parent_code AS "parentCode", i.attributes`)
const ownOrder = sql.raw('i.sort_order, i.name, i.code')

const orderBy = (search: ReferenceSearch): RawBuilder<unknown> =>
  search.sort.length === 0 ? ownOrder : sql`${sql.join(orderOf(search, expression))}, ${ownOrder}`

/** The rows of the search without limit; DISTINCT keeps of equal ones the first in the bank's order. */
function rowsOf(scope: SearchScope, search: ReferenceSearch): RawBuilder<unknown> {
  if (search.distinct.length === 0) return sql`SELECT i.* FROM reference_item i WHERE ${where(scope, search)}`
  const keys = sql.join(search.distinct.map(expression))
  return sql`SELECT DISTINCT ON (${keys}) i.* FROM reference_item i WHERE ${where(scope, search)}
    ORDER BY ${keys}, ${ownOrder}`
}

/** Items that fit, in the order asked for, then in the bank's. */
export async function searchItems(
  db: Db,
  scope: SearchScope,
  search: ReferenceSearch,
  { limit, offset }: { limit: number; offset: number },
): Promise<StoredItem[]> {
  const { rows } = await sql<StoredItem>`
    SELECT ${itemColumns} FROM (${rowsOf(scope, search)}) i
    ORDER BY ${orderBy(search)} LIMIT ${limit} OFFSET ${offset}`.execute(db)
  return rows
}

export async function countItems(db: Db, scope: SearchScope, search: ReferenceSearch): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM (${rowsOf(scope, search)}) found`.execute(db)
  return rows[0]?.count ?? 0
}

/** A group: its values as texts and as people read them, and its size. */
export interface Group {
  readonly values: (string | null)[]
  readonly names: string[]
  readonly count: number
}

const nameOf = (field: ReferenceField, index: number) => {
  const value = sql.raw(`g.f${index}`)
  return field.dictionary === null
    ? sql`coalesce(${value}, '')`
    : sql`coalesce((SELECT r.name FROM reference_item r
        WHERE r.dictionary = ${field.dictionary} AND r.code = ${value}), ${value}, '')`
}

/** Groups by the fields' values, in the order asked for, then by the values; the first page also counts them all. */
export async function groupItems(
  db: Db,
  scope: SearchScope,
  search: ReferenceSearch,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: Group[]; total: number }> {
  const keys = search.groupBy.map(expression)
  const selected = keys.map((key, index) => sql`${key}::text AS ${sql.ref(`f${index}`)}`)
  const order = [...orderOf(search, expression), ...keys]
  const { rows } = await sql<Group & { total: number }>`
    SELECT ARRAY[${sql.join(keys.map((_, index) => sql.raw(`g.f${index}`)))}] AS values,
      ARRAY[${sql.join(search.groupBy.map(nameOf))}] AS names, g.count, g.total
    FROM (SELECT ${sql.join(selected)}, count(*)::int AS count, (count(*) OVER ())::int AS total,
        row_number() OVER (ORDER BY ${sql.join(order)}) AS place
      FROM reference_item i WHERE ${where(scope, search)} GROUP BY ${sql.join(keys)}) g
    ORDER BY g.place LIMIT ${limit} OFFSET ${offset}`.execute(db)
  return { rows, total: rows[0]?.total ?? 0 }
}
