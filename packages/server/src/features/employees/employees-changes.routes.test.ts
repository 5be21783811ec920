import { employeesExport } from '@ipoteka-office/contract/employees/employee-exports.ts'
import { getEmployeeRoles, saveEmployeeRoles } from '@ipoteka-office/contract/employees/employee-rights.ts'
import * as api from '@ipoteka-office/contract/employees/employees.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lastRoleEditorMessage } from '#http/errors.ts'
import { giveApplications, resetApprovers } from '#testing/approvers.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { soon } from '#testing/waiting/soon.ts'

/** Partner 4 is Ural, 5 its branch, 2 Volga; partner-admin is employee 5 at Ural; 23 works at Ural. */
const ural = '4'
const page = { page: 0, size: 20 }
let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
  await sql`INSERT INTO employee (id, partner_id, last_name, first_name, middle_name, job_title, login, email) VALUES
    (800, 4, 'Ёлочкин', 'Артём', 'Ильич', 'Ведущий менеджер', 'Elka', 'elka@ural.ru'),
    (801, 5, 'Пермяк', 'Зоя', NULL, 'Менеджер', 'perm', NULL),
    (802, 2, 'Волгин', 'Яков', NULL, 'Менеджер', 'volgin', NULL)`.execute(bank.db)
})
beforeEach(async () => {
  await sql`UPDATE employee SET head_id = NULL, not_active = false WHERE id >= 800`.execute(bank.db)
})
afterAll(() => bank.close())

const find = async (
  body: object,
  partnerId = ural,
  as: 'partner-admin' | 'admin' | 'underwriter' = 'partner-admin',
) => (await bank.call(api.filterPartnerEmployees, { params: { partnerId }, query: page, body }, { as })).body
const namesOf = (rows: { fullName: string }[]) => rows.map((row) => row.fullName.split(' ')[0])
const cardOf = async (id: number, partnerId = ural) =>
  (await bank.call(api.getPartnerEmployee, { params: { partnerId, id: String(id) } })).body
type Card = Awaited<ReturnType<typeof cardOf>>
const inputOf = ({
  lastName,
  firstName,
  middleName,
  sex,
  jobTitle,
  birthDate,
  email,
  phone,
  login,
  head,
  notActive,
  version,
}: Card) => ({
  lastName,
  firstName,
  middleName,
  sex,
  jobTitle,
  birthDate,
  email,
  phone,
  login,
  notActive,
  version,
  headId: head?.id ?? null,
})
const save = async (id: number, change: object, as: 'partner-admin' | 'admin' = 'admin') => {
  const card = await cardOf(id)
  const params = { partnerId: ural, id: String(id) }
  return bank.call(api.updatePartnerEmployee, { params, body: { ...inputOf(card), ...change } }, { as })
}
const create = (body: object, partnerId = ural, as: 'partner-admin' | 'admin' = 'partner-admin') =>
  bank.call(
    api.createPartnerEmployee,
    { params: { partnerId }, body: { lastName: 'Новиков', firstName: 'Глеб', ...body } },
    { as },
  )

