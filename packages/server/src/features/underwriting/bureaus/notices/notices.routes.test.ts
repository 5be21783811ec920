import * as api from '@ipoteka-office/contract/underwriting/bureaus/bureau-notices.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type BureauClient,
  BureauUnavailable,
  type NoticeToBureau,
} from '#integrations/credit-bureaus/bureau-client.ts'
import { bureauParts } from '#testing/bureaus/bureau-reports.ts'
import { giveAuthority, signDecision, underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'
import { refusalOf, sendNotice } from './notices.service.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
  await giveAuthority(bank, 3)
})
afterAll(() => bank.close())

const noticesOf = (id: string, as: Login = 'underwriter') =>
  bank.call(api.listBureauNotices, { params: { id } }, { as })

/** A bureau that takes, or does not. */
function telling(tell: (notice: NoticeToBureau) => Promise<string>) {
  const told: NoticeToBureau[] = []
  const client: BureauClient = {
    kind: 'SERVICE',
    ask: () => Promise.reject(new Error('Nobody asks')),
    tell: (notice) => {
      told.push(notice)
      return tell(notice)
    },
  }
  return { client, told }
}
const send = (noticeId: number, client: BureauClient, isLast = false) =>
  sendNotice(bureauParts(bank, client), noticeId, { isLast, signal: new AbortController().signal })

it('a decision is queued for every bureau, once for each of those who owe, in its own transaction', async () => {
  const { id } = await underwritten(bank, 401)
  expect((await noticesOf(id)).body).toEqual([])
  const signed = await signDecision(bank, { id, action: 'approve' })
  expect(signed.status, signed.raw.body).toBe(200)
  const { body } = await noticesOf(id)
  expect(body.map(({ bureau, event, state }) => [bureau, event, state])).toEqual([
    ['NBKI', '1.2', 'WAITING'],
    ['OKB', '1.2', 'WAITING'],
    ['SCORING', '1.2', 'WAITING'],
  ])
  const { rows } = await sql<{ data: { noticeId: number } }>`
    SELECT data FROM pgboss.job WHERE name = 'bureau-notice' ORDER BY created_on`.execute(bank.db)
  const queued = rows.map(({ data }) => data.noticeId)
  expect(body.map((notice) => queued.includes(notice.id))).toEqual([true, true, true])

  const { client, told } = telling(({ noticeId }) => Promise.resolve(`${noticeId}-ok`))
  const [first] = body
  await send(first?.id ?? 0, client)
  // A job may be done twice: the bureau is told once.
  await send(first?.id ?? 0, client)
  expect(told).toMatchObject([
    { event: '1.2', bureau: 'NBKI', application: { refusal: null, amount: expect.any(String) } },
  ])
  expect((await noticesOf(id)).body[0]).toMatchObject({
    state: 'SENT',
    receipt: `bureau-notice-${first?.id}-ok`,
  })
})

it('a refusal is told by the bureaus’ own list, and what is kept silent is the bank’s policy', async () => {
  const { id } = await underwritten(bank, 402)
  const signed = await signDecision(
    bank,
    { id, action: 'reject' },
    { reasons: ['R03', 'R16'], clientText: 'Высокая нагрузка' },
  )
  expect(signed.status, signed.raw.body).toBe(200)
  const { body } = await noticesOf(id)
  expect(body[0]).toMatchObject({ event: '1.3' })
  const { client, told } = telling(() => Promise.resolve('ok'))
  await send(body[0]?.id ?? 0, client)
  expect(told[0]?.application.refusal).toBe('DEBT_LOAD')
  expect(JSON.stringify(told)).not.toContain('R16')
  expect([refusalOf(['R12']), refusalOf(['R11', 'R01']), refusalOf([])]).toEqual([
    'POLICY',
    'CREDIT_HISTORY',
    'POLICY',
  ])
})

it('a silent bureau is told again by the queue, and what none has taken goes once more by hand', async () => {
  const { id } = await underwritten(bank, 403)
  await signDecision(bank, { id, action: 'approve' })
  const [one, other] = (await noticesOf(id)).body
  const noticeId = one?.id ?? 0
  const { client } = telling(() => Promise.reject(new BureauUnavailable('Бюро не отвечает')))
  await expect(send(noticeId, client)).rejects.toThrow('не отвечает')
  expect((await noticesOf(id)).body[0]?.state).toBe('WAITING')
  await send(noticeId, client, true)
  expect((await noticesOf(id)).body[0]).toMatchObject({ state: 'FAILED', error: 'Бюро не отвечает' })
  const final = telling(() => Promise.reject(new BureauUnavailable('Отклонено', { isFinal: true })))
  await send(other?.id ?? 0, final.client)
  expect((await noticesOf(id)).body[1]).toMatchObject({ state: 'FAILED', error: 'Отклонено' })

  const again = (notice: number, as: Login = 'underwriter') =>
    bank.call(api.sendNoticeAgain, { params: { id, noticeId: String(notice) } }, { as })
  expect((await again(noticeId, 'viewer')).status).toBe(403)
  expect((await again(noticeId)).body[0]?.state).toBe('WAITING')
  expect((await again(noticeId)).status).toBe(409)
  const elsewhere = await underwritten(bank, 404)
  const foreign = { params: { id: elsewhere.id, noticeId: String(other?.id) } }
  expect((await bank.call(api.sendNoticeAgain, foreign, { as: 'underwriter' })).status).toBe(409)
})

it('is the bank’s alone', async () => {
  const { id } = await underwritten(bank, 405)
  expect((await noticesOf(id, 'agent')).status).toBe(403)
  expect((await noticesOf(id, 'partner-admin')).status).toBe(404)
})
