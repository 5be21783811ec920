import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** A change of the schema that a database has had or still lacks. */
export interface Migration {
  readonly name: string
  readonly text: string
  readonly checksum: string
}

/**
 * How a migration is run, by the end of its name. `.sql`: whole, in one transaction. `.apart.sql`: each statement by itself
 * and outside of a transaction, for indexes that are made while people work. `.portions.sql`: one
 * statement for so many ids, `id > $1 AND id <= $2`, again and again; its head says of which table and how many at once:
 * `-- portions: case_comment 5000`.
 */
type Kind = 'whole' | 'apart' | 'portions'

const kindOf = (name: string): Kind => {
  const [, kind] = /\.(apart|portions)\.sql$/.exec(name) ?? []
  return kind === 'apart' || kind === 'portions' ? kind : 'whole'
}

export interface MigrationWork {
  readonly client: pg.Client
  readonly migration: Migration
  readonly log: (line: string) => void
}

/** Whoever waits for a lock of a table holds up all who come after: it waits for a moment, and comes again later. */
const lockMs = 1_000
const againMs = 2_000
/** Ten minutes of trying: nobody holds a table for so long but by mistake. */
const lockAttempts = 200

const isLockTimeout = (error: unknown) => error instanceof pg.DatabaseError && error.code === '55P03'

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('BEGIN')
  try {
    await work()
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}

/** Repeats work that could not get its locks. */
async function patiently({ migration, log }: MigrationWork, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      if (attempt === 1) log(`миграция ${migration.name} ждёт: таблица занята, люди работают дальше`)
      if (attempt >= lockAttempts)
        throw new Error(
          `Миграция ${migration.name} не дождалась таблицы: её держит долгое действие. Найдите его (SELECT pid, query FROM pg_stat_activity WHERE state <> 'idle' ORDER BY xact_start), завершите и запустите снова`,
          { cause: error },
        )
      await sleep(againMs)
    }
  }
}

const note = async ({ client, migration: { name, checksum } }: MigrationWork) => {
  await client.query('INSERT INTO schema_migration (name, checksum) VALUES ($1, $2)', [name, checksum])
}

const runWhole = (work: MigrationWork) =>
  patiently(work, () =>
    inTransaction(work.client, async () => {
      await work.client.query(`SET LOCAL lock_timeout = ${lockMs}`)
      await work.client.query(work.migration.text)
      await note(work)
    }),
  )

/** An index that was being made when its process died is of no use and in the way of the next attempt. */
async function dropUnfinishedIndexes(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT i.indexrelid::regclass::text AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    WHERE NOT i.indisvalid AND c.relkind = 'i' AND c.relnamespace = 'public'::regnamespace`)
  for (const { name } of rows) await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`)
}

const withoutComments = (text: string) =>
  text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('--'))
    .join('\n')

async function runApart(work: MigrationWork): Promise<void> {
  const { client, migration } = work
  await dropUnfinishedIndexes(client)
  const statements = withoutComments(migration.text)
    .split(/;[ \t]*$/m)
    .map((one) => one.trim())
  // What stands here waits in nobody's way: it asks for locks that let others read and write.
  for (const statement of statements) if (statement !== '') await client.query(statement)
  await note(work)
}

/** Which table goes by portions of how many ids. */
function portionsOf({ name, text }: Migration): { table: string; size: number } {
  const [, table, size] = /^-- portions: (\w+) (\d+)$/m.exec(text) ?? []
  if (table === undefined) throw new Error(`${name}: the head «-- portions: table size» is missing`)
  return { table, size: Number(size) }
}

async function runPortions(work: MigrationWork): Promise<void> {
  const { client, migration } = work
  const { table, size } = portionsOf(migration)
  const lastId = async () => {
    const { rows } = await client.query<{ id: string | null }>(`SELECT max(id)::text AS id FROM ${table}`)
    return Number(rows[0]?.id ?? 0)
  }
  // Rows that come meanwhile have later ids.
  for (let from = 0; from < (await lastId()); from += size) {
    const begun = performance.now()
    await patiently(work, () =>
      inTransaction(client, async () => {
        await client.query(`SET LOCAL lock_timeout = ${lockMs}`)
        await client.query(migration.text, [from, from + size])
      }),
    )
    // As much time for others as the portion took.
    await sleep(performance.now() - begun)
  }
  await note(work)
}

const ways: Readonly<Record<Kind, (work: MigrationWork) => Promise<void>>> = {
  whole: runWhole,
  apart: runApart,
  portions: runPortions,
}

/** Runs one migration in the way that its name says, and notes it down. What was begun and not noted is begun again safely. */
export const runMigration = (work: MigrationWork): Promise<void> => ways[kindOf(work.migration.name)](work)
