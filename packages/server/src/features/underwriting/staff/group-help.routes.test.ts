import { takeNextTask } from '@ipoteka-office/contract/cases/case-tasks.ts'
import { journalTypes } from '@ipoteka-office/contract/underwriting/journal.ts'
import { getUnderwriter } from '@ipoteka-office/contract/underwriting/underwriter-card.ts'
import { searchUnderwriters } from '@ipoteka-office/contract/underwriting/underwriters-list.ts'
import * as api from '@ipoteka-office/contract/underwriting/underwriting-groups.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'
import { tellHelpIsOver } from './group-help.service.ts'

/** `underwriter` is 3; nobody else works in the groups of the test, and `workload` (2) heads the first one. */
const helper = 3
const hourMs = 3_600_000

let bank: TestApp
let ids: number[]
let busy: number
let other: number
const addGroup = async (name: string) => {
  const { rows } = await sql<{ id: number }>`INSERT INTO workgroup (partner_id, name, head_id)
    SELECT partner_id, ${name}, 2 FROM employee WHERE id = ${helper} RETURNING id`.execute(bank.db)
  return rows[0]?.id ?? expect.unreachable('The group was not made')
}
beforeAll(async () => {
  bank = await testApp()
  ids = []
  for (const serial of [841, 842, 843]) ids.push(Number((await underwritten(bank, serial)).id))
  busy = await addGroup('Завалы')
  other = await addGroup('Подмога')
})
afterAll(() => bank.close())
beforeEach(async () => {
  await sql`DELETE FROM workgroup_help`.execute(bank.db)
  await sql`DELETE FROM workgroup_employee WHERE workgroup_id IN (${busy}, ${other})`.execute(bank.db)
  // Whatever else is free stays out of the way of «Взять следующую».
  await sql`UPDATE case_task SET workgroup_id = 2 WHERE open AND assignee_id IS NULL`.execute(bank.db)
  await sql`DELETE FROM workgroup_employee WHERE workgroup_id = 2 AND employee_id = ${helper}`.execute(
    bank.db,
  )
  await sql`
    UPDATE case_task SET stage = 'UNDERWRITING', title = 'Рассмотреть заявку', operation = 'Underwrite', workgroup_id = ${busy},
      assignee_id = NULL, state = 'IDLE', follow_up_at = NULL, barred_ids = '{}'
    WHERE open AND case_id = ANY(${ids}::int[])`.execute(bank.db)
})

const read = async (id = busy) =>
  (await bank.call(api.getUnderwritingGroup, { params: { id: String(id) } }, { as: 'uw-head' })).body
const later = (ms = hourMs) => new Date(Date.now() + ms).toISOString()
const help = (
  body: { employeeId?: number; until?: string; reason?: string } = {},
  { as = 'uw-head', id = busy }: { as?: Login; id?: number } = {},
) =>
  bank.call(
    api.startGroupHelp,
    { params: { id: String(id) }, body: { employeeId: helper, until: later(), ...body } },
    { as },
  )
const end = (helpId: number, { as = 'uw-head', id = busy }: { as?: Login; id?: number } = {}) =>
  bank.call(api.endGroupHelp, { params: { id: String(id), helpId: String(helpId) } }, { as })
const next = async (as: Login = 'underwriter') =>
  (await bank.call(takeNextTask, { body: { caseTypes: [...journalTypes.work], reviewed: true } }, { as }))
    .body.task?.caseId ?? null
const helpOf = async () => (await read()).people.find(({ id }) => id === helper)?.helps ?? null
const told = async (employeeId: number) =>
  (
    await sql<{ text: string }>`SELECT text FROM notification WHERE employee_id = ${employeeId}
      ORDER BY id DESC LIMIT 3`.execute(bank.db)
  ).rows.map(({ text }) => text)
const rolesOfHelper = async () =>
  (
    await sql<{ id: number }>`SELECT DISTINCT user_role_id AS id FROM role_holder
      WHERE employee_id = ${helper} ORDER BY 1`.execute(bank.db)
  ).rows

