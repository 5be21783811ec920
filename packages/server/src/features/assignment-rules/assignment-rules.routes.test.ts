import type { RuleInput } from '@ipoteka-office/contract/assignment-rules/assignment-content.ts'
import { listCaseAssignments } from '@ipoteka-office/contract/assignment-rules/assignment-reasons.ts'
import * as api from '@ipoteka-office/contract/assignment-rules/assignment-rules.ts'
import * as trials from '@ipoteka-office/contract/assignment-rules/assignment-trials.ts'
import { getCase } from '@ipoteka-office/contract/cases/cases.ts'
import { createLead } from '@ipoteka-office/contract/leads/leads.ts'
import { listNotifications } from '@ipoteka-office/contract/notifications/notifications.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { caseEngine } from '#case-behaviours.ts'
import { createTaskRunner } from '#features/notifications/run-task.service.ts'
import { findActor } from '#http/session/session.ts'
import { noonClock } from '#testing/approvers.ts'
import { withRules } from '#testing/case-walks/assignment-rules.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { escalate } from './escalations.service.ts'
import { runWork } from './run-work.service.ts'

const agent = 4
const [admin, workload] = [1, 2]
const errorTarget = {
  ...{ workgroupId: null, alertHead: false, alertIds: [workload], escalateMinutes: 5, escalateToId: admin },
}
let bank: TestApp
let leave: (() => Promise<void>) | null = null
beforeAll(async () => {
  bank = await testApp({ clock: noonClock })
})
afterEach(async () => {
  await leave?.()
  leave = null
})
afterAll(() => bank.close())

type Rule = z.input<typeof RuleInput>
let serial = 0
async function lead(change: object = {}): Promise<string> {
  serial += 1
  const phone = `7916${String(serial).padStart(7, '0')}`
  const body = {
    lastName: `Проверкин${'абвгдежзик'[serial % 10]}`,
    firstName: 'Лев',
    phone,
    partnerId: 2,
    ...change,
  }
  const made = await bank.call(createLead, { body })
  expect([made.status, made.error?.message]).toEqual([200, undefined])
  return String(made.body.id)
}
const leaderOf = async (id: string) =>
  (await bank.call(getCase, { params: { id } })).body.responsible?.id ?? null
const why = async (id: string, as: 'admin' | 'agent' = 'admin') =>
  (await bank.call(listCaseAssignments, { params: { id } }, { as })).body[0]
const board = async (scope: api.RuleSet['scope'] = 'LEAD') =>
  (await bank.call(api.getRuleBoard, { params: { scope } })).body
const to = (id: number, weight: number | null = null) => ({ kind: 'EMPLOYEE', id, weight }) as const
const move = (
  set: { id: number; version: number },
  action: string,
  as: 'admin' | 'workload',
  comment = 'Так надо',
) =>
  bank.call(
    api.moveRuleSet,
    { params: { id: String(set.id) }, body: { action: action as 'submit', comment, version: set.version } },
    { as },
  )
const draftOf = async (scope: api.RuleSet['scope'] = 'LEAD') => {
  const { draft } = await board(scope)
  if (draft === null) throw new Error('There is no draft')
  return draft
}
const texts = async (as: 'admin' | 'workload') =>
  (await bank.call(listNotifications, { query: {} }, { as })).body.content.map(({ text }) => text)

