import * as api from '@ipoteka-office/contract/products/products.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { findProduct, findVersion, findVersionRows } from '../products.repo.ts'
import { versionIssues } from '../version-issues.service.ts'
import { seedCaseProducts, seedDemoProducts } from './demo-products.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
  await bank.db.transaction().execute(async (tx) => {
    await seedDemoProducts(tx, { now: new Date(), timeZone: bank.config.bankTimeZone })
    await sql`INSERT INTO case_file (type, number, partner_id, client_name, stage, programme_code)
      VALUES ('FULL_APPLICATION', 'М-1', 2, 'Клиент', 'NEW', '2'), ('LOAN_APPLICATION', 'К-1', 2, 'Клиент', 'NEW', 'CASH_BASE')`.execute(
      tx,
    )
    await seedCaseProducts(tx)
  })
})
afterAll(() => bank.close())

it('the demo bank sells 24 mortgages of all types, 8 loans, with 30 options and 12 promotions', async () => {
  const { rows } = await sql<{ kind: string; mortgage: boolean; count: number; types: number }>`
    SELECT kind, lending = 'MORTGAGE' AS mortgage, count(*)::int AS count, count(DISTINCT type_code)::int AS types
    FROM product GROUP BY 1, 2 ORDER BY 1, 2`.execute(bank.db)
  expect(rows).toMatchObject([
    { kind: 'OPTION', mortgage: false, count: 8 },
    { kind: 'OPTION', mortgage: true, count: 22 },
    { kind: 'PRODUCT', mortgage: false, count: 8 },
    { kind: 'PRODUCT', mortgage: true, count: 24, types: 16 },
    { kind: 'PROMOTION', mortgage: false, count: 2 },
    { kind: 'PROMOTION', mortgage: true, count: 10 },
  ])
})

it('every version of it is whole, and nobody released what they wrote or sent', async () => {
  const { rows: products } = await sql<{ id: number }>`SELECT id FROM product ORDER BY id`.execute(bank.db)
  const wrong: unknown[] = []
  for (const { id } of products) {
    const product = await findProduct(bank.db, id)
    if (product === undefined) throw new Error('A product is lost')
    for (const row of await findVersionRows(bank.db, id)) {
      const version = await findVersion(bank.db, id, row.number)
      if (version === undefined) throw new Error('A version is lost')
      wrong.push(
        ...(await versionIssues(bank.db, product, version.content)).map((issue) => [product.code, issue]),
      )
      if (row.releasedBy !== null && row.contributors.includes(row.releasedBy.id)) wrong.push(row)
    }
  }
  expect(wrong).toEqual([])
})

it('has products in every tab, one to come, one taken off sale, and cases by their programmes', async () => {
  const counts = await bank.call(api.countProducts, { body: {} }, { as: 'product' })
  expect(counts.body).toMatchObject({ PRODUCT: 23, OPTION: 21, PROMOTION: 9 })
  expect(counts.body.APPROVAL).toBeGreaterThan(3)
  const { body } = await bank.call(
    api.searchProducts,
    { query: { size: 100, sort: 'openCases,desc' }, body: {} },
    { as: 'product-head' },
  )
  expect(body.content[0]).toMatchObject({ code: 'READY', openCases: 1, rateFrom: '20.400' })
  const lists = await bank.call(api.countProducts, { body: { catalogue: 'loan' } }, { as: 'product' })
  expect(lists.body).toMatchObject({ PRODUCT: 8, OPTION: 8, PROMOTION: 2 })
})
