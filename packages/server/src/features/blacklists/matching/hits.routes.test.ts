import { getCase } from '@ipoteka-office/contract/cases/cases.ts'
import * as api from '@ipoteka-office/contract/blacklists/blacklist-hits.ts'
import { listAutoChecks } from '@ipoteka-office/contract/full-applications/full-applications.ts'
import { listObjectTasks } from '@ipoteka-office/contract/cases/case-tasks.ts'
import * as grid from '@ipoteka-office/contract/underwriting/checks-grid.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { caseEngine } from '#case-behaviours.ts'
import {
  checksWork,
  obligatoryChecksGuard,
  requestChecks,
} from '#features/full-applications/auto-checks.service.ts'
import { bySystem, type Engine } from '#features/cases/engine/engine.ts'
import { retroTurn } from './retro.service.ts'
import { standInChecks } from '#integrations/auto-checks/stand-in.ts'
import { actingEntry, changeEntry } from '#testing/blacklist/acting-entry.ts'
import { bankDay } from '#lib/bank-time.ts'
import { deliveredParameters } from '#testing/delivered-parameters.ts'
import { fillApplication, openApplication, saveSection } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'
import { wholeSections } from '#testing/whole-sections.ts'

const clock = { timeZone: 'Europe/Moscow', now: () => new Date() }
let bank: TestApp
let engine: Engine
beforeAll(async () => {
  bank = await testApp()
  engine = caseEngine({ clock, references: bank.references, parameters: deliveredParameters })
})
afterAll(() => bank.close())

let serial = 600
/** An application of somebody who was not here before, at the underwriter's, asked of the lists. */
async function atUnderwriter(personal: Record<string, unknown>, employment: Record<string, unknown> = {}) {
  const one = await openApplication(bank)
  await fillApplication(bank, one, (serial += 1))
  const options = { as: 'agent', participantId: one.borrower } as const
  const passport = `3610777${serial}`
  const own = { inn: '', snils: '', phone: '+79000000001', ...personal, passport }
  await saveSection(bank, one.id, 'PERSONAL', { ...wholeSections.PERSONAL, ...own, ...personal }, options)
  await saveSection(bank, one.id, 'EMPLOYMENT', { ...wholeSections.EMPLOYMENT, ...employment }, options)
  await sql`UPDATE case_file SET stage = 'UNDERWRITING' WHERE id = ${Number(one.id)}`.execute(bank.db)
  await requestChecks(bank.db, Number(one.id), clock.now())
  await work(one.id)
  return one.id
}
const work = (id: string) =>
  checksWork({ db: bank.db, engine, checks: () => standInChecks({ delayMs: 1 }) })({ caseId: Number(id) }, {
    signal: new AbortController().signal,
  } as never)
const checkOf = async (id: string, code: string) => {
  const { body } = await bank.call(listAutoChecks, { params: { id } }, { as: 'underwriter' })
  const check = body.checks.find((one) => one.code === code)
  return [check?.state, check?.text]
}
const guard = (id: string) =>
  obligatoryChecksGuard({ db: bank.db, caseId: Number(id), mover: bySystem, engine })
const hitsOf = async (id: string, as: Login = 'underwriter') =>
  (await bank.call(api.listCaseHits, { params: { id } }, { as })).body
type Shown = Pick<api.BlacklistHit, 'id' | 'foundAt'>
const nothing: Shown = { id: 2_147_483_000, foundAt: '2026-01-01T00:00:00Z' }
const say = (
  id: string,
  { id: hitId, foundAt }: Shown = nothing,
  verdict: api.HitVerdict,
  as: Login = 'underwriter',
) =>
  bank.call(
    api.decideHit,
    { params: { id, hitId: String(hitId) }, body: { verdict, comment: 'Сравнил фотографии', foundAt } },
    { as },
  )

const listed = { lastName: 'Зайчиков', firstName: 'Остап', middleName: 'Львович', birthDate: '1979-03-14' }
const stop = (data: object) => actingEntry(bank.db, { kind: 'individuals', level: 'STOP', data: { ...data } })

