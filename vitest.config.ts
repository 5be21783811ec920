import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/test/longest-first.ts'

// A project that is configured in its own package joins as soon as its configuration is there.
const own = [
  'packages/server/vitest.config.ts',
  'packages/server/vitest.slow.config.ts',
  'packages/e2e/vitest.config.ts',
  'packages/e2e/vitest.kits.config.ts',
].filter((path) => existsSync(new URL(path, import.meta.url)))
// `npm test` names a database of the system when there is one.
if (process.env['SYSTEM_DATABASE_URL'] !== undefined) own.push('packages/server/vitest.system.config.ts')

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          // Pure functions need no process of their own: a process per file took longer than the tests.
          isolate: false,
          include: [
            'packages/contract/src/**/*.test.ts',
            'packages/web/src/**/*.test.{ts,tsx}',
            'packages/server/src/**/*.rules.test.ts',
          ],
        },
        oxc: { jsx: { runtime: 'automatic' } },
      },
      {
        test: {
          name: 'scripts',
          environment: 'node',
          isolate: false,
          include: ['scripts/**/*.test.ts'],
          exclude: ['scripts/chart/**'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          // What needs helm, which a machine that has not built it yet builds for minutes.
          name: 'chart',
          environment: 'node',
          isolate: false,
          include: ['scripts/chart/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      ...own,
    ],
  },
})
