import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { namingClient } from './client.ts'
import type { Naming } from './pooler.ts'
import type { DB } from './schema.gen.ts'
import { typeParsers } from './type-parsers.ts'

/** A handle to the database: the pool, or an open transaction. Repositories take it as their first parameter. */
export type Db = Kysely<DB>

/** The open database: `db` for queries, `pool` for what Kysely cannot (streams, LISTEN, metrics). */
export interface Database {
  readonly db: Db
  readonly pool: pg.Pool
  close(): Promise<void>
}

/** What `openDatabase` needs to know; times in milliseconds. */
export interface DatabaseOptions {
  readonly connectionString: string
  readonly poolSize?: number
  /** A query is given up after this; 0 never. Requests keep the default so that a stalled database is answered in time. */
  readonly queryTimeout?: number
  /** Milliseconds that a connection may take to open. */
  readonly connectTimeout?: number
  /** The address is that of a pooler, which begins its connections itself; whether it keeps names of statements. */
  readonly pooler?: Naming
  /** Told when an idle connection breaks; the pool replaces it by itself. */
  readonly onError?: (error: Error) => void
}

/** Waiting for a connection and then for a query stays under 6 s together. */
const defaultConnectTimeout = 2_000
export const defaultQueryTimeout = 4_000

/**
 * The server's role: may write data, may not change history. One request has one core at most: a count that takes all of
 * them is quicker by itself and slower for everybody else. Nor is a statement compiled that is over before its code is
 * made: the embedded database does not either.
 */
const sessionOptions =
  '-c role=ipoteka_app -c timezone=UTC -c search_path=public -c max_parallel_workers_per_gather=0 -c jit=off'

/** Opens the pool as the application's role. Connects lazily: an unreachable database fails the first query. */
export function openDatabase(options: DatabaseOptions): Database {
  const queryTimeout = options.queryTimeout ?? defaultQueryTimeout
  const isOwn = options.pooler === undefined
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    Client: namingClient(options.pooler ?? 'named'),
    max: options.poolSize ?? 20,
    types: typeParsers,
    ...(isOwn && { options: sessionOptions }),
    application_name: 'ipoteka-office',
    connectionTimeoutMillis: options.connectTimeout ?? defaultConnectTimeout,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    ...(queryTimeout > 0 && { query_timeout: queryTimeout }),
    ...(queryTimeout > 0 &&
      isOwn && {
        // The server gives up slightly before the client, so that a slow query ends by itself and the connection lives on.
        statement_timeout: queryTimeout - 200,
        idle_in_transaction_session_timeout: 10_000,
      }),
  })
  pool.on('error', (error) => options.onError?.(error))
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, close: () => db.destroy() }
}
