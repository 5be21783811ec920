import type { Config } from '#config.ts'
import { type DataLock, lockData } from './data-lock.ts'
import { startPostgres } from './postgres/start-postgres.ts'

/** The database that the server works with. */
export interface StartedDatabase {
  readonly connectionString: string
  /** A next start waits for this one to end. */
  markStopping(): void
  stop(): Promise<void>
}

const outside = (connectionString: string): StartedDatabase => ({
  connectionString,
  markStopping: () => undefined,
  stop: async () => undefined,
})

/** The configured database, or the embedded one in the data folder, which one server at a time may use. */
export async function startDatabase(config: Config, log: (line: string) => void): Promise<StartedDatabase> {
  if (config.databaseUrl !== null) return outside(config.databaseUrl)
  const lock: DataLock = await lockData(config.dataDir, config.publicUrl, log)
  try {
    const postgres = await startPostgres({ dataDir: config.dataDir, log })
    return {
      connectionString: postgres.connectionString,
      markStopping: lock.markStopping,
      stop: async () => {
        await postgres.stop()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}
