import * as api from '@ipoteka-office/contract/products/products.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, bankDay } from '#lib/bank-time.ts'
import { cataloguing, optionContent, productContent, promotionContent } from '#testing/products.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { findReleased } from './released.repo.ts'

/** `product` writes, `product-head` agrees and releases, `underwriter` reads, `support` has no right to products. */
let bank: TestApp
let work: ReturnType<typeof cataloguing>
let today: string
beforeAll(async () => {
  bank = await testApp()
  work = cataloguing(bank)
  today = bankDay({ timeZone: bank.config.bankTimeZone, now: () => new Date() })
})
afterAll(() => bank.close())

const filter = { catalogue: 'mortgage', tab: 'PRODUCT' } as const
const plain = productContent()
const loanContent = { ...plain, audience: { ...plain.audience, goals: [], objectTypes: [] } }
const params = (id: number) => ({ params: { id: String(id) } })

describe('the list', () => {
  it('shows what is in force, finds by words and filters, counts by tabs', async () => {
    const option = await work.released('OPT-LIST', optionContent(), { kind: 'OPTION' })
    const promotion = await work.released('PROMO-LIST', promotionContent(), { kind: 'PROMOTION' })
    const waiting = await work.released('WAIT-LIST')
    await work.next(waiting)
    await work.move(waiting, 'submit', 'product')
    const search = async (more: object, as: 'product' | 'underwriter' | 'support' = 'product') =>
      (await bank.call(api.searchProducts, { query: { size: 100 }, body: { ...filter, ...more } }, { as }))
        .body.content
    expect(
      (await search({ search: 'wait готовое' })).map(({ id, state, number, waiting: w }) => [
        id,
        state,
        number,
        w,
      ]),
    ).toEqual([[waiting, 'RELEASED', 1, 2]])
    expect((await search({ tab: 'APPROVAL' })).find(({ id }) => id === waiting)).toMatchObject({
      state: 'ON_APPROVAL',
      number: 2,
    })
    const [row] = await search({ tab: 'APPROVAL', search: 'WAIT-LIST' }, 'product')
    expect(row).toMatchObject({ rateFrom: '20.900', rateTo: '21.700', points: null, actions: [] })
    expect((await search({ tab: 'OPTION' })).map(({ id }) => id)).toContain(option)
    expect((await search({ tab: 'PROMOTION' }))[0]).toMatchObject({ id: promotion, points: '-0.300' })
    expect(await search({ types: ['105'] })).toEqual([])
    expect((await search({ onDay: today, search: 'WAIT' })).length).toBe(1)
    expect(await search({ onDay: '2020-01-01', search: 'WAIT' })).toEqual([])
    expect(await search({ catalogue: 'loan' })).toEqual([])
    // Rates of the row are from 20,900 to 21,700: whatever range meets them finds it.
    const found = async (more: object) => (await search({ ...more, search: 'WAIT' })).length
    expect([
      await found({ rateMin: '21' }),
      await found({ rateMax: '20.9' }),
      await found({ rateMin: '21.701' }),
      await found({ rateMax: '20.899' }),
      await found({ rateMin: '20', rateMax: '22' }),
    ]).toEqual([1, 1, 0, 0, 1])
    expect([
      await found({ beginsFrom: today, beginsTo: today }),
      await found({ beginsTo: addDays(today, -1) }),
      await found({ beginsFrom: addDays(today, 1) }),
    ]).toEqual([1, 0, 0])
    expect([
      await found({ numberFrom: '1', numberTo: '1' }),
      await found({ numberFrom: '2' }),
      await found({ numberTo: '0' }),
    ]).toEqual([1, 0, 0])
    expect((await search({ tab: 'OPTION', rateMax: '0' })).length).toBe(0)
    expect(await found({ withCases: true })).toBe(0)
    expect(await search({}, 'support')).toEqual([])
    expect((await search({}, 'underwriter')).map(({ id }) => id)).toContain(waiting)
    for (const sort of [
      'name,desc',
      'type,asc',
      'state,asc',
      'validFrom,asc',
      'changedAt,desc',
      'openCases,desc',
      'rateFrom,asc',
    ] as const)
      expect([
        sort,
        (await bank.call(api.searchProducts, { query: { sort }, body: filter }, { as: 'product' })).status,
      ]).toEqual([sort, 200])
    const { body: counts } = await bank.call(api.countProducts, { body: filter }, { as: 'product' })
    expect(counts).toMatchObject({
      OPTION: (await search({ tab: 'OPTION' })).length,
      APPROVAL: (await search({ tab: 'APPROVAL' })).length,
    })
  })

  it('is taken out as a file, with a line in the journal of access', async () => {
    const body = {
      format: 'csv' as const,
      filter,
      columns: ['code' as const, 'name' as const, 'rateFrom' as const],
    }
    const { status, raw } = await bank.call(api.productsExport.now, { body }, { as: 'product' })
    expect([status, raw.body.split('\r\n')[0]]).toEqual([200, '\uFEFFКод;Название;Ставка от, %'])
    expect(raw.body).toContain('WAIT-LIST;Готовое жильё;20,9')
    const later = await bank.call(api.productsExport.task, { body }, { as: 'product' })
    expect(later.status).toBe(200)
  })
})

