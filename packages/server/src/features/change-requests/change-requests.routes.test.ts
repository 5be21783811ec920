import * as employees from '@ipoteka-office/contract/employees/employee-rights.ts'
import {
  createPartnerEmployee,
  getPartnerEmployee,
  updatePartnerEmployee,
} from '@ipoteka-office/contract/employees/employees.ts'
import * as toggles from '@ipoteka-office/contract/feature-toggles/feature-toggles.ts'
import * as requests from '@ipoteka-office/contract/roles/role-requests.ts'
import { getRoleSettings } from '@ipoteka-office/contract/roles/roles.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seedFourEyes } from '#features/roles/seed/demo-four-eyes.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

/** `admin` (1) makes changes, `workload` (2) decides on them; `underwriter` (3) is somebody of the bank. */
let bank: TestApp
type As = 'admin' | 'workload' | 'underwriter' | 'partner-admin'
const [administrator, underwriterRole, agentRole] = [1, 3, 4]
beforeAll(async () => {
  bank = await testApp()
  await seedFourEyes(bank.db)
})
afterAll(() => bank.close())
beforeEach(() =>
  sql`UPDATE change_request SET status = 'WITHDRAWN' WHERE status = 'PENDING'`.execute(bank.db),
)

const person = (id: number) => ({ params: { employeeId: String(id) } })
const request = (id: number) => ({ params: { id: String(id) } })
const rolesOf = async (id: number) => (await bank.call(employees.getEmployeeRoles, person(id))).body
const heldIds = async (id: number) => (await rolesOf(id)).held.map((role) => role.id)
const give = async (id: number, userRoleIds: number[], as: As = 'admin') => {
  const { version } = await rolesOf(id)
  return bank.call(employees.saveEmployeeRoles, { ...person(id), body: { userRoleIds, version } }, { as })
}
const approve = (id: number, as: As = 'workload', version = 1) =>
  bank.call(requests.roleRequests.approve, { ...request(id), body: { version, comment: '' } }, { as })
const waiting = async () =>
  (await bank.call(requests.roleRequests.list, { query: { status: 'PENDING' } })).body.content
const askedFor = async (id: number, userRoleIds: number[]) => {
  const { body } = await give(id, userRoleIds)
  if (body.pending === null) throw new Error('given at once')
  return body.pending.id
}
const takeOn = (body: object, partnerId = '1', as: As = 'admin') =>
  bank.call(
    createPartnerEmployee,
    { params: { partnerId }, body: { lastName: 'Запасная', firstName: 'Вера', ...body } },
    { as },
  )
const toggle = async () => {
  const { body } = await bank.call(toggles.listFeatureToggles, { query: { search: 'roles.fourEyes' } })
  const found = body.content.find(({ key }) => key === 'roles.fourEyes')
  if (found === undefined) throw new Error('no toggle')
  return found
}

