import { getCase, moveCase } from '@ipoteka-office/contract/cases/cases.ts'
import { getCaseSection } from '@ipoteka-office/contract/cases/case-sections.ts'
import {
  findCaseOffers,
  getCasePrice,
  takeCaseOffer,
} from '@ipoteka-office/contract/products/pricing/case-price.ts'
import { PriceQuestion, priceProducts } from '@ipoteka-office/contract/products/pricing/offers.ts'
import { withoutEndZeros } from '@ipoteka-office/contract/common/trim-ends.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cataloguing, productContent, promotionContent } from '#testing/products.ts'
import { openPriceableApplication, saveSection } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { wholeSections } from '#testing/whole-sections.ts'

const agent = { as: 'agent' } as const
const free = {
  channels: [],
  regions: [],
  partnerIds: [],
  clientCategories: [],
  goals: [],
  objectTypes: [],
  pledges: [],
  qrCode: null,
}
const none = { optionIds: [], choices: {} }

let bank: TestApp
let product: number
let promotion: number
let margin: number
beforeAll(async () => {
  bank = await testApp()
  const work = cataloguing(bank)
  const anybody = (more: Parameters<typeof productContent>[0] = {}) => {
    const content = productContent(more)
    return {
      ...content,
      audience: free,
      limits: content.limits.map((one) => ({ ...one, maxLoanToValue: null })),
    }
  }
  product = await work.released('PRICED', anybody())
  const { rate } = productContent()
  const matrix = { axes: [], cells: ['5.100'] }
  margin = await work.released('KEY-PLUS', anybody({ rate: { ...rate, basis: 'KEY_RATE_PLUS', matrix } }))
  const content = promotionContent()
  const autumn = {
    ...content,
    productIds: [product],
    cap: { kind: 'COUNT', count: 1 } as const,
    effect: { ...content.effect, points: '-0.500' },
  }
  promotion = await work.released('AUTUMN', autumn, { kind: 'PROMOTION' })
})
afterAll(() => bank.close())

const openCase = () => openPriceableApplication(bank)

