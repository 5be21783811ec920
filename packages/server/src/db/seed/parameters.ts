import { parameterCodes, specOf } from '@ipoteka-office/contract/parameters/declared.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/**
 * Adds the parameters that the product declares and the values of days on which the database has none yet. A day that the
 * bank has filled or withdrawn itself stays as it is.
 */
export async function deliverParameters(db: Db): Promise<void> {
  const values = parameterCodes.flatMap((code) =>
    specOf(code).delivered.map(({ from, value, source }) => ({ code, from, value, source })),
  )
  await sql`INSERT INTO parameter (code) SELECT unnest(${[...parameterCodes]}::text[]) ON CONFLICT DO NOTHING`.execute(
    db,
  )
  await sql`INSERT INTO parameter_value (parameter_id, valid_from, value, source, reason, delivered)
    SELECT p.id, d."from", d.value, d.source, 'Поставлено с системой', true
    FROM jsonb_to_recordset(${JSON.stringify(values)}::text::jsonb) AS d (code text, "from" date, value jsonb, source text)
    JOIN parameter p ON p.code = d.code
    WHERE NOT EXISTS (SELECT FROM parameter_value v WHERE v.parameter_id = p.id AND v.valid_from = d."from")
    ORDER BY p.id, d."from"`.execute(db)
}
