import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** A dictionary in `data/*.json`; an item is its code, its name and what else it has. */
interface DeliveredDictionary {
  readonly title: string
  readonly hierarchical?: boolean
  readonly attributes?: readonly { key: string; label: string; type: string; dictionary?: string }[]
  readonly items: readonly (readonly [code: string, name: string, rest?: DeliveredRest])[]
}
interface DeliveredRest {
  /** Attributes. */
  readonly a?: Readonly<Record<string, unknown>>
  /** Code of the parent. */
  readonly p?: string
  /** Switched off. */
  readonly off?: boolean
}
type Delivered = Readonly<Record<string, DeliveredDictionary>>

const files = { DICTIONARY: 'dictionaries.json', ENUM: 'enumerations.json' } as const
/** Between two items, so that others find a place there. */
const orderStep = 1_000
/** Any number that nothing else locks: one delivery at a time. */
const lockKey = 7_330_121

const toDictionary = (kind: keyof typeof files, code: string, d: DeliveredDictionary) => ({
  code,
  kind,
  title: d.title,
  hierarchical: d.hierarchical ?? false,
  attributes: (d.attributes ?? []).map(({ dictionary = null, ...rest }) => ({
    ...rest,
    required: false,
    dictionary,
  })),
})

const toItems = (dictionary: string, { items }: DeliveredDictionary) =>
  items.map(([code, name, { a = {}, p = null, off = false } = {}], index) => ({
    dictionary,
    code,
    name,
    sort_order: (index + 1) * orderStep,
    active: !off,
    parent_code: p,
    attributes: a,
  }))

async function readDelivery() {
  const texts = await Promise.all(
    Object.values(files).map((file) => readFile(join(import.meta.dirname, 'data', file), 'utf8')),
  )
  const [dictionaries, enumerations] = texts.map((text) => JSON.parse(text) as Delivered)
  const all = [
    ...Object.entries(dictionaries ?? {}).map(([code, d]) => ['DICTIONARY', code, d] as const),
    ...Object.entries(enumerations ?? {}).map(([name, d]) => ['ENUM', `enum/${name}`, d] as const),
  ]
  return {
    hash: createHash('sha256').update(texts.join('\n')).digest('hex'),
    dictionaries: all.map(([kind, code, d]) => toDictionary(kind, code, d)),
    items: all.flatMap(([, code, d]) => toItems(code, d)),
  }
}

/** Each property by itself: what the bank left as it was delivered follows the delivery, what it changed stays. */
async function upsertDictionaries(db: Db, list: object[]): Promise<void> {
  await sql`
    INSERT INTO reference_dictionary AS r (code, kind, title, hierarchical, attributes, delivered)
    SELECT d.code, d.kind, d.title, d.hierarchical, d.attributes,
      jsonb_build_object('title', d.title, 'hierarchical', d.hierarchical, 'attributes', d.attributes)
    FROM jsonb_to_recordset(${JSON.stringify(list)}::text::jsonb)
      AS d (code text, kind text, title text, hierarchical boolean, attributes jsonb)
    ON CONFLICT (code) DO UPDATE SET kind = EXCLUDED.kind, delivered = EXCLUDED.delivered,
      title = CASE WHEN r.title = coalesce(r.delivered ->> 'title', r.code) THEN EXCLUDED.title ELSE r.title END,
      hierarchical = CASE WHEN coalesce((r.delivered ->> 'hierarchical')::boolean, r.hierarchical) = r.hierarchical
        THEN EXCLUDED.hierarchical ELSE r.hierarchical END,
      attributes = CASE WHEN r.attributes = coalesce(r.delivered -> 'attributes', '[]')
        THEN EXCLUDED.attributes ELSE r.attributes END,
      version = r.version + 1
    WHERE r.delivered IS DISTINCT FROM EXCLUDED.delivered`.execute(db)
}

async function upsertItems(db: Db, list: object[]): Promise<void> {
  await sql`
    INSERT INTO reference_item AS r
      (dictionary, dictionary_id, code, name, sort_order, active, parent_code, attributes, delivered)
    SELECT i.dictionary, d.id, i.code, i.name, i.sort_order, i.active, i.parent_code, i.attributes,
      jsonb_build_object('name', i.name, 'order', i.sort_order, 'active', i.active, 'parentCode', i.parent_code,
        'attributes', i.attributes)
    FROM jsonb_to_recordset(${JSON.stringify(list)}::text::jsonb) AS i (dictionary text, code text, name text,
      sort_order int, active boolean, parent_code text, attributes jsonb)
    JOIN reference_dictionary d ON d.code = i.dictionary
    ON CONFLICT (dictionary, code) DO UPDATE SET delivered = EXCLUDED.delivered,
      name = CASE WHEN r.name = r.delivered ->> 'name' THEN EXCLUDED.name ELSE r.name END,
      sort_order = CASE WHEN coalesce((r.delivered ->> 'order')::int, r.sort_order) = r.sort_order
        THEN EXCLUDED.sort_order ELSE r.sort_order END,
      active = CASE WHEN (r.delivered ->> 'active')::boolean = r.active THEN EXCLUDED.active ELSE r.active END,
      parent_code = CASE WHEN r.parent_code IS NOT DISTINCT FROM r.delivered ->> 'parentCode'
        THEN EXCLUDED.parent_code ELSE r.parent_code END,
      attributes = CASE WHEN r.delivered IS NULL THEN EXCLUDED.attributes || r.attributes
        WHEN r.attributes = r.delivered -> 'attributes' THEN EXCLUDED.attributes ELSE r.attributes END,
      version = r.version + 1
    WHERE r.delivered IS DISTINCT FROM EXCLUDED.delivered`.execute(db)
}

/**
 * Brings the product's dictionaries and enumerations into the database; repeated at every start, it does nothing
 * while the delivery is the same. Answers whether something was delivered.
 */
export async function deliverReferences(db: Db): Promise<boolean> {
  const { hash, dictionaries, items } = await readDelivery()
  const work = async (tx: Db) => {
    await sql`SELECT pg_advisory_xact_lock(${lockKey})`.execute(tx)
    const known = await tx.selectFrom('reference_delivery').select('hash').executeTakeFirst()
    if (known?.hash === hash) return false
    await upsertDictionaries(tx, dictionaries)
    await upsertItems(tx, items)
    await tx
      .insertInto('reference_delivery')
      .values({ hash })
      .onConflict((c) => c.column('only_row').doUpdateSet({ hash }))
      .execute()
    return true
  }
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}
