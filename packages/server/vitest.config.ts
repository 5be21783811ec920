import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/**
 * Test files that kill processes, break connections, read scans, load addresses or take floods of files and of calls: most
 * of their time they wait for what they start. They are the project `slow`, the rest of the server's tests are `server`.
 */
export const slowFiles = [
  'src/backup/backup.test.ts',
  'src/db/replicas.test.ts',
  'src/embedded/data-lock.test.ts',
  'src/embedded/postgres/start-postgres.test.ts',
  'src/features/addresses/gar-import.test.ts',
  'src/features/partner-work/reassignments.test.ts',
  'src/features/recognition/recogniser.test.ts',
  'src/features/underwriting/cut-off.routes.test.ts',
  'src/features/uploads/hostile-files.test.ts',
  'src/files/file-stores.test.ts',
  'src/files/inspect/inspector.test.ts',
  'src/files/killed-server.test.ts',
  'src/testing/image/image.test.ts',
  'src/jobs/jobs.test.ts',
  'src/killed-case-jobs.test.ts',
  'src/main.test.ts',
  'src/roles.test.ts',
]

export default defineConfig({
  test: {
    name: 'server',
    environment: 'node',
    root: import.meta.dirname,
    include: ['src/**/*.test.ts', 'scorecard/**/*.test.ts'],
    // Pure tables of cases run without a database, in the root's unit project.
    exclude: ['src/**/*.rules.test.ts', ...slowFiles],
    // The modules of the server are loaded once for a worker: a quarter of the time went into loading them for every file.
    isolate: false,
    // Node itself loads them, as in the product, and finds them compiled: nothing here is mocked.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Processes that tests start load most of the server: compiled once for all of them.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '../../.cache/compiled') },
    globalSetup: ['src/testing/global-setup.ts'],
    // Each file has a database of its own, and much of its time is waiting for it or for processes that it starts.
    maxWorkers: 4,
    // For what hangs: a busy machine answers later, and what must be quick says so itself.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // As patient as `soon`: a second is short on a machine where four files run at once.
    expect: { poll: { timeout: 30_000, interval: 20 } },
  },
})
