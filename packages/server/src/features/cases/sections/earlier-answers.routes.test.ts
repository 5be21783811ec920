import { searchAccessLog } from '@ipoteka-office/contract/access-log/access-log.ts'
import { getQuestionnaire } from '@ipoteka-office/contract/cases/case-sections.ts'
import { maskSign } from '@ipoteka-office/contract/common/masks.ts'
import { getPersonDifference, takeEarlier } from '@ipoteka-office/contract/cases/earlier-answers.ts'
import { createLoanApplication } from '@ipoteka-office/contract/loan-applications/loan-applications.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApplication, saveSection } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { wholeSections } from '#testing/whole-sections.ts'

const agent = { as: 'agent' } as const
const participantSections = ['PERSONAL', 'EMPLOYMENT', 'INCOME', 'CONSENTS'] as const
let bank: TestApp
let before: { id: string; borrower: number }
const loans: number[] = []
let loan: { id: string; borrower: number }

const offersOf = async ({ id, borrower }: typeof before, as: 'agent' | 'viewer' = 'agent') => {
  const params = { id, participantId: String(borrower) }
  const { status, body } = await bank.call(getPersonDifference, { params }, { as })
  expect(status).toBe(200)
  return body.offers
}
const take = (
  { id, borrower }: typeof before,
  wanted: Awaited<ReturnType<typeof offersOf>>,
  fieldsOf = (offer: (typeof wanted)[number]) => offer.fields.map(({ field }) => field),
) =>
  bank.call(
    takeEarlier,
    {
      params: { id, participantId: String(borrower) },
      body: { sections: wanted.map((offer) => ({ ...offer, fields: fieldsOf(offer) })) },
    },
    agent,
  )

async function stored({ id, borrower }: typeof before, section: string) {
  const { rows } = await sql<{ data: Record<string, unknown> }>`SELECT data FROM case_section
    WHERE case_id = ${Number(id)} AND participant_id = ${borrower} AND section = ${section}`.execute(bank.db)
  return rows[0]?.data
}

/** A loan of the same person after the mortgage; loans before it are out of the way. */
async function newLoan() {
  await sql`UPDATE case_participant SET removed_at = now() WHERE case_id = ANY(${loans})`.execute(bank.db)
  const { lastName, firstName, middleName, birthDate } = wholeSections.PERSONAL as Record<string, string>
  const person = { lastName, firstName, middleName, birthDate }
  const asked = { productType: 'CASH_BASE', goal: 'ANY', amount: '300000', termMonths: 24, regionCode: '16' }
  const body = { ...person, ...asked, confirmedDuplicates: [Number(before.id), ...loans] }
  const made = await bank.call(createLoanApplication, { body } as never, agent)
  if (made.status !== 200) throw new Error(made.raw.body)
  const id = String(made.body.id)
  loans.push(made.body.id)
  const { body: questionnaire } = await bank.call(getQuestionnaire, { params: { id } }, agent)
  const borrower = questionnaire.sections.find(({ section }) => section === 'PERSONAL')?.participantId ?? 0
  const data = { ...person, citizenship: '643', maritalStatus: 'DIVORCED' }
  await saveSection(bank, id, 'PERSONAL', data, { ...agent, participantId: borrower })
  return { id, borrower }
}

beforeAll(async () => {
  bank = await testApp()
  before = await openApplication(bank)
  for (const section of participantSections)
    await saveSection(bank, before.id, section, wholeSections[section] ?? {}, {
      ...agent,
      participantId: before.borrower,
    })
  loan = await newLoan()
})
afterAll(() => bank.close())

it('a loan of a known client offers sections of the mortgage before it, with what differs, and no consents', async () => {
  const offers = await offersOf(loan)
  expect(offers.map(({ section, caseId }) => [section, caseId])).toEqual([
    ['PERSONAL', Number(before.id)],
    ['EMPLOYMENT', Number(before.id)],
    ['INCOME', Number(before.id)],
  ])
  const fields = new Map(offers[0]?.fields.map((one) => [one.field, one]))
  expect(fields.get('maritalStatus')).toEqual({
    field: 'maritalStatus',
    label: 'Семейное положение',
    here: 'Разведён / разведена',
    latest: 'Холост / не замужем',
    isEmptyHere: false,
  })
  expect(fields.get('passport')).toMatchObject({ isEmptyHere: true, latest: '36 10 123456' })
  expect(fields.has('lastName')).toBe(false)
  // The older case is offered nothing of the newer one.
  expect(await offersOf(before)).toEqual([])
})

