import { getQuestionnaire } from '@ipoteka-office/contract/cases/case-sections.ts'
import { getApplicationTerms } from '@ipoteka-office/contract/full-applications/application-terms.ts'
import { getProgrammeRules } from '@ipoteka-office/contract/full-applications/full-applications.ts'
import { findCaseOffers, takeCaseOffer } from '@ipoteka-office/contract/products/pricing/case-price.ts'
import { getProduct } from '@ipoteka-office/contract/products/products.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, bankDay, systemClock } from '#lib/bank-time.ts'
import { decisionProduct } from '../pricing/decision-product.service.ts'
import { deliveredParameters } from '#testing/delivered-parameters.ts'
import { cataloguing, productContent } from '#testing/products.ts'
import { openApplication, saveSection } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { wholeSections } from '#testing/whole-sections.ts'

const agent = { as: 'agent' } as const
const clock = systemClock('Europe/Moscow')
const today = bankDay(clock)
const sums = { asker: 'sumsMeet', values: {} }
const young = (years: string) => ({ asker: 'maxAgeNow', values: { years } })
const audience = { ...productContent().audience, goals: [], objectTypes: [], pledges: [] }
const terms = (...eligibility: { asker: string; values: Record<string, string> }[]) =>
  productContent({
    audience,
    eligibility,
    limits: productContent().limits.map((one) => ({ ...one, maxLoanToValue: null })),
  })

let bank: TestApp
let work: ReturnType<typeof cataloguing>
let product: number
beforeAll(async () => {
  bank = await testApp()
  work = cataloguing(bank)
  product = await work.released('HELD', terms(sums, young('60')), { typeCode: '2' })
  // It has been sold for two months.
  await sql`UPDATE product_version SET in_force = daterange(${addDays(today, -60)}::date, NULL) WHERE product_id = ${product}`.execute(
    bank.db,
  )
})
afterAll(() => bank.close())

/** An application for ready housing by somebody born in 1980; received so many days ago. */
async function application(daysAgo = 0): Promise<string> {
  const { id, borrower } = await openApplication(bank)
  await saveSection(bank, id, 'CREDIT', { ...wholeSections.CREDIT, programme: '2' }, agent)
  const personal = { ...wholeSections.PERSONAL, birthDate: '1980-01-01' }
  await saveSection(bank, id, 'PERSONAL', personal, { ...agent, participantId: borrower })
  await sql`UPDATE case_file SET created_at = now() - make_interval(days => ${daysAgo}) WHERE id = ${Number(id)}`.execute(
    bank.db,
  )
  return id
}
const ageOf = async (id: string) => {
  const { body } = await bank.call(getProgrammeRules, { params: { id } }, agent)
  return body.find(({ code }) => code === 'age')
}
const termsOf = async (id: string, query = {}) =>
  (await bank.call(getApplicationTerms, { params: { id }, query }, agent)).body.terms

describe('what an application is held by', () => {
  it('is the version of its product: a condition that is changed holds new applications, not those received before', async () => {
    const before = await application(1)
    expect(await ageOf(before)).toMatchObject({ title: 'Заёмщику не больше 60\u00A0лет', state: 'PASS' })
    await work.next(product, terms(sums, young('40')))
    // A draft holds nobody.
    expect(await ageOf(before)).toMatchObject({ state: 'PASS' })
    await work.release(product)
    const after = await application()
    expect(await ageOf(after)).toMatchObject({ title: 'Заёмщику не больше 40\u00A0лет', state: 'FAIL' })
    expect(await ageOf(before)).toMatchObject({ title: 'Заёмщику не больше 60\u00A0лет', state: 'PASS' })
    expect([(await termsOf(before))?.number, (await termsOf(after))?.number]).toEqual([1, 2])
  })

  it('keeps a product that does not fit from being offered, with the same words', async () => {
    const id = await application()
    const asked = { params: { id }, body: { optionIds: [], choices: {} } }
    const { body } = await bank.call(findCaseOffers, asked, agent)
    const misfit = body.misfits.find((one) => one.product.id === product)
    expect(misfit?.reasons[0]?.reason).toMatch(/^Заёмщику не больше 40\u00A0лет: возраст \d\d$/)
    const older = await application(1)
    const found = await bank.call(findCaseOffers, { ...asked, params: { id: older } }, agent)
    expect(found.body.offers.map((one) => one.product.id)).toContain(product)
  })

  it('is of the product that it was given, and stays when that is sold no more', async () => {
    const content = terms(sums, young('70'))
    const other = await work.released('HELD-TOO', content, { typeCode: '2' })
    const id = await application()
    const { body } = await bank.call(
      findCaseOffers,
      { params: { id }, body: { optionIds: [], choices: {} } },
      agent,
    )
    const rate = body.offers.find((one) => one.product.id === other)?.highest.rate ?? ''
    const choice = { optionIds: [], choices: {}, productId: other, rate }
    const taken = await bank.call(takeCaseOffer, { params: { id }, body: choice }, agent)
    expect(taken.status, taken.raw.body).toBe(200)
    expect((await termsOf(id))?.productId).toBe(other)
    const { versions } = (
      await bank.call(getProduct, { params: { id: String(other) } }, { as: 'product-head' })
    ).body
    await work.move(other, 'archive', 'product-head', { number: versions[0]?.number ?? 1 })
    await sql`UPDATE product_version SET in_force = daterange(${addDays(today, -9)}::date, ${today}::date)
      WHERE product_id = ${other}`.execute(bank.db)
    expect((await termsOf(id))?.productId).toBe(other)
    // Another programme is another product: of one that nobody sells there are no terms.
    expect(await termsOf(id, { programme: '105' })).toBeNull()
  })

  it('is not of a product that is for other partners', async () => {
    await work.released(
      'OF-OTHERS',
      { ...terms(sums), audience: { ...audience, partnerIds: [4] } },
      { typeCode: '3' },
    )
    const id = await application()
    expect(await termsOf(id, { programme: '3' })).toBeNull()
  })
})

