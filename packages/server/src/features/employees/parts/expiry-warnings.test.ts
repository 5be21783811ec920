import { listNotifications } from '@ipoteka-office/contract/notifications/notifications.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { deliveredParameters } from '#testing/delivered-parameters.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { warnOfExpiry } from './expiry-warnings.service.ts'

/** 23 works at Ural, whose administrator is employee 5 (partner-admin); 700 is the head of 23. */
let today = '2027-03-01'
const clock = { timeZone: 'Europe/Moscow', now: () => new Date(`${today}T09:00:00Z`) }
let bank: TestApp
beforeAll(async () => {
  bank = await testApp({ clock })
  await sql`INSERT INTO employee (id, partner_id, last_name, first_name, middle_name) VALUES
    (700, 4, 'Начальник', 'Пётр', NULL), (701, 5, 'Филиальный', 'Иван', NULL)`.execute(bank.db)
  await sql`UPDATE employee SET head_id = 700 WHERE id = 23`.execute(bank.db)
})
afterAll(() => bank.close())
beforeEach(async () => {
  for (const table of ['notification', 'procuracy', 'employee_document', 'expiry_warning', 'partner_event'])
    await sql`DELETE FROM ${sql.table(table)}`.execute(bank.db)
})

const procuracy = (employeeId: number, dateTo: string, more = sql`NULL`) =>
  sql`INSERT INTO procuracy (employee_id, number, date_from, date_to, scope, revoked_on)
    VALUES (${employeeId}, '77-1', '2026-01-01', ${dateTo}, 'Всё', ${more})`.execute(bank.db)
const warnOn = async (day: string) => {
  today = day
  return warnOfExpiry(bank.db, { clock, parameters: deliveredParameters })
}
const told = async () => {
  const { rows } = await sql<{ employee_id: number; text: string; link: string }>`
    SELECT employee_id, text, link FROM notification ORDER BY id`.execute(bank.db)
  return rows
}

it('warns the head and the administrators 30 and 7 days before the end, each time once', async () => {
  await procuracy(23, '2027-03-31')
  expect(await warnOn('2027-02-28')).toBe(0)
  expect(await warnOn('2027-03-01')).toBe(1)
  expect(await warnOn('2027-03-01')).toBe(0)
  expect(await warnOn('2027-03-23')).toBe(0)
  expect((await told()).map((row) => row.employee_id)).toEqual([5, 700])
  expect((await told())[0]).toMatchObject({
    text: 'Добронравов Святослав Юрьевич: доверенность № 77-1 действует до 31.03.2027',
    link: '/partner/4/employee/23',
  })
  expect(await warnOn('2027-03-24')).toBe(1)
  expect(await warnOn('2027-03-31')).toBe(0)
  expect(await warnOn('2027-04-01')).toBe(0)
  const { body } = await bank.call(listNotifications, { query: {} }, { as: 'partner-admin' })
  expect(body).toMatchObject({ totalElements: 2, content: [{ kind: 'warning' }, { kind: 'warning' }] })
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM partner_event WHERE event_code = 'PROCURACY_EXPIRING'`.execute(bank.db)
  expect(rows[0]?.count).toBe(2)
})

it('makes up for days that were missed with the nearest warning alone', async () => {
  await procuracy(23, '2027-03-31')
  expect(await warnOn('2027-03-29')).toBe(1)
  expect(await told()).toHaveLength(2)
})

it('tells the administrators of the partner above where a branch has none', async () => {
  await procuracy(701, '2027-03-20')
  await warnOn('2027-03-01')
  expect((await told()).map((row) => row.employee_id)).toEqual([5])
})

it('warns of documents of authority and of a prolonged procuracy anew', async () => {
  await sql`INSERT INTO employee_document (employee_id, kind, type_code, number, valid_to) VALUES
    (23, 'AUTHORITY', 'ORDER', '12', '2027-03-05'), (23, 'OTHER', 'SNILS', '', '2027-03-05')`.execute(bank.db)
  expect(await warnOn('2027-03-01')).toBe(1)
  expect((await told())[0]?.text).toContain('документ «Приказ» № 12 действует до 05.03.2027')
  await sql`UPDATE employee_document SET valid_to = '2027-04-20' WHERE kind = 'AUTHORITY'`.execute(bank.db)
  expect(await warnOn('2027-04-01')).toBe(1)
})

it('keeps silent of what is revoked, deleted or of people who left', async () => {
  await procuracy(23, '2027-03-20', sql`'2027-01-01'`)
  await procuracy(701, '2027-03-20')
  await sql`UPDATE procuracy SET deleted_at = now() WHERE employee_id = 701`.execute(bank.db)
  await procuracy(8, '2027-03-20')
  expect(await warnOn('2027-03-01')).toBe(0)
})

it('is done once by two jobs at a time', async () => {
  await procuracy(23, '2027-03-31')
  today = '2027-03-05'
  const counts = await Promise.all([
    warnOfExpiry(bank.db, { clock, parameters: deliveredParameters }),
    warnOfExpiry(bank.db, { clock, parameters: deliveredParameters }),
  ])
  expect(counts[0] + counts[1]).toBe(1)
  expect(await told()).toHaveLength(2)
})