describe('a new case', () => {
  it('goes by the first rule that has somebody, and keeps why', async () => {
    leave = await withRules(bank.db, 'LEAD', [
      { name: 'Урал', strategy: 'LEAST_LOADED', targets: [to(5)] },
      { name: 'Волга', strategy: 'LEAST_LOADED', targets: [to(agent), to(8)], limit: 9_999 },
    ])
    const id = await lead()
    expect(await leaderOf(id)).toBe(agent)
    const told = await why(id)
    expect(told).toMatchObject({ outcome: 'ASSIGNED', employee: { id: agent }, cause: 'NEW' })
    expect(told?.why).toMatchObject({
      rule: { name: 'Волга' },
      considered: 2,
      rejected: { inactive: 1 },
      passed: ['Урал'],
    })
    expect(told?.why?.candidates).toEqual([expect.objectContaining({ id: agent, chosen: true })])
  })

  it('tells people of the partner that rules gave it, and none of the rules', async () => {
    leave = await withRules(bank.db, 'LEAD', [
      { name: 'Тайное', strategy: 'LEAST_LOADED', targets: [to(agent)] },
    ])
    const id = await lead()
    const told = await why(id, 'agent')
    expect(told).toMatchObject({ outcome: 'ASSIGNED', employee: { id: agent }, why: null })
    expect(JSON.stringify(told)).not.toContain('Тайное')
  })

  it('by condition: the channel, the source, the hour', async () => {
    const is = (fact: 'source' | 'hour', predicate: 'EQ' | 'GE', value: string | number) =>
      ({ kind: 'fact', fact, predicate, value }) as const
    const { rows } = await sql<{
      code: string
    }>`SELECT code FROM reference_item WHERE dictionary = 'source' LIMIT 1`.execute(bank.db)
    const source = rows[0]?.code ?? ''
    leave = await withRules(bank.db, 'LEAD', [
      { name: 'Ночью', strategy: 'MANUAL', condition: is('hour', 'GE', 23) },
      {
        name: 'Источник',
        strategy: 'LEAST_LOADED',
        targets: [to(agent)],
        condition: is('source', 'EQ', source),
      },
      { name: 'Остальные', strategy: 'MANUAL' },
    ])
    expect(await leaderOf(await lead({ sourceCode: source }))).toBe(agent)
    const other = await lead()
    expect(await leaderOf(other)).toBeNull()
    expect(await why(other)).toMatchObject({ outcome: 'QUEUED', why: { rule: { name: 'Остальные' } } })
  })

  it('without takers waits, alerts those who are named, and those above when its time has come', async () => {
    leave = await withRules(bank.db, 'LEAD', [{ name: 'Урал', strategy: 'ROUND_ROBIN', targets: [to(5)] }], {
      errorTarget,
    })
    const [waits, taken] = [await lead(), await lead()]
    expect(await leaderOf(waits)).toBeNull()
    expect(await why(waits)).toMatchObject({
      outcome: 'NOBODY',
      why: { rejected: { noRight: 1 }, escalatedAt: null },
    })
    const { number } = (await bank.call(getCase, { params: { id: waits } })).body
    expect(
      (await texts('workload')).some((text) => text.includes(number) && text.includes('отдать некому')),
    ).toBe(true)
    await sql`UPDATE case_file SET responsible_id = ${agent} WHERE id = ${Number(taken)}`.execute(bank.db)
    const later = (minutes: number) => ({
      timeZone: noonClock.timeZone,
      now: () => new Date(noonClock.now().getTime() + minutes * 60_000),
    })
    await escalate(bank.db, later(4))
    expect((await why(waits))?.why?.escalatedAt).toBeNull()
    await escalate(bank.db, later(6))
    await escalate(bank.db, later(7))
    expect((await why(waits))?.why?.escalatedAt).not.toBeNull()
    const told = (await texts('admin')).filter((text) => text.includes('без ответственного уже 6 мин'))
    expect(told).toEqual([expect.stringContaining(number)])
  })

  it('never gets the same turn as another that comes with it', async () => {
    leave = await withRules(bank.db, 'LEAD', [
      { name: 'Доли', strategy: 'SHARES', targets: [to(agent, 50), to(admin, 50)] },
    ])
    const ids = await Promise.all(Array.from({ length: 8 }, () => lead()))
    const leaders = await Promise.all(ids.map(leaderOf))
    expect(leaders.filter((id) => id === agent)).toHaveLength(4)
    expect(leaders.filter((id) => id === admin)).toHaveLength(4)
  })
})

