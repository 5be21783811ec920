import { buildWeb } from './lib/build-web.mjs'
import { command, runChild } from './lib/child.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode20 } from './lib/node.mjs'
import { ensureChromium, noChromium } from './test/chromium.mjs'

requireNode20()
await command(async () => {
  await ensureInstalled()
  const names = process.argv.slice(2)
  const run = (/** @type {Record<string, string>} */ env) =>
    runChild(['packages/server/bench/run.ts', ...names], env)
  const inBrowser = ['web', 'journeys']
  if (names.length > 0 && !names.some((name) => inBrowser.includes(name))) return run({})
  await buildWeb()
  const chromium = await ensureChromium()
  if (chromium === null) throw new Error(noChromium)
  return run({ CHROMIUM_PATH: chromium })
})
