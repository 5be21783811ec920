import { getCase } from '@ipoteka-office/contract/cases/cases.ts'
import { listDocuments } from '@ipoteka-office/contract/documents/documents.ts'
import * as api from '@ipoteka-office/contract/underwriting/committee.ts'
import { getConditions } from '@ipoteka-office/contract/underwriting/conditions/conditions.ts'
import { getDecisions } from '@ipoteka-office/contract/underwriting/decisions.ts'
import { acceptOffer, getOffers } from '@ipoteka-office/contract/underwriting/offers.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { giveAuthority, signDecision, underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

/** `committee1`–`committee3` are members; `workload` (2) is a head who passes cases on. */
let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
  await giveAuthority(bank, 3)
})
afterAll(() => bank.close())

let serial = 880
/** An application that underwriter and head have passed on to the committee. */
async function before(): Promise<string> {
  const { id } = await underwritten(bank, (serial += 1))
  const passed = await signDecision(bank, { id, action: 'toControl' }, { amount: '3000000' })
  expect(passed.status, passed.raw.body).toBe(200)
  const up = await signDecision(bank, { id, action: 'toCommittee', as: 'workload' }, { amount: '3000000' })
  expect(up.body.stage, up.raw.body).toBe('COMMITTEE')
  return id
}
const vote = (id: string, as: Login, more: object = {}) =>
  bank.call(
    api.castVote,
    { params: { id }, body: { vote: 'FOR', comment: 'Доход подтверждён', ...more } },
    { as },
  )
const stageOf = async (id: string) =>
  (await bank.call(getCase, { params: { id } }, { as: 'admin' })).body.stage

it('decides when quorum and majority are reached: terms, conditions, minutes follow in one transaction', async () => {
  const id = await before()
  expect((await vote(id, 'committee1')).status).toBe(200)
  expect((await vote(id, 'committee2', { vote: 'AGAINST', reasons: ['R04'] })).status).toBe(200)
  expect(await stageOf(id)).toBe('COMMITTEE')
  const last = await vote(id, 'committee3', { vote: 'FOR_TERMS', terms: 'Поручительство супруги' })
  expect(last.status, last.raw.body).toBe(200)
  expect(last.body).toMatchObject({ open: false, minutes: [{ outcome: 'APPROVE' }] })
  expect(await stageOf(id)).toBe('APPROVED')
  const { body } = await bank.call(getDecisions, { params: { id } }, { as: 'underwriter' })
  expect(body.decisions[0]).toMatchObject({
    level: 'COMMITTEE',
    outcome: 'APPROVE',
    amount: '3000000.00',
    comment: 'Решение кредитного комитета: за 2, против 1, воздержались 0',
  })
  const conditions = await bank.call(getConditions, { params: { id } }, { as: 'agent' })
  expect(conditions.body.conditions.map(({ text }) => text)).toContain('Поручительство супруги')
  const papers = async (as: Login) =>
    (await bank.call(listDocuments, { query: { ownerType: 'APPLICATION', ownerId: id } }, { as })).raw.body
  expect(await papers('underwriter')).toContain('Протокол кредитного комитета')
  expect(await papers('agent')).not.toContain('Протокол кредитного комитета')
})

it('refuses by a majority against, with the reasons of those who voted so', async () => {
  const id = await before()
  for (const as of ['committee1', 'committee2'] as const)
    expect((await vote(id, as, { vote: 'AGAINST', reasons: ['R04'] })).status).toBe(200)
  expect((await vote(id, 'committee3')).status).toBe(200)
  expect(await stageOf(id)).toBe('REJECTED')
})

it('takes one vote of one human being, and none without its grounds', async () => {
  const id = await before()
  const wrong: [object, string][] = [
    [{ comment: '' }, 'comment'],
    [{ vote: 'FOR_TERMS' }, 'terms'],
    [{ vote: 'AGAINST' }, 'reasons'],
  ]
  for (const [more, path] of wrong) {
    const { status, error } = await vote(id, 'committee1', more)
    expect([more, status, error.fields?.[0]?.path]).toEqual([more, 400, path])
  }
  expect((await vote(id, 'committee1')).status).toBe(200)
  const twice = await vote(id, 'committee1', { vote: 'ABSTAIN' })
  expect([twice.status, twice.error.message]).toEqual([409, expect.stringContaining('уже проголосовали')])
})