it('prices are computed by what was released: of a day, with the former where days are told from to', async () => {
  const id = await work.released('PRICED')
  const soon = addDays(today, 3)
  await work.next(id, productContent({ oldTermsDays: 5 }), { validFrom: soon })
  await work.release(id)
  const of = async (from: string, to: string) =>
    (await findReleased(bank.db, { from, to })).flatMap(
      ({ productId, number, validFrom, inForceTo, oldTermsDays }) =>
        productId === id ? [[number, validFrom, inForceTo, oldTermsDays]] : [],
    )
  const [first, second] = [
    [1, today, addDays(soon, -1), 90],
    [2, soon, null, 5],
  ]
  expect(await of(today, today)).toEqual([first])
  expect(await of(soon, soon)).toEqual([second])
  expect(await of(today, soon)).toEqual([second, first])
})

describe('what goes with a product', () => {
  it('its way, releases, history and comments are read by right', async () => {
    const id = await work.released('TALK')
    const of = params(id)
    const { body: process } = await bank.call(
      api.getVersionProcess,
      { params: { id: String(id), number: '1' } },
      { as: 'underwriter' },
    )
    expect(process.moves.map(({ label }) => label)).toEqual(['На согласование', 'Согласовать', 'Выпустить'])
    const { body: releases } = await bank.call(api.listReleases, of, { as: 'underwriter' })
    expect(releases.map(({ number }) => number)).toEqual([1])
    expect((await bank.call(api.listProductAudit, of, { as: 'underwriter' })).status).toBe(403)
    const { body: audit } = await bank.call(api.listProductAudit, of, { as: 'product' })
    const labels = audit.content.flatMap(({ changes }) => changes.map(({ label }) => label))
    expect(labels).toEqual(
      expect.arrayContaining(['Код', 'Выпуск 1: Состояние', 'Выпуск 1: Ставки', 'Выпуск 1: Выпустил']),
    )
    const write = (text: string, as: 'product' | 'underwriter') =>
      bank.call(api.addProductComment, { ...of, body: { number: 1, text } }, { as })
    expect((await write('Сверить с тарифами', 'product')).body[0]).toMatchObject({
      number: 1,
      text: 'Сверить с тарифами',
    })
    expect((await write('Нет', 'underwriter')).status).toBe(403)
    expect((await bank.call(api.listProductComments, of, { as: 'underwriter' })).status).toBe(403)
    expect((await bank.call(api.listProductComments, of, { as: 'product-head' })).body).toHaveLength(1)
    const gone = await bank.call(
      api.addProductComment,
      { ...of, body: { number: 9, text: 'Нет' } },
      { as: 'product' },
    )
    expect(gone.status).toBe(404)
  })

  it('what is not there, and what one has no right to, is not found', async () => {
    const id = await work.released('HIDDEN-LOAN', loanContent, {
      lending: 'CASH_LOAN',
      typeCode: 'CASH_BASE',
    })
    await sql`DELETE FROM user_role_operation WHERE object_type = 'LoanProduct' AND user_role_id = 3`.execute(
      bank.db,
    )
    await expect
      .poll(async () => (await bank.call(api.getProduct, params(id), { as: 'underwriter' })).status)
      .toBe(404)
    for (const call of [
      api.getProduct,
      api.listReleases,
      api.listProductAudit,
      api.listProductComments,
      api.getPromotionUse,
    ])
      for (const one of [id, 999_999])
        expect([
          call.path,
          (await bank.call(call as typeof api.getProduct, params(one), { as: 'support' })).status,
        ]).toEqual([call.path, 404])
    expect((await bank.call(api.getPromotionUse, params(id), { as: 'product' })).status).toBe(404)
  })
})
