import * as api from '@ipoteka-office/contract/employees/employee-rights.ts'
import { createPartnerEmployee, type Employee } from '@ipoteka-office/contract/employees/employees.ts'
import * as roles from '@ipoteka-office/contract/roles/roles.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkPassword } from '#embedded/identity/check-password.ts'
import { embeddedIdentityAdmin } from '#integrations/identity/embedded-identity-admin.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { identityWorker } from './employee-account.service.ts'

/** `partner-admin` (employee 5) administers «ural» (4) with its branch (5); role 4 is marked, role 3 is the bank's own. */
const [bankRole, agentRole, partnerAdminRole] = [3, 4, 5]
let bank: TestApp
let serial = 0
beforeAll(async () => {
  bank = await testApp()
})
afterAll(() => bank.close())

const takeOn = (body: object = {}, partnerId = '4', as: 'admin' | 'partner-admin' = 'partner-admin') => {
  serial += 1
  const person = { lastName: 'Новикова', firstName: 'Анна', login: `taken${serial}`, createAccount: true }
  return bank.call(createPartnerEmployee, { params: { partnerId }, body: { ...person, ...body } }, { as })
}
const rolesOf = async (id: number, as: 'admin' | 'partner-admin' = 'partner-admin') =>
  (await bank.call(api.getEmployeeRoles, { params: { employeeId: String(id) } }, { as })).body
const give = async (id: number, userRoleIds: number[], as: 'admin' | 'partner-admin' = 'partner-admin') => {
  const { version } = await rolesOf(id, 'admin')
  return bank.call(
    api.saveEmployeeRoles,
    { params: { employeeId: String(id) }, body: { userRoleIds, version } },
    { as },
  )
}
const card = async (id: number) => (await bank.call(roles.getRole, { params: { id: String(id) } })).body
const mark = async (id: number, partnerMayGive: boolean, change: object = {}) =>
  bank.call(roles.updateRole, {
    params: { id: String(id) },
    body: { ...(await card(id)), partnerMayGive, ...change },
  })
const heldNames = (employee: Employee) => employee.userRoles.map(({ id }) => id)

describe('an administrator of a partner', () => {
  it('takes somebody on with an account and a role, and that person can sign in', async () => {
    const { status, body } = await takeOn({ userRoleIds: [agentRole] })
    expect([status, heldNames(body), body.accountState]).toEqual([200, [agentRole], 'WAITING'])
    await identityWorker(bank.db, embeddedIdentityAdmin(bank.db))(
      { employeeId: body.id },
      { isLastAttempt: true },
    )
    const params = { employeeId: String(body.id) }
    const issued = await bank.call(api.issueEmployeePassword, { params }, { as: 'partner-admin' })
    expect(issued.status).toBe(200)
    const { login, password } = issued.body
    expect((await checkPassword(bank.db, login, password, '10.0.0.1')).result).toBe('change')
  })

  it('sees the roles that it may give and no other', async () => {
    const params = { partnerId: '4' }
    const { body } = await bank.call(api.listRolesToGive, { params }, { as: 'partner-admin' })
    expect(body.map(({ id }) => id)).toEqual([agentRole, partnerAdminRole])
    const { body: person } = await takeOn()
    expect((await rolesOf(person.id)).available.map(({ id, refusal }) => [id, refusal])).toEqual([
      [agentRole, null],
      [partnerAdminRole, null],
    ])
  })

  it('gives in a branch, and nothing to the bank, to another partner, or to itself', async () => {
    expect((await takeOn({ userRoleIds: [agentRole] }, '5')).status).toBe(200)
    for (const partnerId of ['1', '2', '3']) expect((await takeOn({}, partnerId)).status).toBe(404)
    expect((await give(4, [agentRole, partnerAdminRole])).status).toBe(404)
    const own = await give(5, [partnerAdminRole, agentRole])
    expect([own.status, own.error.message]).toEqual([403, expect.stringContaining('Свои роли')])
    const params = { partnerId: '1' }
    expect((await bank.call(api.listRolesToGive, { params }, { as: 'partner-admin' })).status).toBe(404)
  })

  it('neither gives nor takes a role that the bank keeps to itself, with words', async () => {
    const created = await takeOn({ userRoleIds: [bankRole] })
    expect([created.status, created.error.message]).toEqual([403, expect.stringContaining('выдаёт банк')])
    const { body } = await takeOn({ userRoleIds: [agentRole, bankRole] }, '4', 'admin')
    expect((await give(body.id, [agentRole])).status).toBe(403)
    expect((await give(body.id, [bankRole])).status).toBe(200)
    expect((await give(body.id, [bankRole, 1])).status).toBe(403)
    const params = { employeeId: String(body.id) }
    expect((await bank.call(api.issueEmployeePassword, { params }, { as: 'partner-admin' })).status).not.toBe(
      200,
    )
  })

  it('gives a role no longer once the mark is gone', async () => {
    const { body } = await takeOn()
    expect((await mark(agentRole, false)).status).toBe(200)
    expect((await give(body.id, [agentRole])).status).toBe(403)
    expect((await mark(agentRole, true)).status).toBe(200)
    expect((await give(body.id, [agentRole])).status).toBe(200)
  })
})

describe('the mark «Может выдавать партнёр»', () => {
  it('keeps who has set it, with history, and a save of something else leaves both', async () => {
    await mark(agentRole, false)
    await mark(agentRole, true)
    const set = (await card(agentRole)).partnerMayGiveSet
    expect(set).toMatchObject({ by: expect.stringContaining('Кузнецова') })
    await mark(agentRole, true, { description: 'Работает с клиентами партнёра' })
    expect(await card(agentRole)).toMatchObject({ partnerMayGive: true, partnerMayGiveSet: set })
    const { body } = await bank.call(roles.listRoleHistory, { params: { id: String(agentRole) }, query: {} })
    expect(body.content.flatMap(({ changes }) => changes.map(({ label }) => label))).toContain(
      'Может выдавать партнёр',
    )
  })

  it('is not for roles with rights of the bank, and not copied', async () => {
    const refused = await mark(1, true)
    expect([refused.status, refused.error.fields]).toEqual([
      400,
      [{ path: 'partnerMayGive', message: expect.stringContaining('правами банка') }],
    ])
    const role = await card(agentRole)
    const operations = { ...role.operations, UserRole: ['Update'] }
    expect((await mark(agentRole, true, { operations })).status).toBe(400)
    const body = { code: 'AGENT_COPY', name: 'Агент (копия)' }
    const copy = await bank.call(roles.copyRole, { params: { id: String(agentRole) }, body })
    expect(copy.body.role?.partnerMayGive).toBe(false)
  })

  it('is the bank’s: whoever edits roles at a partner does not set it', async () => {
    await sql`INSERT INTO user_role_operation (user_role_id, object_type, operation)
      VALUES (${partnerAdminRole}, 'UserRole', 'Update')`.execute(bank.db)
    const role = await card(bankRole)
    const change = () =>
      bank.call(
        roles.updateRole,
        { params: { id: String(bankRole) }, body: { ...role, partnerMayGive: true } },
        { as: 'partner-admin' },
      )
    await expect.poll(async () => (await change()).error.message).toContain('сотрудники банка')
    expect((await card(bankRole)).partnerMayGive).toBe(false)
  })
})