it('an exact СТОП is a stop factor, which nobody denies', async () => {
  await stop({ ...listed, passport: '3610999001' })
  const id = await atUnderwriter({ ...listed, lastName: 'Другов', passport: '3610999001' })
  expect(await checkOf(id, 'BLACKLIST_PERSON')).toEqual(['FAIL', 'Запись уровня «СТОП»: мошенничество'])
  expect(await guard(id)).toContain('Чёрный список: человек')
  const [hit] = await hitsOf(id)
  expect(hit).toMatchObject({ effect: 'STOP', exact: true, score: 100, agreed: ['Паспорт'] })
  expect((await say(id, hit, 'NO_MATCH')).status).toBe(409)
})

it('an alike name waits for a verdict, and approval waits with it; the verdict is remembered for the pair', async () => {
  const entry = await stop({ ...listed, firstName: 'Касьян' })
  const alike = { ...listed, firstName: 'Касьян', lastName: 'Зайчеков' }
  const id = await atUnderwriter(alike)
  expect(await checkOf(id, 'BLACKLIST_PERSON')).toEqual([
    'WARN',
    'Нужен вердикт: 1\u{a0}совпадение (мошенничество)',
  ])
  expect(await guard(id)).toMatch(/Чёрный список: человек, .* — по совпадению нет вердикта/)
  const [hit] = await hitsOf(id)
  expect(hit).toMatchObject({
    effect: 'REVIEW',
    exact: false,
    entry: { id: entry, category: 'FRAUD' },
    listed: { fullName: 'Зайчиков Касьян Львович' },
    given: { fullName: 'Зайчеков Касьян Львович' },
    verdict: null,
  })
  expect(hit?.agreed).toContain('Фамилия: звучит так же')
  expect((await say(id, hit, 'CHECK')).status).toBe(200)
  expect(await guard(id)).toContain('нет вердикта')
  expect((await say(id, hit, 'NO_MATCH')).status).toBe(200)
  expect(await checkOf(id, 'BLACKLIST_PERSON')).toEqual(['OK', 'Совпадений нет: рассмотрено 1'])
  expect(await guard(id)).toBeNull()

  await sql`UPDATE auto_check SET valid_until = NULL WHERE case_id = ${Number(id)}`.execute(bank.db)
  await requestChecks(bank.db, Number(id), clock.now())
  await work(id)
  expect((await hitsOf(id))[0]?.verdict).toMatchObject({ verdict: 'NO_MATCH', comment: 'Сравнил фотографии' })

  await changeEntry(bank.db, entry, 'individuals', { ...listed, firstName: 'Касьян', inn: '770100000001' })
  await sql`UPDATE auto_check SET valid_until = NULL WHERE case_id = ${Number(id)}`.execute(bank.db)
  await requestChecks(bank.db, Number(id), clock.now())
  await work(id)
  expect((await hitsOf(id))[0]?.verdict).toBeNull()
  expect(await guard(id)).toContain('нет вердикта')
})

it('of the check as a whole nobody says a word and takes no risk: each hit is spoken of', async () => {
  await stop({ ...listed, firstName: 'Лукьян' })
  const id = await atUnderwriter({ ...listed, firstName: 'Лукьян', lastName: 'Зайчеков' })
  const { body } = await bank.call(listAutoChecks, { params: { id } }, { as: 'underwriter' })
  const checkId = String(body.checks.find(({ code }) => code === 'BLACKLIST_PERSON')?.id)
  const params = { id, checkId }
  const read = async () => (await bank.call(grid.getCheckDetails, { params }, { as: 'workload' })).body
  const judge = async () => {
    const said = { version: (await read()).version, verdict: 'PASSED' as const, comment: 'Другой человек' }
    return bank.call(grid.judgeCheck, { params, body: said }, { as: 'workload' })
  }
  expect(await read()).toMatchObject({
    refusalToJudge: expect.stringContaining('по каждому совпадению'),
    refusalToTakeRisk: expect.stringContaining('по каждому совпадению'),
  })
  const refused = await judge()
  expect([refused.status, refused.error.message]).toEqual([409, expect.stringContaining('выберите вердикт')])
  const risk = { version: (await read()).version, reason: 'Сумма мала', validTo: bankDay(clock) }
  expect((await bank.call(grid.takeRisk, { params, body: risk }, { as: 'workload' })).status).toBe(409)
  const [hit] = await hitsOf(id)
  expect((await say(id, hit, 'NO_MATCH')).status).toBe(200)
  expect((await judge()).status).toBe(200)
})

