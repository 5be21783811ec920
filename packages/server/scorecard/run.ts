import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { freePort, Product } from '#testing/product.ts'
import { BankUnderTest } from './bank-under-test.ts'
import type { Check, Finding } from './check.ts'
import { type Line, passed, toMarkdown } from './report.ts'
import { accessChecks } from './rows/access.ts'
import { bodyChecks } from './rows/bodies.ts'
import { crashChecks } from './rows/crash.ts'
import { crossSiteChecks } from './rows/cross-site.ts'
import { databaseChecks } from './rows/database-faults.ts'
import { edgeValueChecks } from './rows/edge-values.ts'
import { fuzzChecks } from './rows/fuzz.ts'
import { historyChecks } from './rows/history-chain.ts'
import { idempotencyChecks } from './rows/idempotency.ts'
import { injectionChecks } from './rows/injection.ts'
import { liveChecks } from './rows/live.ts'
import { logChecks } from './rows/log-redaction.ts'
import { lostUpdateChecks } from './rows/lost-updates.ts'
import { overloadChecks } from './rows/overload.ts'
import { productionChecks } from './rows/production.ts'
import { regexpChecks } from './rows/regexps.ts'
import { tokenChecks } from './rows/tokens.ts'

/** Usage: npm run scorecard [-- 6 18 24]; without numbers every row. Writes what it saw into docs/scorecard.md. */
const all: Check[] = [
  ...accessChecks,
  ...tokenChecks,
  ...productionChecks,
  ...liveChecks,
  ...idempotencyChecks,
  ...lostUpdateChecks,
  ...edgeValueChecks,
  ...regexpChecks,
  ...bodyChecks,
  ...crossSiteChecks,
  ...logChecks,
  ...injectionChecks,
  ...fuzzChecks,
  ...overloadChecks,
  ...databaseChecks,
  ...crashChecks,
  ...historyChecks,
]

async function runCheck(check: Check, bank: BankUnderTest): Promise<Line> {
  const begun = performance.now()
  if (!(await bank.product.isReady())) await bank.product.start()
  bank.forget()
  const finding = await check.run(bank).catch(
    (error: Error): Finding => ({
      measured: 'не доведено до конца',
      faults: [error.stack ?? error.message],
      control: { planted: '—', found: false },
    }),
  )
  return { check, finding, seconds: (performance.now() - begun) / 1_000 }
}

function report(line: Line): void {
  const { check, finding } = line
  console.log(
    `${passed(line) ? '✓' : '✗'} ${check.row}${check.release ? '!' : ''} ${check.title} — ${line.seconds.toFixed(0)} с`,
  )
  console.log(`    ${finding.measured}`)
  for (const fault of finding.faults) console.log(`    ✗ ${fault}`)
  console.log(
    `    контроль (${finding.control.planted}): ${finding.control.found ? 'найдено' : 'НЕ НАЙДЕНО'}`,
  )
  for (const text of finding.notRun ?? []) console.log(`    не запускалось: ${text}`)
}

const wanted = process.argv
  .slice(2)
  .filter((word) => /^\d+$/.test(word))
  .map(Number)
const checks = wanted.length === 0 ? all : all.filter((check) => wanted.includes(check.row))
const place = process.env.SCORECARD_DATA_DIR ?? join(tmpdir(), `ipoteka-scorecard-${process.pid}`)
mkdirSync(place, { recursive: true, mode: 0o755 })
const port = process.env.SCORECARD_PORT === undefined ? await freePort() : Number(process.env.SCORECARD_PORT)
// Limits of frequency have tests of their own; here they would hide what lies behind them.
const env = { WRITES_PER_MINUTE: '10000000', LOG_LEVEL: 'info' }
const bank = new BankUnderTest(new Product({ dataDir: place, port, env }))
const lines: Line[] = []
try {
  await bank.product.start(120)
  for (const check of checks) {
    const line = await runCheck(check, bank)
    report(line)
    lines.push(line)
  }
} finally {
  await bank.product.stop()
  if (process.env.SCORECARD_DATA_DIR === undefined) rmSync(place, { recursive: true, force: true })
}
const failed = lines.filter((line) => !passed(line)).map((line) => line.check.row)
const document = resolve(import.meta.dirname, '../../../docs/scorecard.md')
const before = existsSync(document) ? readFileSync(document, 'utf8') : ''
const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} ГБ, Node ${process.version}`
writeFileSync(
  document,
  toMarkdown(lines, { before, all, machine, day: new Date().toISOString().slice(0, 10) }),
)
console.log(
  failed.length === 0
    ? `\nПройдены все строки: ${lines.length}`
    : `\nНе пройдены строки: ${failed.join(', ')}`,
)
process.exitCode = failed.length === 0 ? 0 : 1