describe('the list', () => {
  it("finds by a part of the name or of the login, «ё» like «е», in the partner's own rows", async () => {
    expect(namesOf((await find({ text: 'елочк арт' })).content)).toEqual(['Ёлочкин'])
    expect(namesOf((await find({ text: 'ELK' })).content)).toEqual(['Ёлочкин'])
    expect((await find({ text: 'пермяк' })).content).toEqual([])
    expect(namesOf((await find({ text: 'пермяк', includeBranches: true })).content)).toEqual(['Пермяк'])
    expect((await find({ text: '%' })).content).toEqual([])
    expect((await find({ text: 'волгин', includeBranches: true })).content).toEqual([])
  })

  it('filters by title, role and activity, and counts whatever the activity', async () => {
    expect(namesOf((await find({ jobTitle: 'ведущ' })).content)).toEqual(['Ёлочкин'])
    expect(namesOf((await find({ userRoleIds: [5] })).content)).toEqual(['Гусейнов'])
    await sql`UPDATE employee SET not_active = true WHERE id = 800`.execute(bank.db)
    const { totals, totalElements } = await find({ notActive: true })
    expect(totalElements).toBe(1)
    expect(totals).toMatchObject({ all: totals.active + 1, notActive: 1 })
  })

  it('finds who is away today and whose procuracy ends within 30 days', async () => {
    await sql`INSERT INTO employee_absence (employee_id, reason, date_from, date_to)
      VALUES (800, 'VACATION', current_date - 1, current_date + 2)`.execute(bank.db)
    await sql`INSERT INTO procuracy (employee_id, number, date_from, date_to, scope) VALUES
      (800, 'А', current_date - 100, current_date + 10, 'Всё'), (23, 'Б', current_date - 100, current_date + 10, 'Всё'),
      (23, 'В', current_date - 1, current_date + 100, 'Всё')`.execute(bank.db)
    const away = await find({ absentNow: true })
    expect(away.content).toMatchObject([{ id: 800, absence: { reason: 'VACATION', deputy: null } }])
    expect(away.totals.absent).toBe(1)
    expect(await find({ procuracyExpiring: true })).toMatchObject({
      content: [{ id: 800, procuracy: { state: 'EXPIRING' } }],
    })
  })

  it('shows e-mail and phone only to those who may read cards', async () => {
    await sql`INSERT INTO user_role_operation (user_role_id, object_type, operation) VALUES (3, 'PartnerEmployee', 'List')`.execute(
      bank.db,
    )
    const seen = async (as: 'underwriter' | 'admin') =>
      (await find({ text: 'elka' }, ural, as)).content[0]?.email
    await expect.poll(() => seen('underwriter')).toBeNull()
    expect(await seen('admin')).toBe('elka@ural.ru')
  })

  it('is exported whole in its order, and the export is written down', async () => {
    const body = {
      format: 'csv' as const,
      filter: { includeBranches: true },
      sort: 'fullName,desc',
      columns: ['fullName' as const, 'login' as const, 'partner' as const],
    }
    const { raw } = await bank.call(
      employeesExport.now,
      { params: { partnerId: ural }, body },
      { as: 'partner-admin' },
    )
    const lines = raw.body.trim().split(/\r?\n/)
    expect(lines[0]).toContain('Сотрудник')
    expect(lines.findIndex((l) => l.includes('Пермяк'))).toBeLessThan(
      lines.findIndex((l) => l.includes('Ёлочкин')),
    )
    expect(raw.body).not.toContain('Волгин')
    const { rows } = await sql<{ row_count: number }>`
      SELECT row_count FROM access_event WHERE object_type = 'PartnerEmployee' ORDER BY id DESC LIMIT 1`.execute(
      bank.db,
    )
    expect(rows[0]?.row_count).toBe(lines.length - 1)
  })
})

describe('a login', () => {
  it('is one in the whole bank, whatever the case of its letters', async () => {
    const taken = await create({ login: 'VOLGIN' })
    expect(taken.error.fields).toEqual([{ path: 'login', message: 'Логин занят другим сотрудником' }])
    expect((await save(800, { login: 'Perm' })).error.fields?.[0]?.path).toBe('login')
    expect((await save(800, { login: 'ELKA' })).status).toBe(200)
  })

  it('of somebody with more rights cannot be taken over', async () => {
    await sql`INSERT INTO employee_user_role (employee_id, user_role_id) VALUES (800, 1)`.execute(bank.db)
    expect((await save(800, { login: 'mine' }, 'partner-admin')).status).toBe(403)
    expect((await save(800, { jobTitle: 'Другая' }, 'partner-admin')).status).toBe(200)
    await sql`DELETE FROM employee_user_role WHERE employee_id = 800`.execute(bank.db)
  })

  it('that belongs to an account does not change', async () => {
    await sql`UPDATE employee SET identity_id = gen_random_uuid() WHERE id = 800`.execute(bank.db)
    expect((await save(800, { login: 'other' })).error.fields?.[0]?.path).toBe('login')
    await sql`UPDATE employee SET identity_id = NULL WHERE id = 800`.execute(bank.db)
  })
})

