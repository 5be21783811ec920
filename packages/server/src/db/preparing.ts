import pg from 'pg'
import { lockPatiently } from './advisory-lock.ts'

/** Any number that nothing else locks: one process at a time brings a database into shape. */
const lockKey = 7_330_150

/**
 * Does what may happen once only in a database (schema, queue, what the product delivers, the first bank) while no other
 * process does the same; others wait until it is done. The lock goes with its connection, so a killed process holds
 * nobody up.
 */
export async function aloneInDatabase<T>(
  connectionString: string,
  work: () => Promise<T>,
  onWait: () => void = () => undefined,
): Promise<T> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'ipoteka-prepare',
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('SET statement_timeout = 0; SET idle_session_timeout = 0')
    await lockPatiently(client, lockKey, onWait)
    return await work()
  } finally {
    await client.end()
  }
}
