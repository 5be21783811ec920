import * as lookups from '@ipoteka-office/contract/employees/employee-lookups.ts'
import * as api from '@ipoteka-office/contract/employees/employees.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

/** At Ural (4): 600 heads 601 and 602; 603 works in the branch (5) under 601. Groups: 60 of Ural, 61 switched off. */
const ural = { partnerId: '4' }
const page = { page: 0, size: 20 }
let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
  await sql`INSERT INTO employee (id, partner_id, last_name, first_name, middle_name, login, head_id, phone) VALUES
    (600, 4, 'Главный', 'Пётр', 'Ильич', 'chief', NULL, '+79990000001'), (601, 4, 'Первая', 'Анна', NULL, 'first', 600, NULL),
    (602, 4, 'Второй', 'Лев', NULL, 'second', 600, NULL), (603, 5, 'Третья', 'Зоя', NULL, 'third', 601, NULL)`.execute(
    bank.db,
  )
  await sql`INSERT INTO workgroup (id, partner_id, name, head_id, not_active) VALUES
    (60, 4, 'Андеррайтинг', 602, false), (61, 4, 'Бывшая', NULL, true)`.execute(bank.db)
  await sql`INSERT INTO workgroup_employee (workgroup_id, employee_id) VALUES (60, 602), (60, 23), (61, 601)`.execute(
    bank.db,
  )
  await sql`INSERT INTO workgroup_role (id, name, is_disabled) VALUES (600, 'Решают', false), (601, 'Отключены', true)`.execute(
    bank.db,
  )
  await sql`INSERT INTO workgroup_role_operation (workgroup_role_id, process, operation) VALUES
    (600, 'UNDERWRITING', 'EDIT'), (600, 'UNDERWRITING', 'VIEW'), (601, 'INSURANCE', 'EDIT')`.execute(bank.db)
  await sql`INSERT INTO workgroup_role_of_group (workgroup_id, workgroup_role_id) VALUES (60, 600), (60, 601), (61, 600)`.execute(
    bank.db,
  )
  await sql`INSERT INTO employee_user_role (employee_id, user_role_id) VALUES (601, 4), (602, 4)`.execute(
    bank.db,
  )
  await sql`INSERT INTO contact (partner_id, employee_id, contact_type_id, value, main) VALUES (4, 600, 1, '+79990000001', true)`.execute(
    bank.db,
  )
})
afterAll(() => bank.close())

const namesOf = (list: readonly { fullName: string }[]) =>
  list.map(({ fullName }) => fullName.split(' ')[0] ?? '').toSorted((a, b) => a.localeCompare(b, 'ru'))

describe('people by operation', () => {
  const find = async (operation: string, includeHead?: 'true' | 'false') => {
    const { body } =
      includeHead === undefined
        ? await bank.call(api.listEmployeesByOperation, { params: { ...ural, operation }, query: page })
        : await bank.call(api.listEmployeesByOperationWithHead, {
            params: { ...ural, operation, includeHead },
            query: page,
          })
    return namesOf(body.content)
  }

  it('are those whose roles or whose groups allow it', async () => {
    expect(await find('Qr.Check')).toEqual(['Второй', 'Первая'])
    expect(await find('PartnerEmployee.Update')).toEqual(['Гусейнов'])
    expect(await find('UNDERWRITING.EDIT')).toEqual(['Второй', 'Добронравов'])
    expect(await find('VIEW')).toEqual(['Второй', 'Добронравов'])
    // The role of insurance is disabled, the other group of «first» switched off.
    expect(await find('INSURANCE.EDIT')).toEqual([])
  })

  it('come with their heads when asked', async () => {
    expect(await find('Qr.Check', 'true')).toEqual(['Второй', 'Главный', 'Первая'])
    expect(await find('Qr.Check', 'false')).toEqual(['Второй', 'Первая'])
  })

  it('of the operator are named to partners without anything else', async () => {
    const { body } = await bank.call(
      api.listServiceEmployees,
      { params: { ...ural, operation: 'Application.Close' }, query: page },
      { as: 'partner-admin' },
    )
    expect(namesOf(body.content)).toContain('Кузнецова')
    expect(Object.keys(body.content[0] ?? {}).toSorted()).toEqual([
      'descriptor',
      'fullName',
      'id',
      'jobTitle',
      'notActive',
      'partner',
    ])
  })
})

