import {
  findTermByProduct,
  ProductTerm,
  calculateByProduct,
} from '@ipoteka-office/contract/calculator/by-product.ts'
import * as kept from '@ipoteka-office/contract/calculator/calculations.ts'
import {
  evaluateBorrowerByProduct,
  ProductBorrower,
} from '@ipoteka-office/contract/calculator/product-borrower.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cataloguing, productContent } from '#testing/products.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

const agent = { as: 'agent' } as const
const free = {
  ...{ channels: [], regions: [], partnerIds: [], clientCategories: [], goals: [], objectTypes: [] },
  ...{ pledges: [], qrCode: null },
}

let bank: TestApp
let product: number
let foreign: number
beforeAll(async () => {
  bank = await testApp()
  const work = cataloguing(bank)
  const base = productContent()
  const content = {
    ...base,
    audience: free,
    limits: base.limits.slice(0, 1).map((one) => ({
      ...one,
      ...{ regions: [], minAmount: '500000', maxAmount: '30000000', minMonths: 60, maxMonths: 240 },
      ...{ monthsStep: 12, downPayments: [{ objectTypes: [], incomeVerifications: [], share: '20' }] },
      ...{ maxLoanToValue: '85', maxDebtLoad: '40', minAge: 21, maxAgeAtEnd: 75 },
    })),
    // A small loan costs more, and so does a long one.
    rate: {
      ...base.rate,
      floor: '1',
      matrix: {
        axes: [
          { kind: 'NUMBER' as const, code: 'amount' as const, from: ['0', '3000000'] },
          { kind: 'NUMBER' as const, code: 'termMonths' as const, from: ['1', '121'] },
        ],
        cells: ['18', '20', '12', '14'],
      },
    },
    changes: [],
    insurance: [],
    schedule: { ...base.schedule, paymentDays: [5, 20] },
  }
  product = await work.released('MEASURED', content)
  foreign = await work.released('FOREIGN', { ...content, audience: { ...free, partnerIds: [1] } })
})
afterAll(() => bank.close())

const asked = ({ facts = {}, ...more }: { facts?: object } & Partial<ProductBorrower> = {}) =>
  ProductBorrower.parse({
    productId: product,
    issueDate: '2026-03-10',
    income: '200000',
    facts: { propertyPrice: '10000000', termMonths: 240, age: 35, region: '66', ...facts },
    ...more,
  })
const ask = (body: ProductBorrower, as: 'agent' | 'support' = 'agent') =>
  bank.call(evaluateBorrowerByProduct, { body }, { as })

