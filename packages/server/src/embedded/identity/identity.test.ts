import Fastify, { type FastifyInstance } from 'fastify'
import { jwtVerify } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadConfig } from '#config.ts'
import { type Database, openDatabase } from '#db/database.ts'
import { migrate } from '#db/migrate.ts'
import { demoAccounts } from '#db/seed/demo-accounts.ts'
import { type EmbeddedPostgres } from '#embedded/postgres/start-postgres.ts'
import { startTestPostgres } from '#embedded/postgres/test-postgres.ts'
import { claimsOf, home, isEnded, TestBrowser, type TokenAnswer } from '#testing/identity-browser.ts'
import { setAccountEnabled, setAccountPassword } from './accounts.repo.ts'
import { serveIdentityFiles } from './browser-files.ts'
import { type Identity, openIdentity } from './identity.ts'
import { mountIdentity } from './mount-identity.ts'
import { hashPassword } from './passwords.ts'
import { seedDemoAccounts, setAccount } from './set-account.ts'

const config = loadConfig({ NODE_ENV: 'test' })
const [admin] = demoAccounts
const protocol = '/auth/realms/ipoteka/protocol/openid-connect'
const underTest = { issuer: config.identity.issuer, audience: 'apix', algorithms: ['RS256'] }
let postgres: EmbeddedPostgres
let database: Database
let identity: Identity
let app: FastifyInstance
let browser: TestBrowser

async function start() {
  identity = await openIdentity({ config, db: database.db })
  app = Fastify()
  await mountIdentity(app, identity)
  serveIdentityFiles(app, config)
}

async function stop() {
  identity.close()
  await app.close()
}