describe('help in a group', () => {
  it('lets somebody take its tasks until the hour, by their own rights, and ends by itself', async () => {
    expect(await next()).toBeNull()
    await sql`INSERT INTO workgroup_user_role (workgroup_id, user_role_id) VALUES (${busy}, 1)`.execute(
      bank.db,
    )
    const before = await rolesOfHelper()
    const begun = await help({ reason: 'Заявки с выставки' })
    expect(begun.status, begun.raw.body).toBe(200)
    expect(begun.body).toMatchObject({ members: 0, waiting: 3 })
    expect(begun.body.people).toMatchObject([
      { id: helper, head: false, helps: { until: expect.any(String) } },
    ])
    expect(await rolesOfHelper()).toEqual(before)
    const staff = await bank.call(searchUnderwriters, { body: { groupIds: [busy] } }, { as: 'uw-head' })
    expect(staff.body.content).toMatchObject([
      { id: helper, helps: [{ group: { id: busy, name: 'Завалы' } }] },
    ])
    const card = await bank.call(getUnderwriter, { params: { id: String(helper) } }, { as: 'uw-head' })
    expect(card.body.helps).toMatchObject([{ group: { id: busy }, until: expect.any(String) }])
    expect((await told(helper))[0]).toMatch(/^Вы помогаете группе «Завалы» до .*Заявки с выставки$/)
    expect(ids).toContain(await next())
    expect((await read()).waiting).toBe(2)

    await sql`UPDATE workgroup_help SET started_at = now() - interval '2 hours', until = now() - interval '1 second'`.execute(
      bank.db,
    )
    expect(await next()).toBeNull()
    const { rows } = await sql<{ id: number }>`SELECT id FROM workgroup_help`.execute(bank.db)
    const helpId = rows[0]?.id ?? 0
    await tellHelpIsOver(bank.db, { helpId })
    expect((await told(helper))[0]).toMatch(/^Помощь группе «Завалы» окончена/)
    expect((await told(2))[0]).toMatch(/больше не помогает группе «Завалы»/)
    expect((await read()).people).toEqual([])
    expect((await end(helpId)).status).toBe(409)
    await sql`DELETE FROM workgroup_user_role WHERE workgroup_id = ${busy}`.execute(bank.db)
  })

  it('is prolonged by asking again, ended before its time, and kept in history', async () => {
    await help()
    const until = later(5 * hourMs)
    const { body } = await help({ until })
    expect(body.people).toHaveLength(1)
    const going = await helpOf()
    expect(Date.parse(going?.until ?? '')).toBe(Date.parse(until))
    const helpId = going?.id ?? 0
    // The job of the first moment finds that it goes on.
    const before = await told(helper)
    await tellHelpIsOver(bank.db, { helpId })
    expect(await told(helper)).toEqual(before)
    expect((await end(helpId, { id: other })).status).toBe(404)
    expect((await end(helpId)).body.people).toEqual([])
    expect((await end(helpId)).error.message).toMatch(/уже окончена/)
    expect(await next()).toBeNull()
    const { rows } = await sql<{ action: string }>`SELECT action FROM change_history
      WHERE object_type = 'workgroup_help' AND object_id = ${helpId} ORDER BY id`.execute(bank.db)
    expect(rows.map(({ action }) => action)).toEqual(['INSERT', 'UPDATE', 'UPDATE'])
  })

  it('asks for a moment to come and for somebody of the bank who is not in the group', async () => {
    const path = async (body: Parameters<typeof help>[0]) => (await help(body)).error.fields?.[0]?.path
    expect(await path({ until: later(-1) })).toBe('until')
    expect(await path({ until: later(40 * 24 * hourMs) })).toBe('until')
    expect(await path({ employeeId: 4 })).toBe('employeeId')
    await sql`INSERT INTO workgroup_employee (workgroup_id, employee_id) VALUES (${busy}, ${helper})`.execute(
      bank.db,
    )
    expect(await path({})).toBe('employeeId')
    expect((await help({}, { id: 999_999 })).status).toBe(404)
    for (const as of ['agent', 'partner-admin', 'underwriter', 'viewer'] as const)
      expect([as, (await help({}, { as })).status]).toEqual([as, 403])
  })
})

it('«Взять следующую» of a journal takes nothing of another stage', async () => {
  await help()
  await sql`UPDATE case_task SET stage = 'APPROVED' WHERE open AND case_id = ANY(${ids}::int[])`.execute(
    bank.db,
  )
  expect(await next()).toBeNull()
  const any = await bank.call(
    takeNextTask,
    { body: { caseTypes: [...journalTypes.work] } },
    { as: 'underwriter' },
  )
  expect(ids).toContain(any.body.task?.caseId)
})

