import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildWeb } from './lib/build-web.mjs'
import { productNode, requireNode20, root } from './lib/node.mjs'
import { secondsSince } from './lib/seconds.mjs'
import { ensureChromium, noChromium } from './test/chromium.mjs'
import { run, stopAll } from './test/processes.mjs'
import { Tally } from './test/tally.mjs'

requireNode20()
process.chdir(root)
const { values, positionals } = parseArgs({
  options: { times: { type: 'string', default: '10' }, busy: { type: 'string', default: '2' } },
  allowPositionals: true,
})
const times = Number(values.times)
const busy = Number(values.busy)
if (!Number.isInteger(times) || times < 1 || !Number.isInteger(busy) || busy < 0) {
  console.error('Напишите числа: npm run test:repeat -- --times 10 --busy 2 [слова из пути тестов]')
  process.exit(2)
}

// One bank for all runs: each product works on a copy of it.
const place = mkdtempSync(join(tmpdir(), 'ipoteka-repeat-'))
// The user of PostgreSQL goes through it to the demo bank.
chmodSync(place, 0o755)

/** A process that keeps one processor busy until it is stopped. */
const occupy = () => spawn(process.execPath, ['-e', 'for (;;) Math.sqrt(Math.random())'], { stdio: 'ignore' })

/** One run of the browser part, whole or of the named files. @param {number} n @param {string} chromium */
async function oneRun(n, chromium) {
  const begun = performance.now()
  const own = join(place, `run-${n}`)
  mkdirSync(own)
  const report = join(own, 'browser.json')
  const code = await run(
    productNode(),
    [
      ...['node_modules/vitest/vitest.mjs', 'run', '--project', 'kits', '--project', 'e2e', ...positionals],
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    ],
    {
      minutes: 60,
      // What stands beside the tests, such as a promise that nobody waited for, is told there alone.
      into: join(own, 'output.txt'),
      env: {
        NODE_ENV: 'test',
        CHROMIUM_PATH: chromium,
        DEMO_BANK_PLACE: place,
        TMPDIR: own,
        E2E_KEEP: 'yes',
      },
    },
  )
  const tally = new Tally()
  tally.addReport(report, code)
  console.log(`${n} из ${times}: ${tally}, ${secondsSince(begun, 0)}`)
  if (tally.failed > 0) console.log(tally.summary())
  else rmSync(own, { recursive: true, force: true })
  return tally.failed === 0
}

/** @type {import('node:child_process').ChildProcess[]} */
let occupied = []
let failed = 0
try {
  const chromium = await ensureChromium()
  if (chromium === null) throw new Error(noChromium)
  await buildWeb()
  occupied = Array.from({ length: busy }, occupy)
  for (let n = 1; n <= times; n += 1) if (!(await oneRun(n, chromium))) failed += 1
} finally {
  for (const child of occupied) child.kill('SIGKILL')
  stopAll()
  if (failed === 0) rmSync(place, { recursive: true, force: true })
}
console.log(`Прогонов ${times}, занятых процессов рядом ${busy}, с отказами ${failed}`)
if (failed > 0) console.log(`Снимки отказов и слова прогонов: ${place}`)
process.exit(failed === 0 ? 0 : 1)
