import {
  type Approver,
  type ApproverFilter,
  findEmployeesByFullName,
  getApprover,
  getApproverStatistics,
  listApproverHistory,
  listApprovers,
  previewRedistribution,
  approversExport,
} from '@ipoteka-office/contract/approvers/approvers.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { giveApplications, noonClock, resetApprovers } from '#testing/approvers.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

const ural = 4

let bank: TestApp
beforeAll(async () => {
  bank = await testApp({ clock: noonClock })
})
afterAll(() => bank.close())
beforeEach(() => resetApprovers(bank))

const oic = (id: number) => ({ type: 'oic' as const, id: String(id) })
const give = (approverId: number, count: number) => giveApplications(bank, approverId, count)
const get = async (id: number, as: Login = 'workload') =>
  (await bank.call(getApprover, { params: oic(id) }, { as })).body
const list = async (body: ApproverFilter, query: Record<string, unknown> = {}, as: Login = 'workload') =>
  (await bank.call(listApprovers, { params: { type: 'oic' }, query, body }, { as })).body
const surnames = (page: { content: Approver[] }) => page.content.map(({ lastName }) => lastName)

describe('the list', () => {
  it('is in the order of Russian names, in pages with the total', async () => {
    const whole = await list({})
    expect(surnames(whole)).toEqual(['Абрамова', 'Бережной', 'Васильева-Ким', 'Добронравов', 'Ёлкина'])
    const page = await list({}, { page: 1, size: 2 })
    expect(page).toMatchObject({
      totalElements: 5,
      totalPages: 3,
      number: 1,
      size: 2,
      first: false,
      last: false,
    })
    expect(surnames(page)).toEqual(['Васильева-Ким', 'Добронравов'])
  })

  it('carries the load, what is overdue and whether the shift is on', async () => {
    await give(1, 4)
    const { content } = await list({})
    const loads = content.map((a) => [a.openApplicationsCount, a.overdueCount, a.onShift])
    expect(loads).toEqual([
      [4, 2, true],
      [0, 0, false],
      [0, 0, false],
      [0, 0, true],
      [0, 0, true],
    ])
    expect(content[0]?.lastAssignedAt).not.toBeNull()
    expect(content[0]?.mortgageApplicationLevels[0]).toEqual({
      code: 'LEVEL_2',
      name: 'Уровень 2 — андеррайтер',
    })
  })

  it.each([
    ['work status', { workStatus: 'PAUSE' as const }, ['Васильева-Ким']],
    ['ids', { ids: [9, 1, 999] }, ['Абрамова', 'Ёлкина']],
    ['levels', { mortgageApplicationLevels: ['LEVEL_1', 'LEVEL_5'] }, ['Бережной']],
    [
      'regions, with those who take all',
      { regions: ['78'] },
      ['Абрамова', 'Васильева-Ким', 'Добронравов', 'Ёлкина'],
    ],
    [
      'partners, with those who take all',
      { partners: [ural] },
      ['Абрамова', 'Бережной', 'Добронравов', 'Ёлкина'],
    ],
    ['a shift that overlaps', { workingShiftFrom: '05:00', workingShiftBy: '07:00' }, ['Бережной']],
    ['a moment of the shift', { workingShiftFrom: '23:30' }, ['Бережной']],
    ['the end of a shift, which is not part of it', { workingShiftFrom: '06:00' }, []],
    ['several conditions', { workStatus: 'ACTIVE' as const, ids: [5, 7] }, ['Добронравов']],
    ['nothing, when the parts are empty', { ids: [], regions: [], workingShiftFrom: '' }, null],
  ])('is filtered by %s', async (_, filter, expected) => {
    await sql`UPDATE approver SET level_codes = '{LEVEL_1}', all_regions = false, region_codes = '{77,50}' WHERE id = 3`.execute(
      bank.db,
    )
    await sql`UPDATE approver SET all_partners = false, partner_ids = '{2}' WHERE id = 5`.execute(bank.db)
    const page = await list(filter)
    if (expected === null) expect(page.totalElements).toBe(5)
    else expect(surnames(page)).toEqual(expected)
  })

  it.each([
    ['fullName,desc', 'Ёлкина'],
    ['workStatus,desc', 'Васильева-Ким'],
    ['shift,desc', 'Бережной'],
    ['load,desc', 'Добронравов'],
    ['overdue,desc', 'Ёлкина'],
    ['lastAssignedAt,desc', 'Ёлкина'],
  ])('is sorted by %s', async (sort, first) => {
    await give(7, 5)
    await sql`UPDATE application SET due_at = now() + interval '1 day' WHERE approver_id = 7`.execute(bank.db)
    await give(9, 3)
    expect(surnames(await list({}, { sort }))[0]).toBe(first)
  })

  it('counts the tabs by the filter without its status', async () => {
    const count = async (body: ApproverFilter, as: Login) =>
      (await bank.call(getApproverStatistics, { params: { type: 'oic' }, body }, { as })).body
    expect(await count({ workStatus: 'PAUSE' }, 'workload')).toEqual({
      allEmployeesCount: 5,
      activeEmployeesCount: 4,
      inactiveEmployeesCount: 0,
      pauseEmployeesCount: 1,
    })
    expect((await count({}, 'partner-admin')).allEmployeesCount).toBe(1)
  })

  it.each([
    ['an unknown status', { workStatus: 'SLEEPING' }, 'workStatus'],
    ['a time that is none', { workingShiftFrom: '25:00' }, 'workingShiftFrom'],
    ['an id as text', { ids: ['1; DROP TABLE approver'] }, 'ids.0'],
    ['an id beyond integers', { ids: [2_147_483_648] }, 'ids.0'],
  ])('refuses a filter with %s', async (_, filter, path) => {
    const answer = await bank.call(listApprovers, {
      params: { type: 'oic' },
      query: {},
      body: filter as never,
    })
    expect(answer.status).toBe(400)
    expect(answer.error.fields?.map((field) => field.path)).toEqual([path])
  })

  it('refuses an unknown order, a page too deep, an unknown department and who may not read', async () => {
    const ask = (query: object, type = 'oic', as: Login = 'workload') =>
      bank.call(listApprovers, { params: { type: type as 'oic' }, query, body: {} }, { as })
    expect((await ask({ sort: 'salary,asc' })).status).toBe(400)
    expect((await ask({ page: 500, size: 100 })).status).toBe(400)
    expect((await ask({}, 'abc')).status).toBe(404)
    expect((await ask({}, 'oic', 'agent')).status).toBe(403)
    expect((await ask({}, 'nis', 'partner-admin')).status).toBe(403)
  })

  it('has for a partner its own people alone', async () => {
    expect(surnames(await list({}, {}, 'partner-admin'))).toEqual(['Добронравов'])
    expect(surnames(await list({ ids: [1, 9] }, {}, 'partner-admin'))).toEqual([])
  })
})

