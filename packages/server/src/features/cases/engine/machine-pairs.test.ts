import { closeApplication } from '@ipoteka-office/contract/queue/queue.ts'
import { listObjectTasks } from '@ipoteka-office/contract/cases/case-tasks.ts'
import * as api from '@ipoteka-office/contract/cases/cases.ts'
import { type CaseType, machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { caseEngine } from '#case-behaviours.ts'
import { seedPartners } from '#db/seed/organisation.ts'
import { systemClock } from '#lib/bank-time.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { createCase } from './cases.service.ts'
import { bySystem } from './engine.ts'
import { deliveredParameters } from '#testing/delivered-parameters.ts'

let app: TestApp
beforeAll(async () => {
  // Every way of every machine is tried in a minute.
  app = await testApp({ env: { WRITES_PER_MINUTE: '100000' } })
})
afterAll(() => app.close())

const open = (type: CaseType) =>
  app.db.transaction().execute(async (tx) => {
    const { id } = await createCase(
      caseEngine({ clock: systemClock('Europe/Moscow'), parameters: deliveredParameters }),
      tx,
      bySystem,
      {
        type,
        partnerId: seedPartners.volga.id,
        regionCode: '16',
        clientName: 'Никифоров Илья Петрович',
        clientPhone: '79990001122',
        responsibleId: null,
      },
    )
    return id
  })

const put = (id: number, stage: string) =>
  app.db.transaction().execute(async (tx) => {
    await sql`UPDATE case_file SET stage = ${stage} WHERE id = ${id}`.execute(tx)
    await sql`UPDATE case_stage SET stage = ${stage} WHERE case_id = ${id}`.execute(tx)
  })

/** Puts a full application into the queue of approvers, where its documents belong to it. */
const queue = (id: number) =>
  sql`INSERT INTO application (id, number, type, client_name, programme, level_code, outside_status, partner_id, region_code, received_at, due_at, intake_hash)
    SELECT id, number, 'oic', client_name, 'Семейная', 'LEVEL_1', 'NEW', partner_id, region_code, now(), now(), 'as handed in'
    FROM case_file WHERE id = ${id} AND type = 'FULL_APPLICATION'`.execute(app.db)

const rowOf = async (id: number) =>
  (
    await sql<{
      version: number
    }>`SELECT stage, version, closed, (SELECT count(*) FROM case_stage WHERE case_id = ${id}) AS stages
    FROM case_file WHERE id = ${id}`.execute(app.db)
  ).rows

/** The operator has every operation: only the machine refuses. */
test.for(Object.keys(machines) as CaseType[])(
  '%s: what its machine does not have from a stage, or leaves to the system, moves nobody',
  async (type) => {
    const { states, transitions } = machines[type]
    const id = await open(type)
    const params = { params: { id: String(id) } }
    const actions = [...new Set(transitions.map(({ action }) => action)), 'constructor']
    let refused = 0
    for (const stage of Object.keys(states)) {
      await put(id, stage)
      const before = await rowOf(id)
      for (const action of actions) {
        if (transitions.some((t) => t.from === stage && t.action === action && t.by !== 'SYSTEM')) continue
        const body = { action, version: before[0]?.version ?? 0, comment: 'Проверка', reason: 'RATE' }
        const { status, error } = await app.call(api.moveCase, { ...params, body }, { as: 'admin' })
        expect(status, `${stage} → ${action}: ${JSON.stringify(error)}`).toBe(409)
        refused += 1
      }
      expect(await rowOf(id), stage).toEqual(before)
    }
    const own = transitions.filter(({ by }) => by !== 'SYSTEM').length
    expect(refused).toBe(Object.keys(states).length * actions.length - own)
  },
)

test.for(Object.keys(machines) as CaseType[])(
  '%s: its head offers no way to those who may only read, from any stage',
  async (type) => {
    const id = await open(type)
    await queue(id)
    const params = { params: { id: String(id) } }
    const offered = async (as: 'admin' | 'viewer') => {
      const { status, body, error } = await app.call(api.getCase, params, { as })
      expect(status, JSON.stringify(error)).toBe(200)
      return body.actions.map(({ code }) => code)
    }
    for (const stage of Object.keys(machines[type].states)) {
      await put(id, stage)
      const byHand = machines[type].transitions.filter((t) => t.from === stage && t.by !== 'SYSTEM')
      expect(await offered('admin'), stage).toEqual(byHand.map(({ action }) => action))
      expect(await offered('viewer'), stage).toEqual([])
    }
  },
)

const sendOn = (id: number, stage: string, ledOut: string) =>
  app.db.transaction().execute(async (tx) => {
    await sql`DELETE FROM case_stage WHERE case_id = ${id}`.execute(tx)
    await sql`INSERT INTO case_stage (case_id, stage, entered_at, left_at, action, actor_id)
      SELECT ${id}, ${ledOut}, now(), now(), 'x', id FROM employee WHERE login = 'admin'`.execute(tx)
    await sql`INSERT INTO case_stage (case_id, stage) VALUES (${id}, ${stage})`.execute(tx)
    await sql`UPDATE case_file SET stage = ${stage} WHERE id = ${id}`.execute(tx)
    await sql`UPDATE case_task SET stage = ${stage}, operation = 'List', assignee_id = NULL, state = 'IDLE',
      barred_ids = ARRAY(SELECT id FROM employee WHERE login = 'admin') WHERE case_id = ${id} AND open`.execute(
      tx,
    )
  })

const controlled = (Object.keys(machines) as CaseType[]).flatMap((type) =>
  Object.entries(machines[type].states).flatMap(([stage, state]) =>
    ('controls' in state ? (state.controls as readonly string[]) : []).map((ledOut) => ({
      type,
      stage,
      ledOut,
    })),
  ),
)

/** Every pair of a control and what it controls, every way out, by hand and through the task. */
test.for(controlled)(
  '$type: who led a case out of $ledOut takes no way out of $stage, nor its task',
  async ({ type, stage, ledOut }) => {
    const id = await open(type)
    await sendOn(id, stage, ledOut)
    const params = { id: String(id) }
    const before = await rowOf(id)
    const head = await app.call(api.getCase, { params }, { as: 'admin' })
    const ways = machines[type].transitions.filter((t) => t.from === stage && t.by !== 'SYSTEM')
    expect(ways.length).toBeGreaterThan(0)
    for (const { action } of ways) {
      const body = { action, version: before[0]?.version ?? 0, comment: 'Проверка', reason: 'RATE' }
      const shown = head.body.actions.find(({ code }) => code === action)
      expect([action, shown?.enabled, shown?.reasonDisabled]).toEqual([
        action,
        false,
        expect.stringContaining('решает другой сотрудник'),
      ])
      const { status, error } = await app.call(api.moveCase, { params, body }, { as: 'admin' })
      if (status !== 400)
        expect([action, status, error.message]).toEqual([action, 409, shown?.reasonDisabled])
    }
    expect(await rowOf(id)).toEqual(before)
    const { body: tasks } = await app.call(listObjectTasks, { params }, { as: 'admin' })
    const task = tasks.find(({ state }) => state === 'IDLE')
    expect(task?.may).toMatchObject({ take: false, complete: false })
  },
)

/** Outside the machine the same: another system's word handed in by the hand of who sent the case. */
test('a case in the queue is not closed by whoever sent it', async () => {
  const id = await open('FULL_APPLICATION')
  await sendOn(id, 'DOCS_CHECK', 'FILLING')
  await queue(id)
  const answer = await app.call(
    closeApplication,
    { params: { id: String(id) }, body: { status: 'APPROVED' } } as never,
    { as: 'admin' },
  )
  expect([answer.status, answer.error.message]).toEqual([409, expect.stringContaining('другой сотрудник')])
})
