import { getCase, moveCase } from '@ipoteka-office/contract/cases/cases.ts'
import {
  findCaseOffers,
  getCasePrice,
  takeCaseOffer,
} from '@ipoteka-office/contract/products/pricing/case-price.ts'
import { getDecisions } from '@ipoteka-office/contract/underwriting/decisions.ts'
import * as api from '@ipoteka-office/contract/underwriting/offers.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { caseEngine } from '#case-behaviours.ts'
import { fireTimers } from '#features/cases/engine/timers.service.ts'
import { systemClock } from '#lib/bank-time.ts'
import { deliveredParameters } from '#testing/delivered-parameters.ts'
import { cataloguing, productContent } from '#testing/products.ts'
import { giveAuthority, signDecision, underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

/** `underwriter` (3) makes offers, `agent` answers for the client, `partner-admin` is of another partner. */
let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
  await giveAuthority(bank, 3, { exposure: '5500000' })
})
afterAll(() => bank.close())

let serial = 100
const params = (id: string) => ({ params: { id } })
const next = async (debts?: object) => {
  const { id } = await underwritten(bank, (serial += 1))
  if (debts !== undefined)
    await sql`UPDATE case_section SET data = ${JSON.stringify(debts)}::text::jsonb
      WHERE case_id = ${Number(id)} AND section = 'OBLIGATIONS'`.execute(bank.db)
  // Whom the decision is about is decided on beside it.
  await sql`INSERT INTO subject_decision (case_id, participant_id, at, author_id, level, stage, code, comment, facts, figures)
    SELECT case_id, id, now(), 3, 'UNDERWRITER', 'UNDERWRITING', 'POSITIVE', 'Подходит', subject_facts(id, NULL), '{}'
    FROM case_participant WHERE case_id = ${Number(id)}`.execute(bank.db)
  return id
}
const headOf = async (id: string, as: Login = 'admin') => (await bank.call(getCase, params(id), { as })).body
const offered = { amount: '5000000', termMonths: 240, rate: '17.5', clientText: 'Меньше сумма, ниже платёж' }
async function offer(id: string, offers: object[] = [offered], as: Login = 'underwriter') {
  const { version } = await headOf(id)
  const body = { version, offers, comment: 'Нашёлся незаявленный кредит' }
  return bank.call(api.signOffers, { ...params(id), body } as never, { as })
}
async function accept(id: string, place = 1, as: Login = 'agent', version?: number) {
  const body = { version: version ?? (await headOf(id)).version, place }
  return bank.call(api.acceptOffer, { ...params(id), body }, { as })
}
const offersOf = async (id: string, as: Login = 'agent') =>
  (await bank.call(api.getOffers, params(id), { as })).body.counterOffer
const decisionsOf = async (id: string) =>
  (await bank.call(getDecisions, params(id), { as: 'underwriter' })).body.decisions

it('tells what an offer means, what limits it and by which norm', async () => {
  const id = await next()
  const { status, body, raw } = await bank.call(
    api.evaluateOffer,
    { ...params(id), body: offered },
    { as: 'underwriter' },
  )
  expect(status, raw.body).toBe(200)
  expect(body).toMatchObject({
    payment: expect.any(String),
    residual: expect.any(String),
    line: { lacks: [] },
  })
  expect(body.limits.map(({ code }) => code)).toEqual(Object.keys(api.offerLimits))
  const limitOf = (code: string) => body.limits.find((one) => one.code === code)
  expect(limitOf('REQUEST')?.amount).toBe('6000000.00')
  expect(limitOf('AUTHORITY')?.amount).toBe('5500000.00')
  expect(body.limits.filter(({ binds }) => binds)).toHaveLength(1)

  const { body: start } = await bank.call(api.getOfferStart, params(id), { as: 'underwriter' })
  const paidOff = start.obligations.map(({ participantId, key }) => ({ participantId, key }))
  const more = { ...offered, addedIncome: '90000', paidOff }
  const { body: lighter } = await bank.call(
    api.evaluateOffer,
    { ...params(id), body: more },
    {
      as: 'underwriter',
    },
  )
  expect(Number(lighter.debtLoad)).toBeLessThan(Number(body.debtLoad))
})

it('is accepted by who brings the client: the terms are the decision in force, signed by whoever made the offer', async () => {
  const id = await next()
  const { status, raw } = await offer(id, [offered, { ...offered, amount: '4000000', termMonths: 180 }])
  expect(status, raw.body).toBe(200)
  const head = await headOf(id, 'agent')
  expect(head).toMatchObject({
    stage: 'COUNTER_OFFER',
    decision: { outcome: 'COUNTER', validTo: expect.any(String) },
  })
  const shown = await offersOf(id)
  expect(shown).toMatchObject({ state: 'OPEN', offers: [{ place: 1, amount: '5000000' }, { place: 2 }] })
  for (const secret of ['debtLoad', 'residual', 'незаявленный', 'facts'])
    expect(JSON.stringify([shown, head])).not.toContain(secret)

  const taken = await accept(id, 2)
  expect(taken.status, taken.raw.body).toBe(200)
  expect(taken.body).toMatchObject({
    stage: 'APPROVED',
    amount: '4000000.00',
    decision: { outcome: 'APPROVE' },
  })
  expect(await offersOf(id)).toMatchObject({ state: 'ACCEPTED', accepted: 2 })
  const [now] = await decisionsOf(id)
  expect(now).toMatchObject({
    outcome: 'APPROVE',
    level: 'UNDERWRITER',
    inForce: true,
    amount: '4000000.00',
    termMonths: 180,
    comment: expect.stringContaining('вариант 2'),
  })
  const { rows } = await sql<{
    author: number
    whole: boolean
  }>`SELECT author_id AS author, hash = decision_hash(d) AS whole
    FROM case_decision d WHERE case_id = ${Number(id)}`.execute(bank.db)
  expect(rows).toEqual([
    { author: 3, whole: true },
    { author: 3, whole: true },
  ])
})

