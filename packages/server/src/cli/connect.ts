import type { Config } from '#config.ts'
import { isDataInUse } from '#embedded/data-lock.ts'
import { startPostgres } from '#embedded/postgres/start-postgres.ts'
import { startDatabase } from '#embedded/start-database.ts'

interface Connection {
  readonly url: string
  close(): Promise<void>
}

/** The configured database; the embedded one also while the server works with it. */
export async function connect(config: Config, print: (line: string) => void): Promise<Connection> {
  if (config.databaseUrl === null && isDataInUse(config.dataDir)) {
    const { connectionString, stop } = await startPostgres({ dataDir: config.dataDir })
    // The server stops its database itself; if it has ended meanwhile, nobody else would.
    return { url: connectionString, close: async () => (isDataInUse(config.dataDir) ? undefined : stop()) }
  }
  const { connectionString, stop } = await startDatabase(config, print)
  return { url: connectionString, close: stop }
}
