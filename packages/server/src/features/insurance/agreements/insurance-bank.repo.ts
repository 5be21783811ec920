import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** The bank as agreements name it: the beneficiary. */
export async function findBankName(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`SELECT short_name AS name FROM partner
    WHERE 'Ahml' = ANY(roles) AND parent_id IS NULL ORDER BY id LIMIT 1`.execute(db)
  return rows[0]?.name ?? ''
}
