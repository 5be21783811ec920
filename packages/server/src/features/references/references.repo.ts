import type { ReferenceAttribute, ReferenceMetadata } from '@ipoteka-office/contract/references/references.ts'
import type { Option } from '@ipoteka-office/contract/common/scalars.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { StoredItem } from './reference-lists.rules.ts'

const metadataColumns = ['code', 'title', 'description', 'hierarchical', 'attributes', 'revision'] as const
const toMetadata = <T extends { attributes: unknown }>(row: T) => ({
  ...row,
  attributes: row.attributes as ReferenceAttribute[],
})

/** A dictionary or, as `enum/<name>`, an enumeration. */
export async function findMetadata(db: Db, code: string): Promise<ReferenceMetadata | undefined> {
  const row = await db
    .selectFrom('reference_dictionary')
    .select(metadataColumns)
    .where('code', '=', code)
    .executeTakeFirst()
  return row && toMetadata(row)
}

/** All dictionaries without the enumerations. */
export async function listMetadata(db: Db): Promise<ReferenceMetadata[]> {
  const rows = await db
    .selectFrom('reference_dictionary')
    .select(metadataColumns)
    .where('kind', '=', 'DICTIONARY')
    .orderBy('title')
    .orderBy('code')
    .execute()
  return rows.map(toMetadata)
}

/** Names and titles of the enumerations. */
export async function listEnumerations(db: Db): Promise<Option[]> {
  const { rows } = await sql<Option>`
    SELECT substr(code, 6) AS code, title AS name FROM reference_dictionary
    WHERE kind = 'ENUM' ORDER BY code`.execute(db)
  return rows
}

/** The first items in the bank's order, also those not in force. */
export async function listStoredItems(db: Db, dictionary: string, limit: number): Promise<StoredItem[]> {
  const rows = await db
    .selectFrom('reference_item')
    .select(['code', 'name', 'active', 'attributes'])
    .select(['valid_from as validFrom', 'valid_to as validTo', 'parent_code as parentCode'])
    .where('dictionary', '=', dictionary)
    .orderBy('sort_order')
    .orderBy('name')
    .orderBy('code')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, attributes: row.attributes as StoredItem['attributes'] }))
}
