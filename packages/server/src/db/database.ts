import type { Kysely } from 'kysely'
import type { DB } from './schema.gen.ts'

/** A handle to the database: the pool, or an open transaction. Repositories take it as their first parameter. */
export type Db = Kysely<DB>
