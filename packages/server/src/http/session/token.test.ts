import { createHmac, generateKeyPairSync } from 'node:crypto'
import { listRegions } from '@ipoteka-office/contract/references/reference-options.ts'
import { getOperations, getUserByLogin } from '@ipoteka-office/contract/session/session.ts'
import { exportJWK, exportSPKI, generateKeyPair } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { claimsOf, signToken, testPublicKey } from '#testing/test-tokens.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
})
afterAll(() => bank.close())

const now = () => Math.floor(Date.now() / 1_000)
const claims = (change: Record<string, unknown> = {}) => ({
  ...claimsOf(bank.config.identity, 'admin'),
  ...change,
})
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const statusOf = async (token: string) => (await bank.call(listRegions, {}, { token })).status

describe('a token', () => {
  it('that holds opens the product', async () => {
    expect(await statusOf(await signToken(claims()))).toBe(200)
    expect(await statusOf(await signToken(claims({ typ: undefined }), { typ: 'at+jwt' }))).toBe(200)
  })

  it('may be a minute late, for clocks differ', async () => {
    expect(await statusOf(await signToken(claims({ exp: now() - 30 })))).toBe(200)
  })

  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const forgeries: [string, () => Promise<string> | string][] = [
    ['is empty', () => ''],
    ['is no token', () => 'abc.def.ghi'],
    ['has expired', () => signToken(claims({ exp: now() - 120 }))],
    ['is not valid yet', () => signToken(claims({ nbf: now() + 600 }))],
    ['never expires', () => signToken(claims({ exp: undefined }))],
    ['has another issuer', () => signToken(claims({ iss: 'https://login.other.ru/realms/ipoteka' }))],
    ['is for another audience', () => signToken(claims({ aud: 'another' }))],
    ['is for nobody', () => signToken(claims({ aud: undefined }))],
    ['has no subject', () => signToken(claims({ sub: undefined }))],
    ['is an ID token of Keycloak', () => signToken(claims({ typ: 'ID' }))],
    ['is an ID token of another provider', () => signToken(claims({ typ: undefined }))],
    ['is a refresh token', () => signToken(claims({ typ: 'Refresh' }))],
    ['is not signed', () => `${base64url({ alg: 'none', typ: 'JWT' })}.${base64url(claims())}.`],
    ['is signed by another key under our name', () => signToken(claims(), {}, other.privateKey)],
    ['names a key that is not ours', () => signToken(claims(), { kid: 'other' }, other.privateKey)],
    ['names a file as its key', () => signToken(claims(), { kid: '../../../dev/null' }, other.privateKey)],
    [
      'brings its own key',
      async () => signToken(claims(), { jwk: await exportJWK(other.publicKey) }, other.privateKey),
    ],
    [
      'points to foreign keys',
      () => signToken(claims(), { jku: 'http://127.0.0.1:9/jwks', kid: 'x' }, other.privateKey),
    ],
    [
      'uses our public key as a secret',
      async () => {
        const text = `${base64url({ alg: 'HS256', typ: 'JWT', kid: 'test-key' })}.${base64url(claims())}`
        const secret = await exportSPKI(testPublicKey)
        return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
      },
    ],
    [
      'uses an algorithm that is not ours',
      async () => {
        const { privateKey } = await generateKeyPair('ES384')
        return signToken(claims(), { alg: 'ES384' }, privateKey)
      },
    ],
    [
      'was changed after signing',
      async () => {
        const [head, , signature] = (await signToken(claims())).split('.')
        return `${head}.${base64url(claims({ preferred_username: 'workload' }))}.${signature}`
      },
    ],
    ['has lost its signature', async () => (await signToken(claims())).replace(/[^.]+$/, '')],
    ['is longer than any token', () => `a.${'b'.repeat(20_000)}.c`],
  ]
  it.each(forgeries)('that %s is answered 401', async (_name, make) => {
    const { status, error, headers } = await bank.call(listRegions, {}, { token: await make() })
    expect(status).toBe(401)
    expect(error.message).toBe('Пользователь не авторизован')
    expect(headers['www-authenticate']).toBe('Bearer')
  })

  it('without the required role is answered 403 that names the roles', async () => {
    const { status, error } = await bank.call(listRegions, {}, { as: 'norole' })
    expect(status).toBe(403)
    expect(error.message).toContain('apix_user, ad-gf-apix.user')
  })

  it('may hold the role as a resource role, in upper case too', async () => {
    const withRole = (part: Record<string, unknown>) =>
      signToken(claims({ realm_access: undefined, ...part }))
    const { clientId } = bank.config.identity
    expect(
      await statusOf(await withRole({ resource_access: { [clientId]: { roles: ['AD-GF-APIX.USER'] } } })),
    ).toBe(200)
    expect(await statusOf(await withRole({ realm_access: { roles: ['APIX_USER'] } }))).toBe(200)
    expect(await statusOf(await withRole({ resource_access: { other: { roles: ['apix_user'] } } }))).toBe(403)
    expect(await statusOf(await withRole({ realm_access: { roles: ['apix_user_x'] } }))).toBe(403)
    expect(await statusOf(await withRole({ realm_access: 'apix_user' }))).toBe(403)
  })
})