describe('a version of the rules', () => {
  it('is drafted, tried, put into force by another, and rolled back', async () => {
    const told = { workgroupId: null, alertHead: false, alertIds: [workload] }
    leave = await withRules(
      bank.db,
      'LEAD',
      [{ name: 'Агенту по кругу', strategy: 'ROUND_ROBIN', targets: [to(agent)] }],
      { errorTarget: { ...told, escalateMinutes: null, escalateToId: null } },
    )
    await sql`UPDATE case_file SET created_at = created_at - interval '1 day' WHERE id = ${Number(await lead())}`.execute(
      bank.db,
    )
    const before = (await board()).active
    const rule: Rule = { name: 'Всё агенту', strategy: 'LEAST_LOADED', targets: [to(agent)] }
    const made = await bank.call(api.createAssignmentRule, { body: { scope: 'LEAD', rule, order: 1 } })
    expect(made.body).toMatchObject({
      order: 1,
      words: 'Любое дело отдать наименее загруженному: Ким Олег Романович.',
      whom: 'наименее загруженному: Ким Олег Романович',
    })
    expect((await board()).active).toMatchObject({ id: before?.id, rules: before?.rules })
    let draft = await draftOf()
    const early = await move(draft, 'submit', 'admin')
    expect([early.status, early.error.message]).toEqual([
      409,
      expect.stringContaining('Сначала проверьте правила'),
    ])
    const tried = await bank.call(trials.tryRules, { params: { scope: 'LEAD' }, body: { number: null } })
    expect(tried.body.summary.cases).toBeGreaterThan(0)
    expect(tried.body.people.reduce((sum, { after }) => sum + after, 0)).toBe(tried.body.summary.cases)
    draft = await draftOf()
    expect(draft.test).toMatchObject({ ...tried.body.summary, old: false })
    const sent = await move(draft, 'submit', 'admin')
    expect([sent.status, sent.error?.message]).toEqual([200, undefined])
    // Whoever wrote or sent it does not put it into force, whatever rights they hold.
    const own = await move(sent.body, 'activate', 'admin')
    expect([own.status, own.error.message]).toEqual([409, expect.stringContaining('Это ваша работа')])
    const acts = await move(sent.body, 'activate', 'workload')
    expect([acts.status, acts.error?.message]).toEqual([200, undefined])
    expect(await leaderOf(await lead())).toBe(agent)
    const board1 = await board()
    expect(board1).toMatchObject({
      draft: null,
      active: { id: draft.id, state: 'ACTIVE', approver: { id: workload } },
    })
    // What it says is looked after: the first rule takes everything that others ask for.
    expect(
      board1.active?.content.slice(1).every(({ findings }) => findings.some(({ kind }) => kind !== 'TARGET')),
    ).toBe(true)
    const back = await move(board1.active ?? draft, 'rollback', 'workload')
    expect([back.status, back.error?.message]).toEqual([200, undefined])
    expect((await board()).active).toMatchObject({ id: before?.id, state: 'ACTIVE' })
    const { body: versions } = await bank.call(api.listRuleSets, { params: { scope: 'LEAD' } })
    expect(versions.slice(0, 2).map(({ state }) => state)).toEqual(['ROLLED_BACK', 'ACTIVE'])
    const key = { params: { id: String(draft.id) } }
    const { body: history } = await bank.call(api.listRuleSetHistory, { ...key, query: {} })
    expect(JSON.stringify(history)).toContain('Всё агенту')
    const { body: process } = await bank.call(api.getRuleSetProcess, key)
    expect(process.moves.map(({ label }) => label)).toEqual([
      'На подтверждение',
      'Ввести в действие',
      'Откатить к прежней версии',
    ])
  })

  it('is changed rule by rule, each by its own version, and in its order', async () => {
    const scope = 'SHORT_APPLICATION'
    leave = await withRules(bank.db, scope, [{ name: 'Прежнее', strategy: 'AUTHOR' }])
    const rule = { name: 'Первое', strategy: 'MANUAL', errorTarget } as const
    const { body: one } = await bank.call(api.createAssignmentRule, { body: { scope, rule, order: null } })
    expect(one.warned.map(({ id, name }) => [id, name.startsWith('№')])).toEqual(
      [workload, admin].map((id) => [id, false]),
    )
    const params = { id: String(one.id) }
    const saved = await bank.call(api.updateAssignmentRule, {
      params,
      body: { rule: { ...rule, name: 'Второе' }, version: one.version },
    })
    expect(saved.body).toMatchObject({ rule: { name: 'Второе' }, version: one.version + 1 })
    const late = await bank.call(api.updateAssignmentRule, { params, body: { rule, version: one.version } })
    expect(late.status).toBe(409)
    expect(late.error.current).toMatchObject({ rule: { name: 'Второе' } })
    expect((await bank.call(api.getAssignmentRule, { params })).body.rule.name).toBe('Второе')
    let draft = await draftOf(scope)
    const ruleIds = draft.content.map(({ id }) => id).toReversed()
    const order = { params: { scope }, body: { ruleIds, version: draft.version } } as const
    expect((await bank.call(api.orderRules, order)).body.content.map(({ id }) => id)).toEqual(ruleIds)
    expect((await bank.call(api.orderRules, order)).status).toBe(409)
    draft = await draftOf(scope)
    expect(
      (await bank.call(api.orderRules, { ...order, body: { ruleIds: [], version: draft.version } })).status,
    ).toBe(400)
    const { body: listed } = await bank.call(api.listAssignmentRules, { query: { scope, of: 'DRAFT' } })
    expect(listed.map(({ id }) => id)).toEqual(ruleIds)
    const gone = await bank.call(api.deleteAssignmentRule, {
      params,
      query: { version: one.version + 1 },
    })
    expect([gone.status, gone.error?.message]).toEqual([204, undefined])
    expect((await draftOf(scope)).content).toHaveLength(ruleIds.length - 1)
    await move(await draftOf(scope), 'discard', 'admin')
    expect((await board(scope)).draft).toBeNull()
    const again = await bank.call(api.createRuleDraft, { params: { scope }, body: {} })
    expect(again.body.content.map(({ id }) => id)).toEqual(
      (await board(scope)).active?.content.map(({ id }) => id),
    )
    expect((await bank.call(api.createRuleDraft, { params: { scope }, body: {} })).status).toBe(409)
  })

  it('refuses shares that are no hundred per cent, unknown people and questions about participants', async () => {
    const refused = async (rule: object) =>
      (
        await bank.call(api.createAssignmentRule, {
          body: { scope: 'LEAD', rule: rule as never, order: null },
        })
      ).error
    const base = { name: 'П', strategy: 'SHARES' }
    expect((await refused({ ...base, targets: [to(agent, 60), to(5, 41)] })).fields?.[0]).toEqual({
      path: 'rule.targets',
      message: 'Доли должны составить 100 %, сейчас 101 %',
    })
    expect((await refused({ ...base, targets: [to(987_654, 100)] })).fields?.[0]?.message).toContain(
      'Такого адресата нет',
    )
    const condition = { kind: 'fact', fact: 'age', predicate: 'GT', value: 30 }
    expect((await refused({ ...base, strategy: 'AUTHOR', condition })).fields?.[0]?.path).toBe(
      'rule.condition',
    )
  })

  it('says whom the error target reaches now', async () => {
    const asked = {
      ...{ workgroupId: null, alertHead: false, alertIds: [workload, 8] },
      ...{ escalateMinutes: 15, escalateToId: admin },
    }
    const { body } = await bank.call(api.setErrorTarget, { body: { scope: 'QR', errorTarget: asked } })
    expect(body).toMatchObject({ problem: null, escalation: { id: admin, minutes: 15, problem: null } })
    expect(body.people.map(({ id, problem }) => [id, problem])).toEqual([
      [workload, null],
      [8, 'сотрудник отключён'],
    ])
    const none = { ...asked, alertIds: [] }
    expect((await bank.call(api.setErrorTarget, { body: { scope: 'QR', errorTarget: none } })).status).toBe(
      400,
    )
    await move(await draftOf('QR'), 'discard', 'admin')
  })

  it('is tried on one case by its number', async () => {
    const id = await lead()
    const { number } = (await bank.call(getCase, { params: { id } })).body
    const { body } = await bank.call(trials.tryRules, { params: { scope: 'LEAD' }, body: { number } })
    expect(body).toMatchObject({ day: null, summary: { cases: 1 }, cases: [{ number }] })
    const wrong = await bank.call(trials.tryRules, { params: { scope: 'QR' }, body: { number } })
    expect(wrong.error.fields?.[0]?.message).toContain('пришёл не с QR-кода')
  })
})

