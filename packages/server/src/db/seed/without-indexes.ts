import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Only the owner of tables may take their indexes away. */
async function asOwner<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await sql`SET LOCAL ROLE NONE`.execute(db)
  const result = await work()
  await sql`SET LOCAL ROLE ipoteka_app`.execute(db)
  return result
}

/** Takes away what no constraint needs, and answers how to make it again. */
async function dropIndexes(db: Db, tables: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition
    FROM pg_index i WHERE i.indrelid = ANY(${[...tables]}::regclass[]) AND NOT i.indisunique`.execute(db)
  for (const { name } of rows) await sql`DROP INDEX ${sql.id(name)}`.execute(db)
  return rows.map(({ definition }) => definition)
}

async function withoutTriggers(
  db: Db,
  triggers: readonly (readonly [table: string, trigger: string])[],
  fill: () => Promise<void>,
): Promise<void> {
  const turn = (way: 'DISABLE' | 'ENABLE') =>
    asOwner(db, async () => {
      for (const [table, trigger] of triggers)
        await sql`ALTER TABLE ${sql.table(table)} ${sql.raw(way)} TRIGGER ${sql.id(trigger)}`.execute(db)
    })
  // A table with checks put off to the end is not altered.
  const settle = async () => {
    await sql`SET CONSTRAINTS ALL IMMEDIATE`.execute(db)
    await sql`SET CONSTRAINTS ALL DEFERRED`.execute(db)
  }
  await settle()
  await turn('DISABLE')
  await fill()
  await settle()
  await turn('ENABLE')
}

/** Fills tables whose history would begin with what nobody has written: their triggers of history rest meanwhile. */
export async function withoutHistory(
  db: Db,
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  await withoutTriggers(
    db,
    tables.map((table) => [table, 'write_history']),
    fill,
  )
}

/** Fills the cases and counts them at the end: counted row by row they took as long as the filling itself. */
export async function withoutTally(db: Db, fill: () => Promise<void>): Promise<void> {
  const triggers = ['tally_come', 'tally_change', 'tally_go'].map((name) => ['case_file', name] as const)
  await withoutTriggers(db, triggers, fill)
  await asOwner(db, () => sql`SELECT retally_cases()`.execute(db))
}

/** Fills tables whose search indexes are made afterwards in one go: row by row they took most of the time. */
export async function withoutIndexes(
  db: Db,
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  const definitions = await asOwner(db, () => dropIndexes(db, tables))
  await fill()
  // A table with checks put off to the end takes no index.
  await sql`SET CONSTRAINTS ALL IMMEDIATE`.execute(db)
  await sql`SET CONSTRAINTS ALL DEFERRED`.execute(db)
  await asOwner(db, async () => {
    await sql`SET LOCAL maintenance_work_mem = '256MB'`.execute(db)
    for (const definition of definitions) await sql.raw(definition).execute(db)
  })
}
