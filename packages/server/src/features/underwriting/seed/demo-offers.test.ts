import { getCase } from '@ipoteka-office/contract/cases/cases.ts'
import { acceptOffer, getOffers } from '@ipoteka-office/contract/underwriting/offers.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '#lib/bank-time.ts'
import { giveAuthority, underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { seedDemoOffers } from './demo-offers.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
  await giveAuthority(bank, 3)
})
afterAll(() => bank.close())

it('a counter-offer of the demo bank stands on the facts of its case, so that the client can take it', async () => {
  const { id } = await underwritten(bank, 77, { decided: false })
  await sql`UPDATE case_file SET stage = 'COUNTER_OFFER', due_at = now() + interval '5 days' WHERE id = ${Number(id)}`.execute(
    bank.db,
  )
  await sql`UPDATE case_stage SET left_at = now(), action = 'counterOffer', actor_id = 3 WHERE case_id = ${Number(id)}`.execute(
    bank.db,
  )
  await sql`INSERT INTO case_stage (case_id, stage, entered_at) VALUES (${Number(id)}, 'COUNTER_OFFER', now())`.execute(
    bank.db,
  )
  await seedDemoOffers(bank.db, systemClock('Europe/Moscow'))
  const params = { params: { id } }
  const { body: shown } = await bank.call(getOffers, params, { as: 'agent' })
  expect(shown.counterOffer).toMatchObject({ state: 'OPEN', offers: [{ place: 1, amount: '5100000.00' }] })
  const { body: head } = await bank.call(getCase, params, { as: 'agent' })
  expect(head.actions.find(({ code }) => code === 'acceptOffer')).toMatchObject({ enabled: true })
  const body = { version: head.version, place: 1 }
  const taken = await bank.call(acceptOffer, { ...params, body }, { as: 'agent' })
  expect([taken.status, taken.body.stage, taken.body.amount], taken.raw.body).toEqual([
    200,
    'APPROVED',
    '5100000.00',
  ])
})
