import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { seedDemoAccounts } from '#embedded/identity/set-account.ts'
import { type DemoBankOptions, seedDemoBank } from './demo-bank.ts'
import { seedFourEyes } from './demo-four-eyes.ts'

const isEmpty = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ empty: boolean }>`SELECT NOT EXISTS (SELECT FROM partner) AS empty`.execute(db)
  return rows[0]?.empty ?? false
}

/** Fills an empty database with the demo bank and its sign-ins, all or nothing; answers whether it did. */
export async function fillDemoBank(
  db: Db,
  options: DemoBankOptions & { readonly fourEyes: boolean },
): Promise<boolean> {
  if (!(await isEmpty(db))) return false
  await db.transaction().execute(async (tx) => {
    await seedDemoBank(tx, options)
    await seedDemoAccounts(tx)
    if (options.fourEyes) await seedFourEyes(tx)
  })
  return true
}