describe('rights', () => {
  it('of each list are those of its page; partners see none', async () => {
    const see = (
      scope: api.RuleSet['scope'],
      as: 'viewer' | 'agent' | 'partner-admin' | 'workload' | 'underwriter',
    ) => bank.call(api.getRuleBoard, { params: { scope } }, { as }).then(({ status }) => status)
    for (const scope of ['LEAD', 'FULL_APPLICATION', 'QR'] as const) {
      expect(await see(scope, 'workload')).toBe(200)
      expect(await see(scope, 'underwriter')).toBe(403)
      expect(await see(scope, 'agent')).toBe(403)
      expect(await see(scope, 'partner-admin')).toBe(403)
    }
    const id = String((await board('QR')).active?.id ?? 1)
    for (const call of [
      api.getRuleSet,
      api.getRuleSetProcess,
      api.getAssignmentRule,
      trials.getReassignmentRun,
    ])
      for (const as of ['agent', 'partner-admin'] as const)
        expect((await bank.call(call, { params: { id } }, { as })).status).toBe(404)
    expect([await see('QR', 'viewer'), await see('LEAD', 'viewer')]).toEqual([200, 403])
    const write = await bank.call(
      api.createAssignmentRule,
      { body: { scope: 'QR', rule: { name: 'П', strategy: 'AUTHOR' }, order: null } },
      { as: 'viewer' },
    )
    expect(write.status).toBe(403)
  })
})

