import {
  type AgreementFilter,
  listAgreementInsurers,
  searchAgreements,
} from '@ipoteka-office/contract/insurance/agreements-list.ts'
import { createAgreement, getAgreement } from '@ipoteka-office/contract/insurance/agreements.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeDistribution, makeInsurer, makeTariff, type TestInsurer } from '#testing/insurance/insurers.ts'
import { openApplication } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

let now = new Date('2026-11-24T09:00:00Z')
let bank: TestApp
let offered: TestInsurer
let id: number
let caseId: number
beforeAll(async () => {
  bank = await testApp({ clock: { timeZone: 'Europe/Moscow', now: () => now } })
  offered = await makeInsurer(bank.db, 1)
  await makeTariff(bank, offered, '0.21')
  await makeDistribution(bank, [[offered, 10_000]])
  caseId = Number((await openApplication(bank)).id)
  await sql`UPDATE case_file SET amount = 5000000 WHERE id = ${caseId}`.execute(bank.db)
  const made = await bank.call(createAgreement, { body: { caseId, type: 'LIFE' } }, { as: 'agent' })
  id = made.body.id
  await sql`UPDATE insurance_agreement SET number = 'ПОЛИС-77', valid_from = '2026-11-24', valid_to = '2027-05-31',
    insurer_id = ${offered.id} WHERE id = ${id}`.execute(bank.db)
})
afterAll(() => bank.close())

const ask = async (body: Partial<AgreementFilter>, as: Login = 'agent') =>
  (
    await bank.call(
      searchAgreements,
      { query: { size: 100 }, body: { lending: 'MORTGAGE', ...body } },
      { as },
    )
  ).body

it('agreements are filtered by state, insurer, kind, words and the days that are left', async () => {
  now = new Date('2027-05-10T09:00:00Z')
  const { body: card } = await bank.call(getAgreement, { params: { id: String(id) } }, { as: 'agent' })
  expect((await ask({ search: 'полис-77' })).content).toMatchObject([
    {
      id,
      case: { id: caseId },
      insurer: { id: offered.id },
      to: '2027-05-31',
      daysLeft: 21,
      state: card.state,
    },
  ])
  for (const [body, count] of [
    [{ states: [card.state] }, 1],
    [{ states: ['REPLACED'] }, 0],
    [{ types: ['LIFE'] }, 1],
    [{ types: ['OWNERSHIP'] }, 0],
    [{ insurerIds: [offered.id] }, 1],
    [{ insurerIds: [1] }, 0],
    [{ endsIn: '30' }, 1],
    [{ endsIn: '7' }, 0],
    [{ endsIn: 'past' }, 0],
    [{ surchargeWaits: true }, 0],
    [{ search: 'другой' }, 0],
    [{ lending: 'LOAN' }, 0],
  ] as const)
    expect([body, (await ask(body as Partial<AgreementFilter>)).totalElements]).toEqual([body, count])
  now = new Date('2027-06-10T09:00:00Z')
  expect((await ask({ endsIn: 'past' })).content).toMatchObject([{ daysLeft: -10 }])
  const insurers = await bank.call(listAgreementInsurers, {}, { as: 'agent' })
  expect(insurers.body).toEqual([{ id: offered.id, name: expect.any(String) }])
})

it('nobody is shown the agreements of another partner', async () => {
  expect((await ask({})).totalElements).toBe(1)
  expect((await ask({}, 'partner-admin')).totalElements).toBe(0)
  expect((await bank.call(listAgreementInsurers, {}, { as: 'partner-admin' })).body).toEqual([])
  const body = { lending: 'MORTGAGE' } as const
  expect((await bank.call(searchAgreements, { query: {}, body }, { as: 'norole' })).status).toBe(403)
})
