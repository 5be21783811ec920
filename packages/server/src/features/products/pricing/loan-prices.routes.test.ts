import { getCaseSection, getQuestionnaire } from '@ipoteka-office/contract/cases/case-sections.ts'
import * as loans from '@ipoteka-office/contract/loan-applications/loan-applications.ts'
import { getLoanTerms } from '@ipoteka-office/contract/loan-applications/loan-terms.ts'
import {
  findCaseOffers,
  getCasePrice,
  takeCaseOffer,
} from '@ipoteka-office/contract/products/pricing/case-price.ts'
import {
  askIndividualRate,
  individualLoanRateRequests as requests,
  individualRateRequests,
} from '@ipoteka-office/contract/products/pricing/individual-rate.ts'
import { termsRules } from '@ipoteka-office/contract/products/eligibility/terms-rules.ts'
import { quarterOf } from '@ipoteka-office/contract/rate-limits/quarters.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { bankDay, systemClock } from '#lib/bank-time.ts'
import { cataloguing, productContent } from '#testing/products.ts'
import { saveSection } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

const agent = { as: 'agent' } as const
const none = { optionIds: [], choices: {} }
const today = bankDay(systemClock('Europe/Moscow'))
const [limits] = productContent().limits

let bank: TestApp
let product: number
beforeAll(async () => {
  bank = await testApp()
  const content = productContent()
  product = await cataloguing(bank).released(
    'CASH-OWN',
    {
      ...content,
      audience: { ...content.audience, goals: [], objectTypes: [], pledges: [] },
      limits: limits === undefined ? [] : [{ ...limits, ...loanLimits }],
      rate: { ...content.rate, matrix: { axes: [], cells: ['27.900'] }, floor: '15.000' },
      eligibility: [{ asker: 'salaryClient', values: {} }],
    },
    { lending: 'CASH_LOAN', typeCode: 'CASH_BASE' },
  )
})
beforeEach(() => sql`UPDATE rate_limit SET replaced_at = now() WHERE replaced_at IS NULL`.execute(bank.db))
afterAll(() => bank.close())

const loanLimits = {
  ...{ minAmount: '50000', maxAmount: '3000000', minMonths: 6, maxMonths: 60 },
  ...{ downPayments: [], maxLoanToValue: null, minAge: 21, maxAgeAtEnd: 70, maxDebtors: 2 },
}

const names = ['', 'Мельникова', 'Соболева', 'Тарасова', 'Юдина']
let serial = 0

/** A loan of a client whose wages come to the bank, or do not. */
async function openLoan({ salaryClient = true, termMonths = 24 } = {}): Promise<string> {
  const wish = {
    ...{
      lastName: names[(serial += 1)] ?? '',
      firstName: 'Ольга',
      birthDate: '1985-06-01',
      regionCode: '16',
    },
    ...{ productType: 'CASH_BASE', goal: 'REPAIR', amount: '300000', termMonths },
  }
  const made = await bank.call(loans.createLoanApplication, { body: wish }, agent)
  expect(made.status, made.raw.body).toBe(200)
  const id = String(made.body.id)
  const { body } = await bank.call(getQuestionnaire, { params: { id } }, agent)
  const participantId = body.sections.find(({ section }) => section === 'EMPLOYMENT')?.participantId ?? 0
  const work = { employmentType: 'PENSIONER', salaryClient }
  const saved = await saveSection(bank, id, 'EMPLOYMENT', work, { ...agent, participantId })
  expect(saved.status, saved.raw.body).toBe(200)
  return id
}
const offersOf = async (id: string) =>
  (await bank.call(findCaseOffers, { params: { id }, body: none }, agent)).body
const loanTerms = async (id: string, query = {}) =>
  (await bank.call(getLoanTerms, { params: { id }, query }, agent)).body.terms

async function priced(): Promise<string> {
  const id = await openLoan()
  const choice = { ...none, productId: product, rate: '27.900' }
  const taken = await bank.call(takeCaseOffer, { params: { id }, body: choice }, agent)
  expect(taken.status, taken.raw.body).toBe(200)
  return id
}
const ask = (id: string, rate: string, as: Login = 'uw-head') =>
  bank.call(askIndividualRate, { params: { id }, body: { rate, reason: 'Клиент двадцать лет' } }, { as })
