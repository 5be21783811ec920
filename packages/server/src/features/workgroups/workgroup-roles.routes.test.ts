import * as api from '@ipoteka-office/contract/workgroups/workgroups.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
})
afterAll(() => bank.close())

const as = { as: 'partner-admin' as Login }

describe('the catalogue of workgroup roles', () => {
  const input = (more: object = {}) => ({
    name: 'Взыскание',
    partnerRoleId: null,
    isDisabled: false,
    description: '',
    operations: [
      { process: 'MORTGAGE_SUPPORT' as const, operation: 'VIEW' as const },
      { process: 'MORTGAGE_SUPPORT' as const, operation: 'VIEW' as const },
    ],
    ...more,
  })

  it('is created, changed with exactly its operations, refused twice by name, and deleted', async () => {
    const made = await bank.call(api.createWorkgroupRole, { body: input() })
    expect(made.body.operations).toEqual([{ process: 'MORTGAGE_SUPPORT', operation: 'VIEW' }])
    const twice = await bank.call(api.createWorkgroupRole, { body: input({ name: 'взыскание' }) })
    expect(twice.error.fields?.[0]?.message).toBe('Роль с таким названием уже есть')
    const params = { id: String(made.body.id) }
    const operations = [{ process: 'USER_REQUEST' as const, operation: 'EDIT' as const }]
    const body = { ...input({ operations }), version: made.body.version }
    const saved = await bank.call(api.updateWorkgroupRole, { params, body })
    expect(saved.body).toMatchObject({ operations, version: 2 })
    const same = await bank.call(api.updateWorkgroupRole, { params, body: { ...body, version: 2 } })
    expect(same.body.version).toBe(2)
    expect((await bank.call(api.updateWorkgroupRole, { params, body })).status).toBe(409)
    expect((await bank.call(api.deleteWorkgroupRole, { params, query: { version: 1 } })).status).toBe(409)
    expect((await bank.call(api.deleteWorkgroupRole, { params, query: { version: 2 } })).status).toBe(204)
    expect((await bank.call(api.getWorkgroupRole, { params })).status).toBe(404)
  })

  it('keeps a role that groups hold', async () => {
    const roles = (await bank.call(api.listWorkgroupRoles, {})).body
    const role = roles.find(({ name }) => name === 'Сопровождение')?.id ?? 0
    const body = { name: 'Группа', description: '', notActive: false, headId: null }
    const { id } = (await bank.call(api.createWorkgroup, { params: { partnerId: '4' }, body })).body
    const group = { partnerId: '4', workgroupId: String(id) }
    await bank.call(api.addRolesOfWorkgroup, { params: group, body: { roleIds: [role] } })
    const params = { id: String(role) }
    const current = (await bank.call(api.getWorkgroupRole, { params })).body.version
    const { status, error } = await bank.call(api.deleteWorkgroupRole, {
      params,
      query: { version: current },
    })
    expect(status).toBe(409)
    expect(error.message).toContain('Роль есть у рабочих групп: 1')
  })

  it('knows the partner roles of the dictionary alone', async () => {
    const { error } = await bank.call(api.createWorkgroupRole, { body: input({ partnerRoleId: 'NO_SUCH' }) })
    expect(error.fields?.[0]?.path).toBe('partnerRoleId')
  })

  it('is read with the right to groups and changed with the right to roles, by the operator alone', async () => {
    expect((await bank.call(api.listWorkgroupRoles, {}, as)).status).toBe(200)
    expect((await bank.call(api.createWorkgroupRole, { body: input() }, as)).status).toBe(403)
    await sql`INSERT INTO user_role_operation (user_role_id, object_type, operation) VALUES (5, 'UserRole', 'Update')`.execute(
      bank.db,
    )
    bank.session.forget()
    const { status, error } = await bank.call(api.createWorkgroupRole, { body: input() }, as)
    expect([status, error.message]).toEqual([403, 'Роли рабочих групп меняет только оператор'])
    await sql`DELETE FROM user_role_operation WHERE user_role_id = 5 AND object_type = 'UserRole'`.execute(
      bank.db,
    )
    bank.session.forget()
  })
})
