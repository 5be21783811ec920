import { existsByLogin } from '@ipoteka-office/contract/employees/employee-lookups.ts'
import * as api from '@ipoteka-office/contract/employees/employee-rights.ts'
import {
  createPartnerEmployee,
  deactivatePartnerEmployee,
} from '@ipoteka-office/contract/employees/employees.ts'
import { listNotifications } from '@ipoteka-office/contract/notifications/notifications.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkPassword } from '#embedded/identity/check-password.ts'
import { findEndedByKey } from '#http/session/ended-sessions.repo.ts'
import { subKey } from '#http/session/ended-sessions.ts'
import { embeddedIdentityAdmin } from '#integrations/identity/embedded-identity-admin.ts'
import type { IdentityAdmin } from '#integrations/identity/identity-admin.ts'
import { keycloakIdentityAdmin } from '#integrations/identity/keycloak-identity-admin.ts'
import { type FakeKeycloak, fakeClient, startFakeKeycloak } from '#testing/services/fake-keycloak.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { identityWorker } from './employee-account.service.ts'

const ural = { partnerId: '4' }
let bank: TestApp
let identity: IdentityAdmin
let serial = 0

const create = async (body: object = {}, as: 'admin' | 'partner-admin' = 'admin') => {
  serial += 1
  const person = { lastName: 'Новая', firstName: 'Анна', login: `new${serial}`, createAccount: true }
  return bank.call(createPartnerEmployee, { params: ural, body: { ...person, ...body } }, { as })
}
/** Does the waiting jobs as the worker does; on the last attempt when told so. */
async function work(isLastAttempt = false): Promise<void> {
  const { rows } = await sql<{ id: string; data: { employeeId: number } }>`
    SELECT id, data FROM pgboss.job WHERE name = 'identity' AND state = 'created' ORDER BY created_on`.execute(
    bank.db,
  )
  for (const { id, data } of rows) {
    await identityWorker(bank.db, identity)(data, { isLastAttempt })
    await sql`DELETE FROM pgboss.job WHERE id = ${id}`.execute(bank.db)
  }
}
const accountOf = async (id: number) =>
  (await bank.call(api.getEmployeeAccount, { params: { employeeId: String(id) } })).body
const confirmed = { confirmed: true } as const
const request = (
  id: number,
  body: { action: 'CREATE' } | { action: 'LINK'; identityId: string },
  as: 'admin' | 'partner-admin' = 'admin',
) =>
  bank.call(
    api.requestEmployeeAccount,
    {
      params: { employeeId: String(id) },
      body: body.action === 'LINK' ? { ...body, ...confirmed } : body,
    },
    { as },
  )
const issue = (id: number, as: 'admin' | 'partner-admin' = 'admin') =>
  bank.call(api.issueEmployeePassword, { params: { employeeId: String(id) } }, { as })
const exists = async (login: string, as: 'admin' | 'partner-admin' = 'admin') =>
  (await bank.call(existsByLogin, { query: { login } }, { as })).body

