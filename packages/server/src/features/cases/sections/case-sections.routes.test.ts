import * as people from '@ipoteka-office/contract/cases/case-participants.ts'
import * as earlier from '@ipoteka-office/contract/cases/earlier-answers.ts'
import * as api from '@ipoteka-office/contract/cases/case-sections.ts'
import { getCase, listCaseHistory } from '@ipoteka-office/contract/cases/cases.ts'
import { maskSign } from '@ipoteka-office/contract/common/masks.ts'
import { createLoanApplication } from '@ipoteka-office/contract/loan-applications/loan-applications.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { caseEngine } from '#case-behaviours.ts'
import { writeTransaction } from '#db/transaction.ts'
import { createCase } from '#features/cases/engine/cases.service.ts'
import { bySystem } from '#features/cases/engine/engine.ts'
import { systemClock } from '#lib/bank-time.ts'
import { openApplication, saveSection } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { wholeSections } from '#testing/whole-sections.ts'
import { saveSection as save } from './save-section.service.ts'

let bank: TestApp
let own: { id: string; borrower: number }
let foreign: string
const agent = { as: 'agent' } as const
beforeAll(async () => {
  bank = await testApp()
  own = await openApplication(bank)
  const engine = caseEngine({ ...bank, clock: systemClock('Europe/Moscow') })
  const { id } = await bank.db
    .transaction()
    .execute((tx) =>
      createCase(engine, tx, bySystem, { type: 'FULL_APPLICATION', partnerId: 4, clientName: 'Орлова Вера' }),
    )
  foreign = String(id)
})
afterAll(() => bank.close())

const personal = (more: Record<string, unknown> = {}) =>
  saveSection(
    bank,
    own.id,
    'PERSONAL',
    { ...wholeSections.PERSONAL, ...more },
    { ...agent, participantId: own.borrower },
  )

