import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { makeSample, type SampleData } from './address-sample.ts'

/** Any number that nothing else locks: one delivery at a time. */
const lockKey = 7_330_141
const always = sql`'2000-01-01'::date, '2000-01-01'::date, '2079-06-06'::date`

async function replaceObjects(db: Db, data: SampleData): Promise<void> {
  const { objects, houses } = makeSample(data)
  await sql`DELETE FROM address_parameter`.execute(db)
  await sql`DELETE FROM address_adm_hierarchy`.execute(db)
  await sql`DELETE FROM address_house`.execute(db)
  await sql`DELETE FROM address_object`.execute(db)
  await sql`CREATE TEMP TABLE sample_object ON COMMIT DROP AS
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(objects)}::text::jsonb)
      AS o (id bigint, guid uuid, level smallint, type text, name text, former jsonb, parent bigint, region text, codes jsonb)`.execute(
    db,
  )
  await sql`INSERT INTO address_object (id, object_id, object_guid, name, type_name, level, update_date, start_date, end_date, is_actual, is_active)
    SELECT id, id, guid, name, type, level, ${always}, true, true FROM sample_object
    UNION ALL SELECT 5000000 + row_number() OVER (), id, guid, former.name, type, level, '1990-01-01'::date, '1930-01-01'::date, '1991-01-01'::date, false, false
    FROM sample_object, jsonb_array_elements_text(former) AS former (name)`.execute(db)
  await sql`INSERT INTO address_parameter (object_id, type_id, value, id, update_date, start_date, end_date)
    SELECT o.id, p.key::int, p.value, 0, ${always} FROM sample_object o, jsonb_each_text(o.codes) AS p`.execute(
    db,
  )
  await sql`CREATE TEMP TABLE sample_house ON COMMIT DROP AS
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(houses)}::text::jsonb)
      AS h (id bigint, guid uuid, num text, add text, "addType" int, number text, street bigint, region text, postal text)`.execute(
    db,
  )
  await sql`INSERT INTO address_house (object_id, id, object_guid, house_num, house_type, add_num1, add_type1, number, update_date, start_date, end_date, is_active)
    SELECT id, id, guid, num, 2, add, "addType", number, ${always}, true FROM sample_house`.execute(db)
  await sql`INSERT INTO address_parameter (object_id, type_id, value, id, update_date, start_date, end_date)
    SELECT id, 5, postal, 0, ${always} FROM sample_house`.execute(db)
  await sql`INSERT INTO address_adm_hierarchy (object_id, id, parent_object_id, region_code, update_date, start_date, end_date, is_active)
    SELECT id, id, parent, region, ${always}, true FROM sample_object
    UNION ALL SELECT id, id, street, region, ${always}, true FROM sample_house`.execute(db)
}

/** Names of the types that objects have, from the delivered dictionary. */
const fillTypes = (db: Db) =>
  sql`INSERT INTO address_object_type (id, level, name, short_name)
    SELECT 100000 + row_number() OVER (), o.level, coalesce(i.name, o.type_name), o.type_name
    FROM (SELECT DISTINCT level, type_name FROM address_object) o
    LEFT JOIN reference_item i ON i.dictionary = 'addressObjectType/abbrev' AND lower(i.code) = lower(o.type_name)
    WHERE NOT EXISTS (SELECT FROM address_object_type t WHERE t.level = o.level AND t.short_name = o.type_name)`.execute(
    db,
  )

/**
 * Fills the addresses with the delivered sample while the bank has not brought the register; repeated at every start, it
 * does nothing while the sample is the same. Answers whether something was delivered.
 */
export async function deliverAddresses(db: Db): Promise<boolean> {
  const text = await readFile(join(import.meta.dirname, 'data/addresses.json'), 'utf8')
  const hash = createHash('sha256').update(text).digest('hex')
  const work = async (tx: Db) => {
    await sql`SELECT pg_advisory_xact_lock(${lockKey})`.execute(tx)
    const known = await tx.selectFrom('address_state').select(['source', 'sample_hash']).executeTakeFirst()
    if (known?.source === 'GAR' || known?.sample_hash === hash) return false
    await replaceObjects(tx, JSON.parse(text) as SampleData)
    await fillTypes(tx)
    await tx
      .insertInto('address_state')
      .values({ source: 'SAMPLE', sample_hash: hash })
      .onConflict((c) => c.column('only_row').doUpdateSet({ sample_hash: hash }))
      .execute()
    await sql`SELECT address_search_rebuild()`.execute(tx)
    return true
  }
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}
