import { getCase } from '@ipoteka-office/contract/cases/cases.ts'
import { orderReports } from '@ipoteka-office/contract/underwriting/bureaus/credit-reports.ts'
import { getConditions } from '@ipoteka-office/contract/underwriting/conditions/conditions.ts'
import * as ledgers from '@ipoteka-office/contract/underwriting/form/obligations/ledger.ts'
import * as api from '@ipoteka-office/contract/underwriting/offers.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answerAll, saidBy, undeclared } from '#testing/bureaus/bureau-reports.ts'
import { giveAuthority, signDecision, underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { withAdmin } from '#testing/test-database.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
  await giveAuthority(bank, 3)
})
afterAll(() => bank.close())

const as = { as: 'underwriter' } as const
const offered = { amount: '5000000', termMonths: 240, rate: '17.5', clientText: 'Меньше сумма, ниже платёж' }

/** An application of whose borrower a bureau knows a credit that the questionnaire does not tell. */
async function withUndeclared(serial: number) {
  const { id } = await underwritten(bank, serial)
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM case_participant WHERE case_id = ${Number(id)} AND role = 'MAIN_BORROWER'`.execute(bank.db)
  const place = { id, participantId: String(rows[0]?.id ?? 0) }
  const ordered = await bank.call(orderReports, { params: place, body: { bureaus: ['NBKI'] } }, as)
  expect(ordered.status, ordered.raw.body).toBe(200)
  await answerAll(
    bank,
    id,
    saidBy(() => ({ accounts: [undeclared] })),
  )
  const { body: ledger } = await bank.call(ledgers.getObligationLedger, { params: place }, as)
  const row = ledger.rows.find(({ marks }) => marks.includes('UNDECLARED'))
  if (row === undefined) throw new Error('The credit is not in the ledger')
  return { place, row, params: { id } }
}
const versionOf = async (params: { id: string }) => (await bank.call(getCase, { params }, as)).body.version

it('an offer pays off a credit that nobody has declared, and the bank alone reads whose it is', async () => {
  const { place, row, params } = await withUndeclared(301)
  const { body: start } = await bank.call(api.getOfferStart, { params }, as)
  const credit = start.obligations.find(({ key }) => key === row.key)
  expect(credit).toMatchObject({ name: row.creditor, payment: row.taken, repaidByDeal: false })
  const paidOff = [{ participantId: Number(place.participantId), key: row.key }]
  const told = async (more: object) =>
    (await bank.call(api.evaluateOffer, { params, body: { ...offered, ...more } }, as)).body
  const [without, lighter] = [await told({}), await told({ paidOff })]
  expect(Number(lighter.debtLoad)).toBeLessThan(Number(without.debtLoad))

  const offer = async (key: string) => {
    const offers = [{ ...offered, paidOff: [{ participantId: Number(place.participantId), key }] }]
    const body = { version: await versionOf(params), offers, comment: 'Нашёлся незаявленный кредит' }
    return bank.call(api.signOffers, { params, body }, as)
  }
  expect((await offer('uid.none')).error.fields?.[0]?.path).toBe('offers.0.paidOff')
  const signed = await offer(row.key)
  expect(signed.status, signed.raw.body).toBe(200)
  const body = { version: await versionOf(params), place: 1 }
  const accepted = await bank.call(api.acceptOffer, { params, body }, { as: 'agent' })
  expect(accepted.status, accepted.raw.body).toBe(200)

  const { body: after } = await bank.call(ledgers.getObligationLedger, { params: place }, as)
  expect(after.rows.find(({ key }) => key === row.key)).toMatchObject({ state: 'REPAID', taken: '0' })
  const shown = await Promise.all([
    bank.call(api.getOffers, { params }, { as: 'agent' }),
    bank.call(getConditions, { params }, { as: 'agent' }),
    bank.call(getCase, { params }, { as: 'agent' }),
  ])
  for (const { raw } of shown) expect(raw.body).not.toContain(row.creditor)
  expect(shown[1].raw.body).toContain('Погасить обязательство: кредит, не указанный в анкете')
})

const given = (deviations: string) =>
  withAdmin(bank.connectionString, (owner) =>
    owner.query('UPDATE decision_authority SET deviations = $1 WHERE employee_id = 3', [deviations]),
  )

it('a credit that is left out of ПДН is a deviation that is signed by whoever may', async () => {
  const { place, row, params } = await withUndeclared(302)
  const taken = await bank.call(
    ledgers.takeObligation,
    {
      params: { ...place, key: row.key },
      body: { version: row.version, state: 'EXCLUDED', reason: 'NOT_THEIRS', words: 'Однофамилец' } as never,
    },
    as,
  )
  expect(taken.status, taken.raw.body).toBe(200)
  const { body: sheet } = await bank.call(api.evaluateOffer, { params, body: offered }, as)
  expect(sheet.deviations).toContainEqual({
    kind: 'OBLIGATION',
    text: expect.stringMatching(/не учтён в ПДН, .+21\s000\s₽ в месяц, .+, Однофамилец/),
  })
  const refused = await signDecision(bank, { id: params.id, action: 'approve' })
  expect([refused.status, refused.error.message]).toEqual([
    409,
    expect.stringContaining('отклонение «Кредит не учтён в ПДН» вы не вправе согласовать'),
  ])
  await given('{OBLIGATION}')
  const approved = await signDecision(bank, { id: params.id, action: 'approve' })
  expect(approved.status, approved.raw.body).toBe(200)
  await given('{}')
})

it('what is left to live on follows from the income that the underwriter has taken', async () => {
  const { place, params } = await withUndeclared(303)
  const residual = async () =>
    (await bank.call(api.evaluateOffer, { params, body: offered }, as)).body.residual
  const before = await residual()
  await sql`
    INSERT INTO underwriting_worksheet (case_id, participant_id, field, taken, source, reason, words, taken_by, taken_at, seen)
    VALUES (${Number(params.id)}, ${Number(place.participantId)}, 'income', '{"income":"250000.00"}', 'OTHER', 'OTHER',
      'По выписке', 3, now(), 'x')`.execute(bank.db)
  const after = await residual()
  expect(Number(after)).toBeGreaterThan(0)
  expect(after).not.toBe(before)
  const { body: sheet } = await bank.call(api.evaluateOffer, { params, body: offered }, as)
  const { body: start } = await bank.call(api.getOfferStart, { params }, as)
  // Of the income nothing but the one ПДН is gone.
  const left = (250_000 * (1 - Number(sheet.debtLoad) / 100)) / start.household
  expect(Math.abs(Number(after) - left)).toBeLessThan(0.02)
})