const approve = (requestId: number, as: Login) =>
  bank.call(
    requests.approve,
    { params: { id: String(requestId) }, body: { version: 1, comment: '' } },
    { as },
  )

it('requirements of a loan keep its product from who does not meet them, and lead to its own sections', async () => {
  const id = await openLoan({ salaryClient: false, termMonths: 72 })
  const { offers, misfits } = await offersOf(id)
  expect(offers.map((one) => one.product.id)).not.toContain(product)
  const reasons = misfits.find((one) => one.product.id === product)?.reasons.map(({ reason }) => reason)
  expect(reasons?.join('; ')).toContain('Заёмщик получает зарплату в банке: не зарплатный клиент')
  const terms = await loanTerms(id)
  expect(terms).toMatchObject({ productId: product, number: 1 })
  const { body } = await bank.call(getQuestionnaire, { params: { id } }, agent)
  const sections = Object.fromEntries(body.sections.map(({ section, data }) => [section, data]))
  const rules = termsRules(terms, { sections, participants: [] }, today)
  expect(rules.find(({ code }) => code === 'term')).toMatchObject({
    state: 'FAIL',
    datum: 'срок 72 мес.',
    source: { section: 'LOAN', field: 'termMonths' },
  })
  // Nothing is sold of another type, and a mortgage's call answers of mortgages alone.
  expect(await loanTerms(id, { programme: 'CASH_PENSIONER' })).toBeNull()
})

it('one asks for a rate of a loan, another agrees, and it stands in the case', async () => {
  const id = await priced()
  const asked = await ask(id, '19.9')
  expect(asked.status, asked.raw.body).toBe(200)
  const requestId = asked.body.individual?.requestId ?? 0
  // The call of mortgages knows no request of a loan.
  const other = await bank.call(
    individualRateRequests.get,
    { params: { id: String(requestId) } },
    { as: 'product-head' },
  )
  expect(other.status).toBe(404)
  expect((await approve(requestId, 'uw-head')).status).toBe(403)
  expect((await approve(requestId, 'agent')).status).toBe(403)
  const decided = await approve(requestId, 'product-head')
  expect(decided.status, decided.raw.body).toBe(200)
  const { body: price } = await bank.call(getCasePrice, { params: { id } }, agent)
  expect(price.present?.offer.highest.rate).toBe('19.900')
  expect(price.present?.offer.steps.at(-1)).toMatchObject({ kind: 'INDIVIDUAL', points: '-8.000' })
  const { body: loan } = await bank.call(getCaseSection, { params: { id, section: 'LOAN' } }, agent)
  expect(loan.data['rate']).toBe('19.9')
})

it('a rate above the limit of full cost is refused, when it is asked for and when it is agreed to', async () => {
  const id = await priced()
  const limit = (value: string) =>
    sql`INSERT INTO rate_limit (quarter, category, average, value, applies, published_on, source)
      SELECT ${quarterOf(today)}::date, code, 10, ${value}, true, ${today}::date, 'тест'
      FROM reference_item WHERE dictionary = 'creditCostCategory' AND code <> 'MORTGAGE'`.execute(bank.db)
  await limit('18.000')
  const above = await ask(id, '26.5')
  expect(above.status).toBe(400)
  expect(above.error.fields?.[0]).toMatchObject({
    path: 'rate',
    message: expect.stringMatching(/^ПСК \d\d,\d{3}\u00a0% выше предельной 18,000\u00a0%/),
  })
  expect((await ask(id, '16')).status).toBe(200)
  const { body: price } = await bank.call(getCasePrice, { params: { id } }, { as: 'uw-head' })
  // The limit of the day of the answer, not that of the question.
  await sql`UPDATE rate_limit SET replaced_at = now() WHERE replaced_at IS NULL`.execute(bank.db)
  await limit('9.000')
  const late = await approve(price.individual?.requestId ?? 0, 'product-head')
  expect([late.status, late.raw.body.includes('выше предельной 9,000')]).toEqual([400, true])
  const { body: kept } = await bank.call(getCasePrice, { params: { id } }, agent)
  expect(kept.present?.offer.highest.rate).toBe('27.900')
})
