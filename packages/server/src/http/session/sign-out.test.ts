import {
  backChannelLogoutPath,
  endSessionPath,
  sessionOver,
  sessionOverChallenge,
} from '@ipoteka-office/contract/session/identity.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import type { FastifyInstance } from 'fastify'
import { decodeJwt, generateKeyPair } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '#app.ts'
import { subKey } from '#http/session/ended-sessions.ts'
import { systemClock } from '#lib/bank-time.ts'
import { liveInstance, Tab } from '#testing/processes/live-instance.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { withAdmin } from '#testing/test-database.ts'
import { claimsOf, type Login, signToken, testKeys } from '#testing/test-tokens.ts'
import { endSession } from './ended-sessions.repo.ts'
import { openSession, type SessionCheck } from './session.ts'
import { soon } from '#testing/waiting/soon.ts'

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'
const now = () => Math.floor(Date.now() / 1_000)

let bank: TestApp
/** Another process on the same database. */
let elsewhere: { app: FastifyInstance; session: SessionCheck }
let sessions = 0

beforeAll(async () => {
  bank = await testApp()
  const { config, db, pool, connectionString } = bank
  const session = await openSession({
    config,
    db,
    connectionString,
    keys: testKeys,
    onError: () => undefined,
  })
  elsewhere = {
    session,
    app: await buildApp({
      config,
      db,
      pool,
      session,
      parameters: bank.parameters,
      routes: await sessionCalls(),
    }),
  }
})
afterAll(async () => {
  await elsewhere.app.close()
  await elsewhere.session.close()
  await bank.close()
})

const sessionCalls = async () =>
  (await import('#features/session/session.routes.ts')).sessionRoutes({
    clock: systemClock(bank.config.bankTimeZone),
    identity: null,
  })

const newSid = () => `session-${++sessions}`
const tokenOf = (sid: string | undefined, login: Login = 'admin', changes: object = {}) =>
  signToken({ ...claimsOf(bank.config.identity, login), ...(sid !== undefined && { sid }), ...changes })

async function statusAt(app: FastifyInstance, token: string): Promise<number> {
  const url = `/api/employee/operations?login=${decodeJwt(token).preferred_username ?? ''}`
  return (await app.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode
}
const here = (token: string) => statusAt(bank.app, token)
const there = (token: string) => statusAt(elsewhere.app, token)

const signOut = (token: string) =>
  bank.app.inject({ method: 'POST', url: endSessionPath, headers: { authorization: `Bearer ${token}` } })

const logoutClaims = (changes: object = {}) => ({
  iss: bank.config.identity.issuer,
  aud: bank.config.identity.clientId,
  iat: now(),
  exp: now() + 120,
  jti: `logout-${newSid()}`,
  events: { [logoutEvent]: {} },
  ...changes,
})
const post = (token: string, app = bank.app) =>
  app.inject({
    method: 'POST',
    url: backChannelLogoutPath,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ logout_token: token }).toString(),
  })

