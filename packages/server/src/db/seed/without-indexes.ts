import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Only the owner of tables may take their indexes away. */
async function asOwner<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await sql`SET LOCAL ROLE NONE`.execute(db)
  const result = await work()
  await sql`SET LOCAL ROLE ipoteka_app`.execute(db)
  return result
}

/** How to take something away from a table and how to put it back. */
interface Removable {
  readonly remove: string
  readonly restore: string
}

/** Foreign keys, and the indexes that no constraint needs. */
async function findRemovable(
  db: Db,
  tables: readonly string[],
  kept: readonly string[],
): Promise<Removable[]> {
  const { rows } = await sql<Removable>`
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', c.conrelid::regclass, c.conname) AS remove,
      format('ALTER TABLE %s ADD CONSTRAINT %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) AS restore
    FROM pg_constraint c WHERE c.conrelid = ANY(${[...tables]}::regclass[]) AND c.contype = 'f'
    UNION ALL SELECT format('DROP INDEX %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid)
    FROM pg_index i WHERE i.indrelid = ANY(${[...tables]}::regclass[]) AND NOT i.indisunique
      AND i.indexrelid <> ALL(${[...kept]}::regclass[])`.execute(db)
  return rows
}

/** A table with checks put off to the end is not altered. */
async function settle(db: Db): Promise<void> {
  await sql`SET CONSTRAINTS ALL IMMEDIATE`.execute(db)
  await sql`SET CONSTRAINTS ALL DEFERRED`.execute(db)
}

/** Fills tables while some of their triggers rest. */
export async function withoutTriggers(
  db: Db,
  triggers: readonly (readonly [table: string, trigger: string])[],
  fill: () => Promise<void>,
): Promise<void> {
  const turn = (way: 'DISABLE' | 'ENABLE') =>
    asOwner(db, async () => {
      for (const [table, trigger] of triggers)
        await sql`ALTER TABLE ${sql.table(table)} ${sql.raw(way)} TRIGGER ${sql.id(trigger)}`.execute(db)
    })
  await settle(db)
  await turn('DISABLE')
  await fill()
  await settle(db)
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

/**
 * Fills tables whose foreign keys are checked and whose indexes are made afterwards in one go: row by row they took most
 * of the time. Indexes that the filling itself needs are kept. While the database does the rest by itself, for seconds,
 * `onAlone` may do something else.
 */
export async function withoutIndexes(
  db: Db,
  tables: readonly string[],
  fill: () => Promise<void>,
  {
    kept = [],
    onAlone = () => undefined,
  }: { kept?: readonly string[]; onAlone?: (() => void) | undefined } = {},
): Promise<void> {
  const removable = await findRemovable(db, tables, kept)
  await settle(db)
  await asOwner(db, async () => {
    for (const { remove } of removable) await sql.raw(remove).execute(db)
  })
  await fill()
  await settle(db)
  await asOwner(db, async () => {
    await sql`SET LOCAL maintenance_work_mem = '256MB'`.execute(db)
    // Whole pages of new indexes go into the journal: packing them takes longer than writing them.
    await sql`SELECT set_config('wal_compression', 'off', true) FROM pg_roles WHERE rolname = current_user AND rolsuper`.execute(
      db,
    )
    // One statement: the database works by itself, and whoever waits may do something else.
    const working = sql
      .raw(`DO $all$ BEGIN ${removable.map(({ restore }) => `${restore};`).join(' ')} END $all$`)
      .execute(db)
    // Not before the statement is on its way.
    setImmediate(onAlone)
    await working
  })
}
