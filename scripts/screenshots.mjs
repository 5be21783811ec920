import { buildWeb } from './lib/build-web.mjs'
import { command, runChild } from './lib/child.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode20 } from './lib/node.mjs'
import { ensureChromium, noChromium } from './test/chromium.mjs'

requireNode20()
await command(async () => {
  await ensureInstalled()
  await buildWeb()
  const chromium = await ensureChromium()
  if (chromium === null) throw new Error(noChromium)
  return runChild(['packages/e2e/src/screenshots.ts'], { CHROMIUM_PATH: chromium })
})
