import { getCase, moveCase } from '@ipoteka-office/contract/cases/cases.ts'
import * as api from '@ipoteka-office/contract/underwriting/committee.ts'
import { getDecisions } from '@ipoteka-office/contract/underwriting/decisions.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pdfText } from '#testing/pdf-text.ts'
import { giveAuthority, signDecision, underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'
import { minutesPaper } from './minutes-paper.ts'

/** `committee1`–`committee3` are all the members; `workload` is the head who passes cases on. */
let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
  await giveAuthority(bank, 3)
})
afterAll(() => bank.close())

let serial = 930
/** An application that underwriter and head have passed on to the committee. */
async function before(): Promise<string> {
  const { id } = await underwritten(bank, (serial += 1))
  for (const [action, as] of [
    ['toControl', 'underwriter'],
    ['toCommittee', 'workload'],
  ] as const) {
    const passed = await signDecision(bank, { id, action, as }, { amount: '3000000' })
    expect(passed.status, passed.raw.body).toBe(200)
  }
  return id
}
const vote = (id: string, as: Login, more: object = {}) =>
  bank.call(
    api.castVote,
    { params: { id }, body: { vote: 'FOR', comment: 'Доход подтверждён', ...more } },
    { as },
  )
const against = { vote: 'AGAINST', reasons: ['R04'], comment: 'Доход нестабилен' }
const headOf = async (id: string) => (await bank.call(getCase, { params: { id } }, { as: 'admin' })).body
const sheetOf = async (id: string, as: Login = 'committee1') =>
  (await bank.call(api.getCommittee, { params: { id } }, { as })).body
const open = (id: string, as: Login, more: object = {}) =>
  bank.call(
    api.openRound,
    { params: { id }, body: { round: 1, reason: 'Большинства нет, обсудим снова', ...more } },
    { as },
  )
async function giveBack(id: string, as: Login, comment = 'Условия нужно пересчитать') {
  const { version } = await headOf(id)
  return bank.call(
    moveCase,
    { params: { id }, body: { action: 'returnToUnderwriter', version, comment } },
    { as },
  )
}
const smaller = { amount: '2000000', termMonths: 240, rate: '17.5', clientText: 'Меньше сумма, ниже платёж' }
async function put(id: string, as: Login, offer = smaller): Promise<number> {
  const body = { version: (await headOf(id)).version, offers: [offer], comment: 'Доход меньше заявленного' }
  const made = await bank.call(api.putOffers, { params: { id }, body }, { as })
  expect(made.status, made.raw.body).toBe(200)
  return made.body.offer?.id ?? 0
}

it('three sides without a majority are followed by another round: each member votes again, and former votes stay', async () => {
  const id = await before()
  const offerId = await put(id, 'committee1')
  expect((await vote(id, 'committee1', { vote: 'COUNTER', offerId })).status).toBe(200)
  expect((await vote(id, 'committee2', against)).status).toBe(200)
  const early = await open(id, 'committee1')
  expect([early.status, early.error.message]).toEqual([409, expect.stringContaining('ещё может решить')])
  const last = await vote(id, 'committee3')
  expect(last.status, last.raw.body).toBe(200)
  expect(last.body).toMatchObject({
    ...{ open: true, round: 1, impasse: 'Проголосовали все, кто вправе, а решения нет' },
    mayOpenRound: { enabled: true },
  })

  for (const as of ['underwriter', 'agent'] as const)
    expect([as, [403, 404]]).toEqual([as, expect.arrayContaining([(await open(id, as)).status])])
  expect((await open(id, 'committee2', { round: 2 })).status).toBe(409)
  expect((await open(id, 'committee2', { reason: ' ' })).status).toBe(400)
  const opened = await open(id, 'committee2')
  expect(opened.status, opened.raw.body).toBe(200)
  expect(opened.body).toMatchObject({
    ...{ open: true, round: 2, votes: [], offer: null, impasse: null },
    ...{ may: { enabled: true }, mayOffer: { enabled: true }, mayOpenRound: { enabled: false } },
    rounds: [
      {
        number: 1,
        votes: [{ vote: 'COUNTER' }, { vote: 'AGAINST' }, { vote: 'FOR' }],
        offer: { id: offerId },
        endedBy: { fullName: expect.any(String) },
        reason: 'Большинства нет, обсудим снова',
      },
    ],
  })
  // Whoever comes second finds a vote that goes on.
  expect((await open(id, 'committee3')).status).toBe(409)
  // What was put to the vote before is no longer voted on.
  expect((await vote(id, 'committee1', { vote: 'COUNTER', offerId })).status).toBe(409)

  expect((await vote(id, 'committee1')).status).toBe(200)
  expect((await vote(id, 'committee1', against)).status).toBe(409)
  expect((await vote(id, 'committee2')).status).toBe(200)
  const decided = await vote(id, 'committee3', against)
  expect(decided.body, decided.raw.body).toMatchObject({
    ...{ open: false, minutes: [{ outcome: 'APPROVE' }], rounds: [{ number: 1 }] },
    votes: [{ vote: 'FOR' }, { vote: 'FOR' }, { vote: 'AGAINST' }],
  })
  expect((await headOf(id)).stage).toBe('APPROVED')
  const { body } = await bank.call(getDecisions, { params: { id } }, { as: 'underwriter' })
  expect(body.decisions[0]?.comment).toBe('Решение кредитного комитета: за 2, против 1, воздержались 0')
  const paper = await pdfText(
    await minutesPaper({
      ...{ number: '1-2026', caseNumber: '1', clientName: 'Сомова Анна', moment: '', outcome: 'APPROVE' },
      ...{ questions: [], votes: decided.body.votes },
      former: decided.body.rounds.map((round) => ({ ...round, questions: ['другие условия'] })),
    }),
  )
  expect(paper).toMatch(
    /Круг 1: решение не принято.*За встречное предложение.*обсудим снова.*Круг 2.*одобрить/,
  )
  const { rows } = await sql<{ votes: number }>`
    SELECT count(*)::int AS votes FROM committee_vote WHERE case_id = ${Number(id)}`.execute(bank.db)
  expect(rows).toEqual([{ votes: 6 }])
})