describe('the employee behind a token', () => {
  it('is found by the id of the identity server, else by the login', async () => {
    const free = { first_name: 'Иван', last_name: 'Новый', partner_id: 1, login: 'Newcomer' }
    await bank.db.insertInto('employee').values(free).execute()
    const token = await signToken(
      claims({ sub: '11111111-0000-4000-8000-000000000000', preferred_username: 'newcomer' }),
    )
    const own = await bank.call(getUserByLogin, { query: { login: 'newcomer' } }, { token })
    expect(own.body.descriptor).toBe('Новый Иван')
  })

  it('is not taken by a person with the same login and another id', async () => {
    const token = await signToken(claims({ sub: '22222222-0000-4000-8000-000000000000' }))
    const { status, error } = await bank.call(listRegions, {}, { token })
    expect(status).toBe(403)
    expect(error.message).toContain('не заведён')
  })

  it('when switched off may only ask who he is', async () => {
    const own = await bank.call(getUserByLogin, { query: { login: 'blocked' } }, { as: 'blocked' })
    expect(own.body).toMatchObject({ notActive: true, descriptor: 'Тихонова Елена Павловна' })
    expect((await bank.call(getOperations, { query: { login: 'blocked' } }, { as: 'blocked' })).status).toBe(
      200,
    )
    const other = await bank.call(listRegions, {}, { as: 'blocked' })
    expect(other.status).toBe(403)
    expect(other.error.message).toContain('отключена')
  })

  it('loses rights and access at once, without waiting for the token to expire', async () => {
    const employee = { first_name: 'Пётр', last_name: 'Временный', partner_id: 1, login: 'leaver' }
    const { id } = await bank.db
      .insertInto('employee')
      .values(employee)
      .returning('id')
      .executeTakeFirstOrThrow()
    const token = await signToken(
      claims({ sub: '33333333-0000-4000-8000-000000000000', preferred_username: 'leaver' }),
    )
    expect(await statusOf(token)).toBe(200)
    await bank.db.updateTable('employee').set({ not_active: true }).where('id', '=', id).execute()
    await expect.poll(() => statusOf(token)).toBe(403)
  })
})

describe('data of a user', () => {
  it('of another partner are not found, whatever rights the caller has', async () => {
    await bank.db
      .insertInto('user_role_operation')
      .values({ user_role_id: 5, object_type: 'UserRole', operation: 'List' })
      .execute()
    const ask = (endpoint: typeof getUserByLogin | typeof getOperations, login: string) =>
      bank.call(endpoint, { query: { login } }, { as: 'partner-admin' })
    for (const endpoint of [getUserByLogin, getOperations]) {
      await expect.poll(async () => (await ask(endpoint, 'agent')).status).toBe(404)
      expect((await ask(endpoint, 'admin')).status).toBe(404)
      expect((await ask(endpoint, 'partner-admin')).status).toBe(200)
    }
    await bank.db
      .deleteFrom('user_role_operation')
      .where('user_role_id', '=', 5)
      .where('object_type', '=', 'UserRole')
      .execute()
  })

  it('are the caller’s own', async () => {
    const { body } = await bank.call(getUserByLogin, { query: { login: 'AGENT' } }, { as: 'agent' })
    expect(body).toEqual({
      id: 4,
      descriptor: 'Ким Олег Романович',
      notActive: false,
      partner: {
        id: 2,
        name: 'Волга-Ипотека',
        roles: [{ code: 'LeadCreator' }, { code: 'RegionalOperator' }],
      },
      workgroups: [],
      bankTimeZone: 'Europe/Moscow',
    })
    const rights = await bank.call(
      getOperations,
      { query: { login: 'partner-admin' } },
      { as: 'partner-admin' },
    )
    expect(rights.body.EmployeeOic).toEqual(['Read'])
  })

  it('of somebody else need the right to look at roles', async () => {
    for (const endpoint of [getUserByLogin, getOperations]) {
      expect((await bank.call(endpoint, { query: { login: 'admin' } }, { as: 'agent' })).status).toBe(403)
      expect((await bank.call(endpoint, { query: { login: 'nobody' } }, { as: 'agent' })).status).toBe(403)
      expect((await bank.call(endpoint, { query: { login: 'agent' } }, { as: 'admin' })).status).toBe(200)
      expect((await bank.call(endpoint, { query: { login: 'nobody' } }, { as: 'admin' })).status).toBe(404)
    }
  })
})