it('ticked fields are copied over the version that was seen; what was not ticked stays', async () => {
  const one = await newLoan()
  const offers = await offersOf(one)
  const taken = await take(one, offers, ({ fields }) =>
    fields.filter(({ isEmptyHere }) => isEmptyHere).map(({ field }) => field),
  )
  expect([taken.status, taken.body.map(({ section }) => section)]).toEqual([
    200,
    ['PERSONAL', 'EMPLOYMENT', 'INCOME'],
  ])
  expect(await stored(one, 'PERSONAL')).toEqual({ ...wholeSections.PERSONAL, maritalStatus: 'DIVORCED' })
  expect(await stored(one, 'INCOME')).toEqual(wholeSections.INCOME)
  expect(await stored(one, 'CONSENTS')).toBeUndefined()
  const late = await take(one, offers)
  expect(late.status).toBe(409)
  const log = await bank.call(searchAccessLog, { body: { actions: ['UNMASK'] } } as never, { as: 'admin' })
  expect(JSON.stringify(log.body.content)).toContain('Скопировано в заявку')
})

it('a change here or there in between is told, and nothing is written', async () => {
  const one = await newLoan()
  const offers = await offersOf(one)
  await saveSection(bank, one.id, 'INCOME', { noIncome: true }, { ...agent, participantId: one.borrower })
  const stale = await take(one, offers)
  expect([stale.status, await stored(one, 'EMPLOYMENT')]).toEqual([409, undefined])
  const now = await offersOf(one)
  const employment = { ...wholeSections.EMPLOYMENT, position: 'Главный инженер' }
  await saveSection(bank, before.id, 'EMPLOYMENT', employment, { ...agent, participantId: before.borrower })
  const changed = await take(one, now)
  expect([changed.status, changed.raw.body, await stored(one, 'EMPLOYMENT')]).toEqual([
    409,
    expect.stringContaining('откройте сравнение ещё раз'),
    undefined,
  ])
})

describe.each([
  ['consents', { section: 'CONSENTS', fields: ['personalData'] }, 409],
  ['a case of one’s choice', { caseId: 999_999 }, 409],
  ['a field that is the same', { fields: ['lastName'] }, 409],
  ['nothing', { fields: [] }, 400],
])('%s', (_, wish, status) => {
  it('cannot be taken', async () => {
    const one = await newLoan()
    const [offer] = await offersOf(one)
    const wanted = { ...offer, fields: ['passport'], ...wish }
    const params = { id: one.id, participantId: String(one.borrower) }
    const answer = await bank.call(takeEarlier, { params, body: { sections: [wanted] } } as never, agent)
    expect([answer.status, (await stored(one, 'PERSONAL'))?.['passport']]).toEqual([status, undefined])
  })
})

it('whoever sees numbers masked sees them so here, and who only reads takes nothing', async () => {
  const one = await newLoan()
  const [personal] = await offersOf(one, 'viewer')
  const passport = personal?.fields.find(({ field }) => field === 'passport')
  expect(passport?.latest).toContain(maskSign)
  const params = { id: one.id, participantId: String(one.borrower) }
  const body = { sections: [{ ...personal, fields: ['passport'] }] }
  const answer = await bank.call(takeEarlier, { params, body } as never, { as: 'viewer' })
  expect(answer.status).toBe(403)
})

it('a number that is copied by somebody who may not see it is whole in the store and masked in the answer', async () => {
  const one = await newLoan()
  await sql`DELETE FROM user_role_operation WHERE object_type = 'PersonalData'`.execute(bank.db)
  bank.session.forget()
  const [personal] = await offersOf(one)
  const taken = await take(one, personal ? [personal] : [], () => ['passport'])
  expect([taken.status, taken.body[0]?.data['passport']]).toEqual([200, expect.stringContaining(maskSign)])
  expect((await stored(one, 'PERSONAL'))?.['passport']).toBe('3610123456')
})
