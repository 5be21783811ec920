import { fork } from 'node:child_process'
import { once } from 'node:events'
import { listNotifications } from '@ipoteka-office/contract/notifications/notifications.ts'
import * as api from '@ipoteka-office/contract/partner-work/partner-work.ts'
import { queuedType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { noonClock } from '#testing/approvers.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { transfersOf } from '#testing/transfers.ts'
import { deliveredParameters } from '#testing/delivered-parameters.ts'
import { partnerCalendar } from './partner-daily.service.ts'

/** Volga (2) works in 16 and 63, Ural (4) has its roles and, where a test says so, its regions. */
let bank: TestApp
let transfers: ReturnType<typeof transfersOf>
beforeAll(async () => {
  bank = await testApp({ clock: noonClock })
  transfers = transfersOf(bank)
})
afterAll(() => bank.close())
beforeEach(() => transfers.reset())

const key: typeof transfers.key = (...args) => transfers.key(...args)
const give: typeof transfers.give = (...args) => transfers.give(...args)
const plan: typeof transfers.plan = (...args) => transfers.plan(...args)
const read: typeof transfers.read = (...args) => transfers.read(...args)
const start: typeof transfers.start = (...args) => transfers.start(...args)
const items: typeof transfers.items = (...args) => transfers.items(...args)
const work: typeof transfers.work = (...args) => transfers.work(...args)
const startAndWork: typeof transfers.startAndWork = (...args) => transfers.startAndWork(...args)

const applications = async (ids: readonly number[]) =>
  (
    await sql<{ partnerId: number; approverId: number | null; version: number }>`
      SELECT partner_id AS "partnerId", approver_id AS "approverId", version FROM application
      WHERE id = ANY(${ids}::int[]) ORDER BY id`.execute(bank.db)
  ).rows
const loadOf = async (id: number) =>
  (
    await sql<{ n: number }>`SELECT open_count AS n FROM approver_workload WHERE approver_id = ${id}`.execute(
      bank.db,
    )
  ).rows[0]?.n

describe('a transfer', () => {
  it('tells beforehand what would move and to whom it could go', async () => {
    await give(3, '16')
    await give(2, '63')
    const find = async (more: object) =>
      (
        await bank.call(api.findTransfer, {
          body: { partnerId: 2, typeCode: 'FULL', search: '', ...more } as never,
        })
      ).body
    const all = await find({})
    expect(all.counts).toContainEqual({ kind: queuedType, count: 5 })
    expect(all.needed).toEqual({ roles: ['LeadCreator'], regions: ['16', '63'] })
    expect(all.candidates.map(({ id }) => id)).not.toContain(4)
    expect(all.candidates).toContainEqual(expect.objectContaining({ id: 1, suitable: true }))
    const ofRegion = await find({ typeCode: 'BY_REGION', regionCode: '16' })
    expect(ofRegion).toMatchObject({ total: 3, needed: { regions: ['16'] } })
    expect(ofRegion.candidates.map(({ id }) => id)).toContain(4)
    const named = await find({ search: 'уральский' })
    expect(named.candidates).toContainEqual(
      expect.objectContaining({ id: 4, suitable: false, missingRoles: [], missingRegions: ['63'] }),
    )
  })

  it('answers for each application: moved, or why not', async () => {
    const [moved] = await give(1, '16')
    const [strange] = await give(1, '63')
    const [closed] = await give(1, '16')
    const made = await plan({})
    expect(made).toMatchObject({
      state: 'PLANNED',
      total: 3,
      counts: expect.arrayContaining([{ kind: queuedType, count: 3, done: 0, failed: 0, returned: 0 }]),
    })
    const { body } = await start(made.id, made.version)
    expect(body).toMatchObject({ reassignment: { state: 'RUNNING' }, task: { kind: 'work', total: 3 } })
    // Collected by the work: what closes after that is refused.
    await sql`UPDATE partner_reassignment SET collected_at = now()`.execute(bank.db)
    await sql`INSERT INTO partner_reassignment_item (reassignment_id, object_type, object_id, title)
      SELECT ${made.id}, ${queuedType}, id, number FROM application WHERE id = ANY(${[moved, strange, closed]}::int[])`.execute(
      bank.db,
    )
    await sql`UPDATE case_file SET closed = true WHERE id = ${closed}`.execute(bank.db)
    await work(body.task.id)
    expect(await read(made.id)).toMatchObject({ state: 'COMPLETED', done: 1, failed: 2, total: 3 })
    const answers = (await items(made.id)).content
    expect(answers.map(({ objectId, done, reason }) => [objectId, done, reason])).toEqual([
      [moved, true, null],
      [strange, false, 'Партнёр-получатель не работает в регионе дела'],
      [closed, false, 'Дело закрыто'],
    ])
    expect((await items(made.id, { done: 'false' })).totalElements).toBe(2)
    expect((await applications([moved ?? 0]))[0]?.partnerId).toBe(4)
  })

  it('leaves an application with an approver who may work for the new partner and frees it from one who may not', async () => {
    const kept = await give(2, '16', 1)
    const freed = await give(2, '16', 9)
    await sql`UPDATE approver SET all_partners = false, partner_ids = '{2}', version = version + 1 WHERE id = 9`.execute(
      bank.db,
    )
    await startAndWork(await plan({}))
    expect((await applications(kept)).map((a) => a.approverId)).toEqual([1, 1])
    expect((await applications(freed)).map((a) => a.approverId)).toEqual([null, null])
    expect([await loadOf(1), await loadOf(9)]).toEqual([2, 0])
    const { rows } = await sql<{ kind: string; rejected: object }>`
      SELECT kind, rejected FROM assignment WHERE application_id = ${freed[0]}`.execute(bank.db)
    expect(rows).toEqual([{ kind: 'UNASSIGNED', rejected: { partner: 1 } }])
    const jobs = await sql`SELECT id FROM pgboss.job WHERE name = 'distribute' AND state = 'created'`.execute(
      bank.db,
    )
    expect(jobs.rows.length).toBeGreaterThan(0)
  })

  it('of everything takes links, groups and contacts along, each by its own rules', async () => {
    const { db } = bank
    await give(1, '16')
    await sql`INSERT INTO partner_link (partner_id, linked_partner_id, role_code) VALUES
      (2, 5, 'LeadCreator'), (2, 4, 'LeadCreator'), (3, 2, 'Insurer'), (4, 5, 'Appraiser'), (2, 5, 'Appraiser')`.execute(
      db,
    )
    await sql`INSERT INTO contact (partner_id, contact_type_id, value, main) VALUES
      (2, 1, '+78430000001', true), (2, 1, '+78430000002', false), (4, 1, '+78430000002', true)`.execute(db)
    await sql`INSERT INTO workgroup (id, partner_id, name, head_id) OVERRIDING SYSTEM VALUE VALUES (700, 2, 'Лиды', 24)`.execute(
      db,
    )
    await sql`INSERT INTO workgroup_employee (workgroup_id, employee_id) VALUES (700, 24), (700, 4)`.execute(
      db,
    )
    const made = await plan({})
    expect(made.counts.filter(({ count }) => count > 0).map(({ kind, count }) => [kind, count])).toEqual([
      ['WORKGROUP', 1],
      [queuedType, 1],
      ['PARTNER_LINK', 4],
      ['CONTACT', 2],
    ])
    const done = await startAndWork(made)
    expect(done).toMatchObject({ state: 'COMPLETED', done: 5, failed: 3 })
    const reasons = (await items(made.id)).content.map(({ reason }) => reason).filter((r) => r !== null)
    expect(reasons).toEqual([
      'исключено сотрудников другого партнёра: 2',
      'Связь вела бы от получателя к нему самому',
      'Такая связь у получателя уже есть',
      'Такой контакт у получателя уже есть',
    ])
    const { rows } = await sql<object>`
      SELECT partner_id AS p, head_id AS head FROM workgroup WHERE id = 700`.execute(db)
    expect(rows).toEqual([{ p: 4, head: null }])
    const contacts = await sql<{ p: number; main: boolean }>`
      SELECT partner_id AS p, main FROM contact WHERE value = '+78430000001'`.execute(db)
    expect(contacts.rows).toEqual([{ p: 4, main: false }])
  })

  it('of an employee gives applications to the successor while there is room, and the places in groups', async () => {
    const { db } = bank
    const own = await give(3, '16', 9)
    const others = await give(1, '16', 1)
    // Approver 7 is employee 23 of Ural, 9 is employee 24 of Volga.
    await sql`UPDATE approver SET max_open = 2, version = version + 1 WHERE id = 7`.execute(db)
    await sql`INSERT INTO workgroup (id, partner_id, name, head_id) OVERRIDING SYSTEM VALUE
      VALUES (701, 1, 'Общая', 24), (702, 2, 'Своя', NULL)`.execute(db)
    await sql`INSERT INTO workgroup_employee (workgroup_id, employee_id) VALUES (701, 24), (702, 24)`.execute(
      db,
    )
    await sql`UPDATE partner SET parent_id = 1 WHERE id = 4`.execute(db)
    await sql`INSERT INTO contact (partner_id, employee_id, contact_type_id, value) VALUES (2, 24, 3, 'e@volga.example')`.execute(
      db,
    )
    const made = await plan({ typeCode: 'ON_DISMISSAL', employeeId: 24, toEmployeeId: 23 })
    const done = await startAndWork(made)
    expect(done).toMatchObject({ done: 5, failed: 1 })
    expect((await applications(own)).map((a) => [a.partnerId, a.approverId])).toEqual([
      [4, 7],
      [4, 7],
      [4, null],
    ])
    expect((await applications(others)).map((a) => [a.partnerId, a.approverId])).toEqual([[2, 1]])
    expect([await loadOf(9), await loadOf(7)]).toEqual([0, 2])
    const { rows } = await sql<object>`SELECT w.id, w.head_id AS head,
      (SELECT array_agg(m.employee_id) FROM workgroup_employee m WHERE m.workgroup_id = w.id) AS members
      FROM workgroup w WHERE w.id IN (701, 702) ORDER BY 1`.execute(db)
    expect(rows).toEqual([
      { id: 701, head: 23, members: [23] },
      { id: 702, head: null, members: [24] },
    ])
    const refused = (await items(made.id, { done: 'false' })).content
    expect(refused.map(({ reason }) => reason)).toEqual(['Преемник: сотрудник работает у другого партнёра'])
    await sql`UPDATE partner SET parent_id = NULL WHERE id = 4`.execute(db)
  })

  it('of one region and of one colleague to another of the same partner touches nothing else', async () => {
    const here = await give(2, '16')
    const there = await give(2, '63')
    await startAndWork(await plan({ typeCode: 'BY_REGION', regionCode: '16' }))
    expect((await applications([...here, ...there])).map((a) => a.partnerId)).toEqual([4, 4, 2, 2])
    const held = await give(1, '63', 9)
    await sql`INSERT INTO employee (id, partner_id, last_name, first_name) VALUES (950, 2, 'Сменный', 'Олег')
      ON CONFLICT DO NOTHING`.execute(bank.db)
    const made = await plan({ typeCode: 'BY_EMPLOYEE', toPartnerId: 2, employeeId: 24, toEmployeeId: 950 })
    await startAndWork(made)
    expect(await applications(held)).toMatchObject([{ partnerId: 2, approverId: null }])
  })

  it('goes on after its worker was killed, and moves everything exactly once', async () => {
    const ids = [...(await give(900, '16', 9)), ...(await give(600, '16'))]
    await sql`UPDATE approver SET all_partners = false, partner_ids = '{2}', version = version + 1 WHERE id = 9`.execute(
      bank.db,
    )
    const made = await plan({})
    const { body } = await start(made.id, made.version)
    const script = new URL('../../testing/processes/reassigning-worker.ts', import.meta.url)
    const child = fork(script, [bank.connectionString, String(made.id)], { stdio: 'inherit' })
    const seen: unknown[] = []
    await new Promise<void>((resolve) => {
      child.on('message', (message) => {
        seen.push(message)
        if (Number(message) >= 300) resolve()
      })
      child.once('exit', () => resolve())
    })
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    expect(seen).not.toContain('ended')
    const half = await read(made.id)
    expect(half.state).toBe('RUNNING')
    expect(half.done).toBeGreaterThanOrEqual(300)
    expect(half.done).toBeLessThan(1_500)

    await work(body.task.id)
    expect(await read(made.id)).toMatchObject({ state: 'COMPLETED', done: 1_500, failed: 0, total: 1_500 })
    const after = await applications(ids)
    expect(after.every(({ partnerId, version }) => partnerId === 4 && version === 2)).toBe(true)
    const { rows } = await sql<{ n: number }>`
      SELECT count(*)::int AS n FROM assignment WHERE application_id = ANY(${ids}::int[])`.execute(bank.db)
    expect(rows[0]?.n).toBe(900)
    expect(await loadOf(9)).toBe(0)
  }, 60_000)

  it('moves everything once when two workers do it at the same time', async () => {
    const ids = await give(500, '16', 1)
    const made = await plan({})
    const { body } = await start(made.id, made.version)
    await Promise.all([work(body.task.id), work(body.task.id)])
    expect((await applications(ids)).every(({ version }) => version === 2)).toBe(true)
    expect(await loadOf(1)).toBe(500)
    expect(await read(made.id)).toMatchObject({ state: 'COMPLETED', done: 500 })
  })

  it('is cancelled, goes on from there when it is started again, and then cannot be deleted', async () => {
    const ids = await give(150, '16')
    const made = await plan({})
    const { body } = await start(made.id, made.version)
    const cancelled = await bank.call(api.cancelReassignment, { ...key(made.id), body: {} })
    expect(cancelled.body.state).toBe('CANCELLED')
    await work(body.task.id)
    expect(await read(made.id)).toMatchObject({ state: 'CANCELLED', done: 0 })
    expect((await applications(ids)).every(({ partnerId }) => partnerId === 2)).toBe(true)
    const again = await startAndWork(await read(made.id))
    expect(again).toMatchObject({ state: 'COMPLETED', done: 150 })
    const { status, error } = await bank.call(api.deleteReassignment, {
      ...key(made.id),
      query: { version: again.version },
    })
    expect([status, error.message]).toEqual([
      409,
      'Удалить можно только план: начатая передача остаётся в истории',
    ])
  })

  it('stops when the right to it was taken away before it ran', async () => {
    await give(1, '16')
    const made = await plan({})
    const { body } = await start(made.id, made.version)
    await sql`DELETE FROM user_role_operation WHERE user_role_id = 1 AND object_type = 'Partner' AND operation = 'Reassign'`.execute(
      bank.db,
    )
    await work(body.task.id)
    expect(await read(made.id)).toMatchObject({ state: 'FAILED', error: 'Право на передачу работы отозвано' })
    await sql`INSERT INTO user_role_operation (user_role_id, object_type, operation) VALUES (1, 'Partner', 'Reassign')`.execute(
      bank.db,
    )
    bank.session.forget()
  })

  it('for a time goes back when it is over: what was closed or moved on stays, with the reason', async () => {
    const [back, closed, further] = await give(3, '16')
    const made = await plan({ typeCode: 'TEMPORARY', dateTo: noonClock.now().toISOString().slice(0, 10) })
    await startAndWork(made)
    await partnerCalendar({ clock: noonClock, parameters: deliveredParameters })(bank.db)
    expect((await read(made.id)).state).toBe('COMPLETED')
    await sql`UPDATE case_file SET closed = true WHERE id = ${closed}`.execute(bank.db)
    await sql`UPDATE application SET partner_id = 3 WHERE id = ${further}`.execute(bank.db)
    const later = { ...noonClock, now: () => new Date(noonClock.now().getTime() + 2 * 86_400_000) }
    await partnerCalendar({ clock: later, parameters: deliveredParameters })(bank.db)
    await partnerCalendar({ clock: later, parameters: deliveredParameters })(bank.db)
    expect(await read(made.id)).toMatchObject({ state: 'RETURNED', done: 3, returned: 1 })
    expect((await applications([back ?? 0]))[0]).toMatchObject({ partnerId: 2, version: 3 })
    expect((await items(made.id)).content.map(({ returnReason }) => returnReason)).toEqual([
      null,
      'Дело закрыто',
      'Дело уже у другого партнёра',
    ])
  })

  it('for a time may be returned by a person before its end', async () => {
    const ids = await give(2, '16')
    const made = await plan({ typeCode: 'TEMPORARY', dateTo: '2099-01-01' })
    await startAndWork(made)
    const { body } = await bank.call(api.returnReassignment, { ...key(made.id), body: {} })
    expect(body.reassignment.state).toBe('RETURNING')
    await work(body.task.id)
    expect(await read(made.id)).toMatchObject({ state: 'RETURNED', returned: 2 })
    expect((await applications(ids)).map((a) => a.partnerId)).toEqual([2, 2])
  })

  it('tells the employees whom both partners named', async () => {
    await sql`INSERT INTO partner_notification (partner_id, event_code, channel, employee_id)
      VALUES (2, 'REASSIGNMENT', 'INTERNAL', 4), (4, 'REASSIGNMENT', 'INTERNAL', 5)`.execute(bank.db)
    await give(1, '16')
    await startAndWork(await plan({}))
    for (const [as, text] of [
      ['agent', 'передана партнёру «Уральский ипотечный центр»'],
      ['partner-admin', 'Получена работа (все объекты) партнёра «Волга-Ипотека»'],
    ] as const) {
      const { body } = await bank.call(listNotifications, { query: { page: 0, size: 20 } }, { as })
      expect(body.content[0]?.text).toContain(text)
    }
  })
})
