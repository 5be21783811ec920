import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Chance } from '#db/seed/generator.ts'
import { addDays } from '#lib/bank-time.ts'
import { cataloguing, productContent } from '#testing/products.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

/** The bank’s day in the test goes on: versions begin, end and are taken off sale in the meantime. */
let today = '2026-03-02'
let bank: TestApp
beforeAll(async () => {
  bank = await testApp({ clock: { timeZone: 'UTC', now: () => new Date(`${today}T12:00:00Z`) } })
})
afterAll(() => bank.close())

interface Row {
  number: number
  state: string
  from: string | null
  to: string | null
}
const rowsOf = async (id: number) =>
  (
    await sql<Row>`SELECT number, state, lower(in_force)::text AS "from", (upper(in_force) - 1)::text AS "to"
      FROM product_version WHERE product_id = ${id} ORDER BY number`.execute(bank.db)
  ).rows
const isOn = ({ from, to }: Row, day: string) => from !== null && from <= day && (to === null || day <= to)

it('whatever people do in whatever order, one version at most is in force on a day, and the past stays as it was', async () => {
  const work = cataloguing(bank)
  for (const seed of [1, 2, 3]) {
    const chance = new Chance(seed)
    today = '2026-03-02'
    const id = await work.released(`DAY-${seed}`, productContent())
    const past = new Map<string, number>()
    const steps = ['next', 'next', 'release', 'release', 'withdraw', 'archive', 'day', 'day', 'day'] as const
    for (let step = 0; step < 30; step += 1) {
      const action = chance.of(steps)
      const rows = await rowsOf(id)
      const prepared = rows.find(({ state }) => state === 'DRAFT')
      if (action === 'day') {
        const [inForce] = rows.filter((row) => isOn(row, today))
        if (inForce !== undefined) past.set(today, inForce.number)
        today = addDays(today, 1 + chance.whole(0, 6))
      }
      if (action === 'next' && prepared === undefined && !rows.some(({ state }) => /APPRO/.test(state))) {
        const validFrom = chance.whole(0, 4) === 0 ? null : addDays(today, chance.whole(0, 20))
        const length = chance.whole(0, 3) === 0 ? chance.whole(0, 10) : null
        const validTo = length === null || validFrom === null ? null : addDays(validFrom, length)
        await work.next(id, productContent(), { validFrom, validTo })
      }
      if (action === 'release' && prepared !== undefined) {
        await work.move(id, 'submit', 'product')
        await work.move(id, 'approve', 'product-head')
        const { status } = await work.move(id, 'release', 'product-head')
        expect([200, 409]).toContain(status)
        if (status === 409) {
          await work.move(id, 'correction', 'product-head')
          await work.move(id, 'discard', 'product')
        }
      }
      const released = rows.filter(({ state }) => state === 'RELEASED')
      if ((action === 'withdraw' || action === 'archive') && released.length > 0)
        expect([200, 409]).toContain(
          (await work.move(id, action, 'product-head', { number: chance.of(released).number })).status,
        )
      const after = await rowsOf(id)
      for (let day = '2026-03-02'; day < '2026-12-01'; day = addDays(day, 1))
        expect([seed, step, action, day, after.filter((row) => isOn(row, day)).length <= 1]).toEqual([
          seed,
          step,
          action,
          day,
          true,
        ])
      for (const [day, number] of past)
        expect([day, after.find((row) => isOn(row, day))?.number]).toEqual([day, number])
    }
  }
}, 120_000)
