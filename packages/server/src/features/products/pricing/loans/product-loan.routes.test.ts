import { calculateByProduct, ProductLoan } from '@ipoteka-office/contract/calculator/by-product.ts'
import * as kept from '@ipoteka-office/contract/calculator/calculations.ts'
import { priceProducts } from '@ipoteka-office/contract/products/pricing/offers.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cataloguing, productContent } from '#testing/products.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

const agent = { as: 'agent' } as const
const free = {
  ...{ channels: [], regions: [], partnerIds: [], clientCategories: [], goals: [], objectTypes: [] },
  pledges: [],
  qrCode: null,
}

let bank: TestApp
let product: number
let foreign: number
const content = () => {
  const own = productContent({
    schedule: { ...productContent().schedule, rounding: 'TO_RUBLES' },
    fees: [
      {
        ...{ name: 'Выдача', kind: 'COMMISSION', amount: null, share: '1', yearly: false },
        inFullLoanCost: true,
      },
    ],
    insurance: [{ type: 'LIFE', required: false, sumShare: '110', surcharge: '1.000', premium: 'ANY' }],
  })
  return { ...own, audience: free }
}
beforeAll(async () => {
  bank = await testApp()
  const work = cataloguing(bank)
  product = await work.released('CALCULATED', content())
  foreign = await work.released('FOREIGN', { ...content(), audience: { ...free, partnerIds: [1] } })
})
afterAll(() => bank.close())

const loan = (more: object = {}) =>
  ProductLoan.parse({
    productId: product,
    issueDate: '2026-03-10',
    facts: {
      ...{ amount: '6000000', propertyPrice: '8000000', termMonths: 200, region: '66', age: 35 },
      lifeInsurance: true,
    },
    ...more,
  })
const facts = (more: object) => ({ facts: { ...loan().facts, ...more } })
const ask = (body: ProductLoan, as: 'agent' | 'product' | 'support' = 'agent') =>
  bank.call(calculateByProduct, { body }, { as })

describe('the calculator by a product', () => {
  it('takes the rate, the rounding and the fees of the version, and counts what the offers count', async () => {
    const { status, body, raw } = await ask(loan({ paymentDay: 15 }))
    expect(status, raw.body).toBe(200)
    const { terms, firstPayment, totalFees } = body.calculation ?? {}
    expect([body.misfit, terms?.rate, terms?.rounding, terms?.paymentDay]).toEqual([
      ...[null, '21.400', 'TO_RUBLES', 15],
    ])
    expect([firstPayment?.endsWith('.00'), totalFees]).toEqual([true, '60000.00'])
    const question = { ...loan(), productIds: [product] }
    const { body: found } = await bank.call(priceProducts, { body: question }, agent)
    expect(found.offers[0]?.highest.rate).toBe(body.offer?.highest.rate)
    const uninsured = await ask(loan(facts({ lifeInsurance: false })))
    expect(uninsured.body.calculation?.terms.rate).toBe('22.400')
  })

  it('says the bounds, a range while something is not known, and why the product does not fit', async () => {
    const { amount: _amount, lifeInsurance: _insured, ...few } = loan().facts
    const bare = await ask(loan({ facts: few }))
    expect(bare.body).toMatchObject({
      calculation: null,
      bounds: { minAmount: '500000', maxAmount: '30000000', maxLoanToValue: '80' },
    })
    expect(bare.body.offer?.missing.map(({ fact }) => fact)).toContain('lifeInsurance')
    const large = await ask(loan(facts({ amount: '31000000', propertyPrice: '60000000' })))
    expect([large.body.offer, large.body.calculation]).toEqual([null, null])
    expect(large.body.misfit?.reasons).not.toEqual([])
  })

  it('refuses what a schedule refuses, and tells nobody of products that they are not offered', async () => {
    const early = [{ date: '2020-01-01', amount: '1', mode: 'REDUCE_PAYMENT', source: 'CLIENT' }]
    const wrong = await ask(loan({ earlyRepayments: early }))
    expect([wrong.status, wrong.error.fields?.length]).toEqual([400, 1])
    const hidden = await ask(loan({ productId: foreign }))
    expect(hidden.body).toMatchObject({ offer: null, misfit: null, bounds: null, calculation: null })
    expect((await ask(loan(), 'support')).status).toBe(403)
  })

  it('is kept with the day of its versions, and checked by them whatever has been released since', async () => {
    const body = { title: 'Квартира', calculation: { kind: 'PRODUCT' as const, inputs: loan() } }
    const saved = await bank.call(kept.saveCalculation, { body }, agent)
    expect(saved.status, saved.raw.body).toBe(200)
    expect(saved.body.figures).toMatchObject({ rate: '21.400', months: 200 })
    const params = { id: String(saved.body.id) }
    const { body: whole } = await bank.call(kept.getCalculation, { params }, agent)
    const { inputs } = whole.content.kind === 'PRODUCT' ? whole.content : { inputs: null }
    expect(inputs?.day).toMatch(/^\d{4}-\d\d-\d\d$/)
    const { body: again } = await bank.call(kept.recheckCalculation, { params }, agent)
    expect(again).toMatchObject({ same: true, differences: [] })
    const { body: list } = await bank.call(kept.listCalculations, { query: { kind: 'PRODUCT' } }, agent)
    expect(list.content.map(({ id }) => id)).toContain(saved.body.id)
    const large = loan(facts({ amount: '31000000', propertyPrice: '60000000' }))
    const refused = await bank.call(
      kept.saveCalculation,
      { body: { title: 'Дорого', calculation: { kind: 'PRODUCT', inputs: large } } },
      agent,
    )
    expect([refused.status, refused.raw.body]).toEqual([400, expect.stringContaining('Продукт не подходит')])
  })
})
