import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** Whether a statement may keep its name from one transaction to the next. */
export type Naming = 'named' | 'unnamed'

/** A pooler by which the server must not go on; the text says in Russian what to write where. */
export class PoolerError extends Error {
  override readonly name = 'PoolerError'
}

/** What every connection to the database begins with: the pooler does it, for its clients come to connections of others. */
const wanted: readonly [name: string, value: string][] = [
  ['role', 'ipoteka_app'],
  ['timezone', 'UTC'],
  ['search_path', 'public'],
  ['max_parallel_workers_per_gather', '0'],
  ['jit', 'off'],
  ['statement_timeout', '3800ms'],
  ['idle_in_transaction_session_timeout', '10s'],
]

/** For `connect_query` of a database in pgbouncer.ini. */
export const connectQuery = wanted.map(([name, value]) => `SET ${name} = '${value}'`).join('; ')

const timeMs = 4_000
/** So many connections of the pooler are held at most while one is looked for. */
const mostHeld = 20

async function connected(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: timeMs, query_timeout: timeMs })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function checkSettings(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; value: string | null }>(
    'SELECT name, current_setting(name) AS value FROM unnest($1::text[]) name',
    [wanted.map(([name]) => name)],
  )
  const wrong = wanted.filter(([name, value], n) => rows[n]?.name !== name || !isSame(rows[n].value, value))
  if (wrong.length > 0)
    throw new PoolerError(
      `DATABASE_POOLER_URL: соединения начинаются не так, как нужно (${wrong.map(([name]) => name).join(', ')}). Задайте этой базе в pgbouncer.ini connect_query='${connectQuery.replaceAll("'", "''")}' и перезапустите PgBouncer`,
    )
}

/** PostgreSQL says a time in the largest unit that is whole. */
const isSame = (said: string | null, value: string) => said?.toLowerCase() === value.toLowerCase()

const isUnknownStatement = (error: unknown) => error instanceof pg.DatabaseError && error.code === '26000'

/** Whether a name that one connection of the database was told of is known on the next one. */
async function namingOf(url: string, client: pg.Client): Promise<Naming> {
  // An old pooler leaves the name with a connection, where the next check must not meet it.
  const name = randomUUID()
  const ask = () => client.query<{ pid: number }>({ name, text: 'SELECT pg_backend_pid() AS pid' })
  const held: pg.Client[] = []
  try {
    const told = (await ask()).rows[0]?.pid
    for (let pid: number | undefined; pid !== told && held.length < mostHeld; ) {
      const other = await connected(url)
      held.push(other)
      await other.query('BEGIN')
      pid = (await other.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid
    }
    const { rows } = await ask()
    return rows[0]?.pid === told ? 'unnamed' : 'named'
  } catch (error) {
    if (isUnknownStatement(error)) return 'unnamed'
    throw error
  } finally {
    for (const one of held) await one.end()
  }
}

/**
 * Looks at the pooler before the server relies on it: whether its connections are what the server's own would be, and whether
 * it keeps names of statements (PgBouncer from 1.21 on, with max_prepared_statements). Rejects with `PoolerError`.
 */
export async function checkPooler(url: string): Promise<Naming> {
  const client = await connected(url).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new PoolerError(`DATABASE_POOLER_URL: соединиться с PgBouncer не удалось (${reason})`)
  })
  try {
    await checkSettings(client)
    return await namingOf(url, client)
  } finally {
    await client.end()
  }
}
