import { checkBlacklist } from '@ipoteka-office/contract/blacklists/blacklist-hits.ts'
import { searchAccessLog } from '@ipoteka-office/contract/access-log/access-log.ts'
import { findDuplicates } from '@ipoteka-office/contract/cases/case-duplicates.ts'
import { countCases, casesExport, searchCases } from '@ipoteka-office/contract/cases/case-lists.ts'
import { findKnownPersons } from '@ipoteka-office/contract/cases/case-participants.ts'
import { createFullApplication } from '@ipoteka-office/contract/full-applications/full-applications.ts'
import { createLead } from '@ipoteka-office/contract/leads/leads.ts'
import { createLoanApplication } from '@ipoteka-office/contract/loan-applications/loan-applications.ts'
import { searchEverywhere } from '@ipoteka-office/contract/search/search.ts'
import { createShortApplication } from '@ipoteka-office/contract/short-applications/short-applications.ts'
import { countJournal, journalExport, searchJournal } from '@ipoteka-office/contract/underwriting/journal.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contractEndpoints } from '#testing/contract-endpoints.ts'
import { openApplication, saveSection } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { wholeSections } from '#testing/whole-sections.ts'
import { numberQuestionsPerHour, wholeNumber } from './number-questions.ts'

let bank: TestApp
let own: { id: string; borrower: number }
const agent = { as: 'agent' } as const
const passport = '3610123456'
const phone = '79171234567'

beforeAll(async () => {
  bank = await testApp()
  own = await openApplication(bank)
  const participantId = own.borrower
  await saveSection(bank, own.id, 'PERSONAL', wholeSections.PERSONAL ?? {}, { ...agent, participantId })
})
afterAll(() => bank.close())
beforeEach(() => sql`DELETE FROM number_question`.execute(bank.db))

type Answer = { status: number; raw: { body: string } }
type Ask = (as: 'agent' | 'admin', digits?: string) => Promise<Answer>
const client = { lastName: 'Сомова', firstName: 'Анна' }
const list = { params: { list: 'applications' } } as const
const file = { format: 'csv' as const, columns: ['number' as const] }
const loan = { productType: 'CASH_BASE', goal: 'ANY', amount: '500000', termMonths: 24, regionCode: '16' }

/** Every call that tells whether a client with a number is known, by its name in the contract. */
const questions: Readonly<Record<string, Ask>> = {
  findDuplicates: (as, digits = passport) =>
    bank.call(findDuplicates, { body: { passport: digits } }, { as }),
  searchEverywhere: (as, digits = passport) =>
    bank.call(searchEverywhere, { body: { text: digits } }, { as }),
  findKnownPersons: (as, digits = passport) =>
    bank.call(findKnownPersons, { params: { id: own.id }, body: { search: digits } }, { as }),
  searchCases: (as, digits = phone) => bank.call(searchCases, { ...list, body: { search: digits } }, { as }),
  countCases: (as, digits = phone) => bank.call(countCases, { ...list, body: { search: digits } }, { as }),
  'casesExport.now': (as, digits = phone) =>
    bank.call(casesExport.now, { ...list, body: { ...file, filter: { search: digits } } }, { as }),
  'casesExport.task': (as, digits = phone) =>
    bank.call(casesExport.task, { ...list, body: { ...file, filter: { search: digits } } }, { as }),
}
/** Those that open a case, or answer 409 with those of the same client. */
const creations: Readonly<Record<string, Ask>> = {
  createLead: (as, digits = phone) => bank.call(createLead, { body: { ...client, phone: digits } }, { as }),
  createShortApplication: (as, digits = phone) =>
    bank.call(createShortApplication, { body: { ...client, phone: digits } }, { as }),
  createFullApplication: (as, digits = phone) =>
    bank.call(
      createFullApplication,
      { body: { ...client, programme: '2', regionCode: '77', phone: `+${digits}` } },
      { as },
    ),
  createLoanApplication: (as, digits = phone) =>
    bank.call(createLoanApplication, { body: { ...client, ...loan, phone: digits } }, { as }),
}
const all = { ...questions, ...creations }
const journal = { params: { journal: 'all' } } as const
/** Those that only the bank's people may ask at all. */
const ofTheBank: Readonly<Record<string, (digits: string) => Promise<Answer>>> = {
  checkBlacklist: (digits) =>
    bank.call(checkBlacklist, {
      params: { kind: 'individuals' },
      body: { purpose: 'Проверка поставщика', passport: digits },
    }),
  searchJournal: (digits) => bank.call(searchJournal, { ...journal, body: { search: digits } }),
  countJournal: (digits) => bank.call(countJournal, { ...journal, body: { search: digits } }),
  'journalExport.now': (digits) =>
    bank.call(journalExport.now, { ...journal, body: { ...file, filter: { search: digits } } }),
  'journalExport.task': (digits) =>
    bank.call(journalExport.task, { ...journal, body: { ...file, filter: { search: digits } } }),
}
const askOf = (name: string): Ask => all[name] ?? (() => Promise.reject(new Error(name)))

