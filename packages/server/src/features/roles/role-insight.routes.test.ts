import * as api from '@ipoteka-office/contract/roles/role-insight.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#testing/test-app.ts'

/** Employees: 1 admin, 2 workload, 3 underwriter (in group 1), 4 agent of Volga, 5 partner-admin of Ural, 6 support, 8 blocked. */
let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
  await sql`INSERT INTO user_role (id, code, name, is_disabled) VALUES (50, 'GROUP_ROLE', 'Роль группы', false), (51, 'OFF', 'Отключённая', true),
    (52, 'LOOKER', 'Смотрящий роли', false)`.execute(bank.db)
  await sql`INSERT INTO user_role_operation (user_role_id, object_type, operation) VALUES
    (50, 'Deal', 'List'), (50, 'Application', 'List'), (51, 'Insurance', 'Distribution'),
    (52, 'UserRole', 'List'), (52, 'PartnerEmployee', 'List')`.execute(bank.db)
  await sql`INSERT INTO workgroup_user_role (workgroup_id, user_role_id) VALUES (1, 50)`.execute(bank.db)
  // The underwriter also has a disabled role; the partner's administrator may look at roles.
  await sql`INSERT INTO employee_user_role (employee_id, user_role_id) VALUES (3, 51), (5, 52)`.execute(
    bank.db,
  )
})
afterAll(() => bank.close())

const person = (employeeId: number) => ({ params: { employeeId: String(employeeId) } })
const atUral = { as: 'partner-admin' } as const

describe('search of a person', () => {
  it('finds by words of the name, the inactive people too, of visible partners only', async () => {
    const find = (fullName: string) => bank.call(api.findRolePeople, { query: { fullName } })
    const { status, body } = await find('анна соловьева')
    expect([status, body.map(({ id }) => id)]).toEqual([200, [3]])
    expect((await find('нетакого')).body).toEqual([])
    expect((await find('%')).body).toEqual([])
    expect((await find('')).body.length).toBeGreaterThan(5)
    expect((await find('тихонова')).body.some(({ id }) => id === 8)).toBe(true)
    const ural = await bank.call(api.findRolePeople, { query: { fullName: '' } }, atUral)
    expect(ural.body.some(({ id }) => id === 5)).toBe(true)
    expect(ural.body.some(({ id }) => id === 4)).toBe(false)
    expect((await bank.call(api.findRolePeople, { query: {} }, { as: 'agent' })).status).toBe(403)
    expect((await find('x'.repeat(300))).status).toBe(400)
  })
})

describe('by person', () => {
  it('shows every operation with the roles and groups that give it', async () => {
    const { status, body } = await bank.call(api.getEffectiveOperations, person(3))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      person: { fullName: 'Соловьёва Анна Игоревна' },
      scope: 'ALL',
      inactiveReason: null,
    })
    const list = body.operations.find((row) => row.objectType === 'Application' && row.code === 'List')
    expect(list?.paths).toEqual([
      { role: { id: 3, name: 'Андеррайтер' }, workgroup: null },
      { role: { id: 50, name: 'Роль группы' }, workgroup: { id: 1, name: 'Согласование ОИК' } },
    ])
    expect(body.idle).toEqual([
      { role: { id: 51, name: 'Отключённая' }, workgroup: null, reason: 'Роль «Отключённая» отключена' },
    ])
    expect(body.operations.some(({ objectType }) => objectType === 'UserRequest')).toBe(false)
  })

  it('says why a person cannot act at all', async () => {
    expect((await bank.call(api.getEffectiveOperations, person(8))).body.inactiveReason).toBe(
      'Сотрудник отключён',
    )
    expect((await bank.call(api.getEffectiveOperations, person(4))).body.scope).toBe('OWN_PARTNER')
  })

  it('shows only people of visible partners', async () => {
    expect((await bank.call(api.getEffectiveOperations, person(5), atUral)).status).toBe(200)
    expect((await bank.call(api.getEffectiveOperations, person(4), atUral)).status).toBe(404)
    expect((await bank.call(api.getEffectiveOperations, person(99_999))).status).toBe(404)
    expect((await bank.call(api.getEffectiveOperations, person(3), { as: 'agent' })).status).toBe(403)
    expect((await bank.call(api.getEffectiveOperations, { params: { employeeId: 'x' } })).status).toBe(400)
  })
})