describe('a section', () => {
  it('is saved by its own version; a stale one is answered with the present state', async () => {
    const params = { id: own.id, section: 'CREDIT' } as const
    const { body: before } = await bank.call(api.getCaseSection, { params }, agent)
    const put = (amount: string, version: number) =>
      bank.call(api.saveCaseSection, { params, body: { data: { ...before.data, amount }, version } }, agent)
    const saved = await put('4000000', before.version)
    expect(saved.body).toMatchObject({ version: before.version + 1, savedBy: expect.stringMatching(/\S/) })
    const late = await put('5000000', before.version)
    expect([late.status, late.error.current]).toEqual([409, saved.body])
    const same = await put('4000000', saved.body.version)
    expect(same.body.version).toBe(saved.body.version)
    expect((await bank.call(getCase, { params: { id: own.id } }, agent)).body.amount).toBe('4000000.00')
  })

  it('of two savers at once keeps one and tells the other; different sections do not meet', async () => {
    const params = { id: own.id, section: 'CREDIT' } as const
    const { body } = await bank.call(api.getCaseSection, { params }, agent)
    const put = (amount: string) =>
      bank.call(
        api.saveCaseSection,
        { params, body: { data: { ...body.data, amount }, version: body.version } },
        agent,
      )
    const answers = await Promise.all([put('4100000'), put('4200000'), put('4300000')])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    const [first] = answers.filter(({ status }) => status === 200)
    const after = await bank.call(api.getCaseSection, { params }, agent)
    expect(after.body.data['amount']).toBe(first?.body.data['amount'])
    const many = await Promise.all([
      personal(),
      saveSection(bank, own.id, 'ASSETS', { noAssets: true }, { ...agent, participantId: own.borrower }),
      saveSection(
        bank,
        own.id,
        'OBLIGATIONS',
        { noObligations: true },
        { ...agent, participantId: own.borrower },
      ),
      saveSection(bank, own.id, 'REALTY', { chosen: false }),
    ])
    expect(many.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })

  it.each([
    ['an unknown code', 'CREDIT', { programme: 'нет такой' }, 'data.programme'],
    ['an unknown field', 'CREDIT', { nonsense: 1 }, 'data'],
    ['a sum with three digits', 'CREDIT', { amount: '1.001' }, 'data.amount'],
    ['a row without a key', 'INCOME', { incomes: [{ type: 'SALARY_MAIN' }] }, 'data.incomes.0.key'],
    ['an unknown code in a row', 'INCOME', { incomes: [{ key: 'a', type: 'нет' }] }, 'data.incomes.0.type'],
    [
      'a passport older than its bearer',
      'PERSONAL',
      { birthDate: '2000-01-01', passportIssuedOn: '2005-01-01' },
      'data.passportIssuedOn',
    ],
  ] as const)('is refused with %s', async (_, section, data, path) => {
    const answer = await saveSection(bank, own.id, section, data, { ...agent, participantId: own.borrower })
    expect([answer.status, answer.error.fields?.[0]?.path]).toEqual([400, path])
  })

  it('keeps its history by field and names the client in the head', async () => {
    await personal({ lastName: 'Сомова-Ель' })
    expect((await bank.call(getCase, { params: { id: own.id } }, agent)).body.clientName).toBe(
      'Сомова-Ель Анна Игоревна',
    )
    const { rows } = await sql<{ fields: string[] }>`
      SELECT array(SELECT jsonb_object_keys(h.new_values)) AS fields FROM change_history h
      JOIN case_section s ON s.id = h.object_id AND s.case_id = ${Number(own.id)} AND s.section = 'PERSONAL'
      WHERE h.object_type = 'caseSection' ORDER BY h.id DESC LIMIT 1`.execute(bank.db)
    expect(rows[0]?.fields).toEqual(['lastName'])
  })

  it('shows numbers masked to those without the right, and a mask that is saved leaves them', async () => {
    await personal()
    const params = { id: own.id, section: 'PERSONAL', participantId: String(own.borrower) } as const
    const seen = await bank.call(api.getParticipantSection, { params }, { as: 'viewer' })
    expect(seen.body.data['passport']).toContain(maskSign)
    const place = { caseId: Number(own.id), section: 'PERSONAL', participantId: own.borrower } as const
    const actor = {
      employeeId: 4,
      login: 'agent',
      descriptor: 'Агент',
      partnerId: 2,
      isAhml: false,
      operations: { FullApplication: ['Read', 'Update'] },
    } as const
    const engine = caseEngine({ ...bank, clock: systemClock('Europe/Moscow') })
    const answer = await writeTransaction(bank.db, { employeeId: 4, requestId: 'test' }, (tx) =>
      save(
        { engine, references: bank.references },
        { db: tx, actor, requestId: 'test', log: bank.app.log },
        place,
        {
          data: { ...seen.body.data, birthPlace: 'г. Сызрань' },
          version: seen.body.version,
        },
      ),
    )
    expect(answer.data['passport']).toContain(maskSign)
    const { body } = await bank.call(api.getParticipantSection, { params }, agent)
    expect(body.data).toMatchObject({
      passport: wholeSections.PERSONAL?.['passport'],
      birthPlace: 'г. Сызрань',
    })
  })
})

/** What two people write into one section: each field of its own where the section has two. */
const twoHands: readonly (readonly [api.SectionCode, Record<string, unknown>, Record<string, unknown>])[] = [
  ['CREDIT', { termMonths: 180 }, { lifeInsurance: false }],
  ['REALTY', { chosen: true }, { chosen: false }],
  ['SELLER', { name: 'Ильин Олег Павлович' }, { phone: '+79170001122' }],
  ['PERSONAL', { birthPlace: 'г. Сызрань' }, { maritalStatus: 'MARRIED' }],
  ['EMPLOYMENT', { position: 'Главный инженер' }, { salaryClient: true }],
  ['INCOME', { incomes: [{ key: 'a', type: 'SALARY_MAIN', declared: '90000.00' }] }, { noIncome: true }],
  ['OBLIGATIONS', { noObligations: true }, { noObligations: false }],
  ['ASSETS', { noAssets: true }, { noAssets: false }],
  ['CONSENTS', { signature: 'SMS' }, { marketing: true }],
  ['LOAN', { termMonths: 24 }, { insurance: false }],
]

const loanWish = {
  productType: 'CASH_BASE',
  goal: 'REPAIR',
  amount: '300000',
  termMonths: 36,
  regionCode: '77',
}
describe('two people in one section', () => {
  type Place = { readonly id: string; readonly borrower: number }
  const places = new Map<api.SectionCode, Place>()
  let full: Place
  beforeAll(async () => {
    full = await openApplication(bank, { lastName: 'Двоенко' })
    await saveSection(bank, full.id, 'CREDIT', wholeSections.CREDIT ?? {}, agent)
    await saveSection(bank, full.id, 'REALTY', { chosen: true }, agent)
    await saveSection(bank, full.id, 'SELLER', { kind: 'INDIVIDUAL' }, agent)
    const body = { ...loanWish, lastName: 'Двоенко', firstName: 'Ян' }
    const loan = await bank.call(createLoanApplication, { body }, agent)
    places.set('LOAN', { id: String(loan.body.id), borrower: 0 })
    // A seller is asked of once the object is chosen, so that this choice is made in another application.
    places.set('REALTY', await openApplication(bank, { lastName: 'Троенко' }))
  })

  it('have a pair for every kind of section', () => {
    expect(twoHands.map(([section]) => section).toSorted()).toEqual(
      Object.keys(api.sectionDefinitions).toSorted(),
    )
  })

  it.each(twoHands)(
    '%s: the late one gets the present state, and nothing of either is lost',
    async (section, ...hands) => {
      const { id, borrower } = places.get(section) ?? full
      const isOfCase = api.sectionOf(section).scope === 'CASE'
      const own = { params: { id, section, participantId: String(borrower) } } as const
      const read = () =>
        isOfCase
          ? bank.call(api.getCaseSection, own, agent)
          : bank.call(api.getParticipantSection, own, agent)
      const write = (data: Record<string, unknown>, version: number) => {
        const put = { ...own, body: { data, version } }
        return isOfCase
          ? bank.call(api.saveCaseSection, put, agent)
          : bank.call(api.saveParticipantSection, put, agent)
      }
      const { body: seen } = await read()
      const answers = await Promise.all(hands.map((hand) => write({ ...seen.data, ...hand }, seen.version)))
      const late = answers.findIndex(({ status }) => status === 409)
      const [first, second] = late === 0 ? [hands[1], hands[0]] : hands
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
      const current = answers[late]?.error.current as api.CaseSection
      expect(current).toEqual(answers[1 - late]?.body)
      expect(current.data).toMatchObject(first ?? {})
      const again = await write({ ...current.data, ...second }, current.version)
      expect(again.status).toBe(200)
      expect((await read()).body).toMatchObject({
        version: seen.version + 2,
        data: { ...first, ...second },
      })
    },
  )
})

describe('participants', () => {
  it('are added, ordered, removed and brought back with what was written', async () => {
    const add = (role: 'CO_BORROWER' | 'MAIN_BORROWER', lastName: string) =>
      bank.call(
        people.addParticipant,
        { params: { id: own.id }, body: { role, lastName, firstName: 'Пётр' } },
        agent,
      )
    expect((await add('MAIN_BORROWER', 'Второй')).status).toBe(409)
    const { body: first } = await add('CO_BORROWER', 'Первый')
    const { body: second } = await add('CO_BORROWER', 'Второй')
    const ids = [own.borrower, second.id, first.id]
    const ordered = await bank.call(
      people.orderParticipants,
      { params: { id: own.id }, body: { ids } },
      agent,
    )
    expect(ordered.body.map(({ id }) => id)).toEqual(ids)
    const short = await bank.call(
      people.orderParticipants,
      { params: { id: own.id }, body: { ids: [first.id] } },
      agent,
    )
    expect(short.status).toBe(409)
    const params = { id: own.id, participantId: String(first.id) }
    const removed = await bank.call(
      people.removeParticipant,
      { params, query: { version: first.version } },
      agent,
    )
    expect(removed.body.removedAt).not.toBeNull()
    const section = { ...params, section: 'PERSONAL' } as const
    expect((await bank.call(api.getParticipantSection, { params: section }, agent)).status).toBe(404)
    const stale = await bank.call(
      people.restoreParticipant,
      { params, body: { version: first.version } },
      agent,
    )
    expect(stale.status).toBe(409)
    const back = await bank.call(
      people.restoreParticipant,
      { params, body: { version: removed.body.version } },
      agent,
    )
    expect(back.body).toMatchObject({ removedAt: null, name: 'Первый Пётр' })
    const spouse = { role: 'SPOUSE', version: back.body.version } as const
    expect((await bank.call(people.changeParticipant, { params, body: spouse }, agent)).body.roleName).toBe(
      'Супруг(а) — созаёмщик',
    )
    const main = { params: { id: own.id, participantId: String(own.borrower) }, query: { version: 1 } }
    expect((await bank.call(people.removeParticipant, main, agent)).status).toBe(409)
  })

  it('that are known bring what they said last time, and what they say otherwise is told', async () => {
    await personal()
    const other = await openApplication(bank, { lastName: 'Другая' })
    const found = await bank.call(
      people.findKnownPersons,
      { params: { id: other.id }, body: { search: '3610123456' } },
      agent,
    )
    const [person] = found.body
    expect(person).toMatchObject({
      fullName: 'Сомова Анна Игоревна',
      passport: expect.stringContaining(maskSign),
    })
    const body = { role: 'CO_BORROWER', personId: person?.id } as const
    const added = await bank.call(people.addParticipant, { params: { id: other.id }, body }, agent)
    const params = { id: other.id, participantId: String(added.body.id) }
    const copied = await bank.call(
      api.getParticipantSection,
      { params: { ...params, section: 'PERSONAL' } },
      agent,
    )
    expect(copied.body.data).toMatchObject({ passport: '3610123456', lastName: 'Сомова' })
    await personal({ maritalStatus: 'DIVORCED' })
    const { body: changes } = await bank.call(earlier.getPersonDifference, { params }, agent)
    expect(changes.differences).toEqual([
      expect.objectContaining({
        label: 'Семейное положение',
        here: 'Холост / не замужем',
        latest: 'Разведён / разведена',
      }),
    ])
  })
})

it('papers of a foreigner are hidden from whoever may not see numbers, in the answer and in the history', async () => {
  const paper = 'AA 7654321 Казахстан'
  const foreigner = await openApplication(bank, { lastName: 'Ахметова' })
  const saved = await saveSection(
    bank,
    foreigner.id,
    'PERSONAL',
    { lastName: 'Ахметова', firstName: 'Алия', citizenship: '398', foreignDocument: paper },
    { ...agent, participantId: foreigner.borrower },
  )
  expect([saved.status, saved.body.data['foreignDocument']]).toEqual([200, paper])
  const params = { id: foreigner.id, participantId: String(foreigner.borrower), section: 'PERSONAL' } as const
  const seen = await bank.call(api.getParticipantSection, { params }, { as: 'viewer' })
  expect([seen.status, seen.body.data['foreignDocument']]).toEqual([200, maskSign.repeat(paper.length)])
  const asked = { params: { id: foreigner.id }, body: {} }
  const history = await bank.call(listCaseHistory, asked, { as: 'viewer' })
  expect([history.status, history.raw.body.includes('7654321')]).toEqual([200, false])
})

describe('another partner, and those who only read', () => {
  const place = () => ({ id: foreign, participantId: '1' })
  const version = 1
  it.each([
    ['the questionnaire', () => bank.call(api.getQuestionnaire, { params: { id: foreign } }, agent)],
    ['a section', () => bank.call(api.getCaseSection, { params: { id: foreign, section: 'CREDIT' } }, agent)],
    [
      'a save',
      () =>
        bank.call(
          api.saveCaseSection,
          { params: { id: foreign, section: 'CREDIT' }, body: { data: {}, version: 0 } },
          agent,
        ),
    ],
    [
      'a section of a person',
      () => bank.call(api.getParticipantSection, { params: { ...place(), section: 'INCOME' } }, agent),
    ],
    [
      'a save of a person',
      () =>
        bank.call(
          api.saveParticipantSection,
          { params: { ...place(), section: 'INCOME' }, body: { data: {}, version: 0 } },
          agent,
        ),
    ],
    ['participants', () => bank.call(people.listParticipants, { params: { id: foreign } }, agent)],
    [
      'a new participant',
      () => bank.call(people.addParticipant, { params: { id: foreign }, body: { role: 'SPOUSE' } }, agent),
    ],
    [
      'a role',
      () =>
        bank.call(people.changeParticipant, { params: place(), body: { role: 'SPOUSE', version } }, agent),
    ],
    ['a removal', () => bank.call(people.removeParticipant, { params: place(), query: { version } }, agent)],
    ['a return', () => bank.call(people.restoreParticipant, { params: place(), body: { version } }, agent)],
    [
      'an order',
      () => bank.call(people.orderParticipants, { params: { id: foreign }, body: { ids: [1] } }, agent),
    ],
    [
      'persons',
      () =>
        bank.call(people.findKnownPersons, { params: { id: foreign }, body: { search: 'Орлова' } }, agent),
    ],
    ['differences', () => bank.call(earlier.getPersonDifference, { params: place() }, agent)],
  ])('reach %s no further than they may', async (_, attempt) => {
    expect((await attempt()).status).toBe(404)
  })

  it('may not write', async () => {
    const body = { data: {}, version: 1 }
    const params = { id: own.id, section: 'CREDIT' } as const
    expect((await bank.call(api.saveCaseSection, { params, body }, { as: 'viewer' })).status).toBe(403)
    const person = { params: { id: own.id }, body: { role: 'SPOUSE' as const } }
    expect((await bank.call(people.addParticipant, person, { as: 'viewer' })).status).toBe(403)
  })
})