describe('requirements of a draft', () => {
  it('are kept unfinished, and are finished before it is sent on', async () => {
    const draft = (eligibility: { asker: string; values: Record<string, string> }[]) =>
      work.create(`R-${eligibility[0]?.asker.toUpperCase()}`, terms(...eligibility))
    const id = await draft([
      { asker: 'maxRate', values: { rate: '' } },
      { asker: 'nobody', values: {} },
      sums,
      sums,
    ])
    const { shown } = await work.get(id)
    expect(shown.issues.map(({ path, message }) => [path, message])).toEqual([
      ['eligibility.0.values.rate', 'Укажите значение'],
      ['eligibility.1.asker', 'Такого требования нет'],
      ['eligibility.3.asker', 'Такое требование уже есть'],
    ])
    expect((await work.move(id, 'submit', 'product')).status).not.toBe(200)
  })
})

describe('what the form asks for', () => {
  const questionnaireOf = async (id: string) =>
    (await bank.call(getQuestionnaire, { params: { id } }, agent)).body
  const gapsOf = async (id: string) =>
    (await questionnaireOf(id)).gaps.filter(({ section }) => section === 'CREDIT').map(({ field }) => field)

  it('follows the version that holds the application: another release asks new ones for more', async () => {
    const id = await work.released('ASKING', terms(sums), { typeCode: '4' })
    const building = async () => {
      const made = await application()
      await saveSection(bank, made, 'CREDIT', { ...wholeSections.CREDIT, programme: '4' }, agent)
      return made
    }
    const before = await building()
    expect([(await questionnaireOf(before)).asks['4'], await gapsOf(before)]).toEqual([undefined, []])
    await sql`UPDATE case_file SET created_at = now() - interval '1 day' WHERE id = ${Number(before)}`.execute(
      bank.db,
    )
    await sql`UPDATE product_version SET in_force = daterange(${addDays(today, -30)}::date, NULL)
      WHERE product_id = ${id}`.execute(bank.db)
    await work.next(id, terms(sums, { asker: 'firstPreferential', values: {} }))
    await work.release(id)
    const after = await building()
    expect((await questionnaireOf(after)).asks['4']).toEqual([
      { field: 'CREDIT.preferentialLoanUsed', regions: null },
    ])
    expect(await gapsOf(after)).toEqual(['preferentialLoanUsed'])
    // Saved by the older one, held by it.
    expect([(await questionnaireOf(before)).asks['4'], await gapsOf(before)]).toEqual([undefined, []])
  })

  it('is nothing of a product that is for other partners', async () => {
    const content = { ...terms({ asker: 'farEastBasis', values: { age: '35' } }) }
    await work.released(
      'ASKS-OTHERS',
      { ...content, audience: { ...audience, partnerIds: [4] } },
      { typeCode: '7' },
    )
    expect((await questionnaireOf(await application())).asks['7']).toBeUndefined()
  })
})

describe('what the decision engine is told', () => {
  const loan = (id: string) => ({
    ...{ caseId: Number(id), lending: 'MORTGAGE' as const, programme: '2', regionCode: null, channel: null },
    facts: { programme: '2', amount: '4000000', termMonths: 120, propertyPrice: '6000000' },
  })
  const figures = { clock, parameters: deliveredParameters }
  const told = (id: string) => decisionProduct(figures, bank.db, loan(id))

  it('is the product with its version, the rate that it would come to and its limits', async () => {
    const product = await told(await application())
    expect(product).toMatchObject({
      rate: '20.900',
      limits: { minAge: 21, maxAgeAtEnd: 75, minDownPayment: '20', maxLoanToValue: null, maxDebtLoad: null },
    })
    expect(product?.version).toBeGreaterThan(0)
  })

  it('has no rate where the product does not fit, and is nothing where nothing is sold', async () => {
    const id = await application()
    const bare = { ...loan(id), facts: { programme: '2', amount: '1000', termMonths: 120 } }
    expect(await decisionProduct(figures, bank.db, bare)).toMatchObject({ rate: null })
    expect(await decisionProduct(figures, bank.db, { ...loan(id), programme: '111' })).toBeNull()
  })
})
