import { getCase } from '@ipoteka-office/contract/cases/cases.ts'
import { reportError } from '@ipoteka-office/contract/error-reports/error-reports.ts'
import { getSettings, saveSettings } from '@ipoteka-office/contract/views/views.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Receiver, startReceiver } from '#testing/services/reports-receiver.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { withAdmin } from '#testing/test-database.ts'
import { soon } from '#testing/waiting/soon.ts'

let receiver: Receiver
let bank: TestApp
let quiet: TestApp

beforeAll(async () => {
  receiver = await startReceiver()
  bank = await testApp({ env: { ERROR_REPORTS_DSN: receiver.dsn, ERROR_REPORTS_STAND: 'stage' } })
  quiet = await testApp()
})
afterAll(async () => {
  await Promise.all([bank.close(), quiet.close()])
  await receiver.close()
})

const ofPage = {
  type: 'TypeError',
  message: `Cannot read properties of undefined (reading 'name') of Сомова`,
  stack: 'TypeError: Сомова\n    at Row (https://office.bank.ru/static/shell-CHoJplbJ.js:3:4711)',
  repeats: 2,
  crumbs: [
    { at: '2026-11-23T08:59:00Z', kind: 'page' as const, text: '/full-app-edit/$id' },
    { at: '2026-11-23T08:59:01Z', kind: 'call' as const, text: 'GET /case/:id 200' },
  ],
}

describe('unexpected errors', () => {
  it('of a page reach the service by way of the server, which says nothing of who reported', async () => {
    const { status } = await bank.call(reportError, { body: ofPage }, { as: 'agent' })
    expect(status).toBe(204)
    await soon(() => expect(receiver.events).toHaveLength(1))
    expect(receiver.events[0]).toMatchObject({
      environment: 'stage',
      platform: 'javascript',
      transaction: '/full-app-edit/$id',
      tags: { part: 'browser' },
      extra: { repeats: 2 },
      exception: {
        values: [
          {
            type: 'TypeError',
            value: `Cannot read properties of undefined (reading 'name') of [text]`,
            stacktrace: { frames: [{ filename: 'static/shell-CHoJplbJ.js', function: 'Row' }] },
          },
        ],
      },
      breadcrumbs: {
        values: [
          { category: 'page', message: '/full-app-edit/$id' },
          { category: 'call', message: 'GET /case/:id 200' },
        ],
      },
    })
    const [request] = receiver.requests
    expect([request?.headers.cookie, request?.headers.authorization]).toEqual([undefined, undefined])
    const sent = request?.body ?? ''
    for (const secret of ['agent', 'Сомова', 'office.bank.ru'])
      expect(sent.toLowerCase()).not.toContain(secret.toLowerCase())
  })

  it('of a call reach it with the route, refusals do not', async () => {
    const before = receiver.events.length
    const refused = await Promise.all([
      bank.call(getCase, { params: { id: '2147483000' } }),
      bank.call(getCase, { params: { id: 'Сомова' } }),
      bank.call(getSettings, {}, { as: null }),
      bank.call(getSettings, {}, { as: 'norole' }),
      bank.call(saveSettings, { body: { theme: 'green' } as never }),
    ])
    expect(refused.map(({ status }) => status)).toEqual([404, 400, 401, 403, 400])
    // Its owner may rename a table; the product itself may not.
    await withAdmin(bank.connectionString, async (owner) => {
      await owner.query('ALTER TABLE user_setting RENAME TO user_setting_gone')
      expect((await bank.call(getSettings, {})).status).toBe(500)
      await owner.query('ALTER TABLE user_setting_gone RENAME TO user_setting')
    })
    await soon(() => expect(receiver.events.length).toBe(before + 1))
    expect(receiver.events.at(-1)).toMatchObject({
      platform: 'node',
      transaction: 'GET /api/user/settings',
      tags: { part: 'server' },
    })
  })

  it('stay in the bank unless a DSN is set: the answer of the call is the same', async () => {
    const before = receiver.requests.length
    const { status } = await quiet.call(reportError, { body: ofPage }, { as: 'agent' })
    expect([status, receiver.requests.length]).toEqual([204, before])
  })

  it('are told by nobody who is not signed in, and not at any length', async () => {
    expect((await bank.call(reportError, { body: ofPage }, { as: null })).status).toBe(401)
    const long = { ...ofPage, message: 'x'.repeat(2_001) }
    expect((await bank.call(reportError, { body: long })).status).toBe(400)
    const huge = { ...ofPage, stack: 'x'.repeat(70_000) }
    expect((await bank.call(reportError, { body: huge })).status).toBe(413)
  })

  it('of a stand that is down change no answer', async () => {
    receiver.answer.status = 500
    const { status } = await bank.call(reportError, { body: { ...ofPage, message: 'Another' } })
    expect(status).toBe(204)
    await soon(() => expect(receiver.events.at(-1)?.exception.values[0]?.value).toBe('Another'))
    expect((await bank.call(getSettings, {})).status).toBe(200)
  })
})
