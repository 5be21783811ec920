import { existsSync, mkdtempSync, chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { DemoBank } from '#testing/demo-bank.ts'
import { freePort, Product } from '#testing/processes/product.ts'
import { allChecks } from './all-checks.ts'
import { BankUnderTest } from './bank-under-test.ts'
import { type Check, type Finding, whole } from './check.ts'
import { faultsOf, type Line, passed, toMarkdown } from './report.ts'

/**
 * Usage: npm run scorecard [-- 6 18 24]; without numbers every row. Writes what it saw into docs/scorecard.md. Each row
 * has a bank of its own, copied from one that was filled once: what one row breaks is not another row's fault.
 */
const place = mkdtempSync(join(tmpdir(), 'ipoteka-scorecard-'))
// The user of PostgreSQL goes through it to the data.
chmodSync(place, 0o755)
const filled = new DemoBank(process.env.DEMO_BANK_PLACE ?? place)
// Limits of frequency have tests of their own; here they would hide what lies behind them.
const env = { WRITES_PER_MINUTE: '10000000', LOG_LEVEL: 'info' }

async function runCheck(check: Check): Promise<Line> {
  const dataDir = join(place, `row-${check.row}`)
  await filled.copyTo(dataDir)
  const bank = new BankUnderTest(new Product({ dataDir, port: await freePort(), env }))
  const begun = performance.now()
  try {
    const finding = await bank.product
      .start(300)
      .then(() => check.run(bank, whole))
      .catch(
        (error: Error): Finding => ({
          measured: 'не доведено до конца',
          faults: [error.stack ?? error.message],
          control: { planted: '—', found: false },
        }),
      )
    return { check, finding, seconds: (performance.now() - begun) / 1_000 }
  } finally {
    bank.forget()
    await bank.product.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function report(line: Line): void {
  const { check, finding } = line
  console.log(
    `${passed(line) ? '✓' : '✗'} ${check.row}${check.release ? '!' : ''} ${check.title} — ${line.seconds.toFixed(0)} с`,
  )
  console.log(`    ${finding.measured}`)
  for (const fault of faultsOf(finding)) console.log(`    ✗ ${fault}`)
  console.log(
    `    контроль (${finding.control.planted}): ${finding.control.found ? 'найдено' : 'НЕ НАЙДЕНО'}`,
  )
  for (const text of finding.notRun ?? []) console.log(`    не запускалось: ${text}`)
}

const document = resolve(import.meta.dirname, '../../../docs/scorecard.md')
const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} ГБ, Node ${process.version}`

/** After each row: a run that is cut short has written what it saw. */
function write(lines: readonly Line[]): void {
  const before = existsSync(document) ? readFileSync(document, 'utf8') : ''
  const day = new Date().toISOString().slice(0, 10)
  writeFileSync(document, toMarkdown(lines, { before, all: allChecks, machine, day }))
}

const wanted = process.argv
  .slice(2)
  .filter((word) => /^\d+$/.test(word))
  .map(Number)
const checks = wanted.length === 0 ? allChecks : allChecks.filter((check) => wanted.includes(check.row))
const lines: Line[] = []
try {
  for (const check of checks) {
    const line = await runCheck(check)
    report(line)
    lines.push(line)
    write(lines)
  }
} finally {
  rmSync(place, { recursive: true, force: true })
}
const failed = lines.filter((line) => !passed(line)).map((line) => line.check.row)
console.log(
  failed.length === 0
    ? `\nПройдены все строки: ${lines.length}`
    : `\nНе пройдены строки: ${failed.join(', ')}`,
)
process.exitCode = failed.length === 0 ? 0 : 1
