import { getCase } from '@ipoteka-office/contract/cases/cases.ts'
import * as api from '@ipoteka-office/contract/underwriting/decisions.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { giveAuthority, signDecision, underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
  await giveAuthority(bank, 3)
})
afterAll(() => bank.close())

let serial = 900
const next = () => underwritten(bank, (serial += 1))
const params = (id: string) => ({ params: { id } })
const shownTo = async (id: string, as: Login) => (await bank.call(getCase, params(id), { as })).body.decision
const letter = (id: string, as: Login) => bank.call(api.getDecisionNotice, params(id), { as })

it('an approval is told with its terms and the words for the client, to the agent as to the bank', async () => {
  const { id } = await next()
  expect([await shownTo(id, 'agent'), (await letter(id, 'agent')).status]).toEqual([null, 409])
  await signDecision(bank, { id, action: 'approve' }, { clientText: 'Ждём вас на сделке', amount: '5000000' })
  const shown = await shownTo(id, 'agent')
  expect(shown).toMatchObject({
    outcome: 'APPROVE',
    amount: '5000000.00',
    termMonths: 240,
    text: 'Ждём вас на сделке',
    reasons: [],
    validTo: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  })
  expect(await shownTo(id, 'underwriter')).toEqual(shown)
  const { raw, status } = await letter(id, 'agent')
  expect([status, raw.headers['content-type'], raw.rawPayload.subarray(0, 5).toString()]).toEqual([
    200,
    'application/pdf',
    '%PDF-',
  ])
  const { rows } = await sql`
    SELECT object_type AS type, object_id::text AS id FROM access_event WHERE action = 'PDF' ORDER BY id DESC LIMIT 1`.execute(
    bank.db,
  )
  expect(rows).toEqual([{ type: 'case', id }])
})

it('a refusal is told without what the bank keeps silent about, and without the terms', async () => {
  const { id } = await next()
  const words = { reasons: ['R11', 'R04'], clientText: 'Подтверждённого дохода не хватает' }
  await signDecision(bank, { id, action: 'reject' }, words)
  const { body: sheet } = await bank.call(api.getDecisions, params(id), { as: 'underwriter' })
  const [open] = (sheet.decisions[0]?.reasons ?? []).filter(({ silent }) => !silent)
  expect(await shownTo(id, 'agent')).toMatchObject({
    outcome: 'REJECT',
    amount: null,
    rate: null,
    reasons: [open?.name],
    text: words.clientText,
  })
})

it('what only hands the case on is not told, and an approval that is revoked is no approval any more', async () => {
  const { id } = await next()
  await signDecision(bank, { id, action: 'toControl' })
  expect(await shownTo(id, 'agent')).toBe(null)
  const other = await next()
  await signDecision(bank, { id: other.id, action: 'approve' })
  await signDecision(
    bank,
    { id: other.id, action: 'revoke', as: 'workload' },
    { clientText: 'Изменились обстоятельства' },
  )
  expect(await shownTo(other.id, 'agent')).toMatchObject({ outcome: 'REVOKE', amount: null })
})

it('another partner gets neither the decision nor the letter', async () => {
  const { id } = await next()
  await signDecision(bank, { id, action: 'approve' })
  expect((await letter(id, 'agent')).status).toBe(200)
  expect((await letter(id, 'partner-admin')).status).toBe(404)
})
