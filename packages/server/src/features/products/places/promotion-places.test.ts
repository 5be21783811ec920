import * as api from '@ipoteka-office/contract/products/products.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '#db/database.ts'
import { systemClock } from '#lib/bank-time.ts'
import { cataloguing, promotionContent } from '#testing/products.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { giveBackPlaces, takePromotionPlace, usePlaces } from './promotion-places.service.ts'

let bank: TestApp
let work: ReturnType<typeof cataloguing>
const clock = systemClock('Europe/Moscow')
beforeAll(async () => {
  bank = await testApp()
  work = cataloguing(bank)
  await sql`INSERT INTO case_file (type, number, partner_id, client_name, stage)
    SELECT 'FULL_APPLICATION', 'М-' || n, 2, 'Клиент ' || n, 'NEW' FROM generate_series(1, 40) n`.execute(
    bank.db,
  )
})
afterAll(() => bank.close())

const inTransaction = <T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> => db.transaction().execute(work)
const cases = async () =>
  (
    await sql<{ id: number }>`SELECT id FROM case_file WHERE number LIKE 'М-%' ORDER BY id`.execute(bank.db)
  ).rows.map(({ id }) => id)
const take = (promotionId: number, caseId: number, amount = '1000000.00') =>
  inTransaction(bank.db, (tx) => takePromotionPlace(tx, clock, { promotionId, caseId, amount }))
const use = async (id: number) =>
  (await bank.call(api.getPromotionUse, { params: { id: String(id) } }, { as: 'product' })).body

describe('a cap of a promotion', () => {
  it('by count is never exceeded by 32 cases at once', async () => {
    const cap = { kind: 'COUNT', count: 7 } as const
    const id = await work.released('COUNT', promotionContent({ cap }), { kind: 'PROMOTION' })
    const answers = await Promise.all((await cases()).slice(0, 32).map((one) => take(id, one)))
    expect(answers.filter((refusal) => refusal === null)).toHaveLength(7)
    expect(answers.find((refusal) => refusal !== null)).toBe('Акция исчерпана: все места (7) заняты')
    expect(await use(id)).toMatchObject({
      reserved: { count: 7 },
      used: { count: 0 },
      left: { count: 0, amount: null },
    })
  })

  it('by sum is never exceeded by 32 cases at once, and the rest is still given to whom it is enough for', async () => {
    const cap = { kind: 'AMOUNT', amount: '10500000' } as const
    const id = await work.released('AMOUNT', promotionContent({ cap }), { kind: 'PROMOTION' })
    const all = await cases()
    const answers = await Promise.all(all.slice(0, 32).map((one) => take(id, one)))
    expect(answers.filter((refusal) => refusal === null)).toHaveLength(10)
    expect(answers.find((refusal) => refusal !== null)).toContain('осталось 500')
    expect(await take(id, all[33] ?? 0, '500000.00')).toBeNull()
    expect((await use(id)).left).toEqual({ count: null, amount: '0.00' })
  })

  it('gives places back, keeps those that are used and takes no second one of a case', async () => {
    const cap = { kind: 'COUNT', count: 2 } as const
    const id = await work.released('BACK', promotionContent({ cap }), { kind: 'PROMOTION' })
    const [first = 0, second = 0, third = 0] = await cases()
    expect([await take(id, first), await take(id, first, '2000000.00'), await take(id, second)]).toEqual([
      null,
      null,
      null,
    ])
    expect(await take(id, third)).not.toBeNull()
    expect(await inTransaction(bank.db, (tx) => giveBackPlaces(tx, clock, first))).toContain(id)
    expect(await take(id, third)).toBeNull()
    await inTransaction(bank.db, (tx) => usePlaces(tx, clock, third))
    // Another price of the case keeps the promotions that it has still.
    expect(await inTransaction(bank.db, (tx) => giveBackPlaces(tx, clock, second, [id]))).not.toContain(id)
    const { cases: places, ...counts } = await use(id)
    expect(counts).toMatchObject({
      used: { count: 1, amount: '1000000.00' },
      reserved: { count: 1 },
      left: { count: 0 },
    })
    expect(places.map(({ place }) => place).toSorted()).toEqual(['GIVEN_BACK', 'RESERVED', 'USED'])
  })

  it('without a cap never refuses, and only a promotion has places', async () => {
    const id = await work.released('FREE', promotionContent(), { kind: 'PROMOTION' })
    const [first = 0] = await cases()
    expect(await take(id, first)).toBeNull()
    await expect(take(await work.released('NOT-PROMO'), first)).rejects.toMatchObject({ status: 404 })
  })
})