describe('who can', () => {
  it('names active people with the paths, by pages and by a part of the name', async () => {
    const query = { objectType: 'Application', operation: 'List' }
    const { body } = await bank.call(api.findWhoCan, { query })
    const names = body.content.map(({ fullName }) => fullName)
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'ru')))
    expect(names).not.toContain('Тихонова Елена Павловна')
    // The head of the group holds its role beside a role of his own.
    const head = body.content.find(({ id }) => id === 2)
    expect(head?.paths.map(({ role, workgroup }) => [role.id, workgroup?.id])).toEqual([
      [2, undefined],
      [50, 1],
    ])
    const second = await bank.call(api.findWhoCan, { query: { ...query, page: 1, size: 2 } })
    expect(second.body.content.map(({ id }) => id)).toEqual(body.content.slice(2, 4).map(({ id }) => id))
    expect(second.body.totalElements).toBe(body.totalElements)
    const found = await bank.call(api.findWhoCan, { query: { ...query, fullName: 'соловьев' } })
    expect(found.body.content.map(({ id }) => id)).toEqual([3])
  })

  it('shows a partner its own people, refuses unknown operations and strangers', async () => {
    const query = { objectType: 'Application', operation: 'List' }
    expect((await bank.call(api.findWhoCan, { query }, atUral)).body.content.map(({ id }) => id)).toEqual([5])
    const unknown = { objectType: 'Application', operation: 'Fly' }
    expect((await bank.call(api.findWhoCan, { query: unknown })).status).toBe(400)
    expect((await bank.call(api.findWhoCan, { query }, { as: 'agent' })).status).toBe(403)
  })

  it('answers the ledger’s form of the question', async () => {
    const of = (objectType: string, operationCode: string) => ({
      params: { objectType, operationCode },
      query: {},
    })
    const { body } = await bank.call(api.findEmployeesByOperation, of('Application', 'List'))
    const who = await bank.call(api.findWhoCan, { query: { objectType: 'Application', operation: 'List' } })
    expect(body.totalElements).toBe(who.body.totalElements)
    const mine = await bank.call(api.findEmployeesByOperation, of('Application', 'List'), atUral)
    expect(mine.body.content.map(({ id }) => id)).toEqual([5])
    expect((await bank.call(api.findEmployeesByOperation, of('Application', 'Fly'))).status).toBe(400)
    expect(
      (await bank.call(api.findEmployeesByOperation, of('Application', 'List'), { as: 'agent' })).status,
    ).toBe(403)
  })
})

describe('why no access', () => {
  const why = (
    employeeId: number,
    objectType: string,
    operation: string,
    as: 'admin' | 'partner-admin' | 'agent' = 'admin',
  ) =>
    bank.call(api.explainAccess, { query: { employeeId: String(employeeId), objectType, operation } }, { as })

  it('says what gives it when there is access', async () => {
    expect((await why(3, 'Deal', 'List')).body).toMatchObject({
      allowed: true,
      missing: [],
      granters: [],
      paths: [{ role: { id: 50 }, workgroup: { id: 1 } }],
    })
  })

  it('says which role is missing, which have it and who can give it', async () => {
    const { body } = await why(6, 'Deal', 'List')
    expect(body).toMatchObject({
      allowed: false,
      operation: { descriptor: 'Список сделок рефинансирования' },
    })
    expect(body.missing).toEqual([expect.stringContaining('Нет роли')])
    expect(body.roles).toContainEqual({ id: 50, name: 'Роль группы', isDisabled: false, held: false })
    expect(body.workgroups).toEqual([{ id: 1, name: 'Согласование ОИК', notActive: false, member: false }])
    expect(body.granters.map(({ id }) => id)).toEqual([1])
  })

  it('names the disabled role or group that would give it', async () => {
    expect((await why(3, 'Insurance', 'Distribution')).body.missing).toEqual(['Роль «Отключённая» отключена'])
    await sql`UPDATE workgroup SET not_active = true WHERE id = 1`.execute(bank.db)
    expect((await why(3, 'Deal', 'List')).body).toMatchObject({
      allowed: false,
      missing: ['Рабочая группа «Согласование ОИК» не действует'],
    })
    await sql`UPDATE workgroup SET not_active = false WHERE id = 1`.execute(bank.db)
  })

  it('names the person’s own state even when the right is there', async () => {
    expect((await why(8, 'Application', 'List')).body).toMatchObject({
      allowed: false,
      missing: ['Сотрудник отключён'],
    })
  })

  it('says so when no role has the operation, and when the product never asks for it', async () => {
    await sql`INSERT INTO operation (object_type, code, descriptor) VALUES ('Branch', 'Visit', 'Посещение')`.execute(
      bank.db,
    )
    expect((await why(3, 'Branch', 'Visit')).body.missing[0]).toContain('сама система её не проверяет')
    expect((await why(3, 'Branch', 'Leave')).status).toBe(400)
  })

  it('keeps people of other partners to themselves', async () => {
    expect((await why(4, 'Deal', 'List', 'partner-admin')).status).toBe(404)
    expect((await why(5, 'Deal', 'List', 'partner-admin')).status).toBe(200)
    expect((await why(4, 'Deal', 'List', 'agent')).status).toBe(403)
  })
})
