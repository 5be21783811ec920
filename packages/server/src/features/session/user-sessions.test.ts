import { listEmployeeHistory } from '@ipoteka-office/contract/employees/employees.ts'
import { getOperations } from '@ipoteka-office/contract/session/session.ts'
import {
  endEmployeeSessions,
  endOwnSessions,
  listEmployeeSessions,
  listOwnSessions,
} from '@ipoteka-office/contract/session/user-sessions.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { claimsOf, type Login, signToken } from '#testing/test-tokens.ts'

const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36'

let bank: TestApp
let sessions = 0

beforeAll(async () => {
  bank = await testApp()
})
afterAll(() => bank.close())

/** A token of a session of its own, which has been used. */
async function signedIn(login: Login): Promise<{ sid: string; token: string }> {
  sessions += 1
  const sid = `device-${sessions}`
  const token = await signToken({ ...claimsOf(bank.config.identity, login), sid })
  expect(await statusOf(token, login)).toBe(200)
  await expect
    .poll(async () => (await sql`SELECT 1 FROM user_session WHERE sid = ${sid}`.execute(bank.db)).rows.length)
    .toBe(1)
  return { sid, token }
}
const statusOf = async (token: string, login: Login) =>
  (await bank.call(getOperations, { query: { login } }, { token, headers: { 'user-agent': chrome } })).status
const of = (employeeId: number) => ({ params: { employeeId: String(employeeId) } })
/** The employee `agent` of Volga, whom the administrator of Ural does not see. */
const agent = 4

describe('own sessions', () => {
  it('are told with device, address and which of them this is; those of others are not', async () => {
    const [first, second, foreign] = [
      await signedIn('viewer'),
      await signedIn('viewer'),
      await signedIn('agent'),
    ]
    const { body } = await bank.call(listOwnSessions, {}, { token: second.token })
    expect(body.map(({ device, address, isThis }) => ({ device, address, isThis }))).toEqual([
      { device: 'Chrome, Windows', address: '127.0.0.1', isThis: true },
      { device: 'Chrome, Windows', address: '127.0.0.1', isThis: false },
    ])
    const seenByFirst = await bank.call(listOwnSessions, {}, { token: first.token })
    expect(seenByFirst.body.map(({ isThis }) => isThis)).toEqual([false, true])
    expect((await bank.call(listOwnSessions, {}, { token: foreign.token })).body).toHaveLength(1)
    expect(JSON.stringify(body)).not.toContain('device-')
  })

  it('end on other devices at once, and this one goes on', async () => {
    const [kept, other] = [await signedIn('support'), await signedIn('support')]
    const { status, body } = await bank.call(
      endOwnSessions,
      { body: { which: 'OTHERS' } },
      { token: kept.token },
    )
    expect([status, body.map(({ isThis }) => isThis)]).toEqual([200, [true]])
    await expect.poll(() => statusOf(other.token, 'support')).toBe(401)
    expect(await statusOf(kept.token, 'support')).toBe(200)
  })

  it('all end, with tokens that tell no session', async () => {
    const [one, two] = [await signedIn('underwriter'), await signedIn('underwriter')]
    const plain = await bank.tokenOf('underwriter')
    expect(await statusOf(plain, 'underwriter')).toBe(200)
    expect((await bank.call(endOwnSessions, { body: { which: 'ALL' } }, { token: one.token })).status).toBe(
      200,
    )
    for (const token of [one.token, two.token, plain])
      await expect.poll(() => statusOf(token, 'underwriter')).toBe(401)
  })
})

describe('sessions of an employee', () => {
  it('are seen and ended by who administers them: journal, history, dead tokens', async () => {
    const { token } = await signedIn('agent')
    const [open] = (await bank.call(listEmployeeSessions, of(agent))).body
    const { rows: looks } = await sql`SELECT actor_id FROM access_event
      WHERE action = 'VIEW' AND object_type = 'PartnerEmployee' AND object_id = ${agent}`.execute(bank.db)
    expect(looks).toEqual([{ actor_id: 1 }])
    const { status } = await bank.call(endEmployeeSessions, { ...of(agent), body: { id: open?.id ?? 0 } })
    expect(status).toBe(200)
    await expect.poll(() => statusOf(token, 'agent')).toBe(401)
    const again = await bank.call(endEmployeeSessions, { ...of(agent), body: { id: open?.id ?? 0 } })
    expect(again.status).toBe(404)
    const history = await bank.call(listEmployeeHistory, {
      params: { partnerId: '2', id: String(agent) },
      query: {},
    })
    expect(JSON.stringify(history.body.content[0])).toContain('Сеанс')
    expect((await bank.call(endEmployeeSessions, { ...of(agent), body: { id: null } })).body).toEqual([])
  })

  it('of another partner are neither seen nor ended, with every right at the own one', async () => {
    const { token } = await signedIn('workload')
    await sql`INSERT INTO user_role_operation (user_role_id, object_type, operation)
      VALUES (5, 'PartnerEmployee', 'UpdateIdentity') ON CONFLICT DO NOTHING`.execute(bank.db)
    const as = 'partner-admin'
    for (const id of [2, agent]) {
      expect((await bank.call(listEmployeeSessions, of(id), { as })).status).toBe(404)
      const { status } = await bank.call(endEmployeeSessions, { ...of(id), body: { id: null } }, { as })
      expect(status).toBe(404)
    }
    expect(await statusOf(token, 'workload')).toBe(200)
  })

  it('need the right: an agent and an auditor are refused', async () => {
    for (const as of ['agent', 'viewer'] as const) {
      const token = await signToken(claimsOf(bank.config.identity, as))
      expect((await bank.call(listEmployeeSessions, of(2), { token })).status).not.toBe(200)
      expect(
        (await bank.call(endEmployeeSessions, { ...of(2), body: { id: null } }, { token })).status,
      ).not.toBe(200)
    }
  })
})

it('are left alone where the identity server is not administered from here', async () => {
  const own = await testApp({ identity: null })
  const token = await signToken({ ...claimsOf(own.config.identity, 'admin'), sid: 'kept' })
  const { status } = await own.call(endOwnSessions, { body: { which: 'ALL' } }, { token })
  expect(status).toBe(409)
  expect((await own.call(listOwnSessions, {}, { token })).status).toBe(200)
  await own.close()
})