describe('a queue of a group', () => {
  const move = (
    body: Partial<Parameters<typeof bank.call<typeof api.moveGroupQueue>>[1]['body']> = {},
    as: Login = 'uw-head',
  ) =>
    bank.call(
      api.moveGroupQueue,
      { params: { id: String(busy) }, body: { toGroupId: other, count: 200, ...body } },
      { as },
    )

  it('is told of by stages, and handed over as a whole or in part to a group that may take it', async () => {
    const { queue, waiting } = await read()
    expect(queue).toMatchObject([{ stage: 'UNDERWRITING', stageName: 'Андеррайтинг', waiting: 3 }])
    expect(waiting).toBe(3)
    const refused = await move()
    expect(refused.body.results.map(({ reason }) => reason)).toEqual(
      ids.map(() => expect.stringContaining('никто не может взять')),
    )
    expect(refused.body.left).toBe(3)

    await sql`INSERT INTO workgroup_employee (workgroup_id, employee_id) VALUES (${other}, ${helper})`.execute(
      bank.db,
    )
    const one = await move({ count: 1, comment: 'Болезнь' })
    expect(one.body).toMatchObject({ results: [{ done: true }], left: 2 })
    expect((await told(helper)).filter((text) => text.includes('передана'))).toEqual([
      expect.stringMatching(/^Группе «Подмога» передана очередь группы «Завалы», заявок: 1\. .*Болезнь$/),
    ])
    const none = await move({ of: { caseType: 'FULL_APPLICATION', stage: 'COMMITTEE' } })
    expect(none.body).toEqual({ results: [], left: 2 })
    const rest = await move({ of: { caseType: 'FULL_APPLICATION', stage: 'UNDERWRITING' } })
    expect(rest.body).toMatchObject({ results: [{ done: true }, { done: true }], left: 0 })
    expect((await read(other)).waiting).toBe(3)
    // A person of the other group takes them as any task of theirs.
    expect(ids).toContain(await next())
  })

  it('goes to another active group of the bank alone, by who keeps the groups', async () => {
    const path = async (toGroupId: number) => (await move({ toGroupId })).error.fields?.[0]?.path
    expect(await path(busy)).toBe('toGroupId')
    const { rows } = await sql<{
      id: number
    }>`SELECT g.id FROM workgroup g JOIN partner p ON p.id = g.partner_id
      WHERE NOT 'Ahml' = ANY(p.roles) LIMIT 1`.execute(bank.db)
    expect(await path(rows[0]?.id ?? 0)).toBe('toGroupId')
    for (const as of ['agent', 'partner-admin', 'underwriter', 'viewer'] as const)
      expect([as, (await move({}, as)).status]).toEqual([as, 403])
  })
})

describe('somebody of a group', () => {
  const move = async (as: Login = 'admin', more: { version?: number; toGroupId?: number } = {}) => {
    const { version } = await read()
    return bank.call(
      api.moveGroupMember,
      {
        params: { id: String(busy), employeeId: String(helper) },
        body: { toGroupId: other, version, ...more },
      },
      { as },
    )
  }

  it('is moved to another one as a whole: out of the first, into the second', async () => {
    await sql`INSERT INTO workgroup_employee (workgroup_id, employee_id) VALUES (${busy}, ${helper})`.execute(
      bank.db,
    )
    expect((await move('admin', { version: 999 })).status).toBe(409)
    expect((await move('viewer')).status).toBe(403)
    const { status, raw } = await move()
    expect(status, raw.body).toBe(200)
    expect((await read()).people).toEqual([])
    expect((await read(other)).people).toMatchObject([{ id: helper }])
    expect((await told(helper))[0]).toMatch(/^Вас перевели из группы «Завалы» в группу «Подмога»/)
    expect((await move()).error.message).toMatch(/уже не состоит/)
  })

  it('stays where the other group gives rights that the mover does not hold, and where they head the first', async () => {
    await sql`INSERT INTO workgroup_employee (workgroup_id, employee_id) VALUES (${busy}, ${helper})`.execute(
      bank.db,
    )
    await sql`INSERT INTO workgroup_user_role (workgroup_id, user_role_id) VALUES (${other}, 1)`.execute(
      bank.db,
    )
    const refused = await move('uw-head')
    expect(refused.error.message).toMatch(/Группа даёт права, которых нет у вас/)
    expect((await read()).people).toMatchObject([{ id: helper }])
    await sql`DELETE FROM workgroup_user_role WHERE workgroup_id = ${other}`.execute(bank.db)
    await sql`UPDATE workgroup SET head_id = ${helper} WHERE id = ${busy}`.execute(bank.db)
    expect((await move()).error.message).toMatch(/руководит этой группой/)
    await sql`UPDATE workgroup SET head_id = 2 WHERE id = ${busy}`.execute(bank.db)
  })
})