describe('a head', () => {
  it('is of the same tree of partners and never makes a circle', async () => {
    expect((await save(23, { headId: 800 })).status).toBe(200)
    expect((await save(800, { headId: 801 })).status).toBe(200)
    const circle = await bank.call(api.updatePartnerEmployee, {
      params: { partnerId: '5', id: '801' },
      body: { ...inputOf(await cardOf(801, '5')), headId: 23 },
    })
    expect(circle.error.fields).toMatchObject([{ path: 'headId' }])
    expect((await save(800, { headId: 800 })).status).toBe(400)
    expect((await save(800, { headId: 802 })).error.fields?.[0]?.message).toContain('того же партнёра')
    await sql`UPDATE employee SET head_id = NULL WHERE id = 23`.execute(bank.db)
  })

  it('two changes at once make no circle either', async () => {
    const both = await Promise.all([save(800, { headId: 23 }), save(23, { headId: 800 })])
    expect(both.map(({ status }) => String(status)).sort()).toEqual(['200', '400'])
    await sql`UPDATE employee SET head_id = NULL WHERE id IN (23, 800)`.execute(bank.db)
  })

  it('of a partner is who has people under them', async () => {
    await save(23, { headId: 800 })
    const { body } = await bank.call(
      api.getHeadEmployee,
      { params: { partnerId: ural } },
      { as: 'partner-admin' },
    )
    expect(body.head).toMatchObject({ id: 800, partner: { id: 4 } })
    await sql`UPDATE employee SET head_id = NULL WHERE id = 23`.execute(bank.db)
  })
})

describe('a card', () => {
  it('says who was faster, and a save that changes nothing leaves no trace', async () => {
    const before = await cardOf(800)
    await save(800, { jobTitle: 'Главный менеджер', phone: '+79991234567' })
    const late = await bank.call(api.updatePartnerEmployee, {
      params: { partnerId: ural, id: '800' },
      body: { ...inputOf(before), jobTitle: 'Ещё один' },
    })
    expect(late.status).toBe(409)
    expect(late.error).toMatchObject({
      current: { jobTitle: 'Главный менеджер', version: before.version + 1 },
      by: { descriptor: 'Кузнецова Мария Викторовна' },
    })
    const same = await save(800, {})
    expect(same.body.version).toBe(before.version + 1)
  })

  it('keeps a readable history', async () => {
    await save(800, { birthDate: '1990-05-17', sex: 'MALE' })
    const params = { partnerId: ural, id: '800' }
    const { body } = await bank.call(api.listEmployeeHistory, { params, query: page })
    expect(body.content[0]).toMatchObject({
      actor: 'Кузнецова Мария Викторовна',
      changes: [
        { label: 'Пол', oldValue: '−', newValue: 'Мужской' },
        { label: 'Дата рождения', newValue: '17.05.1990' },
      ],
    })
  })

  it('refuses a child, a wrong phone and a wrong e-mail', async () => {
    const fields = async (change: object) => (await save(800, change)).error.fields?.map(({ path }) => path)
    expect(await fields({ birthDate: '2020-01-01' })).toEqual(['birthDate'])
    expect(await fields({ phone: '123', email: 'x' })).toEqual(['email', 'phone'])
  })

  it('of a partner that is not the named one is not there', async () => {
    const { status } = await bank.call(api.getPartnerEmployee, { params: { partnerId: '5', id: '800' } })
    expect(status).toBe(404)
  })
})

