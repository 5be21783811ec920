import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** [БИК, name, correspondent account, city] of the participants in the directory of the Bank of Russia. */
export type BankRow = readonly [bic: string, name: string, correspondentAccount: string, city: string]

/** The directory as the product has it. */
export const readBanks = async (): Promise<BankRow[]> =>
  JSON.parse(await readFile(join(import.meta.dirname, 'data/banks.json'), 'utf8')) as BankRow[]

/** Brings the directory of banks into the database; repeated, it changes only what differs. Whoever is in it no more has left. */
export async function deliverBanks(db: Db): Promise<void> {
  const banks = await readBanks()
  await sql`
    INSERT INTO bank AS b (bic, name, correspondent_account, city)
    SELECT r ->> 0, r ->> 1, r ->> 2, r ->> 3
    FROM jsonb_array_elements(${JSON.stringify(banks)}::text::jsonb) AS r
    ON CONFLICT (bic) DO UPDATE SET name = EXCLUDED.name, city = EXCLUDED.city,
      correspondent_account = EXCLUDED.correspondent_account, left_on = NULL
    WHERE (b.name, b.correspondent_account, b.city, b.left_on)
      IS DISTINCT FROM (EXCLUDED.name, EXCLUDED.correspondent_account, EXCLUDED.city, NULL::date)`.execute(db)
  await sql`UPDATE bank SET left_on = current_date
    WHERE left_on IS NULL AND bic <> ALL(${banks.map(([bic]) => bic)}::text[])`.execute(db)
}
