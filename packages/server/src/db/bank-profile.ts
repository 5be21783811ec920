import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** What the database says of the bank that works in it. */
export interface BankProfile {
  /** Short name of the bank, the first head organisation. */
  readonly shortName: string
  /** The bank's time zone; null: a demo bank, whose zone comes from the settings. */
  readonly timeZone: string | null
}

const theBank = sql`partner p LEFT JOIN bank_profile b ON b.partner_id = p.id
    ORDER BY b.partner_id NULLS LAST, p.id LIMIT 1`

/** How the bank names itself to clients: from its card. */
export interface BankName {
  readonly fullName: string
  /** As it is written; null: the card has none. */
  readonly address: string | null
}

/** The name and the legal address of the bank; null: nobody has made one yet. */
export async function readBankName(db: Db): Promise<BankName | null> {
  const { rows } = await sql<BankName>`
    SELECT p.full_name AS "fullName", nullif(p.legal_address ->> 'value', '') AS address FROM ${theBank}`.execute(
    db,
  )
  return rows[0] ?? null
}

/** The bank of this database; null: nobody has made one yet. */
export async function readBankProfile(db: Db): Promise<BankProfile | null> {
  const { rows } = await sql<BankProfile>`
    SELECT p.short_name AS "shortName", b.time_zone AS "timeZone"
    FROM ${theBank}`.execute(db)
  return rows[0] ?? null
}
