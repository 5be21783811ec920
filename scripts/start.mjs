import { buildWeb } from './lib/build-web.mjs'
import { command, runChild } from './lib/child.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode20 } from './lib/node.mjs'

requireNode20()
await command(async () => {
  await ensureInstalled()
  await buildWeb()
  // Requests are logged on demand (LOG_LEVEL=info): the terminal of a demo shows what matters.
  return runChild(['packages/server/src/main.ts'], { LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' })
})
