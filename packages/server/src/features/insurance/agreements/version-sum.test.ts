import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openApplication } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { leastSumOf } from './version-sum.service.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
})
afterAll(() => bank.close())

/** An application that was priced by a version that asks for so much of the debt. */
async function priced(number: number, sumShare: string): Promise<number> {
  const caseId = Number((await openApplication(bank)).id)
  const content = JSON.stringify({ insurance: [{ type: 'LIFE', required: true, sumShare, surcharge: null }] })
  await sql`WITH sold AS (INSERT INTO product (kind, lending, code, type_code, department, owner_id, created_at)
      VALUES ('PRODUCT', 'MORTGAGE', ${`SUM-${number}`}, '2', 'OIC', 1, now()) RETURNING id),
    said AS (INSERT INTO product_version (product_id, number, state, content, name, search_text, author_id,
        contributors, created_at, changed_at)
      SELECT id, 1, 'ARCHIVE', ${content}::jsonb, 'Продукт', '', 1, '{1}', now(), now() FROM sold
      RETURNING id, product_id)
    INSERT INTO case_price (case_id, product_id, version_id, at)
    SELECT ${caseId}::int, product_id, id, now() FROM said`.execute(bank.db)
  return caseId
}
const ofBank = { debt: '5000000.00', leastSum: '5500000.00' }

it('an agreement is of no less than the version that priced the case asks for, and than the bank itself does', async () => {
  const of = async (caseId: number, type: 'LIFE' | 'OWNERSHIP' = 'LIFE') =>
    leastSumOf(bank.db, { caseId, type }, ofBank)
  expect(await of(await priced(1, '130'))).toBe('6500000.00')
  expect(await of(await priced(2, '100'))).toBe('5500000.00')
  // A part of a kopeck counts as a whole one.
  expect(await of(await priced(3, '110.0001'))).toBe('5500005.00')
  expect(await of(await priced(4, '200'), 'OWNERSHIP')).toBe('5500000.00')
  expect(await of(Number((await openApplication(bank)).id))).toBe('5500000.00')
})