it('takes the place of the price that was given, with what the product gives as the steps before it', async () => {
  const id = await next()
  const product = await cataloguing(bank).released(
    'COUNTERED',
    productContent({
      audience: { ...productContent().audience, goals: [], objectTypes: [], pledges: [] },
      limits: productContent().limits.map((one) => ({ ...one, maxLoanToValue: null })),
    }),
    { typeCode: '2' },
  )
  await sql`UPDATE case_file SET stage = 'REWORK' WHERE id = ${Number(id)}`.execute(bank.db)
  const none = { optionIds: [], choices: {} }
  const found = await bank.call(findCaseOffers, { ...params(id), body: none }, { as: 'agent' })
  const rate = found.body.offers.find((one) => one.product.id === product)?.highest.rate ?? ''
  const choice = { ...none, productId: product, rate }
  const given = await bank.call(takeCaseOffer, { ...params(id), body: choice }, { as: 'agent' })
  expect(given.status, given.raw.body).toBe(200)
  await sql`UPDATE case_file SET stage = 'UNDERWRITING' WHERE id = ${Number(id)}`.execute(bank.db)
  expect((await offer(id, [{ ...offered, rate: '16.8' }])).status).toBe(200)
  const priceOf = async () => (await bank.call(getCasePrice, params(id), { as: 'agent' })).body
  expect((await priceOf()).present?.offer.highest.rate).toBe(rate)
  const taken = await accept(id)
  expect(taken.status, taken.raw.body).toBe(200)
  const { present, earlier } = await priceOf()
  const [decision] = await decisionsOf(id)
  expect(present?.offer.highest).toMatchObject({ rate: '16.800', payment: decision?.payment })
  expect(present?.offer.steps.at(-1)).toMatchObject({
    kind: 'DECISION',
    // On the smaller loan the product itself would give less than it gave before.
    points: '-4.100',
    source: `встречное предложение, решение № ${decision?.id}`,
  })
  expect(earlier).toMatchObject([{ rate }])
  // What is kept is computed to the same answer again.
  const { rows } = await sql<{ question: object; versions: number }>`SELECT question,
    cardinality(option_version_ids) AS versions FROM case_price WHERE case_id = ${Number(id)} AND replaced_at IS NULL`.execute(
    bank.db,
  )
  expect(rows[0]?.question).toMatchObject({ decided: { rate: '16.8', decisionId: decision?.id } })
})

it('does not stand when something has changed since: what, says the bank’s people all and others no secret', async () => {
  const id = await next()
  expect((await offer(id)).status).toBe(200)
  await sql`UPDATE auto_check SET state = 'FAIL', text = 'Тайный ответ' WHERE case_id = ${Number(id)}
    AND id = (SELECT min(id) FROM auto_check WHERE case_id = ${Number(id)})`.execute(bank.db)
  const hidden = await accept(id)
  expect([hidden.status, hidden.error.message]).toEqual([409, expect.stringContaining('Иные условия')])
  expect(hidden.error.message).not.toMatch(/провер|Тайный/)
  expect((await accept(id, 1, 'admin')).error.message).toContain('результаты проверок')
  await sql`UPDATE auto_check SET state = 'OK' WHERE case_id = ${Number(id)}`.execute(bank.db)
  await sql`UPDATE case_section SET data = data || '{"noIncome": true}' WHERE case_id = ${Number(id)} AND section = 'ASSETS'`.execute(
    bank.db,
  )
  expect((await accept(id)).error.message).toMatch(/имущество/)
  const { version } = await headOf(id)
  const body = { action: 'otherTerms', version, comment: 'Клиент продал машину' }
  expect((await bank.call(moveCase, { ...params(id), body }, { as: 'agent' })).status).toBe(200)
  expect(await headOf(id)).toMatchObject({ stage: 'UNDERWRITING', decision: null })
})

