import { setTimeout as sleep } from 'node:timers/promises'
import { searchCases } from '@ipoteka-office/contract/cases/case-lists.ts'
import { moveCase, getCase } from '@ipoteka-office/contract/cases/cases.ts'
import {
  findCaseOffers,
  getCasePrice,
  takeCaseOffer,
} from '@ipoteka-office/contract/products/pricing/case-price.ts'
import { checkCasePrice } from '@ipoteka-office/contract/products/pricing/price-check.ts'
import * as api from '@ipoteka-office/contract/products/products.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cataloguing, optionContent, productContent, promotionContent } from '#testing/products.ts'
import { openPriceableApplication, saveSection } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'
import { wholeSections } from '#testing/whole-sections.ts'

const agent = { as: 'agent' } as const
const none = { optionIds: [], choices: {} }
const free = {
  ...{ channels: [], regions: [], partnerIds: [], clientCategories: [], goals: [], objectTypes: [] },
  ...{ pledges: [], qrCode: null },
}
const many = 32
const places = 5

let bank: TestApp
let work: ReturnType<typeof cataloguing>
let product: number
let option: number
let promotion: number
const cases: string[] = []

const terms = (cell = '21.400') => {
  const content = productContent({ audience: free })
  return {
    ...content,
    limits: content.limits.map((one) => ({ ...one, maxLoanToValue: null })),
    rate: { ...content.rate, floor: '10', matrix: { axes: [], cells: [cell] } },
    changes: [],
    insurance: [],
  }
}

const openCase = () => openPriceableApplication(bank)

beforeAll(async () => {
  bank = await testApp()
  work = cataloguing(bank)
  product = await work.released('PROMISED', terms())
  const effect = { ...optionContent().effect, points: '0.200' }
  option = await work.released('PROMISED-OPTION', optionContent({ productIds: [product], effect }), {
    kind: 'OPTION',
  })
  promotion = await work.released(
    'PROMISED-PROMOTION',
    promotionContent({
      productIds: [product],
      cap: { kind: 'COUNT', count: places },
      effect: { ...promotionContent().effect, points: '-0.500' },
    }),
    { kind: 'PROMOTION' },
  )
  for (let at = 0; at < many; at += 1) cases.push(await openCase())
}, 120_000)
afterAll(() => bank.close())

const offerOf = async (id: string, chosen = none as { optionIds: number[]; choices: {} }) =>
  (await bank.call(findCaseOffers, { params: { id }, body: chosen }, agent)).body.offers.find(
    (one) => one.product.id === product,
  )
/** A busy server says «come again», and the browser does. */
const take = async (id: string, rate: string, optionIds: number[] = []) => {
  const body = { ...none, optionIds, productId: product, rate }
  for (;;) {
    const answer = await bank.call(takeCaseOffer, { params: { id }, body }, agent)
    if (answer.status !== 503) return answer
    await sleep(100)
  }
}
const useOf = async () =>
  (await bank.call(api.getPromotionUse, { params: { id: String(promotion) } }, { as: 'product' })).body
const check = async (id: string, as: Login = 'agent') => bank.call(checkCasePrice, { params: { id } }, { as })

describe('a promotion with a cap', () => {
  it(`is given to ${places} of ${many} applications that take it at once, and the others are told the rate without it`, async () => {
    const shown = await Promise.all(cases.map(async (id) => (await offerOf(id))?.highest.rate))
    expect(new Set(shown)).toEqual(new Set(['20.900']))
    const answers = await Promise.all(cases.map((id) => take(id, '20.900')))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(places)
    expect(statuses.filter((status) => status === 409)).toHaveLength(many - places)
    for (const { status, error } of answers)
      if (status === 409)
        expect(error.message).toMatch(/Акция исчерпана: все места \(5\) заняты|Ставка теперь 21,4/)
    expect(await useOf()).toMatchObject({
      reserved: { count: places },
      used: { count: 0 },
      left: { count: 0, amount: null },
    })
    const rest = cases.filter((_, at) => answers[at]?.status === 409)
    expect((await offerOf(rest[0] ?? ''))?.highest.rate).toBe('21.400')
    const plain = await Promise.all(rest.map((id) => take(id, '21.400')))
    expect(plain.every(({ status }) => status === 200)).toBe(true)
    expect((await useOf()).reserved.count).toBe(places)
  })

  it('gives the places of those who refuse to the next, once each', async () => {
    const { rows } = await sql<{ id: number }>`
      SELECT case_id AS id FROM promotion_place WHERE product_id = ${promotion} AND state = 'RESERVED' ORDER BY id LIMIT 2`.execute(
      bank.db,
    )
    for (const { id } of rows) {
      const { body } = await bank.call(getCase, { params: { id: String(id) } }, agent)
      const refused = await bank.call(
        moveCase,
        {
          params: { id: String(id) },
          body: { action: 'refuseByClient', version: body.version, reason: 'OTHER' },
        },
        agent,
      )
      expect(refused.status, refused.raw.body).toBe(200)
    }
    expect((await useOf()).left).toEqual({ count: 2, amount: null })
    const waiting = cases.filter((id) => !rows.some((row) => String(row.id) === id))
    const answers = await Promise.all(waiting.map((id) => take(id, '20.900')))
    // Those who hold a place keep it; of the others two have one now.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(places)
    expect((await useOf()).reserved.count).toBe(places)
  })
})

