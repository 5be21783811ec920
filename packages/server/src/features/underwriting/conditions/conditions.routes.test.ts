import { moveCase, getCase } from '@ipoteka-office/contract/cases/cases.ts'
import { searchTasks } from '@ipoteka-office/contract/cases/case-tasks.ts'
import * as api from '@ipoteka-office/contract/underwriting/conditions/conditions.ts'
import { getDecisions } from '@ipoteka-office/contract/underwriting/decisions.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyDecisions } from '#features/cases/talk/chains.service.ts'
import { addDays, bankDay, systemClock } from '#lib/bank-time.ts'
import { giveAuthority, signDecision, underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

/** `workload` (2) is a head, `underwriter` (3) decides, `agent` (4) is of the partner. */
let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
  await giveAuthority(bank, 3)
})
afterAll(() => bank.close())

const insurance: api.ConditionTerms = {
  ...{ template: 'LIFE_INSURANCE', text: 'Оформить страхование жизни', category: 'INSURANCE' },
  ...{
    point: 'BEFORE_DEAL',
    owner: 'CLIENT',
    clearer: 'UNDERWRITER',
    dueOn: null,
    shortens: false,
    documents: [],
    printed: true,
  },
}
const call: api.ConditionTerms = {
  ...insurance,
  ...{
    template: null,
    text: 'Позвонить работодателю',
    category: 'CHECK',
    owner: 'UNDERWRITER',
    printed: false,
  },
}

let serial = 840
async function approved(conditions: api.ConditionTerms[]): Promise<string> {
  const { id } = await underwritten(bank, (serial += 1))
  const signed = await signDecision(bank, { id, action: 'approve' }, { conditions, amount: '2000000' })
  expect(signed.status, signed.raw.body).toBe(200)
  return id
}
const sheetOf = async (id: string, as: Login = 'underwriter') =>
  (await bank.call(api.getConditions, { params: { id } }, { as })).body
async function act(id: string, action: string, as: Login, more: object = {}) {
  const [one] = (await sheetOf(id, as)).conditions
  const body = { action, version: one?.version ?? 1, comment: 'Полис приложен', ...more }
  return bank.call(api.moveCondition, { params: { id, conditionId: String(one?.id ?? 1) }, body }, { as })
}
/** Puts the case before its deal and tries to hand it over. */
async function deal(id: string, as: Login = 'agent') {
  await sql`UPDATE case_file SET stage = 'REALTY_APPROVED' WHERE id = ${Number(id)}`.execute(bank.db)
  await sql`UPDATE case_stage SET stage = 'REALTY_APPROVED' WHERE case_id = ${Number(id)} AND left_at IS NULL`.execute(
    bank.db,
  )
  const { body } = await bank.call(getCase, { params: { id } }, { as })
  const way = body.actions.find(({ code }) => code === 'toDeal')
  return { reason: way?.reasonDisabled ?? null, version: body.version }
}
const tasksOf = async (id: string, as: Login) => {
  const { body } = await bank.call(searchTasks, { body: { tab: 'ALL', size: 100 } }, { as })
  return body.content.flatMap(({ caseId, title }) => (caseId === Number(id) ? [title] : [])).join('; ')
}

it('a condition is set with the decision, answered by its owner and cleared by another: then the deal goes on', async () => {
  const id = await approved([insurance])
  expect((await sheetOf(id, 'agent')).conditions).toMatchObject([
    { text: insurance.text, state: 'OPEN', actions: [{ code: 'respond' }] },
  ])
  expect(await tasksOf(id, 'agent')).toContain('Выполнить условие')
  expect((await deal(id)).reason).toBe('Не выполнены условия решения: «Оформить страхование жизни»')
  const { version } = await deal(id)
  const refused = await bank.call(
    moveCase,
    { params: { id }, body: { action: 'toDeal', version } },
    { as: 'agent' },
  )
  expect([refused.status, refused.error.message]).toEqual([
    409,
    expect.stringContaining('Оформить страхование'),
  ])
  const answered = await act(id, 'respond', 'agent')
  expect(answered.status, answered.raw.body).toBe(200)
  expect(answered.body.conditions).toMatchObject([
    { state: 'RESPONDED', answer: 'Полис приложен', actions: [] },
  ])
  // The partner says of nothing that it is met, whoever they are.
  expect((await act(id, 'clear', 'agent')).status).toBe(409)
  const returned = await act(id, 'return', 'underwriter', { comment: 'Полис не читается' })
  expect(returned.body.conditions).toMatchObject([
    { state: 'RETURNED', returns: 1, verdict: 'Полис не читается' },
  ])
  expect((await act(id, 'respond', 'agent', { comment: 'Скан заменён' })).status).toBe(200)
  expect((await act(id, 'review', 'underwriter', { comment: '' })).status).toBe(200)
  const cleared = await act(id, 'clear', 'underwriter', { comment: '' })
  expect(cleared.body.conditions).toMatchObject([{ state: 'CLEARED', returns: 1, actions: [] }])
  expect((await deal(id)).reason ?? '').not.toContain('условия решения')
  const { rows } =
    await sql`SELECT state FROM case_task WHERE case_id = ${Number(id)} AND kind LIKE '%CONDITION' AND open`.execute(
      bank.db,
    )
  expect(rows).toEqual([])
})

it('whoever answered does not clear', async () => {
  const id = await approved([call])
  expect((await act(id, 'respond', 'underwriter', { comment: 'Звонил, подтвердили' })).status).toBe(200)
  const own = await act(id, 'clear', 'underwriter')
  expect([own.status, own.error.message]).toEqual([409, expect.stringContaining('ваша работа')])
  expect((await act(id, 'clear', 'workload')).status).toBe(200)
})