it('is made within the authority, of no more than is asked for, without what the client is not told', async () => {
  const id = await next()
  const above = await offer(id, [{ ...offered, amount: '5800000' }])
  expect([above.status, above.error.message]).toEqual([409, expect.stringContaining('вариант 1')])
  const wrong = await offer(id, [{ ...offered, amount: '7000000' }])
  expect([wrong.status, wrong.error.fields?.map(({ path }) => path)]).toEqual([400, ['offers.0.amount']])
  expect((await offer(id, [])).status).toBe(400)
  expect((await offer(id, [offered, offered, offered, offered])).status).toBe(400)
  expect((await offer(id, [{ ...offered, clientText: '' }])).status).toBe(400)
  expect((await offer(id, [offered], 'agent')).status).toBe(403)
  expect((await offer(id, [offered], 'partner-admin')).status).toBe(404)
  expect((await headOf(id)).stage).toBe('UNDERWRITING')
})

it('of a committee one member offers no more than they may approve alone', async () => {
  const id = await next()
  await sql`UPDATE case_file SET stage = 'COMMITTEE' WHERE id = ${Number(id)}`.execute(bank.db)
  await sql`UPDATE case_stage SET stage = 'COMMITTEE' WHERE case_id = ${Number(id)}`.execute(bank.db)
  const alone = await offer(id, [offered], 'admin')
  expect([alone.status, alone.error.message]).toEqual([409, expect.stringContaining('голосованием')])
})

it('of two who accept at once one does, and neither its signer nor another partner’s people do', async () => {
  const id = await next()
  expect((await offer(id)).status).toBe(200)
  expect((await accept(id, 3)).status).toBe(409)
  expect((await accept(id, 1, 'partner-admin')).status).toBe(404)
  const { version } = await headOf(id)
  const answers = await Promise.all([accept(id, 1, 'agent', version), accept(id, 1, 'admin', version)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await decisionsOf(id)).map(({ outcome }) => outcome)).toEqual(['APPROVE', 'COUNTER'])
})

it('what is to be paid off first becomes a condition of the decision, and counts as paid off', async () => {
  const card = {
    key: 'a',
    type: 'CASH',
    creditor: 'Банк',
    limit: '100000',
    balance: '50000',
    payment: '5000',
  }
  const id = await next({ obligations: [card] })
  const { body: start } = await bank.call(api.getOfferStart, params(id), { as: 'underwriter' })
  const paidOff = start.obligations.map(({ participantId, key }) => ({ participantId, key }))
  expect(paidOff.length).toBeGreaterThan(0)
  expect((await offer(id, [{ ...offered, paidOff }])).status).toBe(200)
  const taken = await accept(id)
  expect(taken.status, taken.raw.body).toBe(200)
  const [now] = await decisionsOf(id)
  expect(now?.conditions.map(({ text }) => text)).toContainEqual(
    expect.stringMatching(/^Погасить обязательство/),
  )
  const { body: after } = await bank.call(api.getOfferStart, params(id), { as: 'underwriter' })
  expect(after.obligations.map(({ repaidByDeal }) => repaidByDeal)).toEqual(paidOff.map(() => true))
})

it('is looked into again when the same people were lent more than its signer may approve, and says no secret of it', async () => {
  const [id, other] = [await next(), await next()]
  await sql`UPDATE case_participant SET person_id = (SELECT person_id FROM case_participant WHERE case_id = ${Number(id)})
    WHERE case_id = ${Number(other)}`.execute(bank.db)
  expect((await offer(id)).status).toBe(200)
  await sql`UPDATE decision_authority SET withdrawn_at = now() WHERE withdrawn_at IS NULL`.execute(bank.db)
  await giveAuthority(bank, 3, { exposure: '50000000' })
  expect((await signDecision(bank, { id: other, action: 'approve' })).status).toBe(200)
  const told = await accept(id)
  expect([told.status, told.error.message]).toEqual([
    409,
    'Предложение нужно посчитать заново. Выберите «Иные условия»',
  ])
  const known = await accept(id, 1, 'admin')
  expect([known.status, known.error.message]).toEqual([
    409,
    expect.stringMatching(/экспозиция 11.000.000.₽ выше предела/),
  ])
  await sql`UPDATE decision_authority SET withdrawn_at = now() WHERE withdrawn_at IS NULL`.execute(bank.db)
  await giveAuthority(bank, 3, { exposure: '5500000' })
})

it('that needs a co-borrower comes back to the bank, who has not seen them yet', async () => {
  const id = await next()
  expect((await offer(id, [{ ...offered, addedIncome: '90000' }])).status).toBe(200)
  const taken = await accept(id)
  expect([taken.status, taken.body.stage]).toEqual([200, 'UNDERWRITING'])
  expect(await offersOf(id)).toMatchObject({ state: 'OTHER_TERMS', accepted: null })
})

it('ends by itself as a refusal of the client', async () => {
  const id = await next()
  expect((await offer(id)).status).toBe(200)
  await sql`UPDATE case_timer SET fire_at = now() - interval '1 minute' WHERE case_id = ${Number(id)}`.execute(
    bank.db,
  )
  const engine = caseEngine({ clock: systemClock('Europe/Moscow'), parameters: deliveredParameters })
  await fireTimers(engine, bank.db, (error) => {
    throw error
  })
  expect(await headOf(id)).toMatchObject({ stage: 'CLIENT_REFUSED', decision: null })
  expect(await offersOf(id)).toMatchObject({ state: 'EXPIRED' })
})
