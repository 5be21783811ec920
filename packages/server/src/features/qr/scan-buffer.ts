import type { Db } from '#db/database.ts'
import { insertScans, type Scan } from './qr.repo.ts'

/** A burst on one code would queue for its row: scans are written together, this often. */
const flushMs = 500
const batch = 1_000
/** Kept while the database is away; beyond it the oldest are lost before memory is. */
const maxWaiting = 100_000

/** Scans on their way to the database. */
export interface ScanBuffer {
  add(scan: Scan): void
  /** Writes what waits; for the end of the server and for tests. */
  flush(): Promise<void>
}

/** Collects scans and writes them in batches; what could not be written is tried again. */
export function openScanBuffer(db: Db, onError: (error: unknown) => void): ScanBuffer {
  let waiting: Scan[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const write = async () => {
    while (waiting.length > 0) {
      const part = waiting.slice(0, batch)
      waiting = waiting.slice(batch)
      try {
        await insertScans(db, part)
      } catch (error) {
        waiting = [...part, ...waiting].slice(-maxWaiting)
        throw error
      }
    }
  }
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    writing = writing.catch(() => undefined).then(write)
    return writing
  }
  const plan = () => {
    timer ??= setTimeout(() => {
      flush().catch((error: unknown) => {
        onError(error)
        plan()
      })
    }, flushMs)
  }
  return {
    add(scan) {
      if (waiting.length >= maxWaiting) waiting.shift()
      waiting.push(scan)
      plan()
    },
    flush,
  }
}