describe('the search by name', () => {
  const find = async (fullName: string, as: Login = 'workload') =>
    (await bank.call(findEmployeesByFullName, { params: { type: 'oic' }, body: { fullName } }, { as })).body

  it.each([
    ['елкин', ['Ёлкина Вера Аркадьевна']],
    ['ВЕРА ёлк', ['Ёлкина Вера Аркадьевна']],
    ['ким', ['Васильева-Ким Ольга Романовна']],
    ['%', []],
    ['никто', []],
  ])('finds «%s»', async (text, names) => {
    expect((await find(text)).map(({ fullName }) => fullName)).toEqual(names)
  })

  it('does not show people of other partners, nor anybody to who may not read', async () => {
    expect(await find('елкин', 'partner-admin')).toEqual([])
    const params = { type: 'oic' as const }
    const answer = await bank.call(
      findEmployeesByFullName,
      { params, body: { fullName: 'а' } },
      { as: 'support' },
    )
    expect(answer.status).toBe(403)
  })
})

describe('one approver', () => {
  it('is read, but not of another department, not of another partner, not without the right', async () => {
    expect(await get(1)).toMatchObject({
      id: 1,
      lastName: 'Абрамова',
      role: 'Старший андеррайтер',
      allPartners: true,
    })
    const status = async (id: number, as: Login) =>
      (await bank.call(getApprover, { params: oic(id) }, { as })).status
    expect(await status(2, 'workload')).toBe(404)
    expect(await status(999_999, 'workload')).toBe(404)
    expect(await status(9, 'partner-admin')).toBe(404)
    expect(await status(7, 'partner-admin')).toBe(200)
    expect(await status(1, 'agent')).toBe(403)
  })
})

