import { defineConfig } from 'vitest/config'
import server, { slowFiles } from './vitest.config.ts'

/** What need not run after every change: `npm test` runs it whole, by hand it is asked for by name or path. */
export default defineConfig({
  test: {
    ...server.test,
    name: 'slow',
    include: slowFiles,
    exclude: [],
  },
})