describe('a role of somebody', () => {
  it('waits for a second person with what it gives, and acts when approved', async () => {
    const id = await askedFor(3, [underwriterRole, administrator])
    expect(await heldIds(3)).toEqual([underwriterRole])
    const [asked] = await waiting()
    expect(asked).toMatchObject({
      id,
      kind: 'employee_roles',
      objectId: 3,
      roleId: null,
      fields: [{ label: 'Роли', oldValue: 'Андеррайтер', newValue: 'Администратор, Андеррайтер' }],
      canDecide: false,
      canWithdraw: true,
    })
    expect(asked?.added).toContainEqual(expect.objectContaining({ objectType: 'UserRole', code: 'Update' }))
    expect((await approve(id)).body.status).toBe('APPROVED')
    expect((await heldIds(3)).toSorted((a, b) => a - b)).toEqual([administrator, underwriterRole])
    await approve(await askedFor(3, [underwriterRole]))
    expect(await heldIds(3)).toEqual([underwriterRole])
  })

  it('is decided neither by its maker, nor by whom it is about, nor by who has no right to', async () => {
    const id = await askedFor(3, [underwriterRole, administrator])
    expect((await approve(id, 'admin')).status).toBe(403)
    expect((await approve(id, 'underwriter')).status).toBe(403)
    const own = await askedFor(2, (await heldIds(2)).concat(administrator))
    const refused = await approve(own)
    expect([refused.status, refused.error.message]).toEqual([403, expect.stringContaining('о вас самих')])
    expect(await heldIds(2)).not.toContain(administrator)
  })

  it('is nobody’s own to ask for, under a second account neither', async () => {
    expect((await give(1, [administrator, underwriterRole])).status).toBe(403)
    const { body: twin } = await takeOn({ lastName: 'Кузнецова', firstName: 'Мария', login: 'kuznetsova2' })
    const refused = await give(twin.id, [underwriterRole])
    expect([refused.status, refused.error.message]).toEqual([403, expect.stringContaining('Свои роли')])
    const created = await takeOn({
      lastName: 'Кузнецова',
      firstName: 'Мария',
      middleName: 'Викторовна',
      userRoleIds: [administrator],
    })
    expect(created.status).toBe(403)
    expect(await waiting()).toEqual([])
  })

  it('is not approved by its maker under a second account', async () => {
    await sql`INSERT INTO employee (id, partner_id, last_name, first_name, middle_name, login)
      VALUES (70, 1, 'Кузнецова', 'Мария', NULL, 'blocked-twin')`.execute(bank.db)
    await sql`INSERT INTO employee_user_role (employee_id, user_role_id) VALUES (70, ${administrator})`.execute(
      bank.db,
    )
    // The second account signs in as the support does.
    await sql`UPDATE employee SET identity_id = NULL, login = 'support-was' WHERE id = 6`.execute(bank.db)
    await sql`UPDATE employee SET login = 'support' WHERE id = 70`.execute(bank.db)
    const id = await askedFor(3, [underwriterRole, administrator])
    const twin = () =>
      bank.call(
        requests.roleRequests.approve,
        { ...request(id), body: { version: 1, comment: '' } },
        { as: 'support' },
      )
    await expect.poll(async () => (await twin()).error?.message).toContain('под другой учётной записью')
    const seen = await bank.call(requests.roleRequests.get, request(id), { as: 'support' })
    expect(seen.body.canDecide).toBe(false)
    // Namesakes whose birth dates differ are two people.
    await sql`UPDATE employee SET birth_date = '1980-01-01' WHERE id = 1`.execute(bank.db)
    await sql`UPDATE employee SET birth_date = '1991-01-01' WHERE id = 70`.execute(bank.db)
    expect((await twin()).status).toBe(200)
    await sql`DELETE FROM employee_user_role WHERE employee_id = 70`.execute(bank.db)
    await sql`DELETE FROM employee_user_role WHERE employee_id = 3 AND user_role_id = ${administrator}`.execute(
      bank.db,
    )
  })

  it('is given once however many approve at the same time', async () => {
    const id = await askedFor(3, [underwriterRole, administrator])
    const answers = await Promise.all([approve(id), approve(id), approve(id)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    await approve(await askedFor(3, [underwriterRole]))
  })

  it('is not given any more once the person has other roles than those it began from', async () => {
    const id = await askedFor(3, [underwriterRole, administrator])
    await sql`INSERT INTO employee_user_role (employee_id, user_role_id) VALUES (3, 6)`.execute(bank.db)
    expect((await bank.call(requests.roleRequests.get, request(id))).body.stale).toBe(true)
    expect((await approve(id)).status).toBe(409)
    await sql`DELETE FROM employee_user_role WHERE employee_id = 3 AND user_role_id = 6`.execute(bank.db)
    expect(await heldIds(3)).toEqual([underwriterRole])
  })

  it('of a new person is asked for, and there is one request of a person at a time', async () => {
    const { status, body } = await takeOn({ lastName: 'Первая', userRoleIds: [underwriterRole] })
    expect([status, body.userRoles]).toEqual([200, []])
    expect((await rolesOf(body.id)).pending).toMatchObject({ title: expect.stringContaining('Первая') })
    expect((await give(body.id, [administrator])).status).toBe(409)
  })

  it('that the bank has marked a partner gives at once, within itself alone', async () => {
    const { status, body } = await takeOn({ userRoleIds: [agentRole] }, '4', 'partner-admin')
    expect([status, body.userRoles]).toMatchObject([200, [{ id: agentRole }]])
    expect((await takeOn({ userRoleIds: [agentRole] }, '4')).body.userRoles).toMatchObject([
      { id: agentRole },
    ])
    // To the bank's own people the same role is not a small one: they see every partner.
    const { body: own } = await takeOn({ userRoleIds: [agentRole] })
    expect([own.userRoles, (await rolesOf(own.id)).pending?.id]).toEqual([[], expect.any(Number)])
  })
})

describe('the account of somebody', () => {
  const account = async (id: number) => (await bank.call(employees.getEmployeeAccount, person(id))).body
  const issue = (id: number, as: As = 'admin') =>
    bank.call(employees.issueEmployeePassword, person(id), { as })
  const ask = (id: number) => bank.call(employees.requestAccountAccess, person(id))

  it('who decides as the second person is not taken over with a password', async () => {
    expect((await account(2)).access).toBe('NEEDED')
    const refused = await issue(2)
    expect([refused.status, refused.error.message]).toEqual([403, expect.stringContaining('вдвоём')])
    expect((await ask(2)).body.access).toBe('WAITING')
    expect((await issue(2)).status).toBe(403)
    const [asked] = await waiting()
    // Neither its maker nor the person whose account it is decides.
    expect((await approve(asked?.id ?? 0, 'admin')).status).toBe(403)
    expect((await approve(asked?.id ?? 0)).status).toBe(403)
  })

  it('is opened once by an approved request, to its maker alone', async () => {
    await sql`INSERT INTO employee_user_role (employee_id, user_role_id)
      SELECT 3, id FROM user_role WHERE code = 'RIGHTS_CONTROLLER' ON CONFLICT DO NOTHING`.execute(bank.db)
    await expect.poll(async () => (await account(3)).access).toBe('NEEDED')
    await ask(3)
    const [asked] = await waiting()
    expect((await approve(asked?.id ?? 0)).status).toBe(200)
    expect((await account(3)).access).toBe('GRANTED')
    const both = await Promise.all([issue(3), issue(3)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
    expect((await issue(3)).status).toBe(403)
    await sql`DELETE FROM employee_user_role WHERE employee_id = 3 AND user_role_id <> ${underwriterRole}`.execute(
      bank.db,
    )
  })

  it('is not opened by another login or a new sign-in either', async () => {
    const { body } = await takeOn({ lastName: 'Контролёр', login: 'controller' })
    await sql`INSERT INTO employee_user_role (employee_id, user_role_id)
      SELECT ${body.id}, id FROM user_role WHERE code = 'RIGHTS_CONTROLLER'`.execute(bank.db)
    await expect.poll(async () => (await account(body.id)).access).toBe('NEEDED')
    const create = { ...person(body.id), body: { action: 'CREATE' } as const }
    expect((await bank.call(employees.requestEmployeeAccount, create)).status).toBe(403)
    const key = { params: { partnerId: '1', id: String(body.id) } }
    const { body: card } = await bank.call(getPartnerEmployee, key)
    const renamed = { ...card, headId: null, login: 'mine' }
    expect((await bank.call(updatePartnerEmployee, { ...key, body: renamed })).status).toBe(403)
  })

  it('of somebody with less needs nobody', async () => {
    expect((await account(6)).access).toBe('FREE')
  })
})

describe('the check itself', () => {
  const kill = async (killed: boolean, as: As = 'admin') =>
    bank.call(toggles.killFeature, { ...request((await toggle()).id), body: { killed } }, { as })
  const save = async (change: object) => {
    const { version, title, description, owner, enabled, rules, expiresOn, id } = await toggle()
    const body = { version, title, description, owner, enabled, rules, expiresOn, ...change }
    return bank.call(toggles.saveFeatureToggle, { ...request(id), body })
  }
  const isOn = async () => (await bank.call(getRoleSettings, {})).body.fourEyes

  it.each([
    ['killing it', () => kill(true)],
    ['switching it off', () => save({ enabled: false })],
    [
      'letting a role past it',
      () => save({ rules: [{ kind: 'role', value: 'ADMINISTRATOR', enabled: false }] }),
    ],
    ['letting a share past it', () => save({ rules: [{ kind: 'percentage', value: 100, enabled: false }] })],
    ['an end', () => save({ expiresOn: '2020-01-01' })],
  ])('is not got rid of by %s: that is a request', async (_, change) => {
    const { status, body } = await change()
    expect([status, body.pendingRequestId]).toEqual([200, expect.any(Number)])
    expect(await isOn()).toBe(true)
    const [asked] = await waiting()
    expect(asked).toMatchObject({ kind: 'feature_toggle', canDecide: false })
    expect((await approve(asked?.id ?? 0, 'admin')).status).toBe(403)
  })

  it('is switched off when a second person agrees, and on again by one', async () => {
    await kill(true)
    const [asked] = await waiting()
    expect((await approve(asked?.id ?? 0)).status).toBe(200)
    expect(await isOn()).toBe(false)
    expect((await kill(false)).body).toMatchObject({ killed: false, pendingRequestId: null })
    expect(await isOn()).toBe(true)
  })

  it('keeps its title and description editable', async () => {
    const { body } = await save({ description: 'Подтверждает второй сотрудник банка' })
    expect(body).toMatchObject({ pendingRequestId: null, description: 'Подтверждает второй сотрудник банка' })
  })

  it('is the bank’s: a partner with the right changes no toggle', async () => {
    await sql`INSERT INTO user_role_operation (user_role_id, object_type, operation)
      SELECT 5, 'FeatureToggle', unnest(ARRAY['Read', 'Update'])`.execute(bank.db)
    await expect
      .poll(async () => (await kill(true, 'partner-admin')).error?.message)
      .toContain('сотрудники банка')
    expect(await waiting()).toEqual([])
  })
})

describe('UserRole.Update', () => {
  it('lifts no other check: without a second person nobody gives what they do not hold', async () => {
    await sql`UPDATE feature_toggle SET enabled = false WHERE key = 'roles.fourEyes'`.execute(bank.db)
    await sql`INSERT INTO user_role_operation (user_role_id, object_type, operation) VALUES
      (2, 'UserRole', 'Update'), (2, 'PartnerEmployee', 'UpdateRoles'), (2, 'PartnerEmployee', 'UpdateIdentity')`.execute(
      bank.db,
    )
    await expect

      .poll(async () => (await give(3, [underwriterRole, administrator], 'workload')).error?.message)
      .toContain('прав')
    expect((await give(3, [underwriterRole, administrator], 'workload')).status).toBe(403)
    const reset = await bank.call(employees.issueEmployeePassword, person(1), { as: 'workload' })
    expect(reset.status).toBe(403)
  })
})