describe('open cases', () => {
  it('are given anew after a preview, with an answer for each', async () => {
    const idle = await withRules(bank.db, 'LEAD', [{ name: 'Пока', strategy: 'MANUAL' }])
    const ids = [await lead(), await lead()]
    await idle()
    leave = await withRules(bank.db, 'LEAD', [
      { name: 'Агенту', strategy: 'LEAST_LOADED', targets: [to(agent)] },
    ])
    const params = { scope: 'LEAD' } as const
    const { body: run } = await bank.call(trials.planReassignment, { params, body: { which: 'NOBODY' } })
    const key = { params: { id: String(run.id) } }
    const items = async () =>
      (await bank.call(trials.listRunItems, { ...key, query: { size: 100 } })).body.content
    expect((await items()).filter(({ caseId }) => ids.includes(String(caseId)))).toMatchObject([
      { from: null, to: 'Ким Олег Романович', rule: 'Агенту', done: null },
      { from: null, to: 'Ким Олег Романович', rule: 'Агенту', done: null },
    ])
    expect(await leaderOf(ids[0] ?? '')).toBeNull()
    await sql`UPDATE case_file SET responsible_id = ${admin} WHERE id = ${Number(ids[1])}`.execute(bank.db)
    const other = await bank.call(trials.startReassignmentRun, key, { as: 'workload' })
    expect(other.status).toBe(409)
    const { body: started } = await bank.call(trials.startReassignmentRun, key)
    const engine = caseEngine({ clock: noonClock, references: bank.references, parameters: bank.parameters })
    const works = { 'assignment-run': runWork(engine) }
    const onError = (error: unknown) => {
      throw error
    }
    const work = createTaskRunner({ db: bank.db, files: bank.files, findActor, works, onError })
    await work({ taskId: started.task.id }, { signal: AbortSignal.timeout(60_000), attempt: 1 } as never)
    expect((await bank.call(trials.getReassignmentRun, key)).body).toMatchObject({
      state: 'DONE',
      done: run.moving - 1,
      failed: 1,
    })
    expect(await leaderOf(ids[0] ?? '')).toBe(agent)
    expect(await leaderOf(ids[1] ?? '')).toBe(admin)
    expect(await why(ids[0] ?? '')).toMatchObject({ cause: 'REASSIGNED', employee: { id: agent } })
    expect((await items()).find(({ caseId }) => String(caseId) === ids[1])?.answer).toContain(
      'сменили после предпросмотра',
    )
    expect((await bank.call(trials.startReassignmentRun, key)).status).toBe(409)
  })
})
