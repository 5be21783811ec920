import { defineConfig } from 'vitest/config'
import { workers } from './src/workers.ts'

export default defineConfig({
  test: {
    name: 'e2e',
    root: import.meta.dirname,
    include: ['tests/**/*.e2e.ts'],
    globalSetup: ['src/product.setup.ts'],
    maxWorkers: workers,
    maxConcurrency: 2,
    // Files of one worker share its sign-ins and its windows.
    isolate: false,
    // A busy machine answers later; what must be quick says so itself.
    expect: { poll: { timeout: 5_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    retry: 0,
    sequence: { groupOrder: 1 },
  },
})
