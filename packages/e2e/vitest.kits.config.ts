import { defineConfig } from 'vitest/config'

/** Kits as components in a real browser: their page alone, without the product and its database. */
export default defineConfig({
  test: {
    name: 'kits',
    root: import.meta.dirname,
    include: ['kits/**/*.kit.ts'],
    globalSetup: ['src/kits/kits.setup.ts'],
    isolate: false,
    maxWorkers: 1,
    expect: { poll: { timeout: 5_000 } },
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // After the journeys: projects of one group must have as many workers.
    sequence: { groupOrder: 2 },
  },
})
