import { defineConfig } from 'vitest/config'
import server from './vitest.config.ts'

/** The calls once more, on the PostgreSQL that SYSTEM_DATABASE_URL names (`global-setup.ts`). */
export default defineConfig({
  test: {
    ...server.test,
    name: 'server-system-postgres',
    // What is not about calls knows no difference between databases.
    include: ['src/**/*.routes.test.ts'],
  },
})
