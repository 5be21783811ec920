import { buildWeb } from './lib/build-web.mjs'
import { command, roomy, runChild } from './lib/child.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode20 } from './lib/node.mjs'

requireNode20()
await command(async () => {
  await ensureInstalled()
  // Requests are logged on demand (LOG_LEVEL=info): the terminal of a demo shows what matters.
  const env = { LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' }
  // The database is filled while the pages are built: one after the other took a third longer. The server goes first.
  const pages = Promise.resolve().then(buildWeb)
  return runChild([roomy, 'packages/server/src/main.ts', '--pages-follow'], env, pages)
})