/** The head of the partner tree that the agent works in. */
async function partnerOfAgent(): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    SELECT p.ancestor_ids[1] AS id FROM partner p JOIN employee e ON e.partner_id = p.id WHERE e.login = 'agent'`.execute(
    bank.db,
  )
  return rows[0]?.id ?? 0
}

describe('a price of an application', () => {
  it('is found by the questionnaire, taken, kept with its versions, and stands in the questionnaire', async () => {
    const id = await openCase()
    const { body: found } = await bank.call(findCaseOffers, { params: { id }, body: none }, agent)
    const offer = found.offers.find((one) => one.product.id === product)
    expect(offer?.promotions.map((one) => one.id)).toEqual([promotion])
    const rate = offer?.highest.rate ?? ''
    const taken = await bank.call(
      takeCaseOffer,
      { params: { id }, body: { ...none, productId: product, rate } },
      agent,
    )
    expect(taken.status, taken.raw.body).toBe(200)
    expect(taken.body.present?.offer.highest).toEqual(offer?.highest)
    expect(taken.body.differs).toBeNull()
    const { body: credit } = await bank.call(getCaseSection, { params: { id, section: 'CREDIT' } }, agent)
    expect(credit.data['rate']).toBe(String(Number(rate)))
    // The only place of the promotion is taken: the next application has the price without it.
    const next = await openCase()
    const { body: others } = await bank.call(findCaseOffers, { params: { id: next }, body: none }, agent)
    const other = others.offers.find((one) => one.product.id === product)
    expect(other?.promotions).toEqual([])
    expect(Number(other?.highest.rate)).toBeCloseTo(Number(rate) + 0.5, 3)
    const late = await bank.call(
      takeCaseOffer,
      { params: { id: next }, body: { ...none, productId: product, rate } },
      agent,
    )
    expect(late.status).toBe(409)
    expect(late.raw.body).toContain('Проверьте и возьмите ещё раз')
    // Another product gives the place back.
    const { body: more } = await bank.call(findCaseOffers, { params: { id }, body: none }, agent)
    const plus = more.offers.find((one) => one.product.id === margin)
    const body = { ...none, productId: margin, rate: plus?.highest.rate ?? '' }
    const changed = await bank.call(takeCaseOffer, { params: { id }, body }, agent)
    expect(changed.status, changed.raw.body).toBe(200)
    expect(changed.body.earlier).toHaveLength(1)
    const { rows } = await sql<{ state: string }>`SELECT state FROM promotion_place`.execute(bank.db)
    expect(rows).toEqual([{ state: 'GIVEN_BACK' }])
  })

  it('gives its place of a promotion back when nothing comes of it', async () => {
    const id = await openCase()
    const { body: found } = await bank.call(findCaseOffers, { params: { id }, body: none }, agent)
    const offer = found.offers.find((one) => one.product.id === product)
    const body = { ...none, productId: product, rate: offer?.highest.rate ?? '' }
    await bank.call(takeCaseOffer, { params: { id }, body }, agent)
    const place = async () => {
      const { rows } = await sql<{ state: string }>`
        SELECT state FROM promotion_place WHERE case_id = ${Number(id)}`.execute(bank.db)
      return rows[0]?.state
    }
    expect(await place()).toBe('RESERVED')
    const { body: head } = await bank.call(getCase, { params: { id } }, agent)
    const move = { action: 'refuseByClient', version: head.version, comment: 'Передумал', reason: 'RATE' }
    const moved = await bank.call(moveCase, { params: { id }, body: move }, agent)
    expect(moved.status, moved.raw.body).toBe(200)
    expect(await place()).toBe('GIVEN_BACK')
  })

  it('tells its partner nothing of what the bank knows: other partners, and what a rate is made of', async () => {
    const work = cataloguing(bank)
    const audience = { ...free, partnerIds: [1] }
    const ofTheirs = { ...free, partnerIds: [await partnerOfAgent()] }
    const offered = await work.released('OF-THEIRS', { ...productContent(), audience: ofTheirs })
    const own = await work.released('SECRET', { ...productContent(), audience })
    const id = await openCase()
    // Taken by somebody of the bank, who is told the formula elsewhere.
    const inBank = { as: 'admin' } as const
    const { body: found, raw } = await bank.call(findCaseOffers, { params: { id }, body: none }, inBank)
    const told = [...found.offers, ...found.misfits].map((one) => one.product.id)
    expect(told).not.toContain(own)
    // What is offered to a partner is offered by its branches too.
    expect(told).toContain(offered)
    const plus = found.offers.find((one) => one.product.id === margin)
    const body = { ...none, productId: margin, rate: plus?.highest.rate ?? '' }
    const taken = await bank.call(takeCaseOffer, { params: { id }, body }, inBank)
    expect(taken.status, taken.raw.body).toBe(200)
    const { raw: read } = await bank.call(getCasePrice, { params: { id } }, agent)
    expect(raw.body + read.body).not.toMatch(/ключев/)
  })

  it('is without a promotion that has less left than the loan', async () => {
    const content = promotionContent()
    const small = {
      ...content,
      productIds: [margin],
      cap: { kind: 'AMOUNT', amount: '1000000' } as const,
      effect: { ...content.effect, points: '-0.900' },
    }
    const id = await cataloguing(bank).released('SMALL-SUM', small, { kind: 'PROMOTION' })
    const application = await openCase()
    const asked = { params: { id: application }, body: none }
    const { body: found } = await bank.call(findCaseOffers, asked, agent)
    const offer = found.offers.find((one) => one.product.id === margin)
    expect(offer?.promotions.map((one) => one.id)).not.toContain(id)
    const body = { ...none, productId: margin, rate: offer?.highest.rate ?? '' }
    const taken = await bank.call(takeCaseOffer, { params: { id: application }, body }, agent)
    expect(taken.status, taken.raw.body).toBe(200)
  })

  it('says when the questionnaire has become another', async () => {
    const id = await openCase()
    const { body: found } = await bank.call(findCaseOffers, { params: { id }, body: none }, agent)
    const plus = found.offers.find((one) => one.product.id === product)
    const body = { ...none, productId: product, rate: plus?.highest.rate ?? '' }
    await bank.call(takeCaseOffer, { params: { id }, body }, agent)
    const credit = {
      ...wholeSections.CREDIT,
      termMonths: 300,
      lifeInsurance: true,
      electronicRegistration: true,
      rate: withoutEndZeros(body.rate),
    }
    const { body: before } = await bank.call(getCasePrice, { params: { id } }, agent)
    const saved = await saveSection(bank, id, 'CREDIT', credit, agent)
    expect(saved.status, saved.raw.body).toBe(200)
    const { body: after } = await bank.call(getCasePrice, { params: { id } }, agent)
    expect(before.differs).toBeNull()
    expect(after.differs).toMatch(/^По анкете теперь 2\d,\d+/)
  })

  it('is not given by whoever may not change the application, nor seen by another partner', async () => {
    const id = await openCase()
    const body = { ...none, productId: product, rate: '21.400' }
    expect((await bank.call(takeCaseOffer, { params: { id }, body }, { as: 'support' })).status).toBe(403)
    expect((await bank.call(getCasePrice, { params: { id } }, { as: 'support' })).status).toBe(403)
  })
})

describe('«Подобрать ставку»', () => {
  const question = PriceQuestion.parse({
    facts: { amount: '5000000', propertyPrice: '8000000', termMonths: 240 },
  })

  it('tells people of a partner neither the key rate nor the margin, and the bank what a rate is made of', async () => {
    const own = await bank.call(priceProducts, { body: question }, agent)
    expect(own.status, own.raw.body).toBe(200)
    expect(own.body.offers.map((one) => one.product.id)).toContain(margin)
    expect(own.raw.body).not.toMatch(/ключев|2\.345|5\.100/)
    const inside = await bank.call(priceProducts, { body: question }, { as: 'product' })
    expect(inside.raw.body).toContain('ключевая ставка')
    expect(inside.raw.body).not.toContain('2.345')
  })

  it('is for those who may read products', async () => {
    expect((await bank.call(priceProducts, { body: question }, { as: 'support' })).status).toBe(404)
  })

  it.each([
    ['amount', '12.345'],
    ['amount', '-5'],
    ['amount', 'пять миллионов'],
    ['amount', 5_000_000],
    ['propertyPrice', '1e9'],
    ['downPaymentShare', '20 %'],
    ['termMonths', 12.5],
    ['termMonths', '240'],
    ['salaryClient', 'да'],
  ])('refuses what is no value of a fact, and names it: %s %s', async (fact, value) => {
    const facts = { ...question.facts, [fact]: value }
    const { status, error } = await bank.call(priceProducts, { body: { ...question, facts } }, agent)
    expect([status, error?.fields?.map(({ path }) => path)]).toEqual([400, [`facts.${fact}`]])
  })

  it('no longer sells what was withdrawn', async () => {
    const content = { ...productContent(), audience: free }
    const later = await cataloguing(bank).released('LATER', content, { validFrom: '2199-01-01' })
    const { body } = await bank.call(
      priceProducts,
      { body: { ...question, day: '2199-02-01' } },
      { as: 'product' },
    )
    expect(body.offers.map((one) => one.product.id)).toContain(later)
    const withdrawn = await cataloguing(bank).move(later, 'withdraw', 'product-head')
    expect(withdrawn.status, withdrawn.raw.body).toBe(200)
    const { body: after } = await bank.call(
      priceProducts,
      { body: { ...question, day: '2199-02-01' } },
      { as: 'product' },
    )
    expect(after.offers.map((one) => one.product.id)).not.toContain(later)
  })

  it('sells at once what took the place of another version, changed as often as that one', async () => {
    const work = cataloguing(bank)
    const { rate } = productContent()
    const at = (cell: string) => ({
      ...productContent({ rate: { ...rate, floor: '1', matrix: { axes: [], cells: [cell] } }, changes: [] }),
      audience: free,
    })
    const id = await work.released('REPLACED', at('15.000'))
    const rates = async () =>
      (await bank.call(priceProducts, { body: question }, { as: 'product' })).body.offers.flatMap((one) =>
        one.product.id === id ? [one.product.number, one.highest.rate] : [],
      )
    expect(await rates()).toEqual([1, '15.000'])
    expect((await work.move(id, 'archive', 'product-head')).status).toBe(200)
    await work.next(id, at('16.000'))
    await work.release(id)
    expect(await rates()).toEqual([2, '16.000'])
  })
})