describe('a user by login', () => {
  it('answers for everybody under them and in their groups', async () => {
    const owners = async (login: string, as: Login = 'admin') =>
      namesOf((await bank.call(lookups.getOwnersByUserLogin, { query: { login } }, { as })).body)
    expect(await owners('CHIEF')).toEqual(['Второй', 'Главный', 'Первая', 'Третья'])
    expect(await owners('second')).toEqual(['Второй', 'Добронравов'])
    expect(await owners('third')).toEqual(['Третья'])
  })

  it('has process operations through active groups, and each says through what', async () => {
    const { body } = await bank.call(lookups.processRoleOperation, { query: { login: 'second' } })
    expect(body).toEqual([
      {
        process: 'UNDERWRITING',
        operation: 'EDIT',
        through: [{ workgroup: 'Андеррайтинг', role: 'Решают' }],
      },
      {
        process: 'UNDERWRITING',
        operation: 'VIEW',
        through: [{ workgroup: 'Андеррайтинг', role: 'Решают' }],
      },
    ])
    expect((await bank.call(lookups.processRoleOperation, { query: { login: 'first' } })).body).toEqual([])
  })

  it('has groups, those that were switched off last', async () => {
    const { body } = await bank.call(lookups.getWorkgroupsByUserLogin, { query: { login: 'second' } })
    expect(body).toEqual([
      {
        id: 60,
        name: 'Андеррайтинг',
        partner: { id: 4, shortName: 'Уральский ипотечный центр' },
        head: { id: 602, fullName: 'Второй Лев' },
        notActive: false,
      },
    ])
  })

  it('is described in full to those who may read cards, and by name to those who may not', async () => {
    const { body } = await bank.call(
      lookups.getDetailUser,
      { query: { login: 'chief' } },
      { as: 'partner-admin' },
    )
    expect(body).toMatchObject({
      id: 600,
      phone: '+79990000001',
      contacts: [{ contactTypeId: 1, value: '+79990000001', main: true }],
      headOffice: { id: 4 },
    })
    const { body: operations } = await bank.call(lookups.getDetailUser, { query: { login: 'first' } })
    expect(operations.operations).toMatchObject({ Qr: ['Check'] })
    const asUnderwriter = { as: 'underwriter' as const }
    expect(
      (await bank.call(lookups.getDetailUser, { query: { login: 'chief' } }, asUnderwriter)).status,
    ).toBe(403)
    const { body: main } = await bank.call(
      lookups.getUserMainInfoByLogin,
      { query: { login: 'CHIEF' } },
      asUnderwriter,
    )
    expect(main).toEqual({
      id: 600,
      fullName: 'Главный Пётр Ильич',
      descriptor: 'Главный Пётр Ильич',
      jobTitle: '',
      notActive: false,
      partner: { id: 4, shortName: 'Уральский ипотечный центр' },
      login: 'chief',
    })
  })
})

describe('by other keys', () => {
  it('a short name, the head office of a branch, and people of a head with a role', async () => {
    const { body: name } = await bank.call(lookups.getEmployeeName, { query: { id: '600' } })
    expect(name).toEqual({ id: 600, fullName: 'Главный Пётр Ильич', shortName: 'Главный П. И.' })
    await sql`UPDATE employee SET identity_id = '5d0c0de0-0000-4000-8000-000000000603' WHERE id = 603`.execute(
      bank.db,
    )
    const { body } = await bank.call(lookups.getUserDetailWithHeadOfficeByKeycloakId, {
      query: { keycloakId: '5d0c0de0-0000-4000-8000-000000000603' },
    })
    expect(body).toMatchObject({ id: 603, partner: { id: 5 }, headOffice: { id: 4 } })
    const { body: under } = await bank.call(lookups.getEmployeesByHeadAndRole, {
      query: { headId: '600', roleId: '4' },
    })
    expect(namesOf(under)).toEqual(['Второй', 'Первая'])
  })

  it('an operator is an employee of the bank', async () => {
    expect((await bank.call(lookups.getOperatorById, { query: { id: '2' } })).body.id).toBe(2)
    expect((await bank.call(lookups.getOperatorById, { query: { id: '600' } })).status).toBe(404)
  })

  it('authority is what is in force on the day', async () => {
    await sql`INSERT INTO procuracy (employee_id, number, date_from, date_to, scope, revoked_on) VALUES
      (600, 'А', '2026-01-01', '2026-12-31', 'Всё', NULL), (600, 'Б', '2026-01-01', '2026-12-31', 'Всё', '2026-03-01')`.execute(
      bank.db,
    )
    await sql`INSERT INTO employee_document (employee_id, kind, type_code, issued_on) VALUES (600, 'AUTHORITY', 'ORDER', '2027-05-01')`.execute(
      bank.db,
    )
    const on = async (date: string) => {
      const { body } = await bank.call(lookups.getAuthority, { body: { employeeIds: [600, 601], date } })
      return body.map((one) => [
        one.employee.id,
        one.hasAuthority,
        one.procuracies.map(({ number }) => number),
        one.documents.length,
      ])
    }
    expect(await on('2026-02-01')).toEqual([
      [600, true, ['Б', 'А'], 0],
      [601, false, [], 0],
    ])
    expect((await on('2026-06-01'))[0]).toEqual([600, true, ['А'], 0])
    expect((await on('2027-01-01'))[0]).toEqual([600, false, [], 0])
    expect((await on('2027-06-01'))[0]).toEqual([600, true, [], 1])
  })

  it('names of many leave out those who are not visible', async () => {
    const { body } = await bank.call(
      lookups.searchEmployeesById,
      { body: { ids: [600, 603, 24, 1] } },
      { as: 'partner-admin' },
    )
    expect(namesOf(body)).toEqual(['Главный', 'Третья'])
  })
})