describe('a price that was kept', () => {
  it('is counted again to the same answer, whatever has been released, withdrawn and typed since', async () => {
    const id = await openCase()
    const offer = await offerOf(id, { optionIds: [option], choices: {} })
    const taken = await take(id, offer?.highest.rate ?? '', [option])
    expect(taken.status, taken.raw.body).toBe(200)
    expect((await check(id)).body).toMatchObject({ reason: null, differences: [] })
    await sql`UPDATE product_version SET in_force = daterange(lower(in_force) - 9, NULL)
      WHERE product_id = ANY(${[product, option]}::int[])`.execute(bank.db)
    await work.next(product, terms('25.000'))
    await work.release(product)
    expect((await work.move(option, 'archive', 'product-head')).status).toBe(200)
    const other = {
      ...wholeSections.CREDIT,
      amount: '3000000',
      lifeInsurance: false,
      electronicRegistration: false,
    }
    await saveSection(bank, id, 'CREDIT', { ...other, rate: taken.body.present?.offer.highest.rate }, agent)
    const { body } = await bank.call(getCasePrice, { params: { id } }, agent)
    expect(body.differs).not.toBeNull()
    expect((await check(id)).body).toMatchObject({ reason: null, differences: [] })
    for (const one of cases.slice(0, 8))
      if ((await bank.call(getCasePrice, { params: { id: one } }, agent)).body.present !== null)
        expect((await check(one)).body).toMatchObject({ reason: null, differences: [] })
  })

  it('is changed by nobody past the server', async () => {
    const [id = ''] = cases
    const change = sql`UPDATE case_price SET answer = jsonb_set(answer, '{highest,rate}', '"19.000"')
      WHERE case_id = ${Number(id)}`
    await expect(change.execute(bank.db)).rejects.toThrow(/./)
  })

  it('is there for those who see the application, and is none where nothing was taken', async () => {
    const [id = ''] = cases
    expect((await check(id, 'product-head')).status).toBe(200)
    expect((await check(id, 'partner-admin')).status).toBe(404)
    const bare = await openCase()
    const answer = await check(bare)
    expect([answer.status, answer.error.message]).toEqual([409, 'Предложение ещё не взято: сверять нечего'])
  })
})

it('the number of open applications of a product, an option and a promotion is that of the list that it opens', async () => {
  for (const [id, kind] of [
    [product, 'PRODUCT'],
    [option, 'OPTION'],
    [promotion, 'PROMOTION'],
  ] as const)
    for (const as of ['admin', 'agent', 'partner-admin'] as const) {
      const tabs = await Promise.all(
        ([kind, 'ARCHIVE'] as const).map((tab) =>
          bank.call(
            api.searchProducts,
            { query: { size: 100 }, body: { catalogue: 'mortgage', tab } },
            { as },
          ),
        ),
      )
      const row = tabs.flatMap(({ body }) => body.content ?? []).find((one) => one.id === id)
      const list = await bank.call(
        searchCases,
        { params: { list: 'applications' }, body: { productIds: [id], inWork: true } },
        { as },
      )
      if (row !== undefined) expect([kind, as, list.body.totalElements]).toEqual([kind, as, row.openCases])
      if (as === 'partner-admin') expect(list.body.totalElements).toBe(0)
      if (as === 'admin') expect([kind, row !== undefined && row.openCases > 0]).toEqual([kind, true])
    }
})
