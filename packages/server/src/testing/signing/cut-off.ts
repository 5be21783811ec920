import { sql } from 'kysely'
import type pg from 'pg'
import type { TestApp } from '../test-app.ts'

/** When the connection of a transaction breaks: at its so-manieth statement, or when it has committed and the answer is on its way. */
export type Cut = number | 'COMMITTED'

interface Armed {
  readonly at: Cut
  client: pg.PoolClient | null
  count: number
}

const textOf = (query: unknown): string =>
  typeof query === 'string' ? query : String((query as { text?: unknown } | undefined)?.text ?? '')

type Query = (...asked: unknown[]) => Promise<unknown>
const breakOff = (client: pg.PoolClient) =>
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()

/** Breaks the connection on which the next transaction of a pool runs. */
export function cutter(pool: pg.Pool): { arm(at: Cut): void } {
  let armed: Armed | null = null
  const known = new WeakSet<pg.PoolClient>()

  /** What the cutter does with a statement of the transaction that it waits for. */
  async function inside(cut: Armed, client: pg.PoolClient, text: string, run: () => Promise<unknown>) {
    cut.count += 1
    const isEnd = text === 'commit' || text === 'rollback'
    if (isEnd) armed = null
    if (cut.at === cut.count) breakOff(client)
    const result = await run()
    if (cut.at !== 'COMMITTED' || text !== 'commit') return result
    breakOff(client)
    throw new Error('Connection terminated unexpectedly')
  }

  pool.on('acquire', (client) => {
    if (known.has(client)) return
    known.add(client)
    const plain = client.query.bind(client) as unknown as Query
    const query: Query = (...asked) => {
      const text = textOf(asked[0])
      if (armed !== null && armed.client === null && text === 'begin') armed.client = client
      else if (armed !== null && armed.client === client)
        return inside(armed, client, text, () => plain(...asked))
      return plain(...asked)
    }
    client.query = query as unknown as typeof client.query
  })
  return {
    arm(at) {
      armed = { at, client: null, count: 0 }
    },
  }
}

/** Tables that every call may write to, whatever it comes to. */
const ofEveryCall = ['user_session', 'access_event', 'number_question']

/** How many rows every table has, and what those of one case say. */
export async function footprint(
  { db }: Pick<TestApp, 'db'>,
  id: string,
): Promise<ReadonlyMap<string, string>> {
  const { rows: tables } = await sql<{ name: string; ofCase: boolean }>`
    SELECT c.relname AS name, EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'case_id') AS "ofCase"
    FROM pg_class c WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace
      AND NOT c.relispartition AND has_table_privilege(c.oid, 'SELECT')
      AND c.relname <> ALL(${ofEveryCall}::text[]) AND c.relname NOT LIKE 'address%'`.execute(db)
  const parts = [
    ...tables.map(({ name }) => sql`SELECT ${name} AS what, count(*)::text AS told FROM ${sql.id(name)}`),
    ...tables
      .filter(({ ofCase }) => ofCase)
      .map(
        ({ name }) => sql`SELECT ${`${name} of the case`}, md5(string_agg(r::text, '|' ORDER BY r::text))
          FROM ${sql.id(name)} r WHERE r.case_id = ${Number(id)}`,
      ),
    sql`SELECT 'the case', f::text FROM case_file f WHERE id = ${Number(id)}`,
    sql`SELECT 'jobs', count(*)::text FROM pgboss.job`,
  ]
  const { rows } = await sql<{ what: string; told: string }>`${sql.join(parts, sql` UNION ALL `)}`.execute(db)
  return new Map(rows.map(({ what, told }) => [what, told]))
}