describe('with the embedded identity server', () => {
  beforeAll(async () => {
    bank = await testApp()
    identity = embeddedIdentityAdmin(bank.db)
  })
  afterAll(() => bank.close())
  beforeEach(async () => {
    await sql`DELETE FROM identity.sign_in_attempt`.execute(bank.db)
  })
  const signIn = async (login: string, password: string) =>
    (await checkPassword(bank.db, login, password, '10.0.0.1')).result

  it('a new employee waits for the account, gets it after the save and a password that is shown once', async () => {
    const { body } = await create()
    expect(body).toMatchObject({ accountState: 'WAITING', identityId: null })
    await work()
    const account = await accountOf(body.id)
    expect(account).toMatchObject({
      state: 'ACTIVE',
      provider: 'EMBEDDED',
      canSendLetter: false,
      error: null,
    })
    const { body: given } = await issue(body.id)
    expect(given).toMatchObject({ login: body.login, password: expect.stringMatching(/^\w{14}$/) })
    expect(await signIn(given.login, given.password)).toBe('change')
    const { rows } = await sql<{ roles: string[] }>`
      SELECT realm_roles AS roles FROM identity.account WHERE id = ${account.identityId}::uuid`.execute(
      bank.db,
    )
    expect(rows[0]?.roles).toEqual(['apix_user'])
    const { body: told } = await bank.call(listNotifications, { query: {} })
    expect(told.content[0]?.text).toContain('учётная запись готова')
    expect((await issue(body.id)).body.password).not.toBe(given.password)
    expect(await signIn(given.login, given.password)).toBe('wrong')
  })

  it('who is switched off cannot sign in any more', async () => {
    const { body } = await create()
    await work()
    const { password, login } = (await issue(body.id)).body
    const params = { ...ural, id: String(body.id) }
    const version = body.version + 1
    expect((await bank.call(deactivatePartnerEmployee, { params, query: { version } })).status).toBe(204)
    await work()
    expect(await signIn(login, password)).toBe('disabled')
    const account = await accountOf(body.id)
    expect(account.state).toBe('DISABLED')
    expect((await issue(body.id)).status).toBe(409)
    // Tokens that are about open nothing either.
    const ended = await findEndedByKey(bank.db, [subKey(account.identityId ?? '')])
    expect(ended).toEqual([{ key: `sub:${account.identityId}`, endedAt: expect.any(Number) }])
  })

  it('an account that exists is linked, once', async () => {
    const { body } = await create({ createAccount: false, login: null })
    const { body: other } = await create({ createAccount: false, login: null })
    const identityId = await identity.createUser({
      login: 'free',
      lastName: 'Св',
      firstName: 'О',
      middleName: null,
      email: null,
    })
    expect(await exists('FREE')).toEqual({
      exists: true,
      inEmployees: false,
      inIdentity: true,
      freeIdentityId: identityId,
    })
    await request(body.id, { action: 'LINK', identityId })
    await work()
    expect(await accountOf(body.id)).toMatchObject({ state: 'ACTIVE', identityId })
    expect((await request(other.id, { action: 'LINK', identityId })).error.fields?.[0]?.path).toBe(
      'identityId',
    )
    expect((await request(body.id, { action: 'CREATE' })).status).toBe(409)
    expect((await exists('free')).freeIdentityId).toBeNull()
  })

  it('an account that exists is the bank’s to link, with a confirmation, never by its login alone', async () => {
    const identityId = await identity.createUser({
      login: 'waiting',
      lastName: 'Жд',
      firstName: 'У',
      middleName: null,
      email: null,
    })
    const { body } = await create({ login: 'waiting' })
    await work()
    expect(await accountOf(body.id)).toMatchObject({
      state: 'FAILED',
      identityId: null,
      error: expect.stringContaining('уже есть учётная запись с таким логином'),
    })
    const refused = await request(body.id, { action: 'LINK', identityId }, 'partner-admin')
    expect([refused.status, refused.error.message]).toEqual([403, expect.stringContaining('сотрудник банка')])
    const params = { employeeId: String(body.id) }
    const unconfirmed = { action: 'LINK', identityId } as never
    expect((await bank.call(api.requestEmployeeAccount, { params, body: unconfirmed })).status).toBe(400)
    await request(body.id, { action: 'LINK', identityId })
    await work()
    expect(await accountOf(body.id)).toMatchObject({ state: 'ACTIVE', identityId, madeHere: false })
    // Its password is kept where the account was made.
    const reset = await issue(body.id)
    expect([reset.status, reset.error.message]).toEqual([409, expect.stringContaining('заведена не здесь')])
  })

  it('an account with rights in the identity server is linked to nobody', async () => {
    const identityId = await identity.createUser({
      login: 'realm-boss',
      lastName: 'Б',
      firstName: 'С',
      middleName: null,
      email: null,
    })
    await sql`UPDATE identity.account SET realm_roles = ARRAY['apix_user', 'realm-admin'] WHERE id = ${identityId}::uuid`.execute(
      bank.db,
    )
    const { body } = await create({ createAccount: false, login: null })
    await request(body.id, { action: 'LINK', identityId })
    await work()
    expect(await accountOf(body.id)).toMatchObject({
      state: 'FAILED',
      identityId: null,
      error: expect.stringContaining('realm-admin'),
    })
  })

  it('an account whose login is another employee’s is that person’s', async () => {
    const identityId = await identity.createUser({
      login: 'elsewhere',
      lastName: 'Д',
      firstName: 'Р',
      middleName: null,
      email: null,
    })
    await create({ createAccount: false, login: 'elsewhere' })
    const { body } = await create({ createAccount: false, login: null })
    await request(body.id, { action: 'LINK', identityId })
    await work()
    expect((await accountOf(body.id)).error).toContain('другого сотрудника')
  })

  it('partners are told one bit of a login', async () => {
    await identity.createUser({
      login: 'secret',
      lastName: 'Т',
      firstName: 'А',
      middleName: null,
      email: null,
    })
    const one = { inEmployees: null, inIdentity: null, freeIdentityId: null }
    expect(await exists('secret', 'partner-admin')).toEqual({ exists: true, ...one })
    expect(await exists('admin', 'partner-admin')).toEqual({ exists: true, ...one })
    expect(await exists('nobody-at-all', 'partner-admin')).toEqual({ exists: false, ...one })
  })

  it('one that does not exist fails with a reason and can be tried again', async () => {
    const { body } = await create({ createAccount: false })
    await request(body.id, { action: 'LINK', identityId: '5d0c0de0-0000-4000-8000-00000000ffff' })
    await work()
    expect(await accountOf(body.id)).toMatchObject({
      state: 'FAILED',
      error: expect.stringContaining('нет учётной записи'),
    })
    await request(body.id, { action: 'CREATE' })
    await work()
    expect((await accountOf(body.id)).state).toBe('ACTIVE')
  })

  it('needs a login, the right, and no more rights on the other side', async () => {
    expect((await create({ login: null })).error.fields).toMatchObject([{ path: 'login' }])
    await sql`DELETE FROM user_role_operation
      WHERE user_role_id = 5 AND object_type = 'PartnerEmployee' AND operation = 'UpdateIdentity'`.execute(
      bank.db,
    )
    await expect.poll(async () => (await create({}, 'partner-admin')).status).toBe(403)
    await sql`INSERT INTO user_role_operation (user_role_id, object_type, operation) VALUES (5, 'PartnerEmployee', 'UpdateIdentity')`.execute(
      bank.db,
    )
    await expect.poll(async () => (await create({}, 'partner-admin')).status).toBe(200)
    await work()
    const { body: strong } = await create({ userRoleIds: [1] })
    await work()
    expect((await issue(strong.id, 'partner-admin')).status).toBe(403)
    expect((await issue(strong.id)).status).toBe(200)
  })

  it('sends no letters', async () => {
    const { body } = await create()
    await work()
    const answer = await bank.call(api.sendPasswordLetter, { params: { employeeId: String(body.id) } })
    expect([answer.status, answer.error.message]).toEqual([409, expect.stringContaining('выдайте пароль')])
  })
})