it('of many who open at once one does', async () => {
  const id = await before()
  expect((await vote(id, 'committee1')).status).toBe(200)
  expect((await vote(id, 'committee2', against)).status).toBe(200)
  expect((await vote(id, 'committee3', { vote: 'ABSTAIN' })).status).toBe(200)
  const members = ['committee1', 'committee2', 'workload'] as const
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, at) => open(id, members[at % 3] ?? 'committee1')),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200,
    ...Array.from({ length: 11 }, () => 409),
  ])
  expect((await sheetOf(id)).round).toBe(2)
})

it('a case goes back to the underwriter from a vote that came to nothing, and from no other', async () => {
  const id = await before()
  expect((await vote(id, 'committee1')).status).toBe(200)
  expect((await vote(id, 'committee2', against)).status).toBe(200)
  const early = await giveBack(id, 'committee1')
  expect([early.status, early.error.message]).toEqual([409, expect.stringContaining('ещё может решить')])
  expect((await vote(id, 'committee3', { vote: 'ABSTAIN' })).status).toBe(200)
  expect((await giveBack(id, 'committee3', '')).status).toBe(400)
  // Who has sent the case to the committee does not take it back either.
  expect((await giveBack(id, 'workload')).status).toBe(409)
  expect([403, 404, 409]).toContain((await giveBack(id, 'agent')).status)
  const back = await giveBack(id, 'committee3', 'Большинства нет: проверьте доход')
  expect([back.status, (await headOf(id)).stage]).toEqual([200, 'UNDERWRITING'])
  expect(await sheetOf(id)).toMatchObject({
    ...{ open: false, votes: [], minutes: [] },
    rounds: [{ number: 1, votes: [{}, {}, {}], reason: 'Большинства нет: проверьте доход' }],
  })
  // When it comes again, its votes begin anew and those of before are still told.
  for (const [action, as] of [
    ['toControl', 'underwriter'],
    ['toCommittee', 'workload'],
  ] as const)
    expect((await signDecision(bank, { id, action, as })).status).toBe(200)
  expect(await sheetOf(id)).toMatchObject({
    open: true,
    round: 1,
    votes: [],
    rounds: [{ votes: [{}, {}, {}] }],
  })
})

it('proposed terms that have ceased to fit hold no case: the round ends, and other terms are voted on', async () => {
  const id = await before()
  for (const as of ['committee1', 'committee2'] as const) expect((await vote(id, as)).status).toBe(200)
  await sql`UPDATE case_section SET data = data || '{"amount": "2500000"}' WHERE case_id = ${Number(id)}
    AND section = 'CREDIT'`.execute(bank.db)
  const refused = await vote(id, 'committee3')
  expect([refused.status, refused.error.message]).toEqual([
    409,
    expect.stringMatching(/условия больше не подходят: Больше, чем просит клиент.*новый круг/),
  ])
  expect(await sheetOf(id)).toMatchObject({
    ...{ votes: [{}, {}], mayOpenRound: { enabled: true } },
    impasse: expect.stringContaining('больше не подходят'),
  })
  expect((await open(id, 'workload')).status).toBe(200)
  const offerId = await put(id, 'committee3')
  for (const as of ['committee1', 'committee2', 'committee3'] as const) {
    const cast = await vote(id, as, { vote: 'COUNTER', offerId })
    expect(cast.status, cast.raw.body).toBe(200)
  }
  expect((await headOf(id)).stage).toBe('COUNTER_OFFER')
})

it('offers that have ceased to fit hold no case either', async () => {
  const id = await before()
  const offerId = await put(id, 'committee1')
  for (const as of ['committee1', 'committee2'] as const)
    expect((await vote(id, as, { vote: 'COUNTER', offerId })).status).toBe(200)
  await sql`UPDATE case_section SET data = data || '{"amount": "1500000"}' WHERE case_id = ${Number(id)}
    AND section = 'CREDIT'`.execute(bank.db)
  expect((await vote(id, 'committee3', { vote: 'COUNTER', offerId })).status).toBe(409)
  const back = await giveBack(id, 'committee1')
  expect([back.status, (await headOf(id)).stage]).toEqual([200, 'UNDERWRITING'])
})

it('a reason that is none of a refusal is not named in a vote: the last voter could not carry it out', async () => {
  const id = await before()
  const wrong = await vote(id, 'committee1', { ...against, reasons: ['NONE'] })
  expect([wrong.status, wrong.error.fields?.[0]?.path]).toEqual([400, 'reasons'])
})

it('members who have let the term pass hold no case where there is a quorum of the others', async () => {
  const id = await before()
  await sql`INSERT INTO parameter_value (parameter_id, valid_from, value, source, delivered)
    SELECT id, current_date - 1, '2', 'Приказ', true FROM parameter WHERE code = 'committee-quorum'`.execute(
    bank.db,
  )
  await expect.poll(async () => (await sheetOf(id)).quorum).toBe(2)
  expect((await vote(id, 'committee1')).status).toBe(200)
  expect((await vote(id, 'committee2', against)).status).toBe(200)
  expect((await open(id, 'committee1')).status).toBe(409)
  await sql`UPDATE case_file SET due_at = now() - interval '1 hour' WHERE id = ${Number(id)}`.execute(bank.db)
  const opened = await open(id, 'committee1')
  expect([opened.status, opened.body.round]).toEqual([200, 2])
})
