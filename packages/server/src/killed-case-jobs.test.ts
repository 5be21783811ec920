import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { caseEngine } from '#case-behaviours.ts'
import type { Db } from '#db/database.ts'
import { checksWork, requestChecks } from '#features/full-applications/auto-checks.service.ts'
import { remindOfContact } from '#features/leads/contact-attempts.service.ts'
import { requestSelfBanChecks, selfBanWorker } from '#features/loan-applications/self-ban.service.ts'
import { createCase } from '#features/cases/engine/cases.service.ts'
import { bySystem, type Engine } from '#features/cases/engine/engine.ts'
import { bringTasksBack } from '#features/cases/engine/tasks/postponed-tasks.service.ts'
import { fireTimers, scheduleMove } from '#features/cases/engine/timers.service.ts'
import { preDecisionWork, requestPreDecision } from '#features/short-applications/pre-decisions.service.ts'
import { systemClock } from '#lib/bank-time.ts'
import { giveAuthority, signDecision, underwritten } from '#testing/questionnaires.ts'
import { footprint } from '#testing/signing/cut-off.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { deliveredParameters } from '#testing/delivered-parameters.ts'

let app: TestApp
let engine: Engine
beforeAll(async () => {
  app = await testApp()
  engine = caseEngine({ clock: systemClock(app.config.bankTimeZone), parameters: deliveredParameters })
})
afterAll(() => app.close())

const context = { id: 'by hand', attempt: 1, isLastAttempt: false, signal: new AbortController().signal }
const one = async (statement: string): Promise<unknown> => {
  const { rows } = await sql<{ value: unknown }>`${sql.raw(statement)}`.execute(app.db)
  return rows[0]?.value
}
const stageOf = (id: number) => one(`SELECT stage AS value FROM case_file WHERE id = ${id}`)

/** A case that stands in a stage as if its machine had brought it there. */
async function place(type: CaseType, stage: string): Promise<number> {
  return app.db.transaction().execute(async (tx: Db) => {
    const start = { type, partnerId: 2, clientName: 'Никифоров Илья Петрович', responsibleId: 4 }
    const { id } = await createCase(engine, tx, bySystem, start)
    await sql`UPDATE case_file SET stage = ${stage} WHERE id = ${id}`.execute(tx)
    await sql`UPDATE case_stage SET stage = ${stage} WHERE case_id = ${id}`.execute(tx)
    await sql`INSERT INTO short_application (id, last_name, first_name, phone, months, object_price, down_payment)
      VALUES (${id}, 'Никифоров', 'Илья', '79990001122', 240, 9000000, 3000000)`.execute(tx)
    await sql`
      WITH person AS (
        INSERT INTO case_participant (case_id, role, name, sort)
        VALUES (${id}, 'MAIN_BORROWER', 'Никифоров Илья Петрович', 1) RETURNING id)
      INSERT INTO case_section (case_id, section, participant_id, data, filled, needed)
      SELECT ${id}, 'PERSONAL', p.id, '{"inn": "500100732259"}', 1, 1 FROM person p`.execute(tx)
    return id
  })
}

/** Kills a worker when it is inside the job; answers once it is gone. */
async function killInside(kind: string, id: number): Promise<void> {
  const child: ChildProcess = fork(new URL('testing/processes/killed-case-worker.ts', import.meta.url), [
    app.connectionString,
    kind,
    String(id),
  ])
  const [message] = await once(child, 'message')
  expect(message).toBe('inside')
  child.kill('SIGKILL')
  await once(child, 'exit')
}

test('the turn of timers: the half-made move is undone, and the next turn makes it', async () => {
  const id = await place('SHORT_APPLICATION', 'WAITING_CLIENT')
  await scheduleMove(app.db, id, 'clientIsSilent', new Date(Date.now() - 60_000))
  await killInside('case-timers', id)
  expect(await stageOf(id)).toBe('WAITING_CLIENT')
  expect(await fireTimers(engine, app.db, (error) => expect.unreachable(String(error)))).toEqual({
    moved: 1,
    refused: 0,
  })
  expect(await stageOf(id)).toBe('ARCHIVE')
  expect(await one(`SELECT count(*)::int AS value FROM case_stage WHERE case_id = ${id}`)).toBe(2)
})

