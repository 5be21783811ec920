import {
  closeApplication,
  listApproverApplications,
  listAssignmentHistory,
} from '@ipoteka-office/contract/queue/queue.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { assignByHand, findCheckers } from '@ipoteka-office/contract/queue/manual-assignments.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { giveApplications, noonClock, resetApprovers } from '#testing/approvers.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

/** In ОИК at noon: 1, 7 and 9 are at work, 3 works at night, 5 is on pause; 7 is of Ural, 9 of Volga. */
let bank: TestApp
beforeAll(async () => {
  bank = await testApp({ clock: noonClock })
})
beforeEach(() => resetApprovers(bank))
afterAll(() => bank.close())

const params = { type: 'oic' } as const

const ask = (ids: number[], as: Login = 'workload', search = '') =>
  bank.call(findCheckers, { params, body: { ids, search } }, { as })

async function versionsOf(ids: number[]): Promise<{ id: number; version: number }[]> {
  const { rows } = await sql<{ id: number; version: number }>`
    SELECT id, version FROM application WHERE id = ANY(${ids}::int[]) ORDER BY id`.execute(bank.db)
  return rows
}

const give = async (
  ids: number[],
  approverId: number,
  {
    as = 'workload',
    reason = 'Отпуск',
    items,
  }: { as?: Login; reason?: string; items?: { id: number; version: number }[] } = {},
) =>
  bank.call(
    assignByHand,
    { params, body: { approverId, reason, items: items ?? (await versionsOf(ids)) } },
    { as },
  )

const heldBy = async (id: number): Promise<number[]> => {
  const { body } = await bank.call(listApproverApplications, {
    params: { type: 'oic', id: String(id) },
    query: { size: 100 },
  })
  return body.content.map((one) => one.id).toSorted((a, b) => a - b)
}

