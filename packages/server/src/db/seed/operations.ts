import { operations } from '@ipoteka-office/contract/operations.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Brings the product's operations into the catalogue; names that the bank has changed stay. May be repeated. */
export async function deliverOperations(db: Db): Promise<void> {
  const rows = Object.entries(operations).flatMap(([objectType, list]) =>
    Object.entries(list).map(([code, descriptor]) => ({ objectType, code, descriptor })),
  )
  await sql`
    INSERT INTO operation AS o (object_type, code, descriptor, builtin)
    SELECT n.object_type, n.code, n.descriptor, true
    FROM unnest(${rows.map((r) => r.objectType)}::text[], ${rows.map((r) => r.code)}::text[],
      ${rows.map((r) => r.descriptor)}::text[]) AS n(object_type, code, descriptor)
    ON CONFLICT (object_type, code) DO UPDATE SET builtin = true, version = o.version + 1 WHERE NOT o.builtin`.execute(
    db,
  )
}