const asked = (times: number, minutesAgo: number, login = 'agent') =>
  sql`INSERT INTO number_question (employee_id, asked_at)
    SELECT e.id, now() - make_interval(mins => ${minutesAgo}) FROM employee e, generate_series(1, ${times}::int)
    WHERE e.login = ${login}`.execute(bank.db)
/** A number of nobody, another one for each call. */
const unknownNumber = (name: string) =>
  `${['findDuplicates', 'findKnownPersons'].includes(name) ? '' : '7'}91700001${10 + Object.keys(all).indexOf(name)}`
/** Look for words, staff and organisations, or save a card that the person has open: no answer tells of another client. */
const ofNoClient = new Set(
  `accessLogExport.now searchAccessLog accessLogExport.task listQueue countTasks searchTasks addComment addRemark editComment
   findCaseAssignees findCaseWorkgroups findMentionable rulesExport.now rulesExport.task listDocumentRules createPartnerEmployee
   filterPartnerEmployees updatePartnerEmployee listMyChecks updateLead findCheckers partnersExport.now partnersExport.task
   createPartnerDescription updateBranch updatePartnerDescription findAppraisers findTransfer createPartner
   listFilteredPartners updatePartnerCard realtyExport.now realtyExport.task countRealtyObjects searchRealtyObjects
   addShortAppRemark updateShortApplication parametersExport.now parametersExport.task findAssignmentGroups
   findAssignmentPeople searchBlacklist countBlacklist blacklistExport.now blacklistExport.task
   searchUnderwriters searchUnderwritingGroups listComplianceHits reconsider refusePaper addCall correctCall
   addProductComment countProducts productsExport.now productsExport.task searchProducts
   searchAgreements`.split(/\s+/),
)
const counted = async () =>
  (await sql<{ n: number }>`SELECT count(*)::int AS n FROM number_question`.execute(bank.db)).rows[0]?.n

it('every call that is asked by a client’s number is marked so, and tried here', async () => {
  const names = (schema: unknown, prefix = ''): string[] => {
    const { properties = {} } = schema as { properties?: Record<string, unknown> }
    return Object.entries(properties).flatMap(([name, inner]) => [
      prefix + name,
      ...(name === 'filter' ? names(inner, 'filter.') : []),
    ])
  }
  const shape = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const byNumber = new Set(['passport', 'phone', 'inn', 'snils', 'search', 'filter.search', 'text'])
  const forgotten: string[] = []
  const marked: string[] = []
  for (const [name, { body, path, asksByNumber }] of await contractEndpoints()) {
    if (asksByNumber !== undefined) marked.push(name)
    else if (body !== undefined && names(shape(body as z.ZodType)).some((one) => byNumber.has(one)))
      if (!ofNoClient.has(name)) forgotten.push(`${name} ${path}`)
  }
  expect(forgotten).toEqual([])
  expect(marked.toSorted()).toEqual([...Object.keys(all), ...Object.keys(ofTheBank)].toSorted())
})

describe.each(Object.keys(all))('%s by a whole number', (name) => {
  it('is limited in an hour, for the person alone', async () => {
    const ask = askOf(name)
    await asked(numberQuestionsPerHour - 1, 20)
    expect((await ask('agent', unknownNumber(name))).status).toBeLessThan(400)
    const refused = await ask('agent')
    expect([refused.status, refused.raw.body]).toEqual([
      429,
      expect.stringContaining('Повторите через 40 мин'),
    ])
    expect((await ask('admin')).status).not.toBe(429)
    await sql`UPDATE number_question SET asked_at = asked_at - interval '41 minutes'`.execute(bank.db)
    expect((await ask('agent')).status).not.toBe(429)
  })
})