const loadOf = async (id: number): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    SELECT open_count AS n FROM approver_workload WHERE approver_id = ${id}`.execute(bank.db)
  return rows[0]?.n ?? -1
}

const employeeOf = async (id: number): Promise<number> => {
  const { rows } = await sql<{ id: number }>`SELECT employee_id AS id FROM approver WHERE id = ${id}`.execute(
    bank.db,
  )
  return rows[0]?.id ?? -1
}

async function withUpdate(work: () => Promise<void>): Promise<void> {
  await sql`INSERT INTO user_role_operation VALUES (5, 'EmployeeOic', 'Update') ON CONFLICT DO NOTHING`.execute(
    bank.db,
  )
  bank.session.forget()
  try {
    await work()
  } finally {
    await sql`DELETE FROM user_role_operation WHERE user_role_id = 5 AND operation = 'Update'`.execute(
      bank.db,
    )
    bank.session.forget()
  }
}

describe('who may be given applications', () => {
  it('come with their load, those who fit first, the others with every reason', async () => {
    await giveApplications(bank, 7, 2)
    const ids = await giveApplications(bank, 1, 2)
    const { status, body } = await ask(ids)
    expect(status).toBe(200)
    expect(body.applications.map(({ id }) => id)).toEqual(ids)
    expect(body.people.map(({ id, open, limit, fits, reasons }) => [id, open, limit, fits, reasons])).toEqual(
      [
        [9, 0, 20, 2, {}],
        [7, 2, 20, 2, {}],
        ...(body.people[2]?.id === 3
          ? [
              [3, 0, 20, 0, { shift: 2 }],
              [5, 0, 20, 0, { status: 2 }],
            ]
          : [
              [5, 0, 20, 0, { status: 2 }],
              [3, 0, 20, 0, { shift: 2 }],
            ]),
      ],
    )
  })

  it('do not count who prepared the case', async () => {
    const [id = 0] = await giveApplications(bank, 1, 1)
    await sql`UPDATE case_file SET created_by = ${await employeeOf(9)} WHERE id = ${id}`.execute(bank.db)
    const nine = (await ask([id])).body.people.find((person) => person.id === 9)
    expect(nine).toMatchObject({ fits: 0, reasons: { ownWork: 1 } })
    const { body } = await give([id], 9)
    expect(body.results[0]).toMatchObject({ done: false })
    expect(body.results[0]?.reason).toContain('готовил эту заявку')
    expect(await heldBy(1)).toEqual([id])
  })

  it('are only those of the own tree, and so are the applications', async () => {
    const [own = 0, foreign = 0] = await giveApplications(bank, 1, 2)
    await sql`UPDATE application SET partner_id = 4 WHERE id = ${own}`.execute(bank.db)
    await withUpdate(async () => {
      const { body } = await ask([own, foreign], 'partner-admin')
      expect(body.applications.map(({ id }) => id)).toEqual([own])
      expect(body.people.map(({ id }) => id)).toEqual([7])
      expect((await ask([foreign], 'partner-admin')).body.people).toEqual([])
    })
  })
})

describe('an assignment by hand', () => {
  it('moves one or many, the loads, the history; both are told and so are open pages', async () => {
    const ids = await giveApplications(bank, 1, 3)
    await sql`DELETE FROM notification`.execute(bank.db)
    await sql`DELETE FROM live_event`.execute(bank.db)
    const { status, body } = await give(ids, 9, { reason: '  Болезнь Абрамовой ' })
    expect(status).toBe(200)
    expect(body.results.map(({ done, reason }) => [done, reason])).toEqual(ids.map(() => [true, null]))
    expect(await heldBy(9)).toEqual(ids)
    expect([await loadOf(1), await loadOf(9)]).toEqual([0, 3])
    const history = await bank.call(listAssignmentHistory, { params: { id: String(ids[0]) } })
    expect(history.body[0]).toMatchObject({
      kind: 'REASSIGNED',
      rule: 'manual',
      comment: 'Болезнь Абрамовой',
      approver: { id: 9 },
      previousApprover: { id: 1 },
    })
    const { rows } = await sql<{ employee_id: number; text: string }>`
      SELECT employee_id, text FROM notification ORDER BY id`.execute(bank.db)
    expect(rows.map((row) => row.employee_id)).toEqual([await employeeOf(9), await employeeOf(1)])
    expect(rows.every(({ text }) => text.includes('Болезнь Абрамовой'))).toBe(true)
    const { rows: told } = await sql<{ topic: string }>`SELECT DISTINCT topic FROM live_event`.execute(
      bank.db,
    )
    expect(told.map(({ topic }) => topic)).toEqual(
      expect.arrayContaining([
        topics.approvers('oic'),
        topics.unassigned('oic'),
        topics.cases('FULL_APPLICATION'),
        topics.case(ids[0] ?? 0),
      ]),
    )
  })

  it('takes one that nobody has', async () => {
    const ids = await giveApplications(bank, 1, 1)
    await sql`UPDATE application SET approver_id = NULL, assigned_at = NULL WHERE id = ANY(${ids}::int[])`.execute(
      bank.db,
    )
    expect((await give(ids, 7)).body.results[0]?.done).toBe(true)
    const history = await bank.call(listAssignmentHistory, { params: { id: String(ids[0]) } })
    expect(history.body[0]).toMatchObject({ kind: 'ASSIGNED', rule: 'manual', previousApprover: null })
  })

  it('answers each item by itself: the closed, the changed, the repeated and those above the limit', async () => {
    const ids = await giveApplications(bank, 1, 5)
    const [closed = 0, old = 0, first = 0, second = 0] = ids
    const items = await versionsOf(ids)
    await bank.call(closeApplication, { params: { id: String(closed) }, body: { status: 'CLIENT_REFUSED' } })
    await sql`UPDATE application SET version = version + 1 WHERE id = ${old}`.execute(bank.db)
    await sql`UPDATE approver SET max_open = 2 WHERE id = 9`.execute(bank.db)
    const again = items.filter(({ id }) => id === first)
    const { body } = await give([], 9, { items: [...items, ...again] })
    expect(body.results.map(({ done }) => done)).toEqual([false, false, true, true, false, false])
    const words = body.results.map(({ reason }) => reason ?? '')
    expect(words[0]).toContain('нет в очереди')
    expect(words[1]).toContain('тем временем')
    expect(words[4]).toContain('лимит исчерпан')
    expect(words[5]).toContain('дважды')
    expect(await heldBy(9)).toEqual([first, second])
  })

  it('refuses whoever became ineligible after the list was shown', async () => {
    const ids = await giveApplications(bank, 1, 1)
    expect((await ask(ids)).body.people.find(({ id }) => id === 9)?.fits).toBe(1)
    await sql`UPDATE approver SET work_status = 'PAUSE', version = version + 1 WHERE id = 9`.execute(bank.db)
    const { body } = await give(ids, 9)
    expect(body.results[0]?.reason).toContain('не активен')
    expect(await heldBy(1)).toEqual(ids)
  })

  it('of two at once lets one through', async () => {
    const ids = await giveApplications(bank, 1, 1)
    const items = await versionsOf(ids)
    const answers = await Promise.all([give([], 7, { items }), give([], 9, { items })])
    expect(answers.filter(({ body }) => body.results[0]?.done)).toHaveLength(1)
    expect((await heldBy(7)).length + (await heldBy(9)).length).toBe(1)
    expect((await loadOf(7)) + (await loadOf(9))).toBe(1)
  })

  it('wants a reason, known fields and an approver of the department', async () => {
    const ids = await giveApplications(bank, 1, 1)
    const { status, error } = await give(ids, 9, { reason: '   ' })
    expect([status, error.fields?.[0]?.path]).toEqual([400, 'reason'])
    expect((await give([], 9, { items: [] })).status).toBe(400)
    expect((await give(ids, 2)).status).toBe(404)
    expect((await give(ids, 999_999)).status).toBe(404)
  })

  it.each(['underwriter', 'agent', 'partner-admin', 'support'] as const)('is forbidden to %s', async (as) => {
    const ids = await giveApplications(bank, 1, 1)
    expect((await give(ids, 9, { as })).status).toBe(403)
    expect((await ask(ids, as)).status).toBe(403)
  })

  it('does not reach people and applications of another partner', async () => {
    const [theirs = 0] = await giveApplications(bank, 1, 1)
    await withUpdate(async () => {
      expect((await give([theirs], 1, { as: 'partner-admin' })).status).toBe(404)
      const { status, body } = await give([theirs], 7, { as: 'partner-admin' })
      expect(status).toBe(200)
      expect(body.results).toEqual([
        { id: theirs, number: null, done: false, reason: expect.stringContaining('не видна') },
      ])
    })
    expect(await heldBy(1)).toEqual([theirs])
  })
})