it('whoever is said to be the listed one is stopped; an appeal makes of it a matter of review', async () => {
  const entry = await stop({ ...listed, firstName: 'Тихон' })
  const id = await atUnderwriter({ ...listed, firstName: 'Тихон', birthDate: '1979-03-15' })
  const [hit] = await hitsOf(id)
  expect((await say(id, hit, 'MATCH')).status).toBe(200)
  expect((await checkOf(id, 'BLACKLIST_PERSON'))[0]).toBe('FAIL')
  await sql`UPDATE blacklist_entry SET state = 'ON_APPEAL' WHERE id = ${entry}`.execute(bank.db)
  expect((await hitsOf(id))[0]).toMatchObject({ effect: 'REVIEW' })
})

it('the employer and the phone are asked too; what is for information alone stops nobody', async () => {
  await actingEntry(bank.db, {
    kind: 'legalPersons',
    level: 'REVIEW',
    data: { fullName: 'ООО «Однодневка»', companyInn: '7702070139' },
  })
  await actingEntry(bank.db, { kind: 'phones', level: 'INFO', data: { phone: '+79161112233' } })
  const id = await atUnderwriter(
    { lastName: 'Чистов', firstName: 'Савва', phone: '+79161112233' },
    { employerInn: '7702070139' },
  )
  expect((await checkOf(id, 'BLACKLIST_LEGAL'))[0]).toBe('WARN')
  expect(await checkOf(id, 'BLACKLIST_PHONE')).toEqual(['OK', 'К сведению: мошенничество'])
  const hits = await hitsOf(id)
  expect(hits.map(({ code, effect }) => [code, effect])).toEqual(
    expect.arrayContaining([
      ['BLACKLIST_LEGAL', 'REVIEW'],
      ['BLACKLIST_PHONE', 'INFO'],
    ]),
  )
})

it('whoever sees the numbers is written down; nobody outside the bank learns of a hit or says a word of it', async () => {
  await stop({ ...listed, firstName: 'Фока', passport: '3610999777' })
  const id = await atUnderwriter({ ...listed, firstName: 'Фока', passport: '3610999777' })
  const [hit] = await hitsOf(id)
  const { rows } = await sql`SELECT FROM access_event WHERE action = 'UNMASK' AND object_id = ${Number(id)}
    AND details ->> 'what' = 'Совпадения с чёрными списками'`.execute(bank.db)
  expect([hit?.listed.passport, rows.length]).toEqual(['3610999777', 1])
  for (const as of ['agent', 'partner-admin'] as const) {
    const read = await bank.call(api.listCaseHits, { params: { id } }, { as })
    expect(read.status).toBeGreaterThanOrEqual(403)
    expect((await say(id, hit, 'MATCH', as)).status).toBeGreaterThanOrEqual(403)
  }
  expect((await say(id, hit, 'MATCH', 'viewer')).status).toBe(403)
  expect((await say(id, nothing, 'MATCH')).status).toBe(404)
  const empty = await bank.call(
    api.decideHit,
    {
      params: { id, hitId: String(hit?.id) },
      body: { verdict: 'MATCH', comment: ' ', foundAt: hit?.foundAt ?? '' },
    },
    { as: 'underwriter' },
  )
  expect(empty.status).toBe(400)
  const { body } = await bank.call(getCase, { params: { id } }, { as: 'agent' })
  expect(JSON.stringify(body)).not.toContain('ёрн')
})

it('an entry tells where it has fired', async () => {
  const entry = await stop({ ...listed, firstName: 'Влас' })
  const id = await atUnderwriter({ ...listed, firstName: 'Влас' })
  const params = { kind: 'individuals', id: String(entry) } as const
  const { body } = await bank.call(api.listEntryHits, { params, query: {} }, { as: 'admin' })
  expect(body.content).toMatchObject([
    { case: { id: Number(id), participantName: 'Зайчиков Влас Львович' }, exact: true, verdict: null },
  ])
  const { rows } = await sql`SELECT FROM access_event WHERE object_type = 'IndividualBlacklist'
    AND object_id = ${entry} AND details ->> 'what' = 'Где сработала запись' AND row_count = 1`.execute(
    bank.db,
  )
  expect(rows).toHaveLength(1)
  expect((await bank.call(api.listEntryHits, { params, query: {} }, { as: 'agent' })).status).toBe(403)
})

