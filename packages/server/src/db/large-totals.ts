import { CompiledQuery, type RawBuilder } from 'kysely'
import { plannedByValues } from './client.ts'
import type { Db } from './database.ts'

/** Totals from this size on may be a few seconds old; smaller ones are counted every time. */
const largeFrom = 1_000
const freshMs = 5_000
/** Who asks after the fresh time gets the total of before while it is counted anew, but never one older than this. */
const oldestMs = 15_000
/** Different large totals at once; the oldest leave first. */
const maxRemembered = 2_000

interface Remembered {
  readonly row: unknown
  readonly at: number
  counting: boolean
}

type Memory = Map<string, Remembered>

const memories = new WeakMap<Db, Memory>()

/** Of a pool; an open transaction has one of its own, so that it sees what it wrote. */
function memoryOf(db: Db): Memory {
  const memory = memories.get(db) ?? new Map<string, Remembered>()
  memories.set(db, memory)
  return memory
}

function keyOf(db: Db, query: RawBuilder<unknown>): string {
  const { sql, parameters } = query.compile(db)
  return `${sql} ${JSON.stringify(parameters)}`
}

/** Runs a statement whose best plan depends on its values: it is planned for them every time. */
export async function queryByValues<T>(db: Db, query: RawBuilder<T>): Promise<T[]> {
  const { sql, parameters } = query.compile(db)
  const { rows } = await db.executeQuery<T>(CompiledQuery.raw(plannedByValues + sql, [...parameters]))
  return rows
}

interface Counted {
  readonly memory: Memory
  readonly key: string
}

async function countAnew<T extends { count: number }>(
  db: Db,
  query: RawBuilder<T>,
  { memory, key }: Counted,
): Promise<T> {
  try {
    const [row] = await queryByValues(db, query)
    if (row === undefined) throw new Error('A count answered no row')
    memory.delete(key)
    if (row.count >= largeFrom) memory.set(key, { row, at: Date.now(), counting: false })
    if (memory.size > maxRemembered) memory.delete(memory.keys().next().value ?? '')
    return row
  } catch (error) {
    memory.delete(key)
    throw error
  }
}

/**
 * The one row of a statement that counts (`count` and whatever else). Counting hundreds of thousands of rows for every
 * page would take all of the database: a large total is remembered for five seconds, and after that answered once more
 * while it is counted anew; one that nobody asked for within fifteen seconds is counted before it is answered.
 * Statements with the same `likeness` share a memory: of those that name this moment it is the one without its seconds.
 */
export async function countByValues<T extends { count: number }>(
  db: Db,
  query: RawBuilder<T>,
  likeness: RawBuilder<unknown> = query,
): Promise<T> {
  const counted = { memory: memoryOf(db), key: keyOf(db, likeness) }
  const known = counted.memory.get(counted.key)
  const age = known === undefined ? Number.POSITIVE_INFINITY : Date.now() - known.at
  if (known === undefined || age > oldestMs) return countAnew(db, query, counted)
  if (age > freshMs && !known.counting) {
    known.counting = true
    // A failure drops the total: the next one who asks counts, and is told of the failure.
    countAnew(db, query, counted).catch(() => undefined)
  }
  return known.row as T
}

/** The count that is remembered of this statement; undefined: none, or not a large one. */
export function rememberedCount(db: Db, query: RawBuilder<{ count: number }>): number | undefined {
  const known = memoryOf(db).get(keyOf(db, query))
  return known === undefined || Date.now() - known.at > oldestMs
    ? undefined
    : (known.row as { count: number }).count
}