describe('history and preview', () => {
  it('are not there for rows of other partners, nor without the right', async () => {
    const history = async (id: number, as: Login) =>
      (await bank.call(listApproverHistory, { params: oic(id), query: {} }, { as })).status
    const preview = async (id: number, as: Login) =>
      (await bank.call(previewRedistribution, { params: oic(id) }, { as })).status
    for (const status of [history, preview]) {
      expect(await status(1, 'partner-admin')).toBe(404)
      expect(await status(7, 'partner-admin')).toBe(200)
      expect(await status(1, 'agent')).toBe(403)
      expect(await status(999_999, 'admin')).toBe(404)
    }
  })
})

describe('an export', () => {
  const body = (columns: readonly string[], filter: ApproverFilter = {}) =>
    ({ format: 'csv', filter, columns, sort: 'fullName,desc' }) as never
  const take = (columns: readonly string[], filter: ApproverFilter = {}, as: Login = 'workload') =>
    bank.call(approversExport.now, { params: { type: 'oic' }, body: body(columns, filter) }, { as })

  it('is a file with the rows of the filter, the chosen columns and the order of the list', async () => {
    const { status, headers, raw } = await take(['fullName', 'workStatus', 'load', 'regions'], {
      ids: [1, 5],
    })
    expect(status).toBe(200)
    expect(headers['content-disposition']).toContain('attachment')
    expect(raw.body.replace('\uFEFF', '').trim().split('\r\n')).toEqual([
      'Сотрудник;Статус;В работе;Лимит;Регионы',
      'Васильева-Ким Ольга Романовна;На паузе;0;20;Все регионы',
      'Абрамова Елена Игоревна;Активный;0;20;Все регионы',
    ])
  })

  it('is written down: who, how many rows, by which filter and columns; and the record cannot be changed', async () => {
    await take(['fullName'], { ids: [1, 5] })
    const { rows } =
      await sql`SELECT actor_id, action, object_type, row_count, details -> 'columns' AS columns,
      details -> 'filter' AS filter FROM access_event ORDER BY id DESC LIMIT 1`.execute(bank.db)
    expect(rows).toEqual([
      {
        actor_id: 2,
        action: 'EXPORT',
        object_type: 'EmployeeOic',
        row_count: 2,
        columns: ['fullName'],
        filter: { ids: [1, 5] },
      },
    ])
    await expect(sql`DELETE FROM access_event`.execute(bank.db)).rejects.toThrow('permission denied')
  })

  it('in the background is a task of the person', async () => {
    const request = { params: { type: 'oic' as const }, body: body(['fullName']) }
    const { status, body: task } = await bank.call(approversExport.task, request, { as: 'workload' })
    expect(status).toBe(200)
    expect(task).toMatchObject({ state: 'IDLE', total: 5 })
  })

  it('needs the right to export and a column that exists; a partner gets its own rows', async () => {
    expect((await take(['fullName'], {}, 'partner-admin')).status).toBe(403)
    expect((await take(['salary'])).status).toBe(400)
    await sql`INSERT INTO user_role_operation VALUES (5, 'EmployeeOic', 'Export') ON CONFLICT DO NOTHING`.execute(
      bank.db,
    )
    bank.session.forget()
    const { raw } = await take(['fullName'], {}, 'partner-admin')
    expect(raw.body.trim().split('\r\n').slice(1)).toEqual(['Добронравов Святослав Юрьевич'])
  })
})