describe('a person who signs out', () => {
  it('leaves a token behind that opens nothing in any process, and other sessions go on', async () => {
    const [stolen, other] = [await tokenOf(newSid()), await tokenOf(newSid())]
    for (const token of [stolen, other]) expect([await here(token), await there(token)]).toEqual([200, 200])
    expect((await signOut(stolen)).statusCode).toBe(204)
    expect(await here(stolen)).toBe(401)
    await soon(async () => expect(await there(stolen)).toBe(401))
    expect([await here(other), await there(other)]).toEqual([200, 200])
    expect((await signOut(stolen)).statusCode).toBe(401)
  })

  it('is told by the refusal that no newer token helps, unlike one with a token that never held', async () => {
    const token = await tokenOf(newSid())
    await signOut(token)
    const refused = async (bearer: string) => {
      const headers = { authorization: `Bearer ${bearer}` }
      const answer = await bank.app.inject({ url: '/api/session/own', headers })
      return [answer.statusCode, answer.headers['www-authenticate'], answer.json().message]
    }
    expect(await refused(token)).toEqual([401, sessionOverChallenge, 'Сеанс завершён. Войдите снова'])
    expect(await refused(`${token}x`)).toEqual([401, 'Bearer', 'Пользователь не авторизован'])
  })

  it('is out in a token of the same session that nobody has shown yet', async () => {
    const sid = newSid()
    expect((await signOut(await tokenOf(sid))).statusCode).toBe(204)
    expect(await here(await tokenOf(sid, 'admin', { iat: now() + 5 }))).toBe(401)
  })

  it('whose tokens tell no session ends those up to this one', async () => {
    const at = now()
    const before = await tokenOf(undefined, 'viewer', { iat: at - 10 })
    const own = await tokenOf(undefined, 'viewer', { iat: at - 5 })
    const after = await tokenOf(undefined, 'viewer', { iat: at })
    expect((await signOut(own)).statusCode).toBe(204)
    expect([await here(before), await here(own), await here(after)]).toEqual([401, 401, 200])
  })

  it('has to show a token that holds', async () => {
    expect((await bank.app.inject({ method: 'POST', url: endSessionPath })).statusCode).toBe(401)
    const { privateKey } = await generateKeyPair('ES256')
    const forged = await signToken({ ...claimsOf(bank.config.identity, 'admin'), sid: 'x' }, {}, privateKey)
    expect((await signOut(forged)).statusCode).toBe(401)
  })

  it('loses the open pages of the session at once, on every instance', async () => {
    const { config, db, connectionString } = bank
    const session = elsewhere.session
    const live = [
      await liveInstance(bank),
      await liveInstance({ ...bank, config, db, connectionString, session }),
    ]
    const [gone, staying] = [await tokenOf(newSid()), await tokenOf(newSid())]
    const open = (token: string) =>
      Promise.all(live.map(async ({ url }) => await new Tab(url, token).connect()))
    const [closed, kept] = [await open(gone), await open(staying)]
    try {
      await signOut(gone)
      await soon(() => expect(closed.map((tab) => tab.closed)).toEqual([true, true]))
      expect(closed.map(({ refusals }) => refusals)).toEqual([[sessionOver], [sessionOver]])
      for (const tab of kept) await tab.subscribe(topics.mine)
      await expect(new Tab(live[1]?.url ?? '', gone).connect()).rejects.toThrow(sessionOver)
    } finally {
      for (const tab of [...closed, ...kept]) await tab.leave()
      for (const instance of live) await instance.close()
    }
  })
})