it('people of partners know nothing of what is the bank’s alone but that the deal waits', async () => {
  const id = await approved([call, insurance])
  const { conditions } = await sheetOf(id, 'agent')
  expect(conditions.map(({ text }) => text)).toEqual([insurance.text])
  expect((await deal(id)).reason).toBe(
    'Не выполнены условия решения: «Оформить страхование жизни». Банк завершает внутреннюю проверку',
  )
  const [hidden] = (await sheetOf(id)).conditions
  const body = { action: 'respond', version: 1, comment: 'чужое' }
  const path = { params: { id, conditionId: String(hidden?.id) }, body }
  expect((await bank.call(api.moveCondition, path, { as: 'agent' })).status).toBe(404)
  expect((await bank.call(api.getConditions, { params: { id } }, { as: 'partner-admin' })).status).toBe(404)
  expect(await tasksOf(id, 'agent')).not.toContain(call.text)
})

it('without being met it is waived by whoever controls decisions alone, with a reason', async () => {
  const id = await approved([insurance])
  expect((await act(id, 'waive', 'underwriter')).status).toBe(409)
  expect((await act(id, 'waive', 'workload', { comment: '' })).status).toBe(400)
  const waived = await act(id, 'waive', 'workload', { comment: 'Страхует работодатель' })
  expect(waived.body.conditions).toMatchObject([{ state: 'WAIVED', verdict: 'Страхует работодатель' }])
  expect((await deal(id)).reason ?? '').not.toContain('условия решения')
})

it('an old version, a foreign document and a wrong move are refused', async () => {
  const id = await approved([insurance])
  const late = await act(id, 'respond', 'agent', { version: 9 })
  expect([late.status, late.error.type]).toEqual([409, 'ER_OBJECT_OPTIMISTIC_LOCKING_FAILURE'])
  expect((await act(id, 'respond', 'agent', { papers: [999_999] })).status).toBe(400)
  expect((await act(id, 'clear', 'underwriter')).status).toBe(409)
  expect((await act(id, 'supersede', 'workload')).status).toBe(409)
  expect((await act(id, 'respond', 'viewer')).status).toBe(409)
})

it('a high ПДН brings its own condition; the record keeps what was signed, whole', async () => {
  const { id } = await underwritten(bank, (serial += 1))
  const signed = await signDecision(bank, { id, action: 'approve' }, { conditions: [insurance] })
  expect(signed.status, signed.raw.body).toBe(200)
  const { body } = await bank.call(getDecisions, { params: { id } }, { as: 'underwriter' })
  expect(body.decisions[0]?.conditions.map(({ template }) => template)).toEqual([
    'LIFE_INSURANCE',
    'DEBT_LOAD_NOTICE',
  ])
  expect((await verifyDecisions(bank.db)).broken).toBeNull()
})

const inDays = (days: number) => addDays(bankDay(systemClock('Europe/Moscow')), days)
it('a condition with a last day ends the decision with it where it is marked so, and stays the shorter when it is met', async () => {
  const { id } = await underwritten(bank, (serial += 1))
  const until = inDays(12)
  const sign = (conditions: object[], more: object = {}) =>
    signDecision(bank, { id, action: 'approve' }, { conditions, amount: '2000000', ...more })
  const wrong: [object, string][] = [
    [{ ...insurance, shortens: true }, 'Укажите последний день'],
    [{ ...insurance, shortens: true, dueOn: inDays(-1) }, 'День уже прошёл'],
    [{ ...insurance, shortens: true, dueOn: until, point: 'AFTER_ISSUE' }, 'После выдачи'],
  ]
  for (const [condition, words] of wrong) {
    const { status, error } = await sign([condition])
    expect([status, error.fields?.[0]]).toEqual([
      400,
      { path: 'conditions.0.dueOn', message: expect.stringContaining(words) },
    ])
  }
  // One that is not marked, and one that ends later than the decision does, leave it as it is.
  const signed = await sign([
    { ...insurance, shortens: true, dueOn: until },
    { ...call, shortens: true, dueOn: inDays(40) },
    { ...call, text: 'Другое', dueOn: inDays(3) },
  ])
  expect(signed.status, signed.raw.body).toBe(200)
  const stood = async () =>
    (await bank.call(getDecisions, { params: { id } }, { as: 'underwriter' })).body.decisions[0]
  expect(await stood()).toMatchObject({
    ...{ inForce: true, validTo: until },
    conditions: [{ shortens: true }, { shortens: true }, { shortens: false }],
  })
  const { rows } = await sql<{
    ends: string
  }>`SELECT (fire_at AT TIME ZONE 'Europe/Moscow' - interval '1 second')::date::text
    AS ends FROM case_timer WHERE case_id = ${Number(id)} AND action = 'expire'`.execute(bank.db)
  expect(rows).toEqual([{ ends: until }])
  expect((await act(id, 'respond', 'agent')).status).toBe(200)
  expect((await act(id, 'clear', 'underwriter')).status).toBe(200)
  expect((await stood())?.validTo).toBe(until)
  const told = await bank.call(getCase, { params: { id } }, { as: 'agent' })
  expect(told.body.decision?.validTo).toBe(until)
  expect((await verifyDecisions(bank.db)).broken).toBeNull()
})

it('a decision that was asked to end earlier still does', async () => {
  const { id } = await underwritten(bank, (serial += 1))
  const conditions = [{ ...insurance, shortens: true, dueOn: inDays(20) }]
  const signed = await signDecision(
    bank,
    { id, action: 'approve' },
    { conditions, amount: '2000000', validTo: inDays(5) },
  )
  expect(signed.body.decisions[0]?.validTo, signed.raw.body).toBe(inDays(5))
})
