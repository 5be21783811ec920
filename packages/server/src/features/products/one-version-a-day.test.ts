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

type Work = ReturnType<typeof cataloguing>
interface Step {
  readonly work: Work
  readonly id: number
  readonly chance: Chance
  readonly rows: readonly Row[]
}

async function writeNext({ work, id, chance, rows }: Step): Promise<void> {
  if (rows.some(({ state }) => /DRAFT|APPRO/.test(state))) return
  const validFrom = chance.whole(0, 4) === 0 ? null : addDays(today, chance.whole(0, 20))
  const length = chance.whole(0, 3) === 0 ? chance.whole(0, 10) : null
  const validTo = length === null || validFrom === null ? null : addDays(validFrom, length)
  await work.next(id, productContent(), { validFrom, validTo })
}

async function releaseDraft({ work, id, rows }: Step): Promise<void> {
  if (!rows.some(({ state }) => state === 'DRAFT')) return
  await work.move(id, 'submit', 'product')
  await work.move(id, 'approve', 'product-head')
  const { status } = await work.move(id, 'release', 'product-head')
  expect([200, 409]).toContain(status)
  if (status === 200) return
  await work.move(id, 'correction', 'product-head')
  await work.move(id, 'discard', 'product')
}

const endOne =
  (action: 'withdraw' | 'archive') =>
  async ({ work, id, chance, rows }: Step): Promise<void> => {
    const released = rows.filter(({ state }) => state === 'RELEASED')
    if (released.length === 0) return
    const { number } = chance.of(released)
    expect([200, 409]).toContain((await work.move(id, action, 'product-head', { number })).status)
  }

const steps = [writeNext, writeNext, releaseDraft, releaseDraft, endOne('withdraw'), endOne('archive')]

it.each([1, 2, 3])(
  'whatever people do in whatever order, one version at most is in force on a day, and the past stays (%i)',
  async (seed) => {
    const work = cataloguing(bank)
    const chance = new Chance(seed)
    today = '2026-03-02'
    const id = await work.released(`DAY-${seed}`, productContent())
    const past = new Map<string, number>()
    const check = async (step: number) => {
      const rows = await rowsOf(id)
      const counts = Array.from({ length: 270 }, (_, at) => addDays('2026-03-02', at)).filter(
        (day) => rows.filter((row) => isOn(row, day)).length > 1,
      )
      expect([step, counts]).toEqual([step, []])
      for (const [day, number] of past)
        expect([day, rows.find((row) => isOn(row, day))?.number]).toEqual([day, number])
    }
    for (let step = 0; step < 30; step += 1) {
      const rows = await rowsOf(id)
      await chance.of(steps)({ work, id, chance, rows })
      await check(step)
      if (chance.whole(0, 2) > 0) continue
      const inForce = (await rowsOf(id)).find((row) => isOn(row, today))
      if (inForce !== undefined) past.set(today, inForce.number)
      today = addDays(today, chance.whole(1, 7))
    }
  },
  120_000,
)