describe('a process that could not listen', () => {
  it('reads the list anew before it trusts what it remembers', async () => {
    const sid = newSid()
    const token = await tokenOf(sid)
    expect([await here(token), await there(token)]).toEqual([200, 200])
    // As if the news was sent while nobody could hear it.
    await withAdmin(bank.connectionString, async (admin) => {
      await admin.query('SET session_replication_role = replica')
      await admin.query('SELECT end_session($1, now())', [`sid:${sid}`])
    })
    expect([await here(token), await there(token)]).toEqual([200, 200])
    await withAdmin(bank.connectionString, (admin) =>
      admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'ipoteka-live'`),
    )
    await soon(async () => expect([await here(token), await there(token)]).toEqual([401, 401]))
    await soon(() => expect(bank.session.remembered(token)).toBeUndefined())
    const fresh = await tokenOf(newSid())
    await soon(async () => {
      expect(await here(fresh)).toBe(200)
      expect(bank.session.remembered(fresh)).toBeDefined()
    })
  })

  it('that starts later knows what ended before', async () => {
    const token = await tokenOf(newSid())
    await signOut(token)
    const { config, db, connectionString } = bank
    const late = await openSession({ config, db, connectionString, keys: testKeys, onError: () => undefined })
    try {
      await expect(late.authenticate(token)).rejects.toMatchObject({ status: 401 })
    } finally {
      await late.close()
    }
  })
})

describe('an account that is closed', () => {
  it('ends every session begun before, not those after it is opened again', async () => {
    const at = now()
    const token = await tokenOf(newSid(), 'agent', { iat: at - 5 })
    expect(await here(token)).toBe(200)
    const { sub } = claimsOf(bank.config.identity, 'agent')
    await endSession(bank.db, { key: subKey(String(sub)), endedAt: at - 1 })
    await soon(async () => expect([await here(token), await there(token)]).toEqual([401, 401]))
    expect(await here(await tokenOf(newSid(), 'agent', { iat: at }))).toBe(200)
  })
})

describe('a logout token of the identity server', () => {
  it.each(['JWT', 'logout+jwt'])('of type %s ends the session it names in every process', async (typ) => {
    const sid = newSid()
    const token = await tokenOf(sid)
    expect([await here(token), await there(token)]).toEqual([200, 200])
    const answer = await post(await signToken(logoutClaims({ sid }), { typ }))
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(await here(token)).toBe(401)
    await soon(async () => expect(await there(token)).toBe(401))
  })

  it('that names an account alone ends what began before it', async () => {
    const { sub } = claimsOf(bank.config.identity, 'underwriter')
    const [old, next] = [
      await tokenOf(newSid(), 'underwriter', { iat: now() - 20 }),
      await tokenOf(newSid(), 'underwriter', { iat: now() - 2 }),
    ]
    expect((await post(await signToken(logoutClaims({ sub, iat: now() - 10 })))).statusCode).toBe(200)
    expect([await here(old), await here(next)]).toEqual([401, 200])
  })

  it('is taken once, by all processes together', async () => {
    const token = await signToken(logoutClaims({ sid: newSid() }))
    expect((await post(token)).statusCode).toBe(200)
    expect((await post(token)).statusCode).toBe(400)
    expect((await post(token, elsewhere.app)).statusCode).toBe(400)
  })

  it.each<[string, object]>([
    ['of another issuer', { iss: 'https://evil.example' }],
    ['for another client', { aud: 'other' }],
    ['that has expired', { exp: now() - 120 }],
    ['from long ago', { iat: now() - 3_600, exp: now() + 60 }],
    ['without an event', { events: undefined }],
    ['with another event', { events: { 'http://schemas.openid.net/event/other': {} } }],
    ['with an event that is a word', { events: { [logoutEvent]: 'yes' } }],
    ['with a nonce', { nonce: 'n' }],
    ['without jti', { jti: undefined }],
    ['without a session or an account', { sid: undefined }],
    ['with a session that is a list', { sid: ['planted'] }],
  ])('%s ends nothing', async (_what, changes) => {
    const sid = newSid()
    const token = await tokenOf(sid)
    const answer = await post(await signToken(logoutClaims({ sid, ...changes })))
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ message: 'Уведомление о выходе не принято' })
    expect(await here(token)).toBe(200)
  })

  it('ends nothing when it is forged, is an access token, or comes twice or not at all', async () => {
    const sid = newSid()
    const token = await tokenOf(sid)
    const { privateKey } = await generateKeyPair('ES256')
    const good = await signToken(logoutClaims({ sid }))
    for (const sent of [await signToken(logoutClaims({ sid }), {}, privateKey), token, '', 'a.b.c'])
      expect((await post(sent)).statusCode).toBe(400)
    const send = (payload: string, type = 'application/x-www-form-urlencoded') =>
      bank.app.inject({
        method: 'POST',
        url: backChannelLogoutPath,
        headers: { 'content-type': type },
        payload,
      })
    expect((await send(`logout_token=${good}&logout_token=${good}`)).statusCode).toBe(400)
    expect((await send(JSON.stringify({ logout_token: good }), 'application/json')).statusCode).toBe(415)
    expect(await here(token)).toBe(200)
  })

  it('opens no call', async () => {
    expect(
      await here(
        await signToken(logoutClaims({ sid: newSid(), sub: claimsOf(bank.config.identity, 'admin').sub })),
      ),
    ).toBe(401)
  })
})

it('rows that no token can need any more are swept away', async () => {
  await sql`INSERT INTO ended_session (key, ended_at, kept_until) VALUES ('sid:old', now(), now() - interval '1 s')`.execute(
    bank.db,
  )
  await sql`INSERT INTO taken_logout_token (jti, kept_until) VALUES ('old', now() - interval '1 s')`.execute(
    bank.db,
  )
  const { sweep } = await import('#features/housekeeping/sweep.service.ts')
  expect(await sweep(bank.db, bank.gate)).toMatchObject({ endedSessions: 1, logoutTokens: 1 })
})