describe('what a borrower may take by a product', () => {
  it('is counted at the rate and within the bounds of the version, each with its source', async () => {
    const { status, body, raw } = await ask(asked())
    expect(status, raw.body).toBe(200)
    expect(body.bounds).toEqual([
      { code: 'rate', value: '14.000', source: 'выпуск 1' },
      { code: 'maxAmount', value: '30000000', source: expect.stringContaining('выпуск 1') },
      { code: 'minDownPayment', value: '20', source: 'выпуск 1' },
      { code: 'maxLoanToValue', value: '85', source: 'выпуск 1' },
      { code: 'maxDebtLoad', value: '40', source: 'выпуск 1' },
    ])
    const { result } = body
    expect(result?.limits.map(({ code, decisive }) => [code, decisive])).toEqual([
      ['INCOME', true],
      ['LOAN_TO_VALUE', false],
      ['DOWN_PAYMENT', false],
      ['PROGRAMME', false],
    ])
    // 40 % of 200 000 pays 80 000 a month: at 14 % for 20 years that is 6 433 000.
    expect(result?.maximumAmount).toBe('6433000')
    const least = result?.limits.find(({ code }) => code === 'DOWN_PAYMENT')
    expect(least?.amount).toBe('8000000')
    // What is paid and ПСК are those of the version’s own schedule.
    const loan = await bank.call(
      calculateByProduct,
      {
        body: { productId: product, issueDate: '2026-03-10', facts: { ...asked().facts, amount: '6433000' } },
      },
      agent,
    )
    expect(result?.monthlyPayment).toBe(loan.body.calculation?.firstPayment)
    expect(result?.fullLoanCost).toBe(loan.body.calculation?.fullLoanCost.percent)
  })

  it('has the rate of the amount itself: where a smaller loan costs more, less is lent', async () => {
    // 32 000 a month carry 2 573 000 at 14 %, which is less than what costs 14 %: at 20 % it is under two million.
    const { body } = await ask(asked({ income: '80000' }))
    const rate = body.bounds.find(({ code }) => code === 'rate')?.value
    expect([rate, body.offer?.highest.rate]).toEqual(['20.000', '20.000'])
    expect(Number(body.result?.maximumAmount)).toBeLessThan(2_000_000)
    expect(body.result?.debtLoad.percent).not.toBeNull()
    expect(Number(body.result?.debtLoad.percent)).toBeLessThanOrEqual(45)
  })

  it('measures the wanted amount too, and says why it cannot be had', async () => {
    const good = await ask(asked({ facts: { amount: '4000000' } }))
    expect(good.body.result).toMatchObject({
      maximumAmount: '6433000',
      amount: '4000000',
      loanToValue: '40.00',
    })
    expect(good.body.wantedRefusal).toBeNull()
    const large = await ask(asked({ facts: { amount: '9000000' } }))
    expect(large.body.wantedRefusal).toContain('Взнос 10')
    expect(large.body.result).toMatchObject({ maximumAmount: '6433000', amount: '6433000' })
  })

  it('is nothing where the product does not fit, without a term, and of products that are not offered', async () => {
    const poor = await ask(asked({ income: '10000' }))
    expect([poor.body.result, poor.body.offer]).toEqual([null, null])
    expect(poor.body.misfit?.reasons[0]?.reason).toContain('Сумма меньше наименьшей')
    const old = await ask(asked({ facts: { age: 70 } }))
    expect(old.body.misfit?.reasons[0]?.reason).toContain('На конец срока')
    const { termMonths: _term, ...facts } = asked().facts
    const bare = await ask(ProductBorrower.parse({ ...asked(), facts }))
    expect([bare.body.result, bare.body.misfit, bare.body.bounds.length > 0]).toEqual([null, null, true])
    const hidden = await ask(asked({ productId: foreign }))
    expect(hidden.body).toMatchObject({ offer: null, misfit: null, bounds: [], result: null })
    expect((await ask(asked(), 'support')).status).toBe(403)
  })

  it('is kept with the day of its version and checked by it', async () => {
    const body = { title: 'Клиент', calculation: { kind: 'PRODUCT_BORROWER' as const, inputs: asked() } }
    const saved = await bank.call(kept.saveCalculation, { body }, agent)
    expect(saved.status, saved.raw.body).toBe(200)
    expect(saved.body.figures).toMatchObject({ amount: '6433000', rate: '14.000', months: 240 })
    const params = { id: String(saved.body.id) }
    const { body: again } = await bank.call(kept.recheckCalculation, { params }, agent)
    expect(again).toMatchObject({ same: true, differences: [] })
    const refused = await bank.call(
      kept.saveCalculation,
      {
        body: {
          title: 'Беден',
          calculation: { kind: 'PRODUCT_BORROWER', inputs: asked({ income: '10000' }) },
        },
      },
      agent,
    )
    expect([refused.status, refused.raw.body]).toEqual([400, expect.stringContaining('Продукт не подходит')])
  })
})

describe('the term that a payment is enough for', () => {
  const term = (payment: string, facts: object = {}) =>
    bank.call(
      findTermByProduct,
      {
        body: ProductTerm.parse({
          ...{ productId: product, issueDate: '2026-03-10', paymentDay: null, payment },
          facts: { propertyPrice: '10000000', age: 35, region: '66', amount: '6000000', ...facts },
        }),
      },
      agent,
    )

  it('is the shortest one of the product, each term at its own rate', async () => {
    const { body } = await term('92000')
    expect(body).toMatchObject({ months: 108, rate: '12.000', message: null })
    expect(Number(body.payment)).toBeLessThanOrEqual(92_000)
    // Ten years at 12 % cost 86 000 a month; what is less needs a longer term at 14 %.
    const longer = await term('80000')
    expect(longer.body).toMatchObject({ rate: '14.000', message: null })
    expect(Number(longer.body.months) % 12).toBe(0)
    expect(Number(longer.body.months)).toBeGreaterThan(120)
  })

  it('is none where no term has such a payment or the product does not fit, in words', async () => {
    expect((await term('10000')).body).toMatchObject({
      months: null,
      message: expect.stringContaining('240 мес.'),
    })
    expect((await term('90000', { amount: '31000000' })).body.message).toContain('Продукт не подходит')
    expect((await term('90000', { age: 74 })).body.message).toContain('Ни один срок')
  })
})

it('payments stand on a day of the version, whichever is chosen, and on no other', async () => {
  const body = {
    ...{ productId: product, issueDate: '2026-03-10' },
    facts: { ...asked().facts, amount: '6000000' },
  }
  const of = async (paymentDay: number | null) =>
    bank.call(calculateByProduct, { body: { ...body, paymentDay } }, agent)
  const usual = await of(null)
  expect(usual.body.bounds?.paymentDays).toEqual([5, 20])
  expect(usual.body.calculation?.schedule[1]?.date.slice(8)).toBe('20')
  expect((await of(5)).body.calculation?.schedule[1]?.date.slice(8)).toBe('05')
  const wrong = await of(7)
  expect([wrong.status, wrong.error.fields]).toEqual([
    400,
    [{ path: 'paymentDay', message: 'По этому продукту платят 5, 20 числа: выберите один из этих дней' }],
  ])
})