it('of another list an entry tells nothing, and of a case nobody learns more than its type lets them', async () => {
  const entry = await stop({ ...listed, firstName: 'Сила' })
  await atUnderwriter({ ...listed, firstName: 'Сила' })
  const ask = (kind: 'individuals' | 'phones' | 'legalPersons', as: Login) =>
    bank.call(api.listEntryHits, { params: { kind, id: String(entry) }, query: {} }, { as })
  for (const kind of ['phones', 'legalPersons'] as const) expect((await ask(kind, 'admin')).status).toBe(404)
  await sql`DELETE FROM user_role_operation o USING user_role r WHERE r.id = o.user_role_id
    AND r.code = 'SECURITY_OFFICER' AND o.object_type = 'FullApplication'`.execute(bank.db)
  const { body } = await ask('individuals', 'security')
  expect(body).toMatchObject({ totalElements: 1, content: [{ case: null, exact: true }] })
})

it('somebody is tried without an application, for a purpose that is written down', async () => {
  const entry = await stop({ ...listed, firstName: 'Ермолай', snils: '11223344595' })
  const ask = (body: object, as: Login = 'admin') =>
    bank.call(api.checkBlacklist, { params: { kind: 'individuals' }, body } as never, { as })
  const person = {
    lastName: 'Зайчиков',
    firstName: 'Ермолай',
    middleName: 'Львович',
    birthDate: '1979-03-14',
  }
  const { body } = await ask({ ...person, purpose: 'Обращение клиента' })
  expect(body).toMatchObject([{ entry: { id: entry, category: 'FRAUD' }, effect: 'STOP', exact: true }])
  expect(JSON.stringify(body)).not.toContain('Тайное основание')
  const { rows } = await sql<{ details: object; count: number }>`
    SELECT details, row_count AS count FROM access_event WHERE action = 'LISTS' ORDER BY id DESC LIMIT 1`.execute(
    bank.db,
  )
  expect(rows).toEqual([{ details: { what: 'Обращение клиента' }, count: 1 }])
  expect((await ask(person)).status).toBe(400)
  const lacking = await ask({ purpose: 'Просто так' })
  expect([lacking.status, lacking.error.fields?.map(({ path }) => path)]).toEqual([400, ['lastName']])
  expect((await ask({ ...person, purpose: 'Обращение' }, 'underwriter')).status).toBe(403)
  expect((await ask({ ...person, purpose: 'Обращение' }, 'agent')).status).toBe(403)
  expect((await ask({ lastName: '%', firstName: '_', purpose: 'Обращение' })).body).toEqual([])
})

const tasksOf = async (id: string, as: Login) => {
  const { body } = await bank.call(listObjectTasks, { params: { id } }, { as })
  return body.filter(({ kind }) => kind === 'BLACKLIST_HIT')
}

it('a new entry is tried on open cases: a task for the bank’s people, which the verdict closes', async () => {
  const person = { ...listed, firstName: 'Никандр' }
  const id = await atUnderwriter(person)
  expect(await checkOf(id, 'BLACKLIST_PERSON')).toEqual(['OK', 'Совпадений нет'])
  const entry = await stop({ ...person, birthDate: '1979-03-24' })
  await retroTurn({ db: bank.db, engine })
  await retroTurn({ db: bank.db, engine })
  expect((await checkOf(id, 'BLACKLIST_PERSON'))[0]).toBe('WARN')
  expect(await guard(id)).toContain('нет вердикта')
  expect(await tasksOf(id, 'underwriter')).toMatchObject([
    {
      title: 'Сверить с чёрным списком: Зайчиков Никандр Львович',
      state: 'IDLE',
      outcomes: [],
      may: { take: true },
    },
  ])
  expect(await tasksOf(id, 'agent')).toEqual([])
  const [hit] = await hitsOf(id)
  await say(id, hit, 'MATCH')
  expect(await tasksOf(id, 'underwriter')).toMatchObject([{ state: 'COMPLETED', outcome: 'Совпадение' }])
  expect((await checkOf(id, 'BLACKLIST_PERSON'))[0]).toBe('FAIL')

  await sql`UPDATE blacklist_entry SET state = 'REMOVED', ended_on = current_date WHERE id = ${entry}`.execute(
    bank.db,
  )
  await retroTurn({ db: bank.db, engine })
  expect(await checkOf(id, 'BLACKLIST_PERSON')).toEqual(['OK', 'Совпадений нет'])
  const { rows } = await sql`SELECT FROM blacklist_retro`.execute(bank.db)
  expect(rows).toEqual([])
})

