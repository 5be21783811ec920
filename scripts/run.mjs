import { command, runChild } from './lib/child.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode20 } from './lib/node.mjs'

requireNode20()
await command(async () => {
  await ensureInstalled()
  return runChild(process.argv.slice(2))
})
