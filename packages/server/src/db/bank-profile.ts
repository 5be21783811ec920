import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** What the database says of the bank that works in it. */
export interface BankProfile {
  /** Short name of the bank, the first head organisation. */
  readonly shortName: string
  /** The bank's time zone; null: a demo bank, whose zone comes from the settings. */
  readonly timeZone: string | null
}

/** The bank of this database; null: nobody has made one yet. */
export async function readBankProfile(db: Db): Promise<BankProfile | null> {
  const { rows } = await sql<BankProfile>`
    SELECT p.short_name AS "shortName", b.time_zone AS "timeZone"
    FROM partner p LEFT JOIN bank_profile b ON b.partner_id = p.id
    ORDER BY b.partner_id NULLS LAST, p.id LIMIT 1`.execute(db)
  return rows[0] ?? null
}
