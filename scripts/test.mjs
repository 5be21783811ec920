import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runSteps } from './check/run-steps.mjs'
import { codeSteps } from './check/steps.mjs'
import { buildWeb } from './lib/build-web.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { productNode, requireNode20, root } from './lib/node.mjs'
import { outgrown } from './lib/page-weights.mjs'
import { ensureChromium, noChromium } from './test/chromium.mjs'
import { ensureDebianPostgres, startDebianPostgres } from './test/debian-postgres.mjs'
import { ensureHelm } from './test/helm.mjs'
import { run, stopAll } from './test/processes.mjs'
import { Tally } from './test/tally.mjs'
import { ensurePromtool } from './test/promtool.mjs'
import { ensureNeighbours } from './test/neighbours.mjs'
import { ensureTesseract } from './test/tesseract.mjs'
import { ProcessorMeter } from './lib/processor.mjs'
import { secondsSince } from './lib/seconds.mjs'

requireNode20()
process.chdir(root)
const begun = performance.now()
const tally = new Tally()
const processor = new ProcessorMeter()
/** `npm test -- approvers session`: of the tests those whose path has one of the words; the code is looked at whole. */
const words = process.argv.slice(2)
const reports = mkdtempSync(join(tmpdir(), 'ipoteka-test-'))
// The user of PostgreSQL goes through it to the demo bank that the tests share.
chmodSync(reports, 0o755)

/** Begins a stage; its short name is for the line about the processor. @param {string} text @param {string} stage */
function heading(text, stage) {
  processor.begin(stage)
  console.log(`\n── ${text} (${secondsSince(begun, 0)}) ──`)
}

/**
 * Runs vitest projects and counts what they report.
 * @param {{ title: string, stage: string }} names
 * @param {string[]} projects
 * @param {Record<string, string>} [env]
 */
async function vitest({ title, stage }, projects, env) {
  heading(title, stage)
  const report = join(reports, `${projects.join('-')}.json`)
  const args = projects.flatMap((name) => ['--project', name])
  const code = await run(
    productNode(),
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...args,
      ...words,
      ...(words.length > 0 ? ['--passWithNoTests'] : []),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { minutes: 25, env: { NODE_ENV: 'test', DEMO_BANK_PLACE: reports, ...env } },
  )
  tally.addReport(report, code)
}

/** Programs that are not of npm, one after the other: the system installs one at a time. */
async function ensurePrograms() {
  await ensureTesseract()
  await ensureDebianPostgres()
  await ensurePromtool()
  await ensureNeighbours()
  return ensureChromium()
}

async function buildAndCheck() {
  await buildWeb()
  const heavy = outgrown()
  for (const text of heavy) console.error(text)
  tally.add(heavy.length === 0, 'Вес страниц')
  heading('Проверка кода', 'проверка кода')
  for (const result of await runSteps(codeSteps())) tally.add(result.ok, result.step.name)
}

/** On both databases at once: one run shares its workers out, and one waits for the slowest file once. */
async function serverTests() {
  const system = await startDebianPostgres()
  if (system === null) {
    await vitest({ title: 'Вызовы HTTP на встроенной PostgreSQL', stage: 'вызовы' }, ['server', 'slow'])
    console.log('\nPostgreSQL в системе нет: вызовы HTTP проверены только на встроенной базе.')
    return
  }
  try {
    await vitest(
      {
        title: `Вызовы HTTP на встроенной PostgreSQL и на PostgreSQL ${system.version} системы`,
        stage: 'вызовы',
      },
      ['server', 'slow', 'server-system-postgres'],
      { SYSTEM_DATABASE_URL: system.url },
    )
  } finally {
    // Its programs end apart from us: what they have used is nobody's child's.
    processor.add(system.processorSeconds())
    system.stop()
  }
}

async function browserTests(/** @type {string | null} */ chromium) {
  if (chromium !== null)
    return vitest({ title: 'Браузер', stage: 'браузер' }, ['kits', 'e2e'], { CHROMIUM_PATH: chromium })
  tally.add(false, noChromium)
}

/** Helm may have been built all the while. */
async function chartTests(/** @type {Promise<PromiseSettledResult<void>[]>} */ helm) {
  const [prepared] = await helm
  if (prepared?.status === 'rejected') throw prepared.reason
  await vitest({ title: 'Чарт Kubernetes', stage: 'чарт' }, ['chart'])
}

try {
  heading('Подготовка', 'подготовка и сборка')
  await ensureInstalled()
  // On a machine that has never built it that takes minutes: it goes on beside everything else, and is waited for last.
  const helm = Promise.allSettled([ensureHelm()])
  // What the system lacks comes over the network while the code is built and looked at.
  const [chromium] = await Promise.all([ensurePrograms(), buildAndCheck()])
  await vitest({ title: 'Быстрые тесты', stage: 'быстрые тесты' }, ['unit', 'scripts'])
  await serverTests()
  await browserTests(chromium)
  await chartTests(helm)
  if (words.length > 0 && tally.tests === 0) {
    tally.add(false, `Нет тестов, в пути которых есть ${words.map((word) => `«${word}»`).join(' или ')}`)
  }
} catch (error) {
  console.error(error)
  tally.add(false, String(error))
} finally {
  stopAll()
  if (existsSync(reports)) rmSync(reports, { recursive: true, force: true })
}
console.log(`\n${secondsSince(begun, 0)}`)
console.log(processor.toString())
if (tally.failed > 0) console.log(tally.summary())
console.log(tally.toString())
process.exit(tally.failed === 0 ? 0 : 1)
