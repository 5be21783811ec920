import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyTree } from './faults/copy.mjs'
import { faults, projectOf, withFault } from './faults/faults.mjs'
import { runTests, without } from './faults/run-tests.mjs'
import { command } from './lib/child.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode20, root } from './lib/node.mjs'
import { secondsSince } from './lib/seconds.mjs'
import { ensureChromium, noChromium } from './test/chromium.mjs'
import { stopAll } from './test/processes.mjs'

requireNode20()
process.chdir(root)

/** More tests than these do not fail of a busy machine. */
const mostNoise = 5

/** Where a browser is needed, its path. @param {readonly import('./faults/faults.mjs').Fault[]} chosen */
async function environment(chosen) {
  const inBrowser = chosen.some(({ tests }) =>
    tests.some((path) => ['kits', 'e2e'].includes(projectOf(path))),
  )
  if (!inBrowser) return {}
  const chromium = await ensureChromium()
  if (chromium === null) throw new Error(noChromium)
  return { CHROMIUM_PATH: chromium }
}

/** The words of the command choose faults by their names and files. */
function chosenFaults(/** @type {readonly string[]} */ words) {
  const has = (/** @type {import('./faults/faults.mjs').Fault} */ { name, file }) =>
    words.some((word) => `${name} ${file}`.toLowerCase().includes(word.toLowerCase()))
  const chosen = words.length === 0 ? faults : faults.filter(has)
  if (chosen.length === 0) throw new Error(`Нет поломок со словами: ${words.join(', ')}`)
  return chosen
}

/**
 * Tests that fail without any fault, on a machine that is too busy for them: they find nothing. More than a few are an
 * error: then the code is broken, or the copy.
 * @param {string} place @param {readonly string[]} tests @param {Record<string, string>} env
 */
async function testsThatFailAnyway(place, tests, env) {
  const { outcome, failed } = await runTests(place, tests, { env, bail: false })
  if (outcome === 'broken' || failed.length > mostNoise)
    throw new Error(`Тесты не проходят и без поломок: ${failed.join('; ') || 'не запустились'}`)
  if (failed.length > 0) console.log(`Не считаются, падают и без поломок: ${failed.join('; ')}`)
  return new Set(failed)
}

await command(async () => {
  await ensureInstalled()
  const begun = performance.now()
  const chosen = chosenFaults(process.argv.slice(2))
  const env = await environment(chosen)
  const { place, remove } = copyTree()
  /** @type {string[]} */
  const missed = []
  try {
    const tests = [...new Set(chosen.flatMap((fault) => fault.tests))]
    const noise = await testsThatFailAnyway(place, tests, env)
    console.log(`Без поломок тесты проходят (${secondsSince(begun, 0)})`)
    for (const fault of chosen) {
      const path = join(place, fault.file)
      const source = readFileSync(path, 'utf8')
      writeFileSync(path, withFault(source, fault))
      const from = performance.now()
      const verdict = await runTests(place, fault.tests, { env, bail: noise.size === 0 })
      writeFileSync(path, source)
      const { outcome, failed } = without(verdict, noise)
      const found = outcome === 'red'
      if (!found) missed.push(fault.name)
      const said = { red: `найдена: ${failed[0]}`, green: 'НЕ НАЙДЕНА', broken: 'ТЕСТЫ НЕ ЗАПУСТИЛИСЬ' }[
        outcome
      ]
      console.log(`${found ? '✓' : '✗'} ${fault.name} — ${said} (${secondsSince(from)})`)
    }
  } finally {
    stopAll()
    remove()
  }
  console.log(
    `\n${secondsSince(begun, 0)}\nполомок ${chosen.length}, найдено ${chosen.length - missed.length}`,
  )
  return missed.length === 0 ? 0 : 1
})
