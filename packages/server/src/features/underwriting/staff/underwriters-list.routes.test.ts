import * as api from '@ipoteka-office/contract/underwriting/underwriters-list.ts'
import { getUnderwriter } from '@ipoteka-office/contract/underwriting/underwriter-card.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { giveAuthority, signDecision, underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

/** `underwriter` (3) decides twice; `workload` (2) and `uw-head` (12) may decide and have not. */
let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
  await sql`UPDATE decision_authority SET withdrawn_at = now() WHERE withdrawn_at IS NULL`.execute(bank.db)
  await giveAuthority(bank, 3)
  await sql`INSERT INTO decision_authority (employee_id, product, valid_from)
    VALUES (2, 'MORTGAGE', current_date - 1)`.execute(bank.db)
  for (const [serial, action] of [
    [890, 'approve'],
    [891, 'reject'],
  ] as const) {
    const { id } = await underwritten(bank, serial)
    await sql`UPDATE case_stage SET entered_at = now() - interval '3 hours' WHERE case_id = ${Number(id)}`.execute(
      bank.db,
    )
    const more = action === 'reject' ? { reasons: ['R03'], clientText: 'Банк отказал' } : {}
    expect((await signDecision(bank, { id, action }, more)).status).toBe(200)
  }
})
afterAll(() => bank.close())

const search = async (body: object = {}, sort = 'fullName,asc') =>
  (await bank.call(api.searchUnderwriters, { query: { sort, size: 100 }, body }, { as: 'uw-head' })).body
    .content
const idsOf = async (...asked: Parameters<typeof search>) => (await search(...asked)).map(({ id }) => id)

it('lists those of the bank who decide, with their bounds and their work', async () => {
  const rows = await search()
  expect(rows.find(({ id }) => id === 3)).toMatchObject({
    login: 'underwriter',
    authorities: [
      { product: 'MORTGAGE', maxExposure: '10000000.00' },
      { product: 'CASH_LOAN', maxExposure: '10000000.00' },
    ],
    decidedToday: 2,
    decided: 2,
    medianMinutes: 180,
    approvalShare: 50,
    returnShare: 0,
  })
  expect(rows.find(({ id }) => id === 2)?.authorities).toEqual([{ product: 'MORTGAGE', maxExposure: null }])
  expect(rows.find(({ id }) => id === 12)).toMatchObject({
    authorities: [],
    decided: 0,
    medianMinutes: null,
    approvalShare: null,
  })
  // Neither the agent of a partner nor who has no right to decide.
  expect(rows.filter(({ id }) => [4, 5, 6].includes(id))).toEqual([])
  const { body: card } = await bank.call(getUnderwriter, { params: { id: '3' } }, { as: 'uw-head' })
  expect(card.load.decidedToday).toBe(2)
})

it('is narrowed by tabs and filters and sorted by the server', async () => {
  expect(await idsOf({ tab: 'boundless' })).toEqual([2])
  expect(await idsOf({ tab: 'none' })).toContain(12)
  expect(await idsOf({ tab: 'none' })).not.toContain(3)
  expect(await idsOf({ tab: 'none', product: 'CASH_LOAN' })).toContain(2)
  expect(await idsOf({ product: 'CASH_LOAN' })).toEqual([3])
  expect(await idsOf({ text: 'соловьева' })).toEqual([3])
  expect(await idsOf({ tab: 'off' })).toContain(8)
  const groups = (await bank.call(api.listUnderwriterGroups, {}, { as: 'uw-head' })).body
  expect(groups.map(({ id }) => id)).toContain(1)
  expect(await idsOf({ groupIds: [1] })).toContain(3)
  expect((await idsOf({}, 'decided,desc'))[0]).toBe(3)
  expect((await idsOf({}, 'mortgage,desc')).slice(0, 2)).toEqual([2, 3])
  for (const field of api.underwriterSortFields)
    expect((await idsOf({}, `${field},asc`)).length).toBeGreaterThan(2)
})

it('is taken out as a file, and neither read nor taken out by partners or without the right', async () => {
  const columns = Object.keys(api.underwriterColumns) as api.UnderwriterColumn[]
  const body = { format: 'csv' as const, filter: {}, sort: 'fullName,asc', columns }
  const file = await bank.call(api.underwritersExport.now, { body }, { as: 'uw-head' })
  expect(file.status).toBe(200)
  expect(file.raw.body).toContain('без пределов')
  await sql`INSERT INTO user_role_operation (user_role_id, object_type, operation)
    VALUES (5, 'Underwriting', 'UndMenuManagingEmployees') ON CONFLICT DO NOTHING`.execute(bank.db)
  for (const as of ['partner-admin', 'agent', 'underwriter'] as const)
    expect([
      (await bank.call(api.searchUnderwriters, { query: {}, body: {} }, { as })).status,
      (await bank.call(api.listUnderwriterGroups, {}, { as })).status,
      (await bank.call(api.underwritersExport.now, { body }, { as })).status,
    ]).toEqual([403, 403, 403])
})