describe('embedded identity server', { timeout: 30_000 }, () => {
  beforeAll(async () => {
    postgres = await startTestPostgres()
    await migrate(postgres.connectionString)
    database = openDatabase({ connectionString: postgres.connectionString })
    await seedDemoAccounts(database.db)
    await start()
  }, 60_000)
  afterAll(async () => {
    await stop()
    await database.close()
    await postgres.stop()
  })
  beforeEach(async () => {
    browser = new TestBrowser(app)
    await sql`DELETE FROM identity.sign_in_attempt`.execute(database.db)
  })

  describe('code flow', () => {
    it('signs in with PKCE and issues tokens like Keycloak', async () => {
      const tokens = await browser.signInFully('admin')
      const { payload } = await jwtVerify(tokens.access_token, identity.publicKey, underTest)
      expect(payload).toMatchObject({
        sub: admin?.id,
        typ: 'Bearer',
        azp: 'apix',
        preferred_username: 'admin',
        name: 'Кузнецова Мария Викторовна',
        realm_access: { roles: ['apix_user'] },
        resource_access: {},
      })
      expect(tokens.expires_in).toBe(300)
      expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300)
      expect(claimsOf(tokens.id_token)).toMatchObject({
        typ: 'ID',
        nonce: 'nonce-1',
        preferred_username: 'admin',
        sub: admin?.id,
      })
      expect(claimsOf(tokens.refresh_token)).toMatchObject({ typ: 'Refresh', sub: admin?.id })
      expect(tokens.refresh_expires_in).toBeGreaterThan(1790)
    })

    it('answers the page with Russian text, closed content policy and the demo sign-ins', async () => {
      const redirected = await browser.authorize()
      const page = await browser.get(String(redirected.headers.location))
      expect(page.statusCode).toBe(200)
      expect(page.body).toContain('<h1>Вход</h1>')
      expect(page.body).toContain('partner-admin')
      expect(page.headers['content-security-policy']).not.toContain('unsafe-inline')
      expect(page.body).not.toMatch(/<style|<script(?! src)| on\w+=|style=/)
      expect(page.headers['cache-control']).toBe('no-store')
    })

    it('lets a password that was given out open nothing but the choice of a new one', async () => {
      const id = '5d0c0de0-0000-4000-8000-0000000000aa'
      await setAccount(database.db, {
        id,
        login: 'novice',
        name: 'Новичок',
        password: 'x',
        realmRoles: ['apix_user'],
      })
      await setAccountPassword(database.db, id, await hashPassword('GivenOut12345'))
      const direct = { grant_type: 'password', username: 'novice', password: 'GivenOut12345' }
      expect((await browser.token(direct)).json()).toMatchObject({ error: 'invalid_grant' })
      const start = await browser.authorize()
      const page = await browser.signIn(start, 'novice', 'GivenOut12345')
      expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-store'])
      expect(page.body).toContain('<h1>Новый пароль</h1>')
      const choose = (newPassword: string, repeated = newPassword) =>
        browser.request('POST', String(start.headers.location), {
          login: 'novice',
          password: 'GivenOut12345',
          newPassword,
          repeated,
        })
      for (const [given, repeated, reason] of [
        ['short', 'short', 'короче 10'],
        ['GivenOut12345', 'GivenOut12345', 'совпадает с выданным'],
        ['my-novice-password', 'my-novice-password', 'логин'],
        ['long enough one', 'long enough two', 'не совпадают'],
      ]) {
        const refused = await choose(given ?? '', repeated)
        expect(refused.statusCode).toBe(422)
        expect(refused.body).toContain(reason)
      }
      const { access_token } = (
        await browser.exchange(await browser.codeFrom(await choose('длинный пароль 1')))
      ).json<TokenAnswer>()
      expect(claimsOf(access_token)).toMatchObject({ sub: id, preferred_username: 'novice' })
      const again = await browser.token({ ...direct, password: 'длинный пароль 1' })
      expect(again.json()).toMatchObject({ token_type: 'Bearer' })
    })

    it('refuses a wrong verifier, a reused code, a foreign redirect and a request without PKCE', async () => {
      const first = await browser.codeFrom(await browser.signIn(await browser.authorize(), 'admin', 'demo'))
      expect((await browser.exchange(first, { code_verifier: 'x'.repeat(43) })).json()).toMatchObject({
        error: 'invalid_grant',
      })
      const code = await browser.codeFrom(await browser.authorize())
      const tokens = (await browser.exchange(code)).json<TokenAnswer>()
      expect(tokens.access_token).toBeTypeOf('string')
      expect((await browser.exchange(code)).statusCode).toBe(400)
      for (const redirect_uri of [
        'https://evil.example/',
        'http://localhost:8080.evil.example/',
        'http://a@localhost:8080/',
        'javascript:alert(1)',
      ]) {
        const refused = await browser.authorize({ redirect_uri })
        expect(refused.statusCode).toBe(400)
        expect(refused.headers.location).toBeUndefined()
      }
      const bare = await browser.authorize({ code_challenge: '' })
      expect(String(bare.headers.location)).toContain('error=invalid_request')
      const plain = await browser.authorize({ code_challenge_method: 'plain' })
      expect(String(plain.headers.location)).toContain('error=invalid_request')
    })

    it('needs no second password while the session lives, and asks again with prompt=login', async () => {
      await browser.signInFully('admin')
      expect(await browser.codeFrom(await browser.authorize())).not.toBe('')
      const asked = await browser.authorize({ prompt: 'login' })
      expect(String(asked.headers.location)).toContain('/login/')
    })

    it('keeps sessions and refresh tokens over a restart', async () => {
      const tokens = await browser.signInFully('workload')
      await stop()
      await start()
      browser.app = app
      expect((await browser.refresh(tokens.refresh_token)).statusCode).toBe(200)
      expect(await browser.codeFrom(await browser.authorize())).not.toBe('')
      await expect(jwtVerify(tokens.access_token, identity.publicKey, underTest)).resolves.toBeDefined()
    })

    it('keeps old tokens valid when the signing key is changed', async () => {
      const before = await browser.signInFully('admin')
      await identity.rotateKeys()
      const after = (await browser.refresh(before.refresh_token)).json<TokenAnswer>()
      const kid = (token: string) =>
        JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid
      expect(kid(after.access_token)).not.toBe(kid(before.access_token))
      for (const { access_token } of [before, after]) {
        await expect(jwtVerify(access_token, identity.publicKey, underTest)).resolves.toBeDefined()
      }
      const { keys } = (await browser.get(`${protocol}/certs`)).json<{ keys: Record<string, string>[] }>()
      expect(keys.length).toBeGreaterThanOrEqual(2)
      expect(keys.every((key) => key.d === undefined && key.alg === 'RS256')).toBe(true)
    })
  })

  describe('refresh and sign-out', () => {
    it('rotates the refresh token and ends the whole grant when an old one comes back', async () => {
      const first = await browser.signInFully('admin')
      const second = (await browser.refresh(first.refresh_token)).json<TokenAnswer>()
      expect(second.refresh_token).not.toBe(first.refresh_token)
      expect((await browser.refresh(first.refresh_token)).json()).toMatchObject({ error: 'invalid_grant' })
      expect((await browser.refresh(second.refresh_token)).json()).toMatchObject({ error: 'invalid_grant' })
      expect(claimsOf(second.access_token).sid).toBe(claimsOf(first.access_token).sid)
      expect(await isEnded(database.db, second)).toBe(true)
    })

    it('signs out with the ID token: back to the product, session and refresh token are gone', async () => {
      const tokens = await browser.signInFully('admin')
      const query = new URLSearchParams({
        id_token_hint: tokens.id_token,
        client_id: 'apix',
        post_logout_redirect_uri: `${home}/`,
      })
      const page = await browser.get(`${protocol}/logout?${query}`)
      expect(page.body).toContain('data-auto')
      expect(page.headers['content-security-policy']).not.toContain('unsafe-inline')
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
      const action = /action="([^"]+)"/.exec(page.body)?.[1] ?? ''
      const done = await browser.request('POST', action, { xsrf, logout: 'yes' })
      expect(done.headers.location).toBe(`${home}/`)
      expect((await browser.refresh(tokens.refresh_token)).json()).toMatchObject({ error: 'invalid_grant' })
      expect(String((await browser.authorize()).headers.location)).toContain('/login/')
      expect(await isEnded(database.db, tokens)).toBe(true)
      const authorization = `Bearer ${tokens.access_token}`
      expect((await browser.get(`${protocol}/userinfo`, { authorization })).statusCode).toBe(401)
      const next = await browser.signInFully('admin')
      expect(await isEnded(database.db, next)).toBe(false)
    })

    it('asks before signing out when nothing proves who sent the person', async () => {
      await browser.signInFully('admin')
      const page = await browser.get(`${protocol}/logout`)
      expect(page.body).toContain('Выйти из системы?')
      expect(page.body).not.toContain('data-auto')
    })

    it('puts a disabled person out: no refresh, no new code, no sign-in', async () => {
      const id = '5d0c0de0-0000-4000-8000-0000000000aa'
      await setAccount(database.db, { id, login: 'leaving', name: 'Уходящий Иван', password: 'demo' })
      const tokens = await browser.signInFully('leaving')
      await setAccountEnabled(database.db, id, false)
      expect((await browser.refresh(tokens.refresh_token)).json()).toMatchObject({ error: 'invalid_grant' })
      expect(String((await browser.authorize()).headers.location)).toContain('/login/')
      const other = new TestBrowser(app)
      expect((await other.signIn(await other.authorize(), 'leaving', 'demo')).body).toContain(
        'Учётная запись отключена',
      )
      const info = await other.get(`${protocol}/userinfo`, { authorization: `Bearer ${tokens.access_token}` })
      expect(info.statusCode).toBe(401)
    })
  })

  describe('password', () => {
    it('is throttled after five failures, by login and address, known or not, and the right one waits there too', async () => {
      for (const login of ['support', 'nobody-here']) {
        const page = await browser.authorize()
        for (let failure = 1; failure <= 4; failure++) {
          expect((await browser.signIn(page, login, 'wrong')).body).toContain('Неверный логин или пароль')
        }
        const fifth = await browser.signIn(page, login.toUpperCase(), 'wrong')
        expect(fifth.statusCode).toBe(422)
        expect(fifth.body).toMatch(/Слишком много неудачных попыток. Попробуйте снова после \d\d:\d\d:\d\d/)
        expect((await browser.signIn(page, login, 'demo')).body).toContain('Слишком много неудачных попыток')
      }
      expect((await browser.signIn(await browser.authorize(), 'admin', 'demo')).statusCode).toBe(303)
    })

    it('lets at most five guesses through when they come all at once', async () => {
      const guess = () => browser.token({ grant_type: 'password', username: 'agent', password: 'guess' })
      const answers = await Promise.all(Array.from({ length: 20 }, guess))
      const wrong = answers.filter(
        (answer) =>
          answer.json<{ error_description: string }>().error_description !== 'Too many failed attempts',
      )
      expect(wrong).toHaveLength(4)
    })

    it('counts anew after a success', async () => {
      const page = await browser.authorize()
      for (let failure = 1; failure <= 4; failure++) await browser.signIn(page, 'agent', 'wrong')
      expect((await browser.signIn(page, 'agent', 'demo')).statusCode).toBe(303)
      const again = await browser.authorize({ prompt: 'login' })
      expect((await browser.signIn(again, 'agent', 'wrong')).body).toContain('Неверный логин или пароль')
    })

    it('is stored as argon2id', async () => {
      const { rows } = await sql<{
        password_hash: string
      }>`SELECT password_hash FROM identity.account`.execute(database.db)
      expect(rows.every((row) => row.password_hash.startsWith('$argon2id$'))).toBe(true)
      expect(new Set(rows.map((row) => row.password_hash)).size).toBe(rows.length)
    })

    it('is not taken from a foreign page or without the page’s cookie', async () => {
      const page = await browser.authorize()
      const path = String(page.headers.location)
      const form = { login: 'admin', password: 'demo' }
      const foreign = await browser.request('POST', path, form, { origin: 'https://evil.example' })
      expect(foreign.statusCode).toBe(400)
      expect((await new TestBrowser(app).request('POST', path, form)).statusCode).toBe(400)
    })

    it('is simply wrong for a login that no database can hold', async () => {
      const answer = await browser.signIn(await browser.authorize(), 'ad\0min', 'demo')
      expect(answer.statusCode).toBe(422)
      expect(answer.body).toContain('Неверный логин или пароль')
      const token = await browser.token({ grant_type: 'password', username: 'ad\0min', password: 'demo' })
      expect([token.statusCode, token.json<{ error: string }>().error]).toEqual([400, 'invalid_grant'])
    })

    it('page answers what it cannot take with a page, not with a record for programs', async () => {
      const tooLong = await browser.signIn(await browser.authorize(), 'a'.repeat(20_000), 'demo')
      expect(tooLong.statusCode).toBe(413)
      expect(tooLong.headers['content-type']).toContain('text/html')
      expect(tooLong.body).toContain('Вход не выполнен')
      expect(tooLong.body).toContain('Тело запроса слишком велико.')
      expect(tooLong.headers['content-security-policy']).toContain("default-src 'none'")
    })

    it('page shows what was typed as text, not as markup', async () => {
      const shown = await browser.signIn(await browser.authorize(), '"><script>alert(1)</script>', 'x')
      expect(shown.body).toContain('&quot;&gt;&lt;script&gt;')
      expect(shown.body).not.toContain('<script>alert')
    })
  })

  describe('for scripts and the browser', () => {
    it('gives tokens for login and password at Keycloak’s path', async () => {
      const answer = await browser.token({ grant_type: 'password', username: 'admin', password: 'demo' })
      expect(answer.statusCode).toBe(200)
      const tokens = answer.json<TokenAnswer>()
      const { payload } = await jwtVerify(tokens.access_token, identity.publicKey, underTest)
      expect(payload).toMatchObject({ sub: admin?.id, typ: 'Bearer', realm_access: { roles: ['apix_user'] } })
      expect(claimsOf(tokens.id_token)).toMatchObject({ typ: 'ID', aud: 'apix' })
      const next = await browser.refresh(tokens.refresh_token)
      expect(next.statusCode).toBe(200)
      expect(
        (await browser.token({ grant_type: 'password', username: 'admin', password: 'no' })).json(),
      ).toMatchObject({
        error: 'invalid_grant',
      })
    })

    it('has no direct grant in production', async () => {
      const { createProvider } = await import('./provider.ts')
      const { findSigningKeys } = await import('./keys.repo.ts')
      const production = createProvider({
        config: { ...config, production: true },
        db: database.db,
        keys: await findSigningKeys(database.db),
        cookieSecret: 'x',
      })
      const saved = identity.provider
      Object.assign(identity, { provider: () => production })
      const answer = await browser.token({ grant_type: 'password', username: 'admin', password: 'demo' })
      Object.assign(identity, { provider: saved })
      expect(answer.json()).toMatchObject({ error: 'unsupported_grant_type' })
    })

    it('answers user info for an access token only', async () => {
      const tokens = await browser.signInFully('norole')
      const info = await browser.get(`${protocol}/userinfo`, {
        authorization: `Bearer ${tokens.access_token}`,
      })
      expect(info.json()).toMatchObject({ preferred_username: 'norole', name: 'Васильев Пётр Андреевич' })
      const byIdToken = await browser.get(`${protocol}/userinfo`, {
        authorization: `Bearer ${tokens.id_token}`,
      })
      expect(byIdToken.statusCode).toBe(401)
      expect(claimsOf(tokens.access_token)).toMatchObject({ realm_access: { roles: [] } })
    })

    it('serves the configuration and keycloak-js, and no other file', async () => {
      expect((await browser.get('/assets/keycloak.json')).json()).toEqual({
        realm: 'ipoteka',
        'auth-server-url': `${home}/auth`,
        resource: 'apix',
      })
      const script = await browser.get('/auth/js/keycloak.js')
      expect(script.headers['content-type']).toContain('text/javascript')
      expect(script.body).toContain('export default')
      for (const path of [
        '/assets/other.json',
        '/auth/js/..%2f..%2fpackage.json',
        '/auth/resources/provider.ts',
      ]) {
        expect((await browser.get(path)).statusCode).toBe(404)
      }
    })

    it('describes itself at the discovery address with Keycloak’s paths', async () => {
      const found = (await browser.get('/auth/realms/ipoteka/.well-known/openid-configuration')).json()
      expect(found).toMatchObject({
        issuer: `${home}/auth/realms/ipoteka`,
        authorization_endpoint: `${home}${protocol}/auth`,
        token_endpoint: `${home}${protocol}/token`,
        jwks_uri: `${home}${protocol}/certs`,
        end_session_endpoint: `${home}${protocol}/logout`,
      })
    })
  })
})
