import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#testing/test-app.ts'

/** Three products, an option and a promotion, and applications with prices among them. */
let app: TestApp
const settle = () => sql`SELECT settle_product_cases()`.execute(app.db)

/** Differences between the tally and the prices; none when it is right. */
async function differences(): Promise<unknown[]> {
  const { rows } = await sql`
    SELECT product_id, partner_id, sum(count) AS difference FROM (
      SELECT t.product_id, f.partner_id, 1 AS count FROM case_price c JOIN case_file f ON f.id = c.case_id
        CROSS JOIN LATERAL (SELECT c.product_id UNION SELECT v.product_id FROM product_version v
          WHERE v.id = ANY(c.option_version_ids || c.promotion_version_ids)) t
        WHERE c.replaced_at IS NULL AND NOT f.closed
      UNION ALL SELECT product_id, partner_id, -count FROM product_case_tallied) both_ways
    GROUP BY 1, 2 HAVING sum(count) <> 0`.execute(app.db)
  return rows
}
const counted = async () => {
  const { rows } = await sql<{ count: number }>`
    SELECT coalesce(sum(count), 0)::int AS count FROM product_case_tallied`.execute(app.db)
  return rows[0]?.count
}
/** A new price of every case whose number the condition picks, in the place of the former. */
const priced = (condition: string, product: string) =>
  app.db.transaction().execute(async (tx) => {
    await sql`UPDATE case_price SET replaced_at = now() WHERE replaced_at IS NULL AND case_id IN (
      SELECT id FROM case_file WHERE id > 30000 AND ${sql.raw(condition)})`.execute(tx)
    await sql`INSERT INTO case_price (case_id, product_id, option_version_ids, promotion_version_ids, at)
      SELECT f.id, (SELECT id FROM product WHERE code = ${product}),
        CASE WHEN f.id % 2 = 0 THEN ARRAY(SELECT v.id FROM product_version v JOIN product p ON p.id = v.product_id
          WHERE p.code = 'TALLY-OPTION') ELSE '{}' END,
        CASE WHEN f.id % 3 = 0 THEN ARRAY(SELECT v.id FROM product_version v JOIN product p ON p.id = v.product_id
          WHERE p.code = 'TALLY-PROMOTION') ELSE '{}' END, now()
      FROM case_file f WHERE f.id > 30000 AND ${sql.raw(condition)}`.execute(tx)
  })

beforeAll(async () => {
  app = await testApp()
  await sql`INSERT INTO product (kind, lending, code, type_code, department, owner_id, created_at)
    SELECT kind, 'MORTGAGE', 'TALLY-' || code, '2', 'OIC', 1, now()
    FROM (VALUES ('PRODUCT', 'A'), ('PRODUCT', 'B'), ('OPTION', 'OPTION'), ('PROMOTION', 'PROMOTION')) k (kind, code)`.execute(
    app.db,
  )
  await sql`INSERT INTO product_version (product_id, number, content, name, search_text, author_id, contributors, created_at, changed_at)
    SELECT id, 1, '{}', code, code, 1, ARRAY[1], now(), now() FROM product WHERE code IN ('TALLY-OPTION', 'TALLY-PROMOTION')`.execute(
    app.db,
  )
  await sql`INSERT INTO case_file (id, type, number, partner_id, client_name, stage, closed)
    SELECT 30000 + i, 'FULL_APPLICATION', 'Ц-' || i, 2 + i % 3, 'Мышкин Пётр', 'UNDERWRITING', i % 7 = 0
    FROM generate_series(1, 120) i`.execute(app.db)
})
afterAll(() => app.close())

describe('the tally of open cases of products', () => {
  it('agrees with the prices through new ones, ends, transfers and what is taken back, settled or not', async () => {
    await priced('true', 'TALLY-A')
    expect(await differences()).toEqual([])
    expect(await counted()).toBeGreaterThan(150)
    await settle()
    await priced('id % 5 = 0', 'TALLY-B')
    await sql`UPDATE case_file SET closed = NOT closed WHERE id > 30000 AND id % 4 = 0`.execute(app.db)
    await sql`UPDATE case_file SET partner_id = 4, closed = false WHERE id > 30000 AND id % 11 = 0`.execute(
      app.db,
    )
    await app.db
      .transaction()
      .execute(async (tx) => {
        await sql`UPDATE case_file SET closed = true WHERE id > 30000`.execute(tx)
        throw new Error('taken back')
      })
      .catch((error: unknown) => expect(error).toMatchObject({ message: 'taken back' }))
    expect(await differences()).toEqual([])
    await settle()
    expect(await differences()).toEqual([])
  })

  it('loses nothing while it is settled from two sides, and counts anew to the same', async () => {
    const ends = Array.from({ length: 30 }, (_, i) =>
      sql`UPDATE case_file SET closed = NOT closed WHERE id = ${30_001 + i * 3}`.execute(app.db),
    )
    await Promise.all([...ends, ...Array.from({ length: 6 }, settle)])
    expect(await differences()).toEqual([])
    await settle()
    const before = await counted()
    const owner = new pg.Client({ connectionString: app.connectionString })
    await owner.connect()
    try {
      await owner.query('SELECT retally_product_cases()')
    } finally {
      await owner.end()
    }
    expect([await counted(), await differences()]).toEqual([before, []])
  })

  it('cannot be written by the server but through cases and prices', async () => {
    for (const statement of [
      'DELETE FROM product_case_tally',
      'DELETE FROM product_case_tally_change',
      'SELECT retally_product_cases()',
    ])
      await expect(sql.raw(statement).execute(app.db)).rejects.toThrow(/permission denied/)
  })
})
