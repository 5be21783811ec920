import { getApprover } from '@ipoteka-office/contract/approvers/approvers.ts'
import * as api from '@ipoteka-office/contract/employees/employee-absences.ts'
import { filterPartnerEmployees } from '@ipoteka-office/contract/employees/employees.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { resetApprovers } from '#testing/approvers.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { absenceTick } from './absences.service.ts'

/** Employee 20 has the approvers 1 (ОИК) and 2 (НИС), 22 has 5 and 6, which are paused already; both work at the bank. */
const person = '20'
let today = '2027-03-10'
// Noon of Moscow, so that no zone makes it another day.
const clock = { timeZone: 'Europe/Moscow', now: () => new Date(`${today}T09:00:00Z`) }
let bank: TestApp
beforeAll(async () => {
  bank = await testApp({ clock })
  await sql`INSERT INTO employee (id, partner_id, last_name, first_name, not_active) VALUES
    (700, 1, 'Запасной', 'Иван', false), (701, 1, 'Бывший', 'Иван', true), (702, 2, 'Чужой', 'Иван', false)`.execute(
    bank.db,
  )
})
afterAll(() => bank.close())
beforeEach(async () => {
  today = '2027-03-10'
  await sql`DELETE FROM employee_absence`.execute(bank.db)
  await resetApprovers(bank)
})

const vacation = { reason: 'VACATION' as const, dateFrom: '2027-03-15', dateTo: '2027-03-20' }
const add = (body: object = {}, employeeId = person) =>
  bank.call(api.createAbsence, { params: { employeeId }, body: { ...vacation, ...body } })
const change = (id: number, version: number, body: object) =>
  bank.call(api.updateAbsence, {
    params: { employeeId: person, id: String(id) },
    body: { ...vacation, version, ...body },
  })
const cancel = (id: number, version: number) =>
  bank.call(api.cancelAbsence, { params: { employeeId: person, id: String(id) }, query: { version } })
const list = async () => (await bank.call(api.listAbsences, { params: { employeeId: person } })).body
const fieldOf = async (answer: ReturnType<typeof add>) => (await answer).error.fields?.[0]
const tickOn = async (day: string) => {
  today = day
  return absenceTick(bank.db, clock)
}
const statusOf = async (...ids: number[]) => {
  const { rows } = await sql<{ status: string }>`
    SELECT work_status AS status FROM approver WHERE id = ANY(${ids}::int[]) ORDER BY id`.execute(bank.db)
  return rows.map(({ status }) => status)
}

const pauseReasonOf = async (type: 'oic' | 'nis', id: string) =>
  (await bank.call(getApprover, { params: { type, id } })).body.pauseReason