describe('with Keycloak', () => {
  let keycloak: FakeKeycloak
  beforeAll(async () => {
    keycloak = await startFakeKeycloak()
    identity = keycloakIdentityAdmin({ url: keycloak.url, realm: 'ipoteka', ...fakeClient, timeoutMs: 2_000 })
    bank = await testApp({ identity })
  })
  afterAll(async () => {
    await bank.close()
    await keycloak.close()
  })

  it('the account is made there, gets a temporary password and a letter', async () => {
    const { body } = await create({ email: 'a@b.ru' })
    await work()
    const [user] = keycloak.users
    expect(user).toMatchObject({ username: body.login, email: 'a@b.ru', roles: ['apix_user'] })
    expect(await accountOf(body.id)).toMatchObject({
      state: 'ACTIVE',
      provider: 'KEYCLOAK',
      identityId: user?.id,
      canSendLetter: true,
    })
    const { body: given } = await issue(body.id)
    expect(user?.password).toEqual({ type: 'password', value: given.password, temporary: true })
    const letter = await bank.call(api.sendPasswordLetter, { params: { employeeId: String(body.id) } })
    expect([letter.status, user?.actions]).toEqual([204, ['UPDATE_PASSWORD']])
  })

  it('privileges there, of the account or of its groups, keep it from being linked', async () => {
    const privileged = async (roles: string[]) => {
      const id = await identity.createUser({
        login: `keycloak-${roles.join('-')}`,
        lastName: 'К',
        firstName: 'К',
        middleName: null,
        email: null,
      })
      keycloak.users.find((user) => user.id === id)?.roles.push(...roles)
      return identity.privilegesOf(id)
    }
    expect(await privileged(['default-roles-ipoteka', 'offline_access'])).toEqual([])
    expect(await privileged(['admin'])).toEqual(['admin'])
    const [user] = keycloak.users
    user?.groups.push({ realm: ['auditor'], clients: ['realm-management', 'account'] })
    expect(await identity.privilegesOf(user?.id ?? '')).toEqual(['auditor', 'realm-management'])
    user?.groups.pop()
  })

  it('an account whose making was interrupted is the product’s own', async () => {
    const { body } = await create()
    await sql`UPDATE employee_account SET making_login = ${body.login} WHERE employee_id = ${body.id}`.execute(
      bank.db,
    )
    await identity.createUser({ ...body, login: body.login ?? '' })
    await work()
    expect(await accountOf(body.id)).toMatchObject({ state: 'ACTIVE', madeHere: true })
  })

  it('while it is away the request waits, and after the last attempt says so', async () => {
    const { body } = await create()
    keycloak.fail(503, 1)
    await expect(work()).rejects.toThrow('503')
    expect((await accountOf(body.id)).state).toBe('WAITING')
    keycloak.fail(503, 1)
    await expect(work(true)).rejects.toThrow('503')
    expect(await accountOf(body.id)).toMatchObject({
      state: 'FAILED',
      error: expect.stringContaining('не ответил'),
    })
    await request(body.id, { action: 'CREATE' })
    await work()
    expect((await accountOf(body.id)).state).toBe('ACTIVE')
  })

  it('a login is looked for there too, and without its answer among the employees alone', async () => {
    const { body } = await create()
    await work()
    expect(await exists(body.login ?? '')).toMatchObject({
      exists: true,
      inEmployees: true,
      inIdentity: true,
    })
    keycloak.fail(500)
    expect(await exists('whoever')).toEqual({
      exists: false,
      inEmployees: false,
      inIdentity: null,
      freeIdentityId: null,
    })
    keycloak.fail(502)
    const down = await issue(body.id)
    expect([down.status, down.error.type]).toEqual([503, 'ER_AUTHENTICATION_SERVICE_CALL'])
  })

  it('two jobs of one request make one account', async () => {
    const { body } = await create()
    const job = identityWorker(bank.db, identity)
    const context = { isLastAttempt: false }
    await Promise.all([job({ employeeId: body.id }, context), job({ employeeId: body.id }, context)])
    expect(keycloak.users.filter(({ username }) => username === body.login)).toHaveLength(1)
    expect((await accountOf(body.id)).state).toBe('ACTIVE')
  })
})

describe('without access to the administration', () => {
  beforeAll(async () => {
    bank = await testApp({ identity: null })
  })
  afterAll(() => bank.close())

  it('accounts are kept elsewhere, and the card says so', async () => {
    const { body } = await create({ createAccount: false })
    expect(await accountOf(body.id)).toMatchObject({ state: 'NONE', provider: null })
    expect((await request(body.id, { action: 'CREATE' })).error.message).toContain('IDENTITY_ADMIN_CLIENT_ID')
    expect(await exists(body.login ?? '')).toMatchObject({ exists: true, inIdentity: null })
    expect((await create()).error.fields).toMatchObject([{ path: 'createAccount' }])
  })
})
