import { createServer } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '#config.ts'
import { openDatabase } from '#db/database.ts'
import { migrate } from '#db/migrate.ts'
import { seedOrganisation } from '#db/seed/organisation.ts'
import { Chance } from '#db/seed/generator.ts'
import { seedDemoPartners } from '#features/partners/seed/demo-partners.ts'
import { installJobs } from '#jobs/install.ts'
import { type SystemCluster, systemCluster } from '#testing/clusters/system-postgres.ts'
import { freePort, Product } from '#testing/processes/product.ts'
import { claimsOf, signToken, testKeySet } from '#testing/test-tokens.ts'
import type { BenchLogin } from '../api/real-server.ts'

const logins: readonly BenchLogin[] = ['admin', 'partner-admin', 'underwriter', 'uw-head', 'security']
/** Longer than any measurement. */
const tokenSeconds = 4 * 3_600
const basebackupSeconds = 900

/** As `docs/operations.md` has it for a machine of the bank, in the sizes of this one. */
const ofPrimary = {
  fsync: 'on',
  full_page_writes: 'on',
  wal_level: 'replica',
  hot_standby_feedback: 'on',
  max_wal_senders: '10',
  max_connections: '300',
  max_wal_size: '4GB',
  shared_buffers: '2GB',
  effective_io_concurrency: '64',
  random_page_cost: '1.1',
  jit: 'off',
}
const ofReplica = { ...ofPrimary, shared_buffers: '1GB' }

/** Everything of a bank that does not run in one process. */
export interface Installation {
  readonly primary: SystemCluster
  readonly tokens: Readonly<Record<BenchLogin, string>>
  /** One process of the product; nothing is started yet. */
  processOf(name: string, env: Record<string, string>): Promise<Product>
  /** One more replica, as the primary is now. */
  addReplica(): Promise<SystemCluster>
  startAgain(cluster: SystemCluster): void
  stop(): Promise<void>
}

/** An identity server that has signed people in already: it shows the key of their tokens, and nothing else. */
async function identityServer(): Promise<{ url: string; close(): void }> {
  const server = createServer((_request, answer) => {
    answer.setHeader('content-type', 'application/json')
    answer.end(JSON.stringify(testKeySet))
  })
  const port = await freePort()
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${port}/auth`, close: () => void server.close() }
}

/** An empty bank with its organisation on a database of the system's PostgreSQL. */
export async function install(programs: string): Promise<Installation> {
  const place = mkdtempSync(join(tmpdir(), 'ipoteka-scale-'))
  const clusters: SystemCluster[] = []
  const identity = await identityServer()
  const primary = await systemCluster(programs, undefined, tmpdir())
  clusters.push(primary)
  primary.start(ofPrimary)
  await migrate(primary.url)
  await installJobs(primary.url)
  const { db, close } = openDatabase({ connectionString: primary.url, poolSize: 1, queryTimeout: 0 })
  await seedOrganisation(db)
  await seedDemoPartners(db, new Chance(1), new Date())
  await close()
  const publicUrl = `http://127.0.0.1:${await freePort()}`
  const common = {
    NODE_ENV: 'development',
    DATABASE_URL: primary.url,
    IDENTITY_URL: identity.url,
    PUBLIC_URL: publicUrl,
    FILES_DIR: join(place, 'files'),
    WRITES_PER_MINUTE: '10000000',
  }
  const exp = Math.floor(Date.now() / 1_000) + tokenSeconds
  const { identity: expected } = loadConfig(common)
  const signed = logins.map(async (login) => [login, await signToken({ ...claimsOf(expected, login), exp })])
  return {
    primary,
    tokens: Object.fromEntries(await Promise.all(signed)) as Record<BenchLogin, string>,
    async processOf(name, env) {
      return new Product({ dataDir: join(place, name), port: await freePort(), env: { ...common, ...env } })
    },
    async addReplica() {
      const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres']
      const replica = await systemCluster(
        programs,
        (cluster) =>
          void cluster.run(
            'pg_basebackup',
            [...from, '-D', cluster.data, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'],
            basebackupSeconds,
          ),
        tmpdir(),
      )
      clusters.push(replica)
      replica.start(ofReplica)
      return replica
    },
    startAgain: (cluster) => cluster.start(cluster === primary ? ofPrimary : ofReplica),
    async stop() {
      identity.close()
      for (const cluster of clusters.toReversed()) {
        cluster.stop('immediate')
        await cluster.remove()
      }
      rmSync(place, { recursive: true, force: true })
    },
  }
}
