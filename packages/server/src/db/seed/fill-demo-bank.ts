import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { seedDemoAccounts } from '#embedded/identity/set-account.ts'
import { type DemoBankOptions, seedDemoBank } from './demo-bank.ts'
import { seedFourEyes } from '#features/roles/seed/demo-four-eyes.ts'

const isEmpty = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ empty: boolean }>`SELECT NOT EXISTS (SELECT FROM partner) AS empty`.execute(db)
  return rows[0]?.empty ?? false
}

/** What the cases are; their documents come later. */
const casesTables = [
  'person',
  'application',
  'case_file',
  'case_stage',
  'case_clock',
  'case_timer',
  'case_task',
  'case_participant',
  'case_section',
  'auto_check',
  'full_application_sending',
  'lead',
  'short_application',
]

/** Without figures of what has just come in, the first pages are planned blindly; only the owner may gather them. */
export async function gatherStatistics(db: Db, tables: readonly string[] = casesTables): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`SET LOCAL ROLE NONE`.execute(tx)
    // A part of the usual sample will do until the database gathers them by itself.
    await sql`SET LOCAL default_statistics_target = 25`.execute(tx)
    await sql`ANALYZE ${sql.join(tables.map((table) => sql.table(table)))}`.execute(tx)
  })
}

/** Fills a database that has only what the product delivers with the demo bank and its sign-ins, all or nothing; answers whether it did. */
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
