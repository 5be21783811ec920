import { buildWeb } from './lib/build-web.mjs'
import { command } from './lib/child.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode20 } from './lib/node.mjs'

// What has to be there before the processes of a bank start: packages and the pages.
requireNode20()
await command(async () => {
  await ensureInstalled()
  await buildWeb()
  return 0
})
