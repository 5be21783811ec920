import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DemoBank } from '#testing/demo-bank.ts'
import { freePort, Product } from '#testing/processes/product.ts'
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { allChecks } from './all-checks.ts'
import { BankUnderTest } from './bank-under-test.ts'
import { little } from './check.ts'

/** A little of every row on one bank, so that the rows keep pace with the product; times are measured by whole runs. */
const place = mkdtempSync(join(tmpdir(), 'ipoteka-short-scorecard-'))
chmodSync(place, 0o755)
let bank: BankUnderTest

beforeAll(async () => {
  const dataDir = join(place, 'data')
  await new DemoBank(inject('demoBankPlace')).copyTo(dataDir)
  const env = { WRITES_PER_MINUTE: '10000000', LOG_LEVEL: 'info' }
  bank = new BankUnderTest(new Product({ dataDir, port: await freePort(), env }))
}, 600_000)
afterAll(async () => {
  bank.forget()
  await bank.product.stop()
  rmSync(place, { recursive: true, force: true })
})
beforeEach(async () => {
  bank.forget()
  if (!(await bank.product.isReady())) await bank.product.start(150)
}, 180_000)

it.each(allChecks.map((check) => [check.row, check.title, check] as const))(
  'row %i of the scorecard runs and finds what is planted: %s',
  async (_row, _title, check) => {
    const { faults, control } = await check.run(bank, little)
    expect(faults).toEqual([])
    expect(control).toMatchObject({ found: true })
  },
  // The longest one takes the processor for 15 seconds, and all cores are busy with other tests.
  240_000,
)