describe('switching off', () => {
  it('hands the applications to others, frees groups and deputies, and says so before', async () => {
    await resetApprovers(bank)
    const { rows } = await sql<{ id: number; approver: number }>`
      SELECT employee_id AS id, id AS approver FROM approver WHERE id = 7`.execute(bank.db)
    const { id = 0, approver = 0 } = rows[0] ?? {}
    const applications = await giveApplications(bank, approver, 3)
    await sql`INSERT INTO workgroup (id, partner_id, name, head_id) VALUES (50, 4, 'Урал', ${id})`.execute(
      bank.db,
    )
    await sql`INSERT INTO employee_absence (employee_id, deputy_id, reason, date_from, date_to)
      VALUES (801, ${id}, 'OTHER', current_date + 5, current_date + 6)`.execute(bank.db)
    const params = { partnerId: ural, id: String(id) }
    const { body } = await bank.call(api.getEmployeeDependants, { params })
    expect(body).toMatchObject({
      openApplicationsCount: 3,
      headOfWorkgroups: [{ name: 'Урал' }],
      deputyOf: [{ employee: { id: 801 } }],
      refusal: null,
    })
    const { version } = await cardOf(id)
    expect((await bank.call(api.deactivatePartnerEmployee, { params, query: { version } })).status).toBe(204)
    expect(await cardOf(id)).toMatchObject({
      notActive: true,
      approvers: [
        { type: 'oic', workStatus: 'INACTIVE', openApplicationsCount: 0 },
        { type: 'nis', workStatus: 'INACTIVE' },
      ],
    })
    const left = await sql<{ count: number }>`SELECT count(*)::int AS count FROM application
      WHERE id = ANY(${applications}::int[]) AND approver_id = ${approver}`.execute(bank.db)
    expect(left.rows[0]?.count).toBe(0)
    const group = await sql<{ head_id: number | null }>`SELECT head_id FROM workgroup WHERE id = 50`.execute(
      bank.db,
    )
    expect(group.rows[0]?.head_id).toBeNull()
    const absence = await sql`SELECT FROM employee_absence WHERE deputy_id = ${id}`.execute(bank.db)
    expect(absence.rows).toEqual([])
  })

  it('of oneself is refused, and of several each is answered by itself', async () => {
    const query = { ids: '5,800,999' }
    const { body } = await bank.call(
      api.deactivatePartnerEmployees,
      { params: { partnerId: ural }, query },
      { as: 'partner-admin' },
    )
    expect(body.results).toEqual([
      { id: 5, done: false, reason: 'Нельзя отключить самого себя' },
      { id: 800, done: true, reason: null },
      { id: 999, done: false, reason: 'Сотрудник не найден' },
    ])
  })

  it('of the last person who may edit roles is refused', async () => {
    await sql`INSERT INTO user_role_operation (user_role_id, object_type, operation)
      VALUES (2, 'PartnerEmployee', 'Update')`.execute(bank.db)
    const params = { partnerId: '1', id: '1' }
    await expect
      .poll(
        async () => (await bank.call(api.getEmployeeDependants, { params }, { as: 'workload' })).body.refusal,
      )
      .toBe(lastRoleEditorMessage)
    const { version } = await cardOf(1, '1')
    await expect
      .poll(
        async () =>
          (await bank.call(api.deactivatePartnerEmployee, { params, query: { version } }, { as: 'workload' }))
            .error?.message,
      )
      .toBe(lastRoleEditorMessage)
    expect((await cardOf(1, '1')).notActive).toBe(false)
  })
})

