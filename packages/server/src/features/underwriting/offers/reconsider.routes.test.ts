import { getCase, moveCase } from '@ipoteka-office/contract/cases/cases.ts'
import { getDecisionNotice, getDecisions } from '@ipoteka-office/contract/underwriting/decisions.ts'
import * as api from '@ipoteka-office/contract/underwriting/reconsideration.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findOtherLoans } from '#features/underwriting/decisions.repo.ts'
import { giveAuthority, signDecision, underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

/** `workload` (2) is a head, `underwriter` (3) decides, `agent` (4) brings the client. */
let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
  await giveAuthority(bank, 2)
  await giveAuthority(bank, 3)
})
afterAll(() => bank.close())

let serial = 200
const params = (id: string) => ({ params: { id } })
const headOf = async (id: string, as: Login = 'admin') => (await bank.call(getCase, params(id), { as })).body
const sheetOf = async (id: string) => (await bank.call(getDecisions, params(id), { as: 'underwriter' })).body

async function approved(): Promise<string> {
  const { id } = await underwritten(bank, (serial += 1))
  const { status, raw } = await signDecision(bank, { id, action: 'approve' }, { amount: '5000000' })
  if (status !== 200) throw new Error(raw.body)
  return id
}
async function again(id: string, as: Login, more: object = {}) {
  const { version } = await headOf(id)
  const body = { version, causes: ['PARTICIPANT', 'AMOUNT', 'AMOUNT'], text: 'Добавляем созаёмщика', ...more }
  return bank.call(api.reconsider, { ...params(id), body } as never, { as })
}
const states = async (id: string) =>
  (await sheetOf(id)).decisions.map(({ outcome, inForce, suspended }) => ({ outcome, inForce, suspended }))

it('the approval is suspended, and is shown so in the head, the sheet, the letter and the exposure', async () => {
  const id = await approved()
  expect((await headOf(id, 'agent')).decision).toMatchObject({ outcome: 'APPROVE', suspended: false })
  const { status, raw } = await again(id, 'agent')
  expect(status, raw.body).toBe(200)
  expect(await headOf(id, 'agent')).toMatchObject({
    stage: 'UNDERWRITING',
    decision: { outcome: 'APPROVE', suspended: true, amount: '5000000.00' },
  })
  expect(await states(id)).toEqual([
    { outcome: 'SUSPEND', inForce: false, suspended: false },
    { outcome: 'APPROVE', inForce: false, suspended: true },
  ])
  const notice = await bank.call(getDecisionNotice, params(id), { as: 'agent' })
  expect(notice.status).toBe(200)
  const other = await underwritten(bank, (serial += 1))
  await sql`UPDATE case_participant SET person_id = (SELECT person_id FROM case_participant WHERE case_id = ${Number(id)})
    WHERE case_id = ${Number(other.id)}`.execute(bank.db)
  expect(await findOtherLoans(bank.db, Number(other.id))).toContainEqual(
    expect.objectContaining({ id: Number(id), amount: '5000000.00', stage: 'UNDERWRITING' }),
  )
})

it('whoever asked for the client does not decide, the underwriter who takes the case back does', async () => {
  const id = await approved()
  expect((await again(id, 'underwriter', { text: 'Нашлась новая ссуда' })).status).toBe(200)
  // The bank's own words are no partner's.
  expect(JSON.stringify(await headOf(id, 'agent'))).not.toContain('Нашлась новая ссуда')
  const signed = await signDecision(bank, { id, action: 'approve' }, { amount: '4000000' })
  expect(signed.status, signed.raw.body).toBe(200)
  expect(await states(id)).toEqual([
    { outcome: 'APPROVE', inForce: true, suspended: false },
    { outcome: 'SUSPEND', inForce: false, suspended: false },
    { outcome: 'APPROVE', inForce: false, suspended: false },
  ])
  expect((await headOf(id, 'agent')).decision).toMatchObject({ amount: '4000000.00', suspended: false })
})

it('refused afterwards, the old decision is gone with it', async () => {
  const id = await approved()
  expect((await again(id, 'agent')).status).toBe(200)
  const more = { reasons: ['R03'], clientText: 'Нагрузка выше нормы' }
  expect((await signDecision(bank, { id, action: 'reject' }, more)).status).toBe(200)
  expect((await headOf(id, 'agent')).decision).toMatchObject({ outcome: 'REJECT', suspended: false })
  expect((await states(id)).filter(({ inForce, suspended }) => inForce || suspended)).toEqual([
    { outcome: 'REJECT', inForce: true, suspended: false },
  ])
})

it('needs what has changed and words, a right and the present case; a plain move does not do it', async () => {
  const id = await approved()
  expect((await again(id, 'agent', { causes: [] })).status).toBe(400)
  expect((await again(id, 'agent', { causes: ['WEATHER'] })).status).toBe(400)
  expect((await again(id, 'agent', { text: ' ' })).status).toBe(400)
  expect((await again(id, 'viewer')).status).toBe(409)
  expect((await again(id, 'partner-admin')).status).toBe(404)
  expect((await again(id, 'agent', { version: 1 })).status).toBe(409)
  const { version } = await headOf(id)
  for (const action of ['askReconsideration', 'reconsiderTerms']) {
    const body = { action, version, comment: 'Иначе' }
    const plain = await bank.call(moveCase, { ...params(id), body }, { as: 'admin' })
    expect([action, plain.status, plain.error.message]).toEqual([
      action,
      409,
      expect.stringContaining('на странице заявки'),
    ])
  }
  expect((await headOf(id)).stage).toBe('APPROVED')
})

it('of two who ask at once one suspends it', async () => {
  const id = await approved()
  const answers = await Promise.all([again(id, 'agent'), again(id, 'underwriter')])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await states(id)).filter(({ outcome }) => outcome === 'SUSPEND')).toHaveLength(1)
})
