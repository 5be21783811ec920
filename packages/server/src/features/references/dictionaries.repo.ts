import type {
  Dictionary,
  DictionaryChange,
  DictionaryInput,
} from '@ipoteka-office/contract/references/reference-items.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { anywhere } from '#db/like.ts'

const columns =
  sql.raw(`d.id, d.code, d.title, d.kind, d.description, d.hierarchical, d.attributes, d.revision,
  d.version, coalesce(c.items, 0)::int AS "itemsCount", coalesce(c.active, 0)::int AS "activeCount"`)

/** The catalogue, or the part whose titles or codes hold the text. */
export async function listDictionaries(
  db: Db,
  { query = '', kind }: { query?: string | undefined; kind?: Dictionary['kind'] | undefined },
): Promise<Dictionary[]> {
  const { rows } = await sql<Dictionary>`
    SELECT ${columns} FROM reference_dictionary d
    LEFT JOIN (SELECT dictionary_id, count(*) AS items, count(*) FILTER (WHERE active) AS active
      FROM reference_item GROUP BY 1) c ON c.dictionary_id = d.id
    WHERE (${kind ?? null}::text IS NULL OR d.kind = ${kind ?? null})
      AND search_form(d.title || ' ' || d.code) LIKE search_form(${anywhere(query)}::text)
    ORDER BY d.kind, d.title, d.code`.execute(db)
  return rows
}

export async function findDictionary(db: Db, id: number): Promise<Dictionary | undefined> {
  const { rows } = await sql<Dictionary>`
    SELECT ${columns} FROM reference_dictionary d
    CROSS JOIN LATERAL (SELECT count(*) AS items, count(*) FILTER (WHERE active) AS active
      FROM reference_item WHERE dictionary = d.code) c
    WHERE d.id = ${id}`.execute(db)
  return rows[0]
}

/** A dictionary without its counts. */
export type DictionaryRow = Omit<Dictionary, 'itemsCount' | 'activeCount'>

const rowColumns = [
  'id',
  'code',
  'title',
  'kind',
  'description',
  'hierarchical',
  'attributes',
  'revision',
  'version',
] as const

/** Held until the transaction ends: every change of a dictionary's items begins with it. */
export async function lockDictionary(db: Db, id: number): Promise<DictionaryRow | undefined> {
  const row = await db
    .selectFrom('reference_dictionary')
    .select(rowColumns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row as DictionaryRow | undefined
}

/** Null when the code is taken. */
export async function insertDictionary(db: Db, input: DictionaryInput): Promise<number | null> {
  const row = await db
    .insertInto('reference_dictionary')
    .values({ ...input, attributes: JSON.stringify(input.attributes) })
    .onConflict((c) => c.column('code').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export type DictionarySettings = Omit<DictionaryChange, 'version'>

export async function updateDictionary(db: Db, id: number, settings: DictionarySettings): Promise<void> {
  await db
    .updateTable('reference_dictionary')
    .set({ ...settings, attributes: JSON.stringify(settings.attributes) })
    .set((eb) => ({ version: eb('version', '+', 1), revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Which of the codes are dictionaries. */
export async function findDictionaryCodes(db: Db, codes: readonly string[]): Promise<Set<string>> {
  if (codes.length === 0) return new Set()
  const rows = await db.selectFrom('reference_dictionary').select('code').where('code', 'in', codes).execute()
  return new Set(rows.map(({ code }) => code))
}

/** How many items have a value of the attribute. */
export async function countWithAttribute(db: Db, dictionary: string, key: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM reference_item
    WHERE dictionary = ${dictionary} AND attributes ? ${key}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Whether some item lies under another. */
export async function hasChildren(db: Db, dictionary: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM reference_item WHERE dictionary = ${dictionary} AND parent_code IS NOT NULL LIMIT 1`.execute(
    db,
  )
  return rows.length > 0
}
