import { CompiledQuery, type RawBuilder } from 'kysely'
import { plannedByValues } from './client.ts'
import type { Db } from './database.ts'

/** Totals from this size on may be a few seconds old; smaller ones are counted every time. */
const largeFrom = 1_000
const rememberedMs = 5_000
/** Different large totals at once; the oldest leave first. */
const maxRemembered = 2_000

interface Remembered {
  readonly row: unknown
  readonly until: number
  counting: boolean
}

const memories = new WeakMap<Db, Map<string, Remembered>>()

function memoryOf(db: Db): Map<string, Remembered> {
  const memory = memories.get(db) ?? new Map<string, Remembered>()
  memories.set(db, memory)
  return memory
}

/** Runs a statement whose best plan depends on its values: it is planned for them every time. */
export async function queryByValues<T>(db: Db, query: RawBuilder<T>): Promise<T[]> {
  const { sql, parameters } = query.compile(db)
  const { rows } = await db.executeQuery<T>(CompiledQuery.raw(plannedByValues + sql, [...parameters]))
  return rows
}

/**
 * The one row of a statement that counts (`count` and whatever else). Counting hundreds of thousands of rows for every
 * page would take all of the database: a large total is remembered for five seconds, and while one caller counts anew the
 * others get the one before.
 */
export async function countByValues<T extends { count: number }>(db: Db, query: RawBuilder<T>): Promise<T> {
  const { sql, parameters } = query.compile(db)
  const key = `${sql} ${JSON.stringify(parameters)}`
  const memory = memoryOf(db)
  const known = memory.get(key)
  if (known !== undefined && (known.counting || known.until > Date.now())) return known.row as T
  if (known !== undefined) known.counting = true
  try {
    const [row] = await queryByValues(db, query)
    if (row === undefined) throw new Error('A count answered no row')
    memory.delete(key)
    if (row.count >= largeFrom) memory.set(key, { row, until: Date.now() + rememberedMs, counting: false })
    if (memory.size > maxRemembered) memory.delete(memory.keys().next().value ?? '')
    return row
  } catch (error) {
    memory.delete(key)
    throw error
  }
}