it('a corrected entry lets go of open cases of other people, and its tasks end', async () => {
  const person = { ...listed, firstName: 'Мокей' }
  const id = await atUnderwriter(person)
  const entry = await stop({ ...person, birthDate: '1979-03-24' })
  await retroTurn({ db: bank.db, engine })
  expect(await guard(id)).toContain('нет вердикта')
  await changeEntry(bank.db, entry, 'individuals', { ...listed, lastName: 'Посторонний', firstName: 'Гурий' })
  await retroTurn({ db: bank.db, engine })
  expect(await hitsOf(id)).toEqual([])
  expect(await checkOf(id, 'BLACKLIST_PERSON')).toEqual(['OK', 'Совпадений нет'])
  expect(await guard(id)).toBeNull()
  expect(await tasksOf(id, 'underwriter')).toMatchObject([
    { state: 'STOPPED', outcome: 'Больше не совпадает' },
  ])
})

it('a verdict is of the pair that was shown: another one is answered instead of being judged', async () => {
  const person = { ...listed, firstName: 'Прохор' }
  const entry = await stop({ ...person, birthDate: '1979-03-24' })
  const id = await atUnderwriter(person)
  const [seen] = await hitsOf(id)
  await changeEntry(bank.db, entry, 'individuals', { ...person, birthDate: '1979-03-15' })
  await retroTurn({ db: bank.db, engine })
  const late = await say(id, seen, 'NO_MATCH')
  expect([late.status, late.error.current]).toMatchObject([409, [{ listed: { birthDate: '1979-03-15' } }]])
  expect(await tasksOf(id, 'underwriter')).toMatchObject([{ state: 'IDLE' }])
  const [now] = await hitsOf(id)
  expect(now?.verdict).toBeNull()
  expect((await say(id, now, 'NO_MATCH')).status).toBe(200)
})

it('who opened the case or wrote its questionnaire does not say that it is somebody else', async () => {
  const person = { ...listed, firstName: 'Устин' }
  await stop({ ...person, birthDate: '1979-03-24' })
  const id = await atUnderwriter(person)
  await sql`UPDATE case_section SET saved_by = (SELECT id FROM employee WHERE login = 'underwriter')
    WHERE case_id = ${Number(id)} AND section = 'EMPLOYMENT'`.execute(bank.db)
  const [hit] = await hitsOf(id)
  expect(hit).toMatchObject({ refusal: null, refusalToDeny: expect.stringContaining('другой сотрудник') })
  const denied = await say(id, hit, 'NO_MATCH')
  expect([denied.status, denied.error.message]).toEqual([409, hit?.refusalToDeny])
  expect((await say(id, hit, 'MATCH')).status).toBe(200)
})

it('an approval asks the hits themselves, whatever was stored of the check', async () => {
  const person = { ...listed, firstName: 'Ферапонт' }
  await stop(person)
  const id = await atUnderwriter(person)
  await sql`UPDATE auto_check SET state = 'OK', text = 'Совпадений нет'
    WHERE case_id = ${Number(id)} AND code = 'BLACKLIST_PERSON'`.execute(bank.db)
  expect(await guard(id)).toMatch(/Чёрный список: человек, .* — стоп-фактор/)
  expect((await checkOf(id, 'BLACKLIST_PERSON'))[0]).toBe('FAIL')
})

it('an entry that begins later waits for its day', async () => {
  const entry = await stop({ ...listed, firstName: 'Евлампий' })
  await sql`UPDATE blacklist_entry SET valid_from = '2999-01-01' WHERE id = ${entry}`.execute(bank.db)
  await retroTurn({ db: bank.db, engine })
  const { rows } = await sql`SELECT FROM blacklist_retro WHERE entry_id = ${entry}`.execute(bank.db)
  expect(rows).toHaveLength(1)
})
