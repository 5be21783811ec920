import { Gauge } from 'prom-client'
import type { Db } from '#db/database.ts'
import type { FileStore } from '#files/file-store.ts'
import { metrics } from '#lib/metrics.ts'
import { findHeldKeys, findStillHeld, type HeldKey, setMissing } from './store-check.repo.ts'

const hour = 3_600_000
/** A file younger than this may belong to work that is not committed yet: a job lasts an hour at most. */
const orphanAge = 6 * hour
const batch = 1_000

/** What a comparison of the file store with the rows found and did. */
export interface StoreCheck {
  /** Objects in the store and keys in rows. */
  readonly objects: number
  readonly held: number
  /** Objects that no row held: removed. */
  readonly orphans: number
  /** Rows whose object is not there: marked, and found again. */
  readonly missing: number
  readonly recovered: number
}

const missingFiles = new Gauge({
  name: 'ipoteka_files_missing',
  help: 'Rows whose file the store does not have, at the last check',
  registers: [metrics],
})

async function* heldKeys(db: Db): AsyncGenerator<HeldKey> {
  let after = ''
  for (;;) {
    const keys = await findHeldKeys(db, after, batch)
    yield* keys
    const last = keys.at(-1)
    if (last === undefined || keys.length < batch) return
    after = last.key
  }
}

interface Pair {
  readonly key: string
  /** Null: not in the store. */
  readonly storedAt: Date | null
  /** Null: in no row. */
  readonly held: HeldKey | null
}

/** A list in the order of keys, with its next item in hand. */
class Cursor<T extends { readonly key: string }> {
  readonly #items: AsyncIterator<T>
  #head: T | null = null

  constructor(items: AsyncIterable<T>) {
    this.#items = items[Symbol.asyncIterator]()
  }

  get key(): string | null {
    return this.#head?.key ?? null
  }

  async next(): Promise<void> {
    const { done, value } = await this.#items.next()
    this.#head = done === true ? null : value
  }

  /** The item of this key, taken; null when the list has none. */
  async take(key: string): Promise<T | null> {
    const head = this.#head
    if (head?.key !== key) return null
    await this.next()
    return head
  }
}

const smaller = (a: string | null, b: string | null) => (a === null || (b !== null && b < a) ? b : a)

/** Walks through two lists side by side: memory does not grow with either. */
async function* sideBySide(db: Db, files: FileStore): AsyncGenerator<Pair> {
  const objects = new Cursor(files.list())
  const rows = new Cursor(heldKeys(db))
  await Promise.all([objects.next(), rows.next()])
  for (;;) {
    const key = smaller(objects.key, rows.key)
    if (key === null) return
    const object = await objects.take(key)
    yield { key, storedAt: object?.storedAt ?? null, held: await rows.take(key) }
  }
}

/** Looked at again one by one: the lists were read while work went on. */
async function removeOrphans(db: Db, files: FileStore, keys: string[]): Promise<number> {
  const held = await findStillHeld(db, keys)
  const orphans = keys.filter((key) => !held.has(key))
  for (const key of orphans) await files.remove(key)
  return orphans.length
}

async function markMissing(db: Db, files: FileStore, keys: string[]): Promise<number> {
  const held = await findStillHeld(db, keys)
  const gone: string[] = []
  for (const key of keys) if (held.has(key) && (await files.find(key)) === null) gone.push(key)
  await setMissing(db, gone, true)
  return gone.length
}

async function markFound(db: Db, keys: string[]): Promise<number> {
  await setMissing(db, keys, false)
  return keys.length
}

/** Keys that wait for one kind of treatment, in portions. */
function portions(treat: (keys: string[]) => Promise<number>) {
  let keys: string[] = []
  let treated = 0
  const flush = async () => {
    if (keys.length > 0) treated += await treat(keys)
    keys = []
    return treated
  }
  return {
    add: async (key: string) => {
      keys.push(key)
      if (keys.length >= batch) await flush()
    },
    flush,
  }
}

/** Compares the file store with the rows both ways: removes what no row holds, marks rows whose bytes are missing. */
export async function checkStore(
  db: Db,
  files: FileStore,
  { olderThan = new Date(Date.now() - orphanAge) }: { olderThan?: Date } = {},
): Promise<StoreCheck> {
  const orphans = portions((keys) => removeOrphans(db, files, keys))
  const missing = portions((keys) => markMissing(db, files, keys))
  const recovered = portions((keys) => markFound(db, keys))
  let objects = 0
  let held = 0
  for await (const { key, storedAt, held: row } of sideBySide(db, files)) {
    if (storedAt !== null) objects += 1
    if (row !== null) held += 1
    if (row === null) {
      if (storedAt !== null && storedAt < olderThan) await orphans.add(key)
    } else if (storedAt === null) await missing.add(key)
    else if (row.missing) await recovered.add(key)
  }
  const found = { orphans: await orphans.flush(), missing: await missing.flush() }
  missingFiles.set(found.missing)
  return { objects, held, ...found, recovered: await recovered.flush() }
}
