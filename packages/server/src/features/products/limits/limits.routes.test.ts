import * as limits from '@ipoteka-office/contract/rate-limits/limit-products.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deliverReferences } from '#db/seed/references.ts'
import { giveEveryRight } from '#testing/case-walks/cases-of-partner.ts'
import { cataloguing, productContent } from '#testing/products.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

let at = new Date('2026-11-27T09:00:00Z')
let bank: TestApp
let work: ReturnType<typeof cataloguing>
beforeAll(async () => {
  bank = await testApp({ clock: { timeZone: 'Europe/Moscow', now: () => at } })
  await deliverReferences(bank.db)
  work = cataloguing(bank)
})
afterAll(() => bank.close())

async function limitIs(value: string | null): Promise<void> {
  await sql`UPDATE rate_limit SET replaced_at = now() WHERE replaced_at IS NULL`.execute(bank.db)
  if (value === null) return
  await sql`INSERT INTO rate_limit (quarter, category, average, value, applies, published_on, source)
    VALUES ('2026-10-01', 'MORTGAGE', 10, ${value}, true, '2026-08-16', 'тест')`.execute(bank.db)
}

it('a version above the limit of the quarter is not released, with the figures; within it, it is', async () => {
  await limitIs('21.500')
  const id = await work.create('LIMITED', productContent())
  expect((await work.move(id, 'submit', 'product')).status).toBe(200)
  expect((await work.move(id, 'approve', 'product-head')).status).toBe(200)
  const refused = await work.move(id, 'release', 'product-head')
  expect(refused.status).toBe(409)
  expect(refused.raw.body).toMatch(/ПСК 21,\d{3}\u00a0% выше предельной 21,500\u00a0%.*Ячейка: /)
  // The button says so before it is pressed.
  const { shown } = await work.get(id, 'product-head')
  const release = shown.actions.find(({ code }) => code === 'release')
  expect(release?.reasonDisabled).toContain('выше предельной')
  await limitIs('23.000')
  expect((await work.move(id, 'release', 'product-head')).status).toBe(200)
})

it('a quarter without figures warns, and from the day of the parameter refuses', async () => {
  await limitIs(null)
  const id = await work.create('NO-FIGURES', productContent())
  await work.move(id, 'submit', 'product')
  const { shown } = await work.get(id)
  expect(shown.warnings).toEqual([expect.stringContaining('Предельная ПСК не внесена')])
  await work.move(id, 'approve', 'product-head')
  at = new Date('2027-01-01T09:00:00Z')
  const late = await work.move(id, 'release', 'product-head')
  expect([late.status, late.raw.body.includes('Предельная ПСК не внесена')]).toEqual([409, true])
  at = new Date('2026-11-27T09:00:00Z')
  expect((await work.move(id, 'release', 'product-head')).status).toBe(200)
})

it('cells of what is sold stand beside the limit, the least margin first, for the bank alone', async () => {
  await limitIs('21.500')
  const ask = (zone: limits.LimitCellFilter['zone']) =>
    bank.call(limits.searchLimitCells, { query: { size: 100 }, body: { zone } })
  const { body: above } = await ask('above')
  expect(new Set(above.content.map(({ code }) => code))).toEqual(new Set(['LIMITED', 'NO-FIGURES']))
  const margins = above.content.map(({ margin }) => Number(margin))
  expect(margins).toEqual(margins.toSorted((one, other) => one - other))
  expect(Math.max(...margins)).toBeLessThan(0)
  const { body: near } = await ask('near')
  expect(near.content.length).toBeGreaterThan(0)
  for (const { margin, state } of near.content) {
    expect(state).toBe('NEAR')
    expect(Number(margin)).toBeGreaterThanOrEqual(0)
    expect(Number(margin)).toBeLessThanOrEqual(0.5)
  }
  const { body: counts } = await bank.call(limits.countLimitCells, { body: {} })
  expect(counts.zones.above).toEqual({ cells: above.totalElements, products: 2 })
  // Other limits, another answer.
  await limitIs('40.000')
  expect((await ask('above')).body.totalElements).toBe(0)
  await giveEveryRight(bank)
  for (const call of [limits.searchLimitCells, limits.countLimitCells])
    expect(
      (await bank.call(call as typeof limits.countLimitCells, { body: {} }, { as: 'agent' })).status,
    ).toBe(403)
})
