import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyTree } from './faults/copy.mjs'
import { faults, projectOf, withFault } from './faults/faults.mjs'
import { runTests } from './faults/run-tests.mjs'
import { command } from './lib/child.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode20, root } from './lib/node.mjs'
import { secondsSince } from './lib/seconds.mjs'
import { ensureChromium, noChromium } from './test/chromium.mjs'
import { stopAll } from './test/processes.mjs'

requireNode20()
process.chdir(root)

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

await command(async () => {
  await ensureInstalled()
  const begun = performance.now()
  const chosen = chosenFaults(process.argv.slice(2))
  const env = await environment(chosen)
  const { place, remove } = copyTree()
  /** @type {string[]} */
  const missed = []
  try {
    // A fault is found only by tests that are green without it.
    const tests = [...new Set(chosen.flatMap((fault) => fault.tests))]
    const sound = await runTests(place, tests, { env, bail: false })
    if (sound.outcome !== 'green')
      throw new Error(`Тесты не проходят и без поломок: ${sound.failed.join('; ') || 'не запустились'}`)
    console.log(`Без поломок тесты проходят (${secondsSince(begun, 0)})`)
    for (const fault of chosen) {
      const path = join(place, fault.file)
      const source = readFileSync(path, 'utf8')
      writeFileSync(path, withFault(source, fault))
      const from = performance.now()
      const { outcome, failed } = await runTests(place, fault.tests, { env, bail: true })
      writeFileSync(path, source)
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
