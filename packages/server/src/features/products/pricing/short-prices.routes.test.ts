import { getCase, moveCase } from '@ipoteka-office/contract/cases/cases.ts'
import { getCaseSection } from '@ipoteka-office/contract/cases/case-sections.ts'
import {
  findCaseOffers,
  getCasePrice,
  takeCaseOffer,
} from '@ipoteka-office/contract/products/pricing/case-price.ts'
import { withoutEndZeros } from '@ipoteka-office/contract/common/trim-ends.ts'
import * as shorts from '@ipoteka-office/contract/short-applications/short-applications.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cataloguing, productContent, promotionContent } from '#testing/products.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

const agent = { as: 'agent' } as const
const free = {
  ...{ channels: [], regions: [], partnerIds: [], clientCategories: [], goals: [], objectTypes: [] },
  pledges: [],
  qrCode: null,
}
const none = { optionIds: [], choices: {} }
const card = {
  ...{ lastName: 'Краткова', firstName: 'Ольга', middleName: 'Игоревна', birthDate: '1988-03-14' },
  ...{ phone: '+7 912 000-33-44', programmeCode: '2', goalCode: 'SECONDARY_MARKET', regionCode: '66' },
  ...{ objectPrice: '8000000', downPayment: '2000000', amount: '6000000', months: 200, rate: '11' },
  ...{ passport: '6509123456', passportIssuedOn: '2009-05-20', passportUnitCode: '660-012' },
  passportIssuer: 'УФМС России по Свердловской области',
  income: '250000',
}
const answers = {
  ...{ objectTypeCode: 'FLAT', lifeInsurance: true, electronicRegistration: true, salaryClient: true },
  incomeVerification: 'NDFL2',
}

const registration = {
  ...{ key: 'e-registration', name: 'Электронная регистрация', category: 'electronic_registration' },
  ...{
    effect: 'REBATE' as const,
    points: '0.300',
    bestOf: null,
    excludes: [],
    dueDays: null,
    otherwise: 'NOTHING' as const,
  },
  condition: {
    ...{ kind: 'fact' as const, fact: 'electronicRegistration' as const, predicate: 'EQ' as const },
    value: true,
  },
}

let bank: TestApp
let product: number
let promotion: number
beforeAll(async () => {
  bank = await testApp()
  const work = cataloguing(bank)
  const content = productContent()
  product = await work.released('SHORT-PRICED', {
    ...content,
    audience: free,
    changes: [registration],
    insurance: [{ type: 'LIFE', required: false, sumShare: '110', surcharge: '1.000', premium: 'ANY' }],
    limits: content.limits.map((one) => ({ ...one, maxLoanToValue: null })),
  })
  const autumn = promotionContent()
  promotion = await work.released(
    'SHORT-AUTUMN',
    {
      ...autumn,
      productIds: [product],
      cap: { kind: 'COUNT', count: 1 },
      effect: { ...autumn.effect, points: '-0.500' },
    },
    { kind: 'PROMOTION' },
  )
})
afterAll(() => bank.close())

async function open(more: object = answers) {
  const made = await bank.call(
    shorts.createShortApplication,
    { body: { ...card, ...more, confirmedDuplicates: await known() } },
    agent,
  )
  expect(made.status, made.raw.body).toBe(200)
  return { id: String(made.body.id), version: made.body.version }
}
async function known(): Promise<number[]> {
  const { rows } = await sql<{
    id: number
  }>`SELECT id FROM case_file WHERE client_phone = '79120003344'`.execute(bank.db)
  return rows.map(({ id }) => id)
}
async function offersOf(id: string) {
  const { body, raw } = await bank.call(findCaseOffers, { params: { id }, body: none }, agent)
  return { offer: body.offers?.find((one) => one.product.id === product), text: raw.body }
}
async function take(id: string) {
  const { offer, text } = await offersOf(id)
  expect(offer?.missing, text).toEqual([])
  const rate = offer?.highest.rate ?? ''
  const taken = await bank.call(
    takeCaseOffer,
    { params: { id }, body: { ...none, productId: product, rate } },
    agent,
  )
  expect(taken.status, taken.raw.body).toBe(200)
  return rate
}
const read = async (id: string) =>
  (await bank.call(shorts.getShortApplication, { params: { id } }, agent)).body
async function statesOfPlaces(id: string): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`
    SELECT state FROM promotion_place WHERE case_id = ${Number(id)} AND product_id = ${promotion} ORDER BY id`.execute(
    bank.db,
  )
  return rows.map(({ state }) => state)
}

