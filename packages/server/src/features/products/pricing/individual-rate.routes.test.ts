import { getCaseSection } from '@ipoteka-office/contract/cases/case-sections.ts'
import {
  findCaseOffers,
  getCasePrice,
  takeCaseOffer,
} from '@ipoteka-office/contract/products/pricing/case-price.ts'
import {
  askIndividualRate,
  individualRateRequests as requests,
} from '@ipoteka-office/contract/products/pricing/individual-rate.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cataloguing, productContent } from '#testing/products.ts'
import { openPriceableApplication, saveSection } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { wholeSections } from '#testing/whole-sections.ts'

const agent = { as: 'agent' } as const
const asker = { as: 'uw-head' } as const
const decider = { as: 'product-head' } as const
const none = { optionIds: [], choices: {} }
const secret = 'Канарейка: супруга члена правления'
const agreed = { version: 1, comment: '' }

let bank: TestApp
let product: number
beforeAll(async () => {
  bank = await testApp()
  const content = productContent()
  product = await cataloguing(bank).released('OWN-RATE', {
    ...content,
    audience: {
      ...{ channels: [], regions: [], partnerIds: [], clientCategories: [], goals: [], objectTypes: [] },
      ...{ pledges: [], qrCode: null },
    },
    limits: content.limits.map((one) => ({ ...one, maxLoanToValue: null })),
  })
})
afterAll(() => bank.close())

const openCase = () => openPriceableApplication(bank)

/** An application with the rate of the product, and that rate. */
async function priced(): Promise<{ id: string; rate: string }> {
  const id = await openCase()
  const { body: found } = await bank.call(findCaseOffers, { params: { id }, body: none }, agent)
  const rate = found.offers.find((one) => one.product.id === product)?.highest.rate ?? ''
  const taken = await bank.call(
    takeCaseOffer,
    { params: { id }, body: { ...none, productId: product, rate } },
    agent,
  )
  expect(taken.status, taken.raw.body).toBe(200)
  return { id, rate }
}

const lower = (rate: string) => (Number(rate) - 1).toFixed(3)

async function asked(): Promise<{ id: string; rate: string; requestId: number }> {
  const { id, rate } = await priced()
  const answer = await bank.call(
    askIndividualRate,
    { params: { id }, body: { rate: lower(rate), reason: secret } },
    asker,
  )
  expect(answer.status, answer.raw.body).toBe(200)
  return { id, rate: lower(rate), requestId: answer.body.individual?.requestId ?? 0 }
}

it('gives a rate of its own when another person agrees, with the difference as a step', async () => {
  const { id, rate, requestId } = await asked()
  const before = await bank.call(getCasePrice, { params: { id } }, agent)
  expect(before.body.present?.offer.highest.rate).not.toBe(rate)
  const decided = await bank.call(
    requests.approve,
    { params: { id: String(requestId) }, body: agreed },
    decider,
  )
  expect(decided.status, decided.raw.body).toBe(200)
  const { body: price } = await bank.call(getCasePrice, { params: { id } }, asker)
  expect(price.present?.offer.highest.rate).toBe(rate)
  expect(price.present?.offer.steps.at(-1)).toMatchObject({
    kind: 'INDIVIDUAL',
    points: '-1.000',
    source: `решение банка по запросу № ${requestId}`,
  })
  expect(price.present?.offer.highest.payment).not.toBe(before.body.present?.offer.highest.payment)
  expect(price.differs).toBeNull()
  expect(price.earlier).toHaveLength(1)
  const { body: credit } = await bank.call(getCaseSection, { params: { id, section: 'CREDIT' } }, agent)
  expect(Number(credit.data['rate'])).toBe(Number(rate))
  // What was agreed to was agreed to on these terms: other ones ask for it again.
  await saveSection(bank, id, 'CREDIT', { ...credit.data, termMonths: 300 }, agent)
  const { body: changed } = await bank.call(getCasePrice, { params: { id } }, asker)
  expect(changed.differs).toContain('запросите её заново')
})

it('is agreed to by nobody who has asked for it, under another account either', async () => {
  const { requestId } = await asked()
  const approve = (as: 'uw-head' | 'admin' | 'product-head' | 'agent') =>
    bank.call(requests.approve, { params: { id: String(requestId) }, body: agreed }, { as })
  expect((await approve('uw-head')).status).toBe(403)
  await sql`UPDATE employee SET (last_name, first_name, middle_name, birth_date) =
    (SELECT last_name, first_name, middle_name, birth_date FROM employee WHERE login = 'uw-head')
    WHERE login = 'admin'`.execute(bank.db)
  expect((await approve('admin')).status).toBe(403)
  expect((await approve('agent')).status).toBe(403)
  expect((await approve('product-head')).status).toBe(200)
})

it('stays with the product until then: no price, no request; another price makes the request stale', async () => {
  const unpriced = await openCase()
  const body = { rate: '5', reason: 'Постоянный клиент' }
  const early = await bank.call(askIndividualRate, { params: { id: unpriced }, body }, asker)
  expect(early.status).toBe(409)
  expect(early.raw.body).toContain('Сначала подберите ставку')
  expect((await bank.call(askIndividualRate, { params: { id: unpriced }, body }, agent)).status).toBe(403)
  const viewer = { as: 'underwriter' } as const
  expect((await bank.call(askIndividualRate, { params: { id: unpriced }, body }, viewer)).status).toBe(403)
  const { id, requestId } = await asked()
  const again = await bank.call(askIndividualRate, { params: { id }, body: { ...body, rate: '6.5' } }, asker)
  expect(again.status).toBe(409)
  const { body: found } = await bank.call(findCaseOffers, { params: { id }, body: none }, agent)
  const rate = found.offers.find((one) => one.product.id === product)?.highest.rate ?? ''
  await bank.call(takeCaseOffer, { params: { id }, body: { ...none, productId: product, rate } }, agent)
  const late = await bank.call(requests.approve, { params: { id: String(requestId) }, body: agreed }, decider)
  expect(late.status).toBe(409)
  expect(late.raw.body).toContain('отклоните запрос')
})

it('tells people of the partner neither why nor that one waits', async () => {
  const { id, requestId } = await asked()
  const waiting = await bank.call(getCasePrice, { params: { id } }, agent)
  expect(waiting.body.individual).toBeNull()
  await bank.call(requests.approve, { params: { id: String(requestId) }, body: agreed }, decider)
  const given = await bank.call(getCasePrice, { params: { id } }, agent)
  expect(given.raw.body).toContain('INDIVIDUAL')
  expect(given.raw.body).not.toContain('Канарейка')
  expect((await bank.call(requests.get, { params: { id: String(requestId) } }, agent)).status).toBe(403)
})

it('is the only rate beside a price: the questionnaire types none, and does where no price has been taken', async () => {
  const { id } = await priced()
  const { body: credit } = await bank.call(getCaseSection, { params: { id, section: 'CREDIT' } }, agent)
  const typed = await saveSection(bank, id, 'CREDIT', { ...credit.data, rate: '3' }, agent)
  expect(typed.status).toBe(400)
  expect(typed.raw.body).toContain('Подобрать ставку')
  const other = await saveSection(bank, id, 'CREDIT', { ...credit.data, comment: 'Звонить вечером' }, agent)
  expect(other.status).toBe(200)
  const unpriced = await openCase()
  const free = await saveSection(bank, unpriced, 'CREDIT', { ...wholeSections.CREDIT, rate: '3' }, agent)
  expect(free.status).toBe(200)
})