describe('an absence', () => {
  it('pauses the approvers on its first day and returns exactly those after its last', async () => {
    await sql`UPDATE approver SET work_status = 'PAUSE' WHERE id = 2`.execute(bank.db)
    await add()
    expect(await tickOn('2027-03-14')).toBe(0)
    expect(await statusOf(1, 2)).toEqual(['ACTIVE', 'PAUSE'])
    expect(await tickOn('2027-03-15')).toBe(1)
    expect(await statusOf(1, 2)).toEqual(['PAUSE', 'PAUSE'])
    expect(await list()).toMatchObject([{ state: 'CURRENT', pausedApprovers: [{ id: 1, type: 'oic' }] }])
    expect(await pauseReasonOf('oic', '1')).toBe('Отпуск до 20.03.2027')
    expect(await pauseReasonOf('nis', '2')).toBeNull()
    expect(await tickOn('2027-03-15')).toBe(0)
    expect(await tickOn('2027-03-20')).toBe(0)
    expect(await tickOn('2027-03-21')).toBe(1)
    expect(await statusOf(1, 2)).toEqual(['ACTIVE', 'PAUSE'])
    expect(await list()).toMatchObject([{ state: 'ENDED', pausedApprovers: [] }])
    const { rows } = await sql<{ data: unknown }>`
      SELECT data FROM pgboss.job WHERE name = 'distribute' AND data = '{"type": "oic"}'`.execute(bank.db)
    expect(rows.length).toBe(1)
  })

  it('leaves an approver alone whom somebody has moved meanwhile', async () => {
    await add()
    await tickOn('2027-03-15')
    await sql`UPDATE approver SET work_status = 'INACTIVE' WHERE id = 1`.execute(bank.db)
    await tickOn('2027-03-21')
    expect(await statusOf(1, 2)).toEqual(['INACTIVE', 'ACTIVE'])
  })

  it('does not wake an approver whose settings were emptied', async () => {
    await add()
    await tickOn('2027-03-15')
    await sql`UPDATE approver SET level_codes = '{}' WHERE id = 1`.execute(bank.db)
    await tickOn('2027-03-21')
    expect(await statusOf(1, 2)).toEqual(['PAUSE', 'ACTIVE'])
  })

  it('that begins today acts at once, and its cancellation too', async () => {
    const { body } = await add({ dateFrom: today })
    expect(body).toMatchObject({ state: 'CURRENT', pausedApprovers: [{ id: 1 }, { id: 2 }] })
    expect(await statusOf(1, 2)).toEqual(['PAUSE', 'PAUSE'])
    expect((await cancel(body.id, body.version)).status).toBe(204)
    expect(await statusOf(1, 2)).toEqual(['ACTIVE', 'ACTIVE'])
    expect(await list()).toMatchObject([{ state: 'CANCELLED', pausedApprovers: [] }])
    expect((await cancel(body.id, body.version + 1)).status).toBe(409)
  })

  it('that was slept through begins late and one that is over by then pauses nobody', async () => {
    await add()
    await add({ dateFrom: '2027-03-25', dateTo: '2027-03-26' })
    await tickOn('2027-03-26')
    expect(await statusOf(1)).toEqual(['PAUSE'])
    await tickOn('2027-04-01')
    expect(await statusOf(1)).toEqual(['ACTIVE'])
    expect((await list()).map(({ state }) => state)).toEqual(['ENDED', 'ENDED'])
  })

  it('that follows another keeps the pause', async () => {
    await add()
    await add({ dateFrom: '2027-03-21', dateTo: '2027-03-22', reason: 'SICK_LEAVE' })
    await tickOn('2027-03-15')
    await tickOn('2027-03-21')
    expect(await statusOf(1)).toEqual(['PAUSE'])
    await tickOn('2027-03-23')
    expect(await statusOf(1)).toEqual(['ACTIVE'])
  })

  it('that is shortened to the past ends at once; its beginning stays when it has begun', async () => {
    const { body } = await add()
    await tickOn('2027-03-18')
    const moved = await change(body.id, body.version, { dateFrom: '2027-03-16' })
    expect(moved.error.fields).toMatchObject([{ path: 'dateFrom' }])
    const ended = await change(body.id, body.version, { dateTo: '2027-03-17' })
    expect(ended.body).toMatchObject({ state: 'ENDED' })
    expect(await statusOf(1)).toEqual(['ACTIVE'])
    expect((await change(body.id, ended.body.version, { comment: 'поздно' })).status).toBe(409)
  })

  it('of the past is written down without consequences', async () => {
    const { body } = await add({ dateFrom: '2027-01-10', dateTo: '2027-01-12' })
    expect(body.state).toBe('ENDED')
    expect(await statusOf(1, 2)).toEqual(['ACTIVE', 'ACTIVE'])
  })

  it('is begun once by two ticks at a time', async () => {
    await add()
    today = '2027-03-15'
    await Promise.all([absenceTick(bank.db, clock), absenceTick(bank.db, clock)])
    await tickOn('2027-03-21')
    expect(await statusOf(1, 2)).toEqual(['ACTIVE', 'ACTIVE'])
  })

  it('is seen in the list of employees', async () => {
    const { body: deputy } = await add({ dateFrom: today, deputyId: 700 })
    const { body } = await bank.call(filterPartnerEmployees, {
      params: { partnerId: '1' },
      query: {},
      body: { absentNow: true },
    })
    expect(body.content).toMatchObject([
      { id: 20, absence: { id: deputy.id, reason: 'VACATION', dateTo: '2027-03-20', deputy: { id: 700 } } },
    ])
  })
})

describe('what is refused', () => {
  it('days of another absence, and of two at once one', async () => {
    await add()
    expect(await fieldOf(add({ dateFrom: '2027-03-20', dateTo: '2027-03-30' }))).toEqual({
      path: 'dateFrom',
      message: 'Пересекается с отсутствием 15.03.2027 – 20.03.2027',
    })
    const two = await Promise.all([
      add({ dateFrom: '2027-05-01', dateTo: '2027-05-02' }),
      add({ dateFrom: '2027-05-02', dateTo: '2027-05-03' }),
    ])
    expect(two.map(({ status }) => String(status)).sort()).toEqual(['200', '400'])
  })

  it.each([
    [20, 'сам себя'],
    [701, 'отключён'],
    [702, 'того же партнёра'],
    [4711, 'не найден'],
  ])('the deputy %i', async (deputyId, message) => {
    const field = await fieldOf(add({ deputyId }))
    expect(field?.path).toBe('deputyId')
    expect(field?.message).toContain(message)
  })

  it('a deputy who is away on these days', async () => {
    await add({ dateFrom: '2027-03-19', dateTo: '2027-03-25' }, '700')
    expect((await fieldOf(add({ deputyId: 700 })))?.message).toContain('сам отсутствует')
  })

  it('an old version', async () => {
    const { body } = await add()
    await change(body.id, body.version, { comment: 'Море' })
    const late = await change(body.id, body.version, { comment: 'Горы' })
    expect([late.status, late.error.current]).toMatchObject([409, { comment: 'Море' }])
  })
})
