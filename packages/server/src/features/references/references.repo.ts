import type { Option } from '@ipoteka-office/contract/common/scalars.ts'
import type { Db } from '#db/database.ts'

/** The dictionary's items in use, in the bank's order, then by name. */
export async function listItems(db: Db, dictionary: string): Promise<Option[]> {
  return db
    .selectFrom('reference_item')
    .select(['code', 'name'])
    .where('dictionary', '=', dictionary)
    .where('active', '=', true)
    .orderBy('sort_order')
    .orderBy('name')
    .orderBy('code')
    .execute()
}

/** One item in use with its attributes. */
export async function findItem(
  db: Db,
  dictionary: string,
  code: string,
): Promise<(Option & { attributes: Record<string, unknown> }) | undefined> {
  const row = await db
    .selectFrom('reference_item')
    .select(['code', 'name', 'attributes'])
    .where('dictionary', '=', dictionary)
    .where('code', '=', code)
    .where('active', '=', true)
    .executeTakeFirst()
  return row && { ...row, attributes: row.attributes as Record<string, unknown> }
}
