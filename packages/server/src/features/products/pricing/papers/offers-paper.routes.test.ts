import { exportOffers } from '@ipoteka-office/contract/products/pricing/offers.ts'
import { getPriceExample } from '@ipoteka-office/contract/products/pricing/price-example.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cataloguing, productContent } from '#testing/products.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { pdfText } from '#testing/pdf-text.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
  const content = productContent()
  const audience = { ...content.audience, goals: [], objectTypes: [], pledges: [] }
  const work = cataloguing(bank)
  await work.released('ON-PAPER', { ...content, audience })
  const names = { staff: 'Чужой', client: 'Продукт чужого партнёра', about: '' }
  await work.released('OF-OTHERS', { ...content, names, audience: { ...audience, partnerIds: [4] } })
})
afterAll(() => bank.close())

const facts = { amount: '4000000', propertyPrice: '6000000', termMonths: 120, region: '16' }

it('offers are taken as a PDF: the wish, the figures and what the rate is made of; nothing that the page hides', async () => {
  const answer = await bank.call(exportOffers, { body: { facts } }, { as: 'agent' })
  expect([answer.status, answer.raw.headers['content-type']]).toEqual([200, 'application/pdf'])
  const text = await pdfText(answer.raw.rawPayload)
  for (const words of ['Предложения банка', 'Квартира на вторичном рынке', '20,900', 'Базовая ставка', 'ПСК'])
    expect(text).toContain(words)
  for (const secret of ['чужого партнёра', '2,345']) expect(text).not.toContain(secret)
})

it('who has no right to the products gets no paper either', async () => {
  const body = { lending: 'CASH_LOAN' as const, facts }
  const answer = await bank.call(exportOffers, { body }, { as: 'security' })
  expect([answer.status, answer.raw.headers['content-type']?.toString().includes('pdf')]).toEqual([
    404,
    false,
  ])
})

it('the worked example is the one of the specification, with both payments', async () => {
  const { status, body } = await bank.call(getPriceExample, {}, { as: 'agent' })
  expect(status).toBe(200)
  expect([body.offer.highest.rate, body.offer.otherInsurance?.price.rate]).toEqual(['21.600', '20.600'])
  expect(Number(body.offer.otherInsurance?.price.payment)).toBeLessThan(Number(body.offer.highest.payment))
  expect(body.offer.steps.map(({ kind, points, state }) => [kind, points, state])).toEqual([
    ['CELL', '21.400', 'APPLIED'],
    ['REBATE', '-0.300', 'APPLIED'],
    ['REBATE', '-0.300', 'NOT_APPLIED'],
    ['SURCHARGE', '1.000', 'APPLIED'],
    ['PROMOTION', '-0.500', 'APPLIED'],
  ])
  expect([body.floor, body.control.startsWith('ПСК ')]).toEqual(['19,900\u00a0%', true])
})