test('the turn of postponed tasks: nobody is told by a half, and the next turn brings the task back', async () => {
  const id = await place('LEAD', 'FIRST_CONTACT')
  await sql`UPDATE case_task SET assignee_id = 4, state = 'RUNNING', follow_up_at = now() - interval '1 minute'
    WHERE case_id = ${id} AND open`.execute(app.db)
  const seen = () =>
    one(`SELECT json_build_array((SELECT count(*)::int FROM case_task WHERE case_id = ${id} AND follow_up_at IS NULL),
      (SELECT count(*)::int FROM case_task_event WHERE case_id = ${id} AND kind = 'CAME_BACK'),
      (SELECT count(*)::int FROM notification WHERE link = '/lead/${id}')) AS value`)
  await app.db.transaction().execute(async (tx) => {
    await sql`LOCK TABLE notification IN SHARE MODE`.execute(tx)
    await killInside('postponed-tasks', id)
  })
  expect(await seen()).toEqual([0, 0, 0])
  const turn = () => bringTasksBack(engine, app.db, (error) => expect.unreachable(String(error)))
  expect(await Promise.all([turn(), turn()])).toSatisfy(([a, b]) => a + b === 1)
  expect(await seen()).toEqual([1, 1, 1])
})

test('the decision engine: asked again, answered once', async () => {
  const id = await place('SHORT_APPLICATION', 'PRE_SCORING')
  const move = { from: 'IN_WORK', to: 'PRE_SCORING', action: 'startScoring', reason: null, comment: null }
  await app.db
    .transaction()
    .execute((tx) => requestPreDecision({ ...move, db: tx, engine, caseId: id, mover: bySystem }))
  const request = Number(await one(`SELECT id AS value FROM pre_decision WHERE application_id = ${id}`))
  await killInside('pre-decision', request)
  expect(await stageOf(id)).toBe('PRE_SCORING')
  const answer = {
    approved: true,
    requestNumber: 'Т-1',
    score: 700,
    maxAmount: '6000000.00',
    rate: '19.9',
    validUntil: '2099-01-01',
    notes: [],
  }
  const work = preDecisionWork({
    db: app.db,
    engine,
    decisions: { kind: 'STAND_IN', decide: async () => answer as never, assess: async () => answer as never },
  })
  await work({ preDecisionId: request }, context)
  await work({ preDecisionId: request }, context)
  expect(await stageOf(id)).toBe('PRE_APPROVED')
})

test('automatic checks: what was not answered is asked again', async () => {
  const id = await place('FULL_APPLICATION', 'AUTO_CHECKS')
  await app.db.transaction().execute((tx) => requestChecks(tx, id, new Date()))
  await killInside('auto-checks', id)
  expect(await stageOf(id)).toBe('AUTO_CHECKS')
  const checks = { kind: 'STAND_IN', ask: async () => ({ state: 'OK' as const, text: '' }) } as const
  await checksWork({ db: app.db, engine, checks: () => checks })({ caseId: id }, context)
  expect(await stageOf(id)).not.toBe('AUTO_CHECKS')
})

test('the question about a self-ban: asked again, and the loan goes on', async () => {
  const id = await place('LOAN_APPLICATION', 'AUTO_CHECKS')
  const ask = { caseId: id, actorId: null, now: new Date() }
  await app.db.transaction().execute((tx) => requestSelfBanChecks(tx, ask))
  const check = Number(await one(`SELECT id AS value FROM self_ban_check WHERE case_id = ${id}`))
  await killInside('self-ban-check', check)
  expect(await stageOf(id)).toBe('AUTO_CHECKS')
  const client = {
    kind: 'STAND_IN',
    ask: async () => [{ name: 'НБКИ', answer: 'NO_BAN' as const, since: null }],
  } as const
  await selfBanWorker(app.db, { engine, client })({ checkId: check }, context)
  expect(await stageOf(id)).toBe('UNDERWRITING')
})

test('the reminder of a call: nobody is told by a half, and everybody once', async () => {
  const id = await place('LEAD', 'FIRST_CONTACT')
  const at = new Date(Date.now() - 60_000).toISOString()
  await sql`INSERT INTO lead (id, last_name, first_name, phone, next_contact_at)
    VALUES (${id}, 'Никифоров', 'Илья', '79990001122', ${at})`.execute(app.db)
  const told = () => one(`SELECT count(*)::int AS value FROM notification WHERE link = '/lead/${id}'`)
  await app.db.transaction().execute(async (tx) => {
    await sql`LOCK TABLE notification IN SHARE MODE`.execute(tx)
    await killInside('lead-contact', id)
  })
  expect([await told(), await one(`SELECT reminded_for AS value FROM lead WHERE id = ${id}`)]).toEqual([
    0,
    null,
  ])
  await remindOfContact(app.db, { leadId: id, at })
  await remindOfContact(app.db, { leadId: id, at })
  expect(await told()).toBe(1)
})

test('a decision: what was written of it is gone, and it is signed once when it is asked for again', async () => {
  await giveAuthority(app, 3)
  const { id } = await underwritten(app, 777)
  const before = await footprint(app, id)
  await killInside('decision', Number(id))
  await expect.poll(() => footprint(app, id)).toEqual(before)
  expect((await signDecision(app, { id, action: 'approve' })).status).toBe(200)
  expect(await one(`SELECT count(*)::int AS value FROM case_decision WHERE case_id = ${id}`)).toBe(1)
})