it('is no single person’s: not the head’s, not the underwriter’s, not by the call of decisions', async () => {
  const id = await before()
  expect((await vote(id, 'underwriter')).status).toBe(403)
  expect((await vote(id, 'workload')).status).not.toBe(200)
  expect([403, 404]).toContain((await vote(id, 'agent')).status)
  const alone = await signDecision(bank, { id, action: 'approveByCommittee', as: 'committee1' })
  expect([alone.status, alone.error.message]).toEqual([409, expect.stringContaining('следует из голосов')])
  // Who has underwritten the case as another employee does not vote on it either.
  await sql`UPDATE case_section SET saved_by = (SELECT id FROM employee WHERE login = 'committee2')
    WHERE case_id = ${Number(id)} AND section = 'CREDIT'`.execute(bank.db)
  const own = await vote(id, 'committee2')
  expect([own.status, own.error.message]).toEqual([409, expect.stringContaining('решает другой сотрудник')])
})

it('of many votes at once each member’s counts once, and one decision is written', async () => {
  const id = await before()
  const members = ['committee1', 'committee2', 'committee3'] as const
  const answers = await Promise.all(
    Array.from({ length: 32 }, (_, at) => vote(id, members[at % 3] ?? 'committee1')),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  const { rows } = await sql<{ votes: number; decisions: number; minutes: number }>`
    SELECT (SELECT count(*)::int FROM committee_vote WHERE case_id = ${Number(id)}) AS votes,
      (SELECT count(*)::int FROM case_decision WHERE case_id = ${Number(id)} AND level = 'COMMITTEE') AS decisions,
      (SELECT count(*)::int FROM committee_minutes WHERE case_id = ${Number(id)}) AS minutes`.execute(bank.db)
  expect(rows).toEqual([{ votes: 3, decisions: 1, minutes: 1 }])
  expect(await stageOf(id)).toBe('APPROVED')
})

const smaller = { amount: '2000000', termMonths: 240, rate: '17.5', clientText: 'Меньше сумма, ниже платёж' }
async function put(id: string, as: Login, offers: object[] = [smaller], more: object = {}) {
  const { body } = await bank.call(getCase, { params: { id } }, { as: 'admin' })
  const wanted = { version: body.version, offers, comment: 'Доход меньше заявленного', ...more }
  return bank.call(api.putOffers, { params: { id }, body: wanted as never }, { as })
}

it('votes for other terms, which bind without anybody’s own authority, and the client takes them', async () => {
  const id = await before()
  const made = await put(id, 'committee1', [smaller, { ...smaller, amount: '2500000' }])
  expect([made.status, made.raw.body]).toEqual([200, expect.stringContaining('Меньше сумма')])
  expect(made.body.offer).toMatchObject({
    author: { fullName: expect.stringContaining('Лаврентьев') },
    offers: [
      { place: 1, amount: '2000000', payment: expect.any(String) },
      { place: 2, amount: '2500000' },
    ],
  })
  const offerId = made.body.offer?.id
  const counter = { vote: 'COUNTER', offerId }
  expect((await vote(id, 'committee1', counter)).status).toBe(200)
  expect((await vote(id, 'committee2', counter)).status).toBe(200)
  const last = await vote(id, 'committee3', { vote: 'AGAINST', reasons: ['R04'] })
  expect(last.status, last.raw.body).toBe(200)
  expect(last.body).toMatchObject({ open: false, minutes: [{ outcome: 'COUNTER' }] })
  expect(await stageOf(id)).toBe('COUNTER_OFFER')
  const { body } = await bank.call(getDecisions, { params: { id } }, { as: 'underwriter' })
  expect(body.decisions[0]).toMatchObject({
    ...{ level: 'COMMITTEE', outcome: 'COUNTER', amount: '2500000.00' },
    comment:
      'Решение кредитного комитета: за 0, за другие условия 2, против 1, воздержались 0. Доход меньше заявленного',
  })
  const { body: told } = await bank.call(getOffers, { params: { id } }, { as: 'agent' })
  expect(told.counterOffer?.offers.map(({ amount }) => amount)).toEqual(['2000000', '2500000'])
  const { body: head } = await bank.call(getCase, { params: { id } }, { as: 'agent' })
  const taken = await bank.call(
    acceptOffer,
    { params: { id }, body: { version: head.version, place: 1 } },
    { as: 'agent' },
  )
  expect([taken.status, await stageOf(id)]).toEqual([200, 'APPROVED'])
})

it('votes for what was read: other terms take its place while nobody has voted for it, and never later', async () => {
  const id = await before()
  const none = await vote(id, 'committee1', { vote: 'COUNTER' })
  expect([none.status, none.error.fields?.[0]?.path]).toEqual([400, 'offerId'])
  const first = (await put(id, 'committee1')).body.offer?.id
  const second = (await put(id, 'committee2', [{ ...smaller, amount: '1500000' }])).body.offer?.id
  const old = await vote(id, 'committee1', { vote: 'COUNTER', offerId: first })
  expect([old.status, old.error.message]).toEqual([409, expect.stringContaining('сменились')])
  expect((await vote(id, 'committee1', { vote: 'COUNTER', offerId: second })).status).toBe(200)
  const late = await put(id, 'committee3')
  expect([late.status, late.error.message]).toEqual([409, expect.stringContaining('уже голосовали')])
  const { body: sheet } = await bank.call(api.getCommittee, { params: { id } }, { as: 'committee3' })
  expect([sheet.offer?.id, sheet.mayOffer.enabled, sheet.votes[0]?.offerId]).toEqual([second, false, second])
})

it('puts to the vote what the bank may offer, by members alone', async () => {
  const id = await before()
  const wrong = await put(id, 'committee1', [
    { ...smaller, amount: '900000000' },
    { ...smaller, clientText: 'Вы в Внутренний чёрный список' },
  ])
  expect([wrong.status, wrong.error.fields?.map(({ path }) => path)]).toEqual([
    400,
    expect.arrayContaining(['offers.0.amount', 'offers.1.clientText']),
  ])
  for (const as of ['workload', 'underwriter'] as const)
    expect([as, (await put(id, as)).status]).toEqual([as, 403])
  expect([403, 404]).toContain((await put(id, 'agent')).status)
  expect((await put(id, 'committee1', [smaller], { version: 1 })).status).toBe(409)
  await sql`UPDATE case_section SET saved_by = (SELECT id FROM employee WHERE login = 'committee2')
    WHERE case_id = ${Number(id)} AND section = 'CREDIT'`.execute(bank.db)
  expect((await put(id, 'committee2')).status).toBe(409)
  const { rows } = await sql`SELECT FROM committee_offer WHERE case_id = ${Number(id)}`.execute(bank.db)
  expect(rows).toEqual([])
})

it('does not make offers that have ceased to fit: the vote is not taken either', async () => {
  const id = await before()
  const offerId = (await put(id, 'committee1', [{ ...smaller, amount: '6000000' }])).body.offer?.id
  for (const as of ['committee1', 'committee2'] as const)
    expect((await vote(id, as, { vote: 'COUNTER', offerId })).status).toBe(200)
  await sql`UPDATE case_section SET data = data || '{"amount": "4000000"}' WHERE case_id = ${Number(id)}
    AND section = 'CREDIT'`.execute(bank.db)
  const last = await vote(id, 'committee3')
  expect([last.status, last.error.message]).toEqual([409, expect.stringContaining('больше не подходят')])
  const { body } = await bank.call(api.getCommittee, { params: { id } }, { as: 'committee3' })
  expect([body.open, body.votes.length]).toEqual([true, 2])
})

it('follows from the votes where fewer of them suffice meanwhile: no member carries out what they say', async () => {
  const id = await before()
  for (const as of ['committee1', 'committee2'] as const)
    expect((await vote(id, as, { vote: 'AGAINST', reasons: ['R04'] })).status).toBe(200)
  await sql`INSERT INTO parameter_value (parameter_id, valid_from, value, source, delivered)
    SELECT id, current_date - 1, '2', 'Приказ', true FROM parameter WHERE code = 'committee-quorum'`.execute(
    bank.db,
  )
  const quorum = async () =>
    (await bank.call(api.getCommittee, { params: { id } }, { as: 'committee3' })).body.quorum
  await expect.poll(quorum).toBe(2)
  const mine = { reasons: ['R04'], clientText: 'Банк принял решение' }
  for (const action of ['approveByCommittee', 'rejectByCommittee']) {
    const alone = await signDecision(bank, { id, action, as: 'committee3' }, mine)
    expect([alone.status, alone.error.message]).toEqual([409, expect.stringContaining('следует из голосов')])
  }
  expect(await stageOf(id)).toBe('COMMITTEE')
})
