import type { Page } from '@ipoteka-office/contract/common/page.ts'
import type {
  DictionaryItem,
  listDictionaryItems,
} from '@ipoteka-office/contract/references/reference-items.ts'
import type { ParsedRequest } from '@ipoteka-office/contract/endpoint.ts'
import type {} from '@ipoteka-office/contract/common/page.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { anywhere } from '#db/like.ts'
import { readPage } from '#lib/paging.ts'

/** Of which items of a dictionary. */
export interface ItemFilter {
  readonly query?: string | undefined
  readonly state: 'active' | 'inactive' | 'all'
  readonly parent?: string | undefined
  /** Only the top level, as an empty `parent` means too. */
  readonly roots?: 'true' | 'false' | undefined
}

/** What of an item may be edited. */
export interface ItemSettings {
  readonly name: string
  readonly active: boolean
  readonly validFrom: string | null
  readonly validTo: string | null
  readonly parentCode: string | null
  readonly attributes: DictionaryItem['attributes']
}

/** An item with the dictionary it belongs to. */
export type ItemRow = DictionaryItem & { readonly dictionaryId: number }

/** What differs from what was delivered; the place does not count. */
const isEdited = `i.delivered IS NOT NULL AND (i.name <> i.delivered ->> 'name'
  OR i.active <> (i.delivered ->> 'active')::boolean OR i.valid_from IS NOT NULL OR i.valid_to IS NOT NULL
  OR i.parent_code IS DISTINCT FROM i.delivered ->> 'parentCode' OR i.attributes <> i.delivered -> 'attributes')`

const columns =
  sql.raw(`i.id, i.dictionary_id AS "dictionaryId", i.code, i.name, i.sort_order AS "order", i.active,
  i.valid_from AS "validFrom", i.valid_to AS "validTo", i.parent_code AS "parentCode", p.name AS "parentName",
  i.attributes, i.delivered IS NOT NULL AS delivered, ${isEdited} AS edited, i.version,
  (SELECT count(*)::int FROM reference_item c WHERE c.dictionary = i.dictionary AND c.parent_code = i.code)
    AS "childrenCount"`)
const from = sql.raw(`reference_item i
  LEFT JOIN reference_item p ON p.dictionary = i.dictionary AND p.code = i.parent_code`)

function where(dictionary: string, { query = '', state, parent, roots }: ItemFilter): RawBuilder<boolean> {
  const parts = [
    sql<boolean>`i.dictionary = ${dictionary}`,
    ...(query === '' ? [] : [sql<boolean>`i.search_text LIKE search_form(${anywhere(query)}::text)`]),
    ...(state === 'all' ? [] : [sql<boolean>`i.active = ${state === 'active'}`]),
    ...(roots === 'true' ? [sql<boolean>`i.parent_code IS NULL`] : []),
    ...(parent === undefined
      ? []
      : [parent === '' ? sql<boolean>`i.parent_code IS NULL` : sql<boolean>`i.parent_code = ${parent}`]),
  ]
  return sql<boolean>`${sql.join(parts, sql` AND `)}`
}

const sortColumns = {
  order: 'i.sort_order',
  code: 'i.code',
  name: 'i.name',
  validFrom: 'i.valid_from',
  validTo: 'i.valid_to',
} as const

type ItemsQuery = ParsedRequest<typeof listDictionaryItems>['query']

/** A page of a dictionary's items. */
export async function listItems(db: Db, dictionary: string, query: ItemsQuery): Promise<Page<ItemRow>> {
  const { page, size, sort } = query
  const condition = where(dictionary, query)
  const direction = sql.raw(`${sort.direction === 'desc' ? 'DESC' : 'ASC'} NULLS LAST`)
  const read = sql<ItemRow>`
    SELECT ${columns} FROM ${from} WHERE ${condition}
    ORDER BY ${sql.raw(sortColumns[sort.field])} ${direction}, i.sort_order, i.name, i.code
    LIMIT ${size} OFFSET ${page * size}`
  return readPage(query, {
    rows: async () => (await read.execute(db)).rows,
    count: () => countItems(db, dictionary, query),
  })
}

