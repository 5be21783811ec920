import {
  type AccessFilter,
  searchAccessLog,
  accessLogExport,
} from '@ipoteka-office/contract/access-log/access-log.ts'
import { unmaskCase, unmaskPhone } from '@ipoteka-office/contract/access-log/unmask.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Login } from '#testing/test-tokens.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
  await sql`INSERT INTO person (id, partner_id, last_name, first_name, passport, phone, inn, snils) VALUES
    (901, 2, 'Ёжиков', 'Пётр', '9209235857', '79123456789', '500100732259', '11223344595'),
    (902, 2, 'Ёжикова', 'Анна', '9211111111', '79120000001', NULL, NULL)`.execute(bank.db)
  await sql`INSERT INTO case_file (id, type, number, partner_id, client_name, person_id, stage) VALUES
    (9001, 'SHORT_APPLICATION', 'К-26-900001', 2, 'Ёжиков Пётр', 901, 'DRAFT'),
    (9002, 'SHORT_APPLICATION', 'К-26-900002', 4, 'Чужой', NULL, 'DRAFT')`.execute(bank.db)
  await sql`INSERT INTO case_participant (case_id, role, person_id, name, sort) VALUES
    (9001, 'MAIN_BORROWER', 901, 'Ёжиков Пётр', 1), (9001, 'CO_BORROWER', 902, 'Ёжикова Анна', 2)`.execute(
    bank.db,
  )
})
afterAll(() => bank.close())

const show = (id: number, as: Login = 'agent') =>
  bank.call(unmaskCase, { params: { id: String(id) }, body: {} }, { as })
const journal = async (body: Partial<AccessFilter> = {}, as: Login = 'admin') =>
  (await bank.call(searchAccessLog, { query: {}, body }, { as })).body.content

it('«Показать» answers the numbers of everybody in the case, and each time is in the journal', async () => {
  const { status, body } = await show(9001)
  expect(status).toBe(200)
  expect(body).toEqual([
    {
      personId: 901,
      name: 'Ёжиков Пётр',
      role: null,
      passport: '9209235857',
      phone: '79123456789',
      inn: '500100732259',
      snils: '11223344595',
    },
    expect.objectContaining({ personId: 902, role: 'CO_BORROWER', phone: '79120000001' }),
  ])
  await show(9001)
  const entries = await journal({ actions: ['UNMASK'], search: 'К-26-900001' })
  expect(entries).toHaveLength(2)
  expect(entries[0]).toMatchObject({
    action: 'UNMASK',
    partner: { id: 2 },
    object: 'Краткая заявка',
    name: 'К-26-900001',
    link: '/short-app-edit/9001',
    rowCount: 2,
    what: 'Кнопка «Показать»',
  })
})

it('is refused to those without the right, for cases that are not theirs and for what is no id', async () => {
  const before = (await journal()).length
  expect((await show(9001, 'workload')).status).toBe(403)
  expect((await show(9002)).status).toBe(404)
  expect((await show(999_999)).status).toBe(404)
  expect((await bank.call(unmaskCase, { params: { id: '0' }, body: {} }, { as: 'agent' })).status).toBe(400)
  expect(await journal()).toHaveLength(before)
})

it('«Показать» in a row of a list answers the phone alone and is in the journal each time', async () => {
  await sql`UPDATE case_file SET client_phone = '79123456789' WHERE id = 9001`.execute(bank.db)
  const ask = (id: number, as: Login = 'agent') =>
    bank.call(unmaskPhone, { params: { id: String(id) }, body: {} }, { as })
  expect((await ask(9001)).body).toEqual({ phone: '79123456789' })
  await ask(9001)
  const entries = await journal({ actions: ['UNMASK'], search: 'К-26-900001' })
  const shown = entries.filter(({ what }) => what === 'Телефон клиента в списке')
  expect(shown.map(({ rowCount }) => rowCount)).toEqual([1, 1])
  expect((await ask(9001, 'viewer')).status).toBe(403)
  expect((await ask(9002)).status).toBe(404)
  expect((await bank.call(unmaskPhone, { params: { id: 'x' }, body: {} }, { as: 'agent' })).status).toBe(400)
  expect(await journal({ actions: ['UNMASK'], search: 'К-26-900001' })).toHaveLength(entries.length)
})

it('the journal is exported by its filter, and the export is its newest entry', async () => {
  const filter = { actions: ['UNMASK' as const], search: 'К-26-900001' }
  const body = { format: 'csv' as const, filter, columns: ['name' as const, 'what' as const] }
  const listed = await journal(filter)
  const { raw } = await bank.call(accessLogExport.now, { body })
  expect(raw.body.replace('\uFEFF', '').trim().split('\r\n')).toEqual([
    'Какой;Что',
    ...listed.map(({ name, what }) => `${name};${what}`),
  ])
  const entry = { action: 'EXPORT', object: 'Журнал доступа', rowCount: listed.length }
  expect((await journal())[0]).toMatchObject({ ...entry, what: 'CSV, столбцов: 2' })
  const task = await bank.call(accessLogExport.task, { body }, { as: 'viewer' })
  expect(task.body).toMatchObject({ title: 'Выгрузка «Журнал доступа.csv»', total: listed.length })
  expect((await journal())[0]).toMatchObject(entry)
  for (const call of [accessLogExport.now, accessLogExport.task])
    expect((await bank.call(call, { body }, { as: 'agent' })).status).toBe(403)
  const wrong = { body: { ...body, columns: [] } }
  expect((await bank.call(accessLogExport.now, wrong)).status).toBe(400)
})

it('the journal is found by action, person and day', async () => {
  await sql`INSERT INTO access_event (actor_id, action, object_type, row_count, details, at) VALUES
    (1, 'EXPORT', 'Partner', 12, '{"format": "xlsx", "columns": ["a", "b"]}', '2026-01-10 22:30+03')`.execute(
    bank.db,
  )
  const [found] = await journal({ from: '2026-01-10', to: '2026-01-10' })
  expect(found).toMatchObject({
    action: 'EXPORT',
    object: 'Партнёры',
    rowCount: 12,
    what: 'XLSX, столбцов: 2',
  })
  expect(await journal({ from: '2026-01-11', to: '2026-01-12' })).toEqual([])
  expect(await journal({ search: 'никого такого нет' })).toEqual([])
  expect((await journal({ actions: ['EXPORT'] })).every(({ action }) => action === 'EXPORT')).toBe(true)
})

it('the journal is for those with its right, and shows a partner nobody else’s people', async () => {
  for (const as of ['agent', 'workload', 'support'] as const)
    expect((await bank.call(searchAccessLog, { query: {}, body: {} }, { as })).status).toBe(403)
  expect((await bank.call(searchAccessLog, { query: {}, body: { actions: ['NO'] as never } })).status).toBe(
    400,
  )
  await sql`INSERT INTO user_role_operation (user_role_id, object_type, operation)
    VALUES (5, 'PersonalData', 'ReadAccessLog') ON CONFLICT DO NOTHING`.execute(bank.db)
  expect(await journal({}, 'partner-admin')).toEqual([])
  await sql`INSERT INTO access_event (actor_id, action, object_type, row_count, details)
    SELECT id, 'EXPORT', 'Partner', 1, '{}' FROM employee WHERE partner_id = 4 LIMIT 1`.execute(bank.db)
  expect((await journal({}, 'partner-admin')).map(({ partner }) => partner.id)).toEqual([4])
})
