import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeKeycloak, fakeClient, startFakeKeycloak } from '#testing/services/fake-keycloak.ts'
import { type IdentityAdmin, IdentityRefused, IdentityUnavailable } from './identity-admin.ts'
import { keycloakIdentityAdmin } from './keycloak-identity-admin.ts'

const person = {
  login: 'Orlova',
  lastName: 'Орлова',
  firstName: 'Анна',
  middleName: null,
  email: 'orlova@bank.ru',
}
let keycloak: FakeKeycloak
let admin: IdentityAdmin
beforeEach(async () => {
  keycloak = await startFakeKeycloak()
  admin = keycloakIdentityAdmin({ url: keycloak.url, realm: 'ipoteka', ...fakeClient, timeoutMs: 2_000 })
})
afterEach(() => keycloak.close())

describe('an account in Keycloak', () => {
  it('is created with the role of entry and has to choose a password', async () => {
    const id = await admin.createUser(person)
    expect(keycloak.users).toMatchObject([
      { id, username: 'orlova', enabled: true, roles: ['apix_user'], requiredActions: ['UPDATE_PASSWORD'] },
    ])
    expect(await admin.findUser('ORLOVA')).toEqual({ id, login: 'orlova', enabled: true })
    expect(await admin.getUser(id)).toMatchObject({ login: 'orlova' })
    expect(await admin.getUser('5d0c0de0-0000-4000-8000-000000000000')).toBeNull()
    expect(await admin.findUser('nobody')).toBeNull()
  })

  it('has one session ended by its name, one that is gone too, or all of them', async () => {
    const id = await admin.createUser(person)
    await admin.endSession(id, 'a/b')
    await admin.endSession(id, 'gone')
    expect(keycloak.calls.slice(-2)).toEqual(['DELETE /sessions/a%2Fb', 'DELETE /sessions/gone'])
    expect(keycloak.users[0]?.sessions).toBe(1)
    await admin.endSession(id, null)
    expect(keycloak.users[0]?.sessions).toBe(0)
  })

  it('that an earlier attempt has made is taken', async () => {
    const first = await admin.createUser(person)
    expect(await admin.createUser(person)).toBe(first)
    expect(keycloak.users).toHaveLength(1)
  })

  it('whose e-mail is taken is refused in the words of Keycloak', async () => {
    await admin.createUser(person)
    const other = admin.createUser({ ...person, login: 'other' })
    await expect(other).rejects.toBeInstanceOf(IdentityRefused)
    await expect(other).rejects.toThrow('User exists with same email')
  })

  it('is closed with its sessions and opened again', async () => {
    const id = await admin.createUser(person)
    await admin.setEnabled(id, false)
    expect(keycloak.users).toMatchObject([{ enabled: false, sessions: 0 }])
    await admin.setEnabled(id, true)
    expect(keycloak.users).toMatchObject([{ enabled: true }])
  })

  it('gets a temporary password or a letter', async () => {
    const id = await admin.createUser(person)
    await admin.setPassword(id, 'Temporary1')
    await admin.sendPasswordReset(id)
    expect(keycloak.users).toMatchObject([
      { password: { value: 'Temporary1', temporary: true }, actions: ['UPDATE_PASSWORD'] },
    ])
  })
})

describe('what goes wrong', () => {
  it('a token that ended early is renewed once', async () => {
    await admin.findUser('a')
    keycloak.expireTokens()
    expect(await admin.findUser('a')).toBeNull()
    expect(keycloak.calls).toHaveLength(3)
  })

  it.each([500, 502, 503, 429])('%i is worth asking again', async (status) => {
    keycloak.fail(status)
    await expect(admin.findUser('a')).rejects.toBeInstanceOf(IdentityUnavailable)
    expect(await admin.findUser('a')).toBeNull()
  })

  it('403 says which rights are missing', async () => {
    keycloak.fail(403)
    await expect(admin.createUser(person)).rejects.toThrow('manage-users')
  })

  it('a realm without the role is a refusal', async () => {
    keycloak.dropRole()
    await expect(admin.createUser(person)).rejects.toThrow('apix_user')
  })

  it('a wrong secret names the settings', async () => {
    const wrong = keycloakIdentityAdmin({
      url: keycloak.url,
      realm: 'ipoteka',
      ...fakeClient,
      clientSecret: 'other',
    })
    await expect(wrong.findUser('a')).rejects.toThrow('IDENTITY_ADMIN_CLIENT_SECRET')
  })

  it('nobody at the address is worth asking again', async () => {
    await keycloak.close()
    await expect(admin.findUser('a')).rejects.toBeInstanceOf(IdentityUnavailable)
  })
})
