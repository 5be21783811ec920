import { listObjectTasks, searchTasks } from '@ipoteka-office/contract/cases/case-tasks.ts'
import { getCase, moveCase } from '@ipoteka-office/contract/cases/cases.ts'
import { listNotifications } from '@ipoteka-office/contract/notifications/notifications.ts'
import * as api from '@ipoteka-office/contract/underwriting/conditions/conditions.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { caseEngine } from '#case-behaviours.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { moveCase as moveOn } from '#features/cases/engine/move-case.service.ts'
import { findActor } from '#http/session/session.ts'
import { addDays, bankDay } from '#lib/bank-time.ts'
import { giveAuthority, signDecision, underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'
import { remindOfConditions } from './reminders.service.ts'

/** `workload` (2) is a head, `underwriter` (3) signs, `agent` (4) leads the case. */
let bank: TestApp
const start = new Date()
let now = start
const clock = { timeZone: 'Europe/Moscow', now: () => now }
beforeAll(async () => {
  bank = await testApp({ clock })
  await giveAuthority(bank, 3)
})
afterAll(() => bank.close())
beforeEach(() => {
  now = start
})

const today = () => bankDay({ timeZone: clock.timeZone, now: () => start })
const dueOn = addDays(today(), 30)
/** Noon of the day so many days from the last one of the condition. */
const atNoon = (days: number) => {
  now = new Date(`${addDays(dueOn, days)}T09:00:00Z`)
}
const turn = () => remindOfConditions(caseEngine({ clock, parameters: bank.parameters }), bank.db)

const registration: api.ConditionTerms = {
  ...{ template: null, text: 'Представить выписку о залоге', category: 'COLLATERAL', point: 'AFTER_ISSUE' },
  ...{ owner: 'CLIENT', clearer: 'UNDERWRITER', dueOn, shortens: false, documents: [], printed: true },
}
const monitoring: api.ConditionTerms = {
  ...registration,
  ...{ text: 'Осмотреть залог', owner: 'UNDERWRITER', printed: false },
}

let serial = 600
async function approved(conditions: api.ConditionTerms[]): Promise<string> {
  const { id } = await underwritten(bank, (serial += 1))
  await sql`UPDATE case_file SET responsible_id = 4 WHERE id = ${Number(id)}`.execute(bank.db)
  const signed = await signDecision(bank, { id, action: 'approve' }, { conditions, amount: '2000000' })
  expect(signed.status, signed.raw.body).toBe(200)
  return id
}
async function move(id: string, action: string, as: Login, more: object = {}) {
  const { version } = (await bank.call(getCase, { params: { id } }, { as })).body
  const moved = await bank.call(moveCase, { params: { id }, body: { action, version, ...more } }, { as })
  expect(moved.status, moved.raw.body).toBe(200)
}
/** The same with the loan handed over to be issued. */
async function issued(conditions: api.ConditionTerms[]): Promise<string> {
  const id = await approved(conditions)
  await sql`UPDATE case_file SET stage = 'REALTY_APPROVED' WHERE id = ${Number(id)}`.execute(bank.db)
  await sql`UPDATE case_stage SET stage = 'REALTY_APPROVED' WHERE case_id = ${Number(id)} AND left_at IS NULL`.execute(
    bank.db,
  )
  await bank.db.transaction().execute(async (tx) =>
    moveOn(withoutGuards(), tx, { actor: await findActor(tx, 4), requestId: null }, Number(id), {
      action: 'toDeal',
    }),
  )
  return id
}
/** The papers of a deal are no matter of these tests. */
function withoutGuards(): Engine {
  const engine = caseEngine({ clock, parameters: bank.parameters })
  const full = engine.behaviours.FULL_APPLICATION
  const guards = Object.fromEntries(
    Object.keys(full.guards).map((code) => [code, () => Promise.resolve(null)]),
  )
  return { ...engine, behaviours: { ...engine.behaviours, FULL_APPLICATION: { ...full, guards } } }
}
const told = async (as: Login, number: string) =>
  (await bank.call(listNotifications, { query: { page: 0, size: 100 } }, { as })).body.content
    .map(({ text }) => text)
    .filter((text) => text.includes(number) && text.includes('после выдачи'))
const numberOf = async (id: string) =>
  (await bank.call(getCase, { params: { id } }, { as: 'admin' })).body.number
const tasksOf = async (id: string, as: Login = 'underwriter') =>
  (await bank.call(listObjectTasks, { params: { id } }, { as })).body
    .filter(({ kind }) => kind === 'AFTER_ISSUE' || kind === 'BANK_AFTER_ISSUE')
    .map(({ kind, state, title }) => `${kind} ${state} ${title}`)
    .toSorted()

it('of an issued loan the owner is reminded some days before, the head too when the day has passed; each once', async () => {
  const id = await issued([registration, monitoring])
  const number = await numberOf(id)
  const open = [
    'AFTER_ISSUE RUNNING Выполнить условие: Представить выписку о залоге',
    'BANK_AFTER_ISSUE IDLE Выполнить условие: Осмотреть залог',
  ]
  expect(await tasksOf(id)).toEqual(open)
  // What is the bank's alone is no partner's task.
  expect(await tasksOf(id, 'agent')).toEqual(open.slice(0, 1))

  atNoon(-6)
  expect(await turn()).toBe(0)
  atNoon(-5)
  expect(await turn()).toBe(2)
  expect(await turn()).toBe(0)
  expect(await told('agent', number)).toEqual([
    expect.stringMatching(/условие после выдачи «Представить выписку о залоге» выполнить до \d/),
  ])
  expect(await told('underwriter', number)).toEqual([
    expect.stringContaining('«Осмотреть залог» выполнить до'),
  ])
  expect(await told('workload', number)).toEqual([])

  atNoon(0)
  expect(await turn()).toBe(0)
  atNoon(1)
  // Two turns at once tell each of it once.
  expect((await Promise.all([turn(), turn()])).reduce((sum, one) => sum + one)).toBe(2)
  expect(await turn()).toBe(0)
  expect((await told('agent', number)).filter((text) => text.includes('просрочено'))).toHaveLength(1)
  const heard = (await told('workload', number)).map((text) => /«([^»]+)» (\S+),/.exec(text)?.slice(1))
  expect(heard).toHaveLength(2)
  expect(heard).toEqual(
    expect.arrayContaining([
      ['Осмотреть залог', 'просрочено'],
      ['Представить выписку о залоге', 'просрочено'],
    ]),
  )
  expect(await tasksOf(id)).toEqual(open)
  const late = await bank.call(searchTasks, { body: { tab: 'OVERDUE', size: 100 } }, { as: 'agent' })
  expect(late.body.content.filter(({ caseId }) => caseId === Number(id))).toMatchObject([
    { kind: 'AFTER_ISSUE', overdue: true },
  ])
})

it('what is answered after the loan was issued is checked and cleared, and nobody is reminded any more', async () => {
  const id = await issued([registration])
  const number = await numberOf(id)
  const act = async (action: string, as: Login) => {
    const [one] = (await bank.call(api.getConditions, { params: { id } }, { as })).body.conditions
    const params = { id, conditionId: String(one?.id) }
    const body = { action, version: one?.version ?? 0, comment: 'Выписка приложена' }
    return bank.call(api.moveCondition, { params, body }, { as })
  }
  expect((await act('respond', 'agent')).status).toBe(200)
  expect((await tasksOf(id)).filter((task) => task.includes('IDLE'))).toEqual([
    'BANK_AFTER_ISSUE IDLE Проверить ответ на условие: Представить выписку о залоге',
  ])
  // It waits for the bank now, and so does the reminder.
  atNoon(-1)
  await turn()
  expect([(await told('agent', number)).length, (await told('underwriter', number)).length]).toEqual([0, 1])
  expect((await act('return', 'underwriter')).status).toBe(200)
  expect((await tasksOf(id, 'agent')).filter((task) => task.includes('RUNNING'))).toHaveLength(1)
  expect((await act('respond', 'agent')).status).toBe(200)
  expect((await act('clear', 'underwriter')).status).toBe(200)
  atNoon(3)
  await turn()
  expect(await told('workload', number)).toEqual([])
})

it('a loan that was not issued leaves no task, and nobody is told of it', async () => {
  const id = await approved([registration])
  const number = await numberOf(id)
  expect(await tasksOf(id)).toHaveLength(1)
  await move(id, 'refuseByClient', 'agent', { reason: 'RATE' })
  await move(id, 'close', 'agent')
  expect((await tasksOf(id)).filter((task) => /RUNNING|IDLE/.test(task))).toEqual([])
  atNoon(2)
  await turn()
  expect([...(await told('agent', number)), ...(await told('workload', number))]).toEqual([])
})

it('a task that was closed with its case before comes again with the reminder, late where the day has passed', async () => {
  const id = await issued([registration])
  await sql`UPDATE case_task SET state = 'STOPPED', completed_at = now() WHERE case_id = ${Number(id)} AND stage IS NULL`.execute(
    bank.db,
  )
  atNoon(4)
  expect(await turn()).toBe(1)
  expect(await turn()).toBe(0)
  const { rows } = await sql<{
    due: string
  }>`SELECT (due_at AT TIME ZONE 'Europe/Moscow' - interval '1 second')::date::text AS due
    FROM case_task WHERE case_id = ${Number(id)} AND kind = 'AFTER_ISSUE' AND open`.execute(bank.db)
  expect(rows).toEqual([{ due: dueOn }])
})