it.each(Object.keys(ofTheBank))('%s, which is the bank’s alone, is limited in an hour too', async (name) => {
  const ask = ofTheBank[name] ?? (() => Promise.reject(new Error(name)))
  const [number, another] = name === 'checkBlacklist' ? [passport, '3610123457'] : [phone, '79171234568']
  await asked(numberQuestionsPerHour - 1, 20, 'admin')
  expect((await ask(number)).status).toBeLessThan(300)
  expect((await ask(another)).status).toBe(429)
  await sql`UPDATE number_question SET asked_at = asked_at - interval '61 minutes'`.execute(bank.db)
  expect((await ask(another)).status).toBeLessThan(300)
})

describe.each(Object.keys(creations))('%s that is refused', (name) => {
  it('is a question all the same, and who was shown the client is in the journal', async () => {
    const known = `7918000001${Object.keys(creations).indexOf(name)}`
    const { rows } = await sql<{ id: number }>`
      INSERT INTO case_file (type, number, partner_id, client_name, client_phone, stage)
      VALUES ('SHORT_APPLICATION', ${`К-26-91000${Object.keys(creations).indexOf(name)}`}, 2, 'Найдёнов', ${known}, 'DRAFT')
      RETURNING id`.execute(bank.db)
    const refused = await askOf(name)('agent', known)
    expect([refused.status, refused.raw.body.includes('Найдёнов')]).toEqual([409, true])
    expect(await counted()).toBe(1)
    const log = await sql<{ what: string }>`SELECT details ->> 'what' AS what FROM access_event
      WHERE action = 'UNMASK' AND object_type = 'ShortApplication' AND object_id = ${rows[0]?.id}`.execute(
      bank.db,
    )
    expect(log.rows).toEqual([{ what: 'Найдено по номеру клиента' }])
  })
})

it('the same number is one question, however and how often it is asked', async () => {
  for (const [name, ask] of Object.entries(all))
    await ask('agent', name === 'findDuplicates' ? phone.slice(1) : phone)
  expect(await counted()).toBe(1)
  await questions['searchEverywhere']?.('agent', '8 (917) 123-45-67')
  expect(await counted()).toBe(1)
})

it('different ways of asking share the limit, and questions at once are not counted as one', async () => {
  await asked(numberQuestionsPerHour - 2, 1)
  const answers = await Promise.all(
    Object.keys(questions).map((name) => askOf(name)('agent', unknownNumber(name))),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
})

it('a number that was typed into one’s own case just to be asked about is counted too', async () => {
  await asked(numberQuestionsPerHour - 1, 1)
  const { status } = await bank.call(findDuplicates, { body: { exceptId: Number(own.id) } }, agent)
  expect(status).toBe(429)
})

it('words are not limited', async () => {
  await asked(numberQuestionsPerHour, 1)
  expect((await bank.call(searchEverywhere, { body: { text: 'Сомова' } }, agent)).status).toBe(200)
  const wish = { ...client, birthDate: '1990-04-12' }
  expect((await bank.call(findDuplicates, { body: wish }, agent)).status).toBe(200)
})

it('what was found by a number is in the journal of access', async () => {
  await questions['searchEverywhere']?.('agent')
  const log = await bank.call(searchAccessLog, { body: { actions: ['UNMASK'] } }, { as: 'admin' })
  expect(JSON.stringify(log.body.content)).toContain('Найдено по номеру паспорта или телефона')
})

it.each([
  ['3610 123456', '3610123456'],
  ['+7 (917) 123-45-67', '9171234567'],
  ['89171234567', '9171234567'],
  ['112-233-445 95', '11223344595'],
  ['К-26-900001', null],
  ['Сомова 3610123456', null],
  ['361012345', null],
  ['•• •• •••456', null],
  [undefined, null],
])('%j is the number %j', (text, number) => {
  expect(wholeNumber(text)).toBe(number)
})
