import { getQuestionnaire } from '@ipoteka-office/contract/cases/case-sections.ts'
import * as loans from '@ipoteka-office/contract/loan-applications/loan-applications.ts'
import { findCaseOffers, takeCaseOffer } from '@ipoteka-office/contract/products/pricing/case-price.ts'
import type { ClientCategory } from '@ipoteka-office/contract/products/product-kinds.ts'
import { priceProducts } from '@ipoteka-office/contract/products/pricing/offers.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cataloguing, productContent } from '#testing/products.ts'
import { saveSection } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

const agent = { as: 'agent' } as const
const none = { optionIds: [], choices: {} }
const categories = ['SALARY', 'STATE', 'EMPLOYEE', 'PARTNER', 'PENSIONER', 'REPEAT'] as const

let bank: TestApp
/** A product of each category alone, and one for refinancing. */
const products = new Map<number, ClientCategory | 'REFINANCING'>()
beforeAll(async () => {
  bank = await testApp()
  await sql`UPDATE rate_limit SET replaced_at = now() WHERE replaced_at IS NULL`.execute(bank.db)
  const work = cataloguing(bank)
  const content = productContent()
  const sell = async (code: string, audience: object) =>
    work.released(
      code,
      {
        ...content,
        audience: { ...content.audience, goals: [], objectTypes: [], pledges: [], ...audience },
        limits: content.limits.slice(0, 1).map((one) => ({
          ...one,
          ...{ regions: [], minAmount: '50000', maxAmount: '3000000', minMonths: 6, maxMonths: 60 },
          ...{ downPayments: [], maxLoanToValue: null, minAge: 18, maxAgeAtEnd: 90 },
        })),
        rate: { ...content.rate, matrix: { axes: [], cells: ['27.900'] }, floor: '15.000' },
        changes: [],
        insurance: [],
      },
      { lending: 'CASH_LOAN', typeCode: 'CASH_BASE' },
    )
  for (const one of categories) products.set(await sell(`FOR-${one}`, { clientCategories: [one] }), one)
  products.set(await sell('FOR-REFINANCING', { goals: ['REFINANCING'] }), 'REFINANCING')
})
afterAll(() => bank.close())

const names = [
  'Мельникова',
  'Соболева',
  'Тарасова',
  'Юдина',
  'Громова',
  'Павлова',
  'Ершова',
  'Котова',
  'Зуева',
  'Быкова',
]
let serial = 0

async function openLoan(employment: Record<string, unknown>, { goal = 'REPAIR' } = {}): Promise<string> {
  const wish = {
    ...{
      lastName: names[(serial += 1) - 1] ?? '',
      firstName: 'Ольга',
      birthDate: '1985-06-01',
      regionCode: '16',
    },
    ...{ productType: 'CASH_BASE', goal, amount: '300000', termMonths: 24 },
  }
  const made = await bank.call(loans.createLoanApplication, { body: wish }, agent)
  expect(made.status, made.raw.body).toBe(200)
  const id = String(made.body.id)
  const { body } = await bank.call(getQuestionnaire, { params: { id } }, agent)
  const participantId = body.sections.find(({ section }) => section === 'EMPLOYMENT')?.participantId ?? 0
  const saved = await saveSection(bank, id, 'EMPLOYMENT', employment, { ...agent, participantId })
  expect(saved.status, saved.raw.body).toBe(200)
  return id
}
const found = async (id: string) =>
  (await bank.call(findCaseOffers, { params: { id }, body: none }, agent)).body
const offered = async (id: string) =>
  (await found(id)).offers.flatMap(({ product }) => products.get(product.id) ?? []).toSorted()

describe('an application is offered what is for its client', () => {
  it.each<[string, Record<string, unknown>, ClientCategory[]]>([
    ['wages at the bank', { employmentType: 'EMPLOYED_PERMANENT', salaryClient: true }, ['SALARY']],
    ['service of the state', { employmentType: 'STATE_SERVANT', salaryClient: false }, ['STATE']],
    [
      'work at a school',
      { employmentType: 'EMPLOYED_PERMANENT', organizationType: 'STATE_INSTITUTION', salaryClient: true },
      ['SALARY', 'STATE'],
    ],
    [
      'work at the bank',
      { employmentType: 'EMPLOYED_FIXED', organizationType: 'PARTNER_BANK' },
      ['EMPLOYEE'],
    ],
    ['a pension', { employmentType: 'PENSIONER' }, ['PENSIONER']],
    ['nothing of these', { employmentType: 'STUDENT', salaryClient: false }, []],
  ])('by %s', async (_, employment, own) => {
    const id = await openLoan(employment)
    expect(await offered(id)).toEqual([...own, 'PARTNER'].toSorted())
  })

  it('and says of the others whom they are for and where that is seen', async () => {
    const id = await openLoan({ employmentType: 'STUDENT' })
    const { misfits } = await found(id)
    const salary = misfits.find(({ product }) => products.get(product.id) === 'SALARY')
    expect(salary?.reasons).toEqual([
      {
        reason: 'Только для категорий клиентов: зарплатный клиент',
        remedy: 'Категорию показывает анкета: зарплата в банке, занятость и организация заёмщика',
      },
    ])
  })

  it('by a loan that the same person was given before, and takes it', async () => {
    const [first, second] = [
      await openLoan({ employmentType: 'STUDENT' }),
      await openLoan({ employmentType: 'STUDENT' }),
    ]
    await sql`UPDATE case_file SET person_id = (SELECT person_id FROM case_file WHERE id = ${Number(first)})
      WHERE id = ${Number(second)}`.execute(bank.db)
    expect(await offered(second)).toEqual(['PARTNER'])
    await sql`UPDATE case_file SET stage = 'ISSUING', closed = true WHERE id = ${Number(first)}`.execute(
      bank.db,
    )
    expect(await offered(second)).toEqual(['PARTNER', 'REPEAT'])
    const [productId = 0] = [...products].find(([, of]) => of === 'REPEAT') ?? []
    const choice = { ...none, productId, rate: '27.900' }
    const taken = await bank.call(takeCaseOffer, { params: { id: second }, body: choice }, agent)
    expect(taken.status, taken.raw.body).toBe(200)
    // What was given stays given, whatever becomes of the client.
    expect(taken.body.differs).toBeNull()
  })

  it('by the goal of a consumer loan, which decides like that of a mortgage', async () => {
    const id = await openLoan({ employmentType: 'STUDENT' }, { goal: 'REFINANCING' })
    expect(await offered(id)).toEqual(['PARTNER', 'REFINANCING'])
    const [productId = 0] = [...products].find(([, of]) => of === 'REFINANCING') ?? []
    const choice = { ...none, productId, rate: '27.900' }
    const taken = await bank.call(takeCaseOffer, { params: { id }, body: choice }, agent)
    expect(taken.status, taken.raw.body).toBe(200)
  })
})

it('whoever asks at a partner asks for a client of the partner', async () => {
  const body = {
    lending: 'CASH_LOAN' as const,
    facts: { amount: '300000', termMonths: 24, loanGoal: 'REPAIR' },
  }
  const of = async (as: 'agent' | 'product') =>
    (await bank.call(priceProducts, { body }, { as })).body.offers.flatMap(
      ({ product }) => products.get(product.id) ?? [],
    )
  expect([await of('agent'), await of('product')]).toEqual([['PARTNER'], []])
})
