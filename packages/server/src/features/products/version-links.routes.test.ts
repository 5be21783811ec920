import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, bankDay, systemClock } from '#lib/bank-time.ts'
import { cataloguing, optionContent, promotionContent } from '#testing/products.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

let bank: TestApp
let work: ReturnType<typeof cataloguing>
const today = bankDay(systemClock('Europe/Moscow'))
beforeAll(async () => {
  bank = await testApp()
  work = cataloguing(bank)
})
afterAll(() => bank.close())

const option = (code: string) => work.create(code, optionContent(), { kind: 'OPTION' })
const issuesOf = async (id: number) => (await work.get(id)).shown.issues.map(({ message }) => message)

describe('options that require and exclude each other', () => {
  it.each([2, 3, 7])('in a circle of %i are told of, and none of them is sent on', async (count) => {
    const ids: number[] = []
    for (let at = 0; at < count; at += 1) ids.push(await option(`CIRCLE-${count}-${at}`))
    for (const [at, id] of ids.entries())
      await work.save(id, optionContent({ requires: [ids[(at + 1) % count] ?? 0] }))
    for (const id of ids) {
      expect(await issuesOf(id)).toEqual(['Опции требуют друг друга по кругу: уберите одну из связей'])
      const { status, error } = await work.move(id, 'submit', 'product')
      expect([status, error.message]).toEqual([409, expect.stringContaining('по кругу')])
    }
    // One link less, and the rest may be sold.
    const [first = 0] = ids
    await work.save(first, optionContent())
    for (const id of ids) expect(await issuesOf(id)).toEqual([])
  })

  it('that cannot be had together are not required together, however far from each other', async () => {
    const [a, b, c] = [await option('FAR-A'), await option('FAR-B'), await option('FAR-C')]
    await work.save(c, optionContent({ excludes: [a] }))
    await work.save(b, optionContent({ requires: [c] }))
    await work.save(a, optionContent({ requires: [b] }))
    expect(await issuesOf(a)).toEqual([
      'Среди того, что нужно вместе с этим, есть исключающие друг друга: взять их нельзя',
    ])
    const both = await work.save(a, optionContent({ requires: [b], excludes: [b] }))
    expect(both.body.issues.map(({ path }) => path)).toContain('excludes')
  })

  it('are not themselves, no products and of no other lending', async () => {
    const own = await option('OWN')
    const product = await work.create('NO-OPTION')
    const loan = await work.create('LOAN-OPTION', optionContent(), {
      kind: 'OPTION',
      lending: 'CASH_LOAN',
      typeCode: 'CASH_BASE',
    })
    const wrong = await work.save(own, optionContent({ requires: [own, product, loan], productIds: [own] }))
    expect(wrong.body.issues).toEqual(
      expect.arrayContaining([
        { path: 'productIds.0', message: 'Это опция или акция, а нужен продукт' },
        { path: 'requires.1', message: 'Это продукт, а нужна опция или акция' },
        { path: 'requires.2', message: 'Это продукт другого вида кредита' },
        { path: 'requires', message: 'Опция требует саму себя' },
      ]),
    )
    const { body } = await work.save(own, optionContent({ excludes: [own] }))
    expect(body.issues.map(({ message }) => message)).toEqual(['Опция исключает саму себя'])
  })

  it('a promotion with days the wrong way round or without an effect is kept and not sent on', async () => {
    const id = await work.create(
      'BACKWARDS',
      promotionContent({ period: { from: '2030-01-02', to: '2030-01-01' } }),
      {
        kind: 'PROMOTION',
      },
    )
    const content = promotionContent()
    await work.save(id, { ...content, effect: { ...content.effect, points: '0' } })
    expect(await issuesOf(id)).toEqual(['Укажите, что меняется в условиях'])
  })
})

describe('versions that overlap by a day', () => {
  it('are refused to the day, and one that ends the day before is not', async () => {
    const soon = addDays(today, 20)
    const id = await work.create('BY-A-DAY')
    await work.release(id)
    await work.next(id, null, { validFrom: soon })
    await work.release(id)
    const draft = await work.next(id, null, { validFrom: addDays(today, 5), validTo: soon })
    await work.move(id, 'submit', 'product')
    await work.move(id, 'approve', 'product-head')
    const taken = await work.move(id, 'release', 'product-head', { number: draft })
    expect([taken.status, taken.error.message]).toEqual([409, expect.stringContaining('действует выпуск 2')])
    await work.move(id, 'correction', 'product-head', { number: draft })
    const { shown } = await work.get(id)
    await work.save(id, shown.content, { validFrom: addDays(today, 5), validTo: addDays(soon, -1) })
    await work.release(id)
    const rows = (await work.get(id)).versions.map(({ number, inForceTo }) => [number, inForceTo])
    expect(rows).toEqual([
      [3, addDays(soon, -1)],
      [2, null],
      [1, addDays(today, 4)],
    ])
  })

  it('are refused by the database itself', async () => {
    const id = await work.released('BY-DATABASE')
    const copy = sql`INSERT INTO product_version OVERRIDING SYSTEM VALUE
      SELECT (jsonb_populate_record(v, '{"id": 2000000000, "number": 2}')).* FROM product_version v WHERE product_id = ${id}`
    await expect(copy.execute(bank.db)).rejects.toThrow('exclusion constraint')
  })
})