describe('the price of a short application', () => {
  it('is looked for by its card: what is not answered is named, what is answered decides', async () => {
    const bare = await open({})
    const { offer, text } = await offersOf(bare.id)
    expect(
      offer?.missing.map(({ fact }) => fact),
      text,
    ).toEqual(expect.arrayContaining(['lifeInsurance', 'electronicRegistration']))
    const whole = await open()
    const found = await offersOf(whole.id)
    expect(found.offer?.missing, found.text).toEqual([])
    expect(found.offer?.lowest).toEqual(found.offer?.highest)
  })

  it('stands in the card, and no other rate is typed over it', async () => {
    const { id } = await open()
    const rate = await take(id)
    const app = await read(id)
    expect([app.programmeCode, Number(app.rate)]).toEqual([card.programmeCode, Number(rate)])
    const { body: price } = await bank.call(getCasePrice, { params: { id } }, agent)
    expect([price.present?.offer.product.id, price.differs]).toEqual([product, null])
    const input = shorts.ShortApplicationInput.parse({ ...app, coBorrowers: [] })
    const save = (more: object) =>
      bank.call(
        shorts.updateShortApplication,
        { params: { id }, body: { ...input, ...more, version: app.version } },
        agent,
      )
    const typed = await save({ rate: '9.9' })
    expect([typed.status, typed.error.fields?.map(({ path }) => path)]).toEqual([400, ['rate']])
    // The same rate written in another way is the same rate.
    const saved = await save({ rate: `${withoutEndZeros(rate)}0`, lifeInsurance: false })
    expect(saved.status, saved.raw.body).toBe(200)
    const { body: after } = await bank.call(getCasePrice, { params: { id } }, agent)
    expect(after.differs).toMatch(/^По анкете теперь/)
    await sql`UPDATE case_file SET stage = 'IN_WORK' WHERE id = ${Number(id)}`.execute(bank.db)
    const { body: head } = await bank.call(getCase, { params: { id } }, agent)
    const move = { action: 'refuseByClient', version: head.version, reason: 'RATE', comment: 'Передумал' }
    const moved = await bank.call(moveCase, { params: { id }, body: move }, agent)
    expect(moved.status, moved.raw.body).toBe(200)
    expect(await statesOfPlaces(id)).toEqual(['GIVEN_BACK'])
  })

  it('goes over to the full application with the place of its promotion, and is not changed after the decision', async () => {
    const { id } = await open()
    const rate = await take(id)
    expect(await statesOfPlaces(id)).toEqual(['RESERVED'])
    await sql`UPDATE case_file SET stage = 'PRE_APPROVED', created_at = created_at - interval '3 days'
      WHERE id = ${Number(id)}`.execute(bank.db)
    const body = { ...none, productId: product, rate }
    const late = await bank.call(takeCaseOffer, { params: { id }, body }, agent)
    expect([late.status, late.raw.body]).toEqual([409, expect.stringContaining('Предрешение принято')])
    const { body: head } = await bank.call(getCase, { params: { id } }, agent)
    const full = await bank.call(
      shorts.convertShortApplication,
      { params: { id }, body: { version: head.version } },
      agent,
    )
    expect(full.status, full.raw.body).toBe(200)
    const made = String(full.body.id)
    const { body: price } = await bank.call(getCasePrice, { params: { id: made } }, agent)
    expect([price.present?.offer.product.id, price.present?.offer.highest.rate]).toEqual([product, rate])
    expect(price.differs).toBeNull()
    expect([await statesOfPlaces(id), await statesOfPlaces(made)]).toEqual([[], ['RESERVED']])
    const place = { params: { id: made, section: 'CREDIT' as const } }
    const { body: credit } = await bank.call(getCaseSection, place, agent)
    expect(credit.data).toMatchObject({ rate: String(Number(rate)), lifeInsurance: true })
    // It keeps the terms of the day on which the short one came.
    const { rows } = await sql<{ day: string }>`
      SELECT question ->> 'receivedOn' AS day FROM case_price WHERE case_id = ${Number(made)}`.execute(
      bank.db,
    )
    const again = await offersOf(made)
    expect([rows.length, again.offer?.highest.rate]).toEqual([1, rate])
  })

  it('is asked neither by who may not change the application nor by another partner', async () => {
    const { id } = await open()
    const body = { ...none, productId: product, rate: '21.400' }
    expect((await bank.call(takeCaseOffer, { params: { id }, body }, { as: 'support' })).status).toBe(403)
    await sql`UPDATE case_file SET partner_id = (SELECT id FROM partner WHERE NOT ancestor_ids @> ARRAY[2]
      ORDER BY id DESC LIMIT 1) WHERE id = ${Number(id)}`.execute(bank.db)
    for (const asked of [
      await bank.call(takeCaseOffer, { params: { id }, body }, agent),
      await bank.call(findCaseOffers, { params: { id }, body: none }, agent),
      await bank.call(getCasePrice, { params: { id } }, agent),
    ])
      expect(asked.status).toBe(404)
  })
})