export async function countItems(db: Db, dictionary: string, filter: ItemFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM reference_item i WHERE ${where(dictionary, filter)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Items after a place in the bank's order, for reading a large dictionary part by part. */
export async function listItemsFrom(
  db: Db,
  dictionary: string,
  filter: ItemFilter,
  after: { order: number; name: string; code: string } | null,
  limit: number,
): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    SELECT ${columns} FROM ${from} WHERE ${where(dictionary, filter)}
      ${after === null ? sql`` : sql`AND (i.sort_order, i.name, i.code) > (${after.order}::int, ${after.name}::text, ${after.code}::text)`}
    ORDER BY i.sort_order, i.name, i.code LIMIT ${limit}`.execute(db)
  return rows
}

export async function findItem(db: Db, id: number): Promise<ItemRow | undefined> {
  const { rows } = await sql<ItemRow>`SELECT ${columns} FROM ${from} WHERE i.id = ${id}`.execute(db)
  return rows[0]
}

/** Null when the code is taken. */
export async function insertItem(
  db: Db,
  dictionary: { id: number; code: string },
  item: ItemSettings & { code: string; order: number },
): Promise<number | null> {
  const row = await db
    .insertInto('reference_item')
    .values({
      dictionary: dictionary.code,
      dictionary_id: dictionary.id,
      code: item.code,
      sort_order: item.order,
      ...toColumns(item),
    })
    .onConflict((c) => c.columns(['dictionary', 'code']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

const toColumns = (item: ItemSettings) => ({
  name: item.name,
  active: item.active,
  valid_from: item.validFrom,
  valid_to: item.validTo,
  parent_code: item.parentCode,
  attributes: JSON.stringify(item.attributes),
})

export async function updateItem(db: Db, id: number, item: ItemSettings): Promise<void> {
  await db
    .updateTable('reference_item')
    .set(toColumns(item))
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function updateOrder(db: Db, id: number, order: number): Promise<void> {
  await db
    .updateTable('reference_item')
    .set({ sort_order: order })
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Places between which an item may be put: of the one before and the one after. */
export async function findPlaces(
  db: Db,
  dictionary: string,
  afterId: number | null,
  movedId: number | null,
): Promise<{ before: number | null; after: number | null } | null> {
  const { rows } = await sql<{ id: number; order: number; next: number | null }>`
    SELECT * FROM (
      SELECT i.id, i.sort_order AS "order", lead(i.sort_order) OVER (ORDER BY i.sort_order, i.name, i.code) AS next
      FROM reference_item i WHERE i.dictionary = ${dictionary} AND i.id IS DISTINCT FROM ${movedId}::int) placed
    WHERE ${afterId}::int IS NULL OR id = ${afterId} ORDER BY "order" LIMIT 1`.execute(db)
  const [row] = rows
  if (afterId === null) return { before: null, after: row?.order ?? null }
  return row === undefined ? null : { before: row.order, after: row.next }
}

export async function findLastOrder(db: Db, dictionary: string): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    SELECT coalesce(max(sort_order), 0) AS last FROM reference_item WHERE dictionary = ${dictionary}`.execute(
    db,
  )
  return rows[0]?.last ?? 0
}

/** Gives every item its place anew, with room between them. */
export async function spreadOrder(db: Db, dictionary: string, step: number): Promise<void> {
  await sql`
    UPDATE reference_item i SET sort_order = n.place * ${step}::int FROM (
      SELECT id, row_number() OVER (ORDER BY sort_order, name, code) AS place FROM reference_item
      WHERE dictionary = ${dictionary}) n
    WHERE n.id = i.id AND i.sort_order <> n.place * ${step}::int`.execute(db)
}

/** Codes from the named one up to the root. */
export async function findAncestors(db: Db, dictionary: string, code: string): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    WITH RECURSIVE up AS (
      SELECT code, parent_code FROM reference_item WHERE dictionary = ${dictionary} AND code = ${code}
      UNION SELECT i.code, i.parent_code FROM reference_item i JOIN up ON i.code = up.parent_code
        WHERE i.dictionary = ${dictionary})
    SELECT code FROM up`.execute(db)
  return rows.map((row) => row.code)
}
