import { listApproverApplications } from '@ipoteka-office/contract/queue/queue.ts'
import {
  type ApproverFilter,
  getApproverStatistics,
  listApproverHistory,
  listApprovers,
  saveApprover,
  approversExport,
} from '@ipoteka-office/contract/approvers/approvers.ts'
import { listRedistributed, listRedistributions } from '@ipoteka-office/contract/approvers/redistributions.ts'
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

const oic = (id: number) => ({ params: { type: 'oic' as const, id: String(id) } })
const leave = (id: number) =>
  bank.call(saveApprover, { ...oic(id), body: { workStatus: 'INACTIVE' } }, { as: 'workload' })
const events = async (id: number, as: Login = 'admin') =>
  (await bank.call(listRedistributions, oic(id), { as })).body
const applications = (id: number, redistribution: number, query = {}, as: Login = 'admin') =>
  bank.call(
    listRedistributed,
    { params: { ...oic(id).params, redistribution: String(redistribution) }, query },
    { as },
  )

describe('after a save to INACTIVE', () => {
  it('it is told who got which application, and which stayed with nobody and why', async () => {
    const ids = await giveApplications(bank, 1, 5)
    await sql`UPDATE application SET level_code = 'LEVEL_5' WHERE id = ${ids[4]}`.execute(bank.db)
    await sql`UPDATE approver SET max_open = 1 WHERE id = 7`.execute(bank.db)
    const saved = await leave(1)
    expect(saved.body).toMatchObject({ workStatus: 'INACTIVE', openApplicationsCount: 0 })
    const [event] = await events(1)
    expect(event).toMatchObject({
      version: saved.body.version,
      actor: 'Орлов Дмитрий Сергеевич',
      total: 5,
      unassigned: 1,
    })
    expect(event?.recipients.map(({ id, count }) => [id, count])).toEqual([
      [9, 3],
      [7, 1],
    ])
    const { body } = await applications(1, event?.id ?? 0)
    expect(body.totalElements).toBe(5)
    expect(body.content[0]).toMatchObject({
      id: ids[4],
      approver: null,
      rejected: { status: 2, shift: 1, level: 2 },
    })
    // As the tables have it: nobody is told of another holder than there is.
    const { rows } = await sql<{ id: number; holder: number | null }>`
      SELECT id, approver_id AS holder FROM application WHERE id = ANY(${ids}::int[]) ORDER BY id`.execute(
      bank.db,
    )
    const told = body.content.map(({ id, approver }) => ({ id, holder: approver?.id ?? null }))
    expect(told.toSorted((a, b) => a.id - b.id)).toEqual(rows)
    const second = (await applications(1, event?.id ?? 0, { page: 1, size: 3 })).body
    expect([second.content.length, second.totalElements]).toEqual([2, 5])
  })

  it('it stays readable, whatever becomes of the applications, under the change of the history', async () => {
    const [id = 0] = await giveApplications(bank, 9, 1)
    const saved = await leave(9)
    const [first] = await events(9)
    // The application is decided on, the approver comes back and leaves again.
    await resetApprovers(bank)
    await giveApplications(bank, 9, 2)
    await leave(9)
    const all = await events(9)
    expect(all.map(({ total }) => total)).toEqual([2, 1])
    expect(all[1]).toEqual(first)
    expect((await applications(9, first?.id ?? 0)).body.content.map((one) => one.id)).toEqual([id])
    const history = (await bank.call(listApproverHistory, { ...oic(9), query: { size: 10 } })).body.content
    expect(history.find(({ version }) => version === first?.version)?.changes).toContainEqual(
      expect.objectContaining({ label: 'Статус', newValue: 'Неактивный' }),
    )
    expect(first?.version).toBe(saved.body.version)
  })

  it('nothing is told where there was nothing to hand over', async () => {
    await leave(3)
    expect(await events(3)).toEqual([])
  })

  it('a reader of a partner is told of the own applications and approvers alone', async () => {
    const [own = 0] = await giveApplications(bank, 7, 2)
    await sql`UPDATE application SET partner_id = 4 WHERE id = ${own}`.execute(bank.db)
    await leave(7)
    const [event] = await events(7, 'partner-admin')
    expect(event?.total).toBe(1)
    const { body } = await applications(7, event?.id ?? 0, {}, 'partner-admin')
    expect(body.content.map(({ id }) => id)).toEqual([own])
    // Another approver's, an unknown one, and without the right.
    expect((await applications(1, event?.id ?? 0)).body.totalElements).toBe(0)
    expect((await applications(1, event?.id ?? 0, {}, 'partner-admin')).status).toBe(404)
    expect((await bank.call(listRedistributions, oic(1), { as: 'partner-admin' })).status).toBe(404)
    expect((await bank.call(listRedistributions, oic(7), { as: 'agent' })).status).toBe(403)
  })
})

describe('who is overloaded, late or at work', () => {
  const found = async (filter: ApproverFilter) => {
    const params = { type: 'oic' } as const
    const { body } = await bank.call(listApprovers, { params, query: { size: 100 }, body: filter })
    const statistics = (await bank.call(getApproverStatistics, { params, body: filter })).body
    expect(statistics.allEmployeesCount).toBe(body.totalElements)
    return body.content
  }
  const idsOf = async (filter: ApproverFilter) =>
    (await found(filter)).map(({ id }) => id).toSorted((a, b) => a - b)

  it('is found by the server, each as its column says', async () => {
    await giveApplications(bank, 1, 3)
    await giveApplications(bank, 3, 1)
    await giveApplications(bank, 9, 1)
    await sql`UPDATE approver SET max_open = CASE id WHEN 1 THEN 2 WHEN 3 THEN 1 WHEN 7 THEN 0 ELSE 20 END`.execute(
      bank.db,
    )
    // One that may have none and has none is not overloaded.
    expect(await idsOf({ overloaded: true })).toEqual([1, 3])
    expect(await idsOf({ onShift: true })).toEqual([1, 7, 9])
    expect(await idsOf({ overloaded: true, onShift: true })).toEqual([1])
    await sql`UPDATE application SET due_at = now() + interval '1 day' WHERE closed_at IS NULL AND approver_id = 9`.execute(
      bank.db,
    )
    expect(await idsOf({ overdue: true })).toEqual([1, 3])
    for (const one of await found({ overdue: true })) expect(one.overdueCount).toBeGreaterThan(0)
    for (const one of await found({ onShift: true })) expect(one.onShift).toBe(true)
    expect(await idsOf({ overdue: false })).toHaveLength(5)
    const wrong = { overdue: 'да' as unknown as boolean }
    const refused = await bank.call(listApprovers, { params: { type: 'oic' }, body: wrong })
    expect(refused.status).toBe(400)
  })

  it('is exported as it is shown', async () => {
    await giveApplications(bank, 1, 1)
    const { raw } = await bank.call(approversExport.now, {
      params: { type: 'oic' },
      body: {
        format: 'csv',
        filter: { onShift: true, overdue: true },
        sort: 'fullName,asc',
        columns: ['fullName'],
      },
    })
    expect(raw.body.trim().split('\n')).toHaveLength(2)
  })

  it('has as many applications in work as the list of them has rows', async () => {
    await giveApplications(bank, 9, 3)
    for (const { id, openApplicationsCount } of await found({})) {
      const { body } = await bank.call(listApproverApplications, { ...oic(id), query: {} })
      expect([id, body.totalElements]).toEqual([id, openApplicationsCount])
    }
  })
})
