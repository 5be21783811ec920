import type { CatalogueRole } from '@ipoteka-office/contract/partners/partner-roles.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** The catalogue of partner roles in its order, or the role with the number or the code. */
export async function findCatalogue(
  db: Db,
  one?: { readonly id: number } | { readonly code: string },
): Promise<CatalogueRole[]> {
  const where =
    one === undefined ? sql`true` : 'id' in one ? sql`c.id = ${one.id}` : sql`c.code = ${one.code}`
  const { rows } = await sql<CatalogueRole>`
    SELECT c.id, c.code, c.name, c.active,
      (SELECT count(*)::int FROM partner p WHERE p.roles @> ARRAY[c.code]) AS "partnersCount"
    FROM partner_role_catalogue c WHERE ${where} ORDER BY c.sort_order, c.id`.execute(db)
  return rows
}

/** Adds a role at the end with the next number. */
export async function insertCatalogueRole(db: Db, code: string, name: string): Promise<void> {
  await sql`
    INSERT INTO reference_item (dictionary, dictionary_id, code, name, sort_order, attributes)
    SELECT d.code, d.id, ${code}, ${name},
      (SELECT coalesce(max(sort_order), 0) + 1000 FROM reference_item WHERE dictionary = 'partnerRole'),
      jsonb_build_object('id', (SELECT coalesce(max((attributes ->> 'id')::int), 0) + 1 FROM reference_item
        WHERE dictionary = 'partnerRole'))
    FROM reference_dictionary d WHERE d.code = 'partnerRole'`.execute(db)
}

export async function switchOff(db: Db, code: string): Promise<void> {
  await db
    .updateTable('reference_item')
    .set((eb) => ({ active: false, version: eb('version', '+', 1) }))
    .where('dictionary', '=', 'partnerRole')
    .where('code', '=', code)
    .where('active', '=', true)
    .execute()
}

/** The dictionary's changes come one at a time. */
export async function lockCatalogue(db: Db): Promise<void> {
  await sql`SELECT id FROM reference_dictionary WHERE code = 'partnerRole' FOR NO KEY UPDATE`.execute(db)
}

/** Cached copies of the dictionary are old from now on. */
export async function raiseRevision(db: Db): Promise<void> {
  await sql`UPDATE reference_dictionary SET revision = revision + 1 WHERE code = 'partnerRole'`.execute(db)
}
