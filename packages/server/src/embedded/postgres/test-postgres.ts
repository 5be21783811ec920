import { readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive, readPostmaster } from './postmaster.ts'
import { type EmbeddedPostgres, startPostgres } from './start-postgres.ts'
import { throwawayFolder } from './throwaway-folder.ts'

const prefix = 'ipoteka-test-'
const ownerFile = 'owner.pid'

function ownerIsGone(folder: string): boolean {
  try {
    return !isAlive(Number(readFileSync(join(folder, ownerFile), 'utf8')))
  } catch {
    return false
  }
}

/** A killed test run leaves its cluster behind; the next one clears it away. */
async function sweep(place: string): Promise<void> {
  for (const name of readdirSync(place).filter((entry) => entry.startsWith(prefix))) {
    const folder = join(place, name)
    if (!ownerIsGone(folder)) continue
    const postmaster = readPostmaster(join(folder, 'postgres', 'data'))
    if (postmaster) process.kill(postmaster.pid, 'SIGQUIT')
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

/** A throwaway cluster without fsync for tests; `stop` removes it. Start one and share it: about a second. */
export async function startTestPostgres(): Promise<EmbeddedPostgres> {
  const place = throwawayFolder()
  await sweep(place)
  const dataDir = await mkdtemp(join(place, prefix))
  await writeFile(join(dataDir, ownerFile), String(process.pid))
  await chmod(dataDir, 0o755)
  const started = await startPostgres({
    dataDir,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      wal_level: 'minimal',
      max_wal_senders: '0',
      max_wal_size: '256MB',
      // Databases that live for seconds.
      autovacuum: 'off',
      max_connections: '200',
    },
  })
  return {
    ...started,
    stop: async () => {
      await started.stop()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}