describe('roles of an employee', () => {
  type Giver = 'admin' | 'partner-admin' | 'workload'
  const rolesOf = async (id: number, as: Giver = 'admin') =>
    (await bank.call(getEmployeeRoles, { params: { employeeId: String(id) } }, { as })).body
  const give = async (id: number, userRoleIds: number[], as: Giver = 'admin') =>
    bank.call(
      saveEmployeeRoles,
      { params: { employeeId: String(id) }, body: { userRoleIds, version: (await rolesOf(id)).version } },
      { as },
    )

  beforeAll(async () => {
    await sql`INSERT INTO user_role (id, code, name, is_disabled, partner_may_give) VALUES
      (90, 'URAL_READER', 'Читатель Урала', false, true), (91, 'OLD', 'Прежняя роль', true, true)`.execute(
      bank.db,
    )
    await sql`INSERT INTO user_role_operation (user_role_id, object_type, operation) VALUES (90, 'Partner', 'Read')`.execute(
      bank.db,
    )
    await soon(async () => expect((await give(801, [90], 'partner-admin')).status).toBe(200))
  })

  it('are given and taken away, and act on the next request', async () => {
    expect((await rolesOf(801)).held).toMatchObject([{ code: 'URAL_READER', isDisabled: false }])
    expect((await give(801, [])).body.held).toEqual([])
    const { body } = await bank.call(api.listEmployeeHistory, {
      params: { partnerId: '5', id: '801' },
      query: page,
    })
    expect(body.content[0]?.changes).toMatchObject([{ label: 'Роль: роль', oldValue: 'Читатель Урала' }])
  })

  it('with operations that the caller does not hold are neither given nor taken', async () => {
    const { available } = await rolesOf(801, 'partner-admin')
    expect(available.find(({ code }) => code === 'ADMINISTRATOR')).toBeUndefined()
    expect(available.find(({ code }) => code === 'URAL_READER')?.refusal).toBeNull()
    expect((await give(801, [1], 'partner-admin')).status).toBe(403)
    await give(801, [1])
    const held = (await rolesOf(801, 'partner-admin')).available
    expect(held.find(({ code }) => code === 'ADMINISTRATOR')?.refusal).toContain('выдаёт банк')
    expect((await give(801, [], 'partner-admin')).status).toBe(403)
    expect((await give(801, [])).status).toBe(200)
  })

  it('are given by the bank’s people only with rights that they hold themselves', async () => {
    await sql`INSERT INTO user_role_operation (user_role_id, object_type, operation)
      VALUES (2, 'PartnerEmployee', 'Read'), (2, 'PartnerEmployee', 'UpdateRoles') ON CONFLICT DO NOTHING`.execute(
      bank.db,
    )
    // As an administrator of the workload the giver holds the second role, and of the first one a part.
    const [underwriter, workload] = [3, 2]
    await expect.poll(async () => (await give(801, [workload], 'workload')).status).toBe(200)
    const { available } = await rolesOf(801, 'workload')
    const refusal = 'Роль даёт права, которых нет у вас: обратитесь к администратору ролей'
    expect(available.find(({ id }) => id === workload)?.refusal).toBeNull()
    expect(available.find(({ id }) => id === underwriter)?.refusal).toBe(refusal)
    const refused = await give(801, [workload, underwriter], 'workload')
    expect([refused.status, refused.error.message]).toEqual([403, expect.stringContaining(refusal)])
    expect((await rolesOf(801)).held.map(({ id }) => id)).toEqual([workload])
    expect((await give(801, [])).status).toBe(200)
  })

  it('that are disabled or unknown are refused', async () => {
    expect((await give(801, [91])).error.fields).toMatchObject([{ path: 'userRoleIds.0' }])
    expect((await give(801, [90, 4711])).error.fields).toMatchObject([{ path: 'userRoleIds.1' }])
  })

  it('are never one’s own to change: the bank keeps somebody who may edit roles', async () => {
    const { status, error } = await give(1, [])
    expect([status, error.message]).toEqual([403, expect.stringContaining('Свои роли')])
    expect((await rolesOf(1)).held).toMatchObject([{ code: 'ADMINISTRATOR' }])
  })

  it('come with a new employee when the caller may give them', async () => {
    const made = await create({ lastName: 'Ролевой', userRoleIds: [90] })
    expect(made.body.userRoles).toMatchObject([{ name: 'Читатель Урала' }])
    expect((await create({ lastName: 'Хитрый', userRoleIds: [1] })).status).toBe(403)
  })
})
