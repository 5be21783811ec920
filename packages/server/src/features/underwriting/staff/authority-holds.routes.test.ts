import { getCase } from '@ipoteka-office/contract/cases/cases.ts'
import * as decisions from '@ipoteka-office/contract/underwriting/decisions.ts'
import * as offers from '@ipoteka-office/contract/underwriting/offers.ts'
import * as staff from '@ipoteka-office/contract/underwriting/underwriter-card.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bankDay, systemClock } from '#lib/bank-time.ts'
import { giveAuthority, underwritten } from '#testing/questionnaires.ts'
import {
  type Application,
  anyStep,
  applicationOf,
  type Change,
  exposureOf,
  isWithin,
  limitOf,
  type Model,
  type Sign,
  type Step,
  type Steps,
} from '#testing/signing/model.ts'
import { borrowAgain, owesToo, type Signer, signersOf } from '#testing/signing/signers.ts'
import { type CallOptions, type TestApp, testApp } from '#testing/test-app.ts'

/** Everything is asked by the calls that people have: `workload` (2) is the head, `uw-head` and `admin` change authorities. */
let bank: TestApp
let today = ''
let signers: Signer[] = []
const head = 2
const [people, applications] = [4, 6]
beforeAll(async () => {
  bank = await testApp()
  today = bankDay(systemClock(bank.config.bankTimeZone))
  signers = await signersOf(bank, people)
})
afterAll(() => bank.close())

const idOf = (at: number): number => signers[at]?.id ?? head
const tokenOf = (at: number): CallOptions => ({ token: signers[at]?.token ?? '' })
const params = (id: string | number) => ({ params: { id: String(id) } })
const terms = (amount: number) => ({ amount: `${amount}000000`, termMonths: 240, rate: '17.5' })
const comment = 'Доход подтверждён справкой и выпиской'
const told = { clientText: 'Меньше сумма, ниже платёж' }
const versionOf = async (id: string) => (await bank.call(getCase, params(id), { as: 'admin' })).body.version
async function decide(id: string, action: string, more: object, as: CallOptions) {
  const body = { action, version: await versionOf(id), ...terms(1), comment, ...more }
  return bank.call(decisions.recordDecision, { ...params(id), body }, as)
}

/** What the steps came to, so that the test shows something. */
const seen = { approved: 0, refused: 0, offered: 0, accepted: 0, outgrown: 0, revoked: 0, raced: 0 }

/** Asks for another authority, or for an end of it, and has a second person agree. */
async function changeLimit({ who, exposure, loanToValue }: Change): Promise<void> {
  const id = idOf(who)
  const { body: card } = await bank.call(staff.getUnderwriter, params(id), { as: 'uw-head' })
  const current = card.authorities.find(({ state }) => state === 'CURRENT')
  const { version } = card
  const bounds = {
    ...{ product: 'MORTGAGE' as const, regions: [], maxExposure: `${exposure}000000`, maxDebtLoad: null },
    ...{ maxLoanToValue: String(loanToValue), deviations: [], validFrom: today, validTo: null },
    ...{ reason: 'Приказ № 17', version },
  }
  const at = { params: { id: String(id), authorityId: String(current?.id) } }
  const as = { as: 'uw-head' } as const
  const ask = () => {
    if (exposure === 0)
      return bank.call(
        staff.requestAuthorityEnd,
        { ...at, body: { lastDay: null, reason: 'Перевод', version } },
        as,
      )
    return current === undefined
      ? bank.call(staff.requestAuthority, { ...params(id), body: bounds }, as)
      : bank.call(staff.requestAuthorityChange, { ...at, body: bounds }, as)
  }
  const isSame =
    Number(current?.maxExposure ?? 0) === exposure * 1_000_000 &&
    (exposure === 0 || Number(current?.maxLoanToValue) === loanToValue)
  if (isSame) return
  const asked = await ask()
  expect(asked.status, asked.raw.body).toBe(200)
  const body = { version: 1, comment: '' }
  const agreed = await bank.call(
    staff.authorityRequests.approve,
    { ...params(asked.body.id), body },
    { as: 'admin' },
  )
  expect(agreed.status, agreed.raw.body).toBe(200)
}

function setLimit({ limits }: Model, asked: Change): void {
  const limit = limitOf(asked)
  if (limit === undefined) limits.delete(idOf(asked.who))
  else limits.set(idOf(asked.who), limit)
}

/** Several sign at once while somebody's authority may change: what was written fits in the order of writing. */
async function together(model: Model, { signs, change }: Steps['together']): Promise<void> {
  seen.raced += 1
  const { rows: last } = await sql<{ id: number }>`
    SELECT coalesce(max(id), 0) AS id FROM case_decision`.execute(bank.db)
  const [answers] = await Promise.all([
    Promise.all(
      signs.map(({ by, app, amount }) =>
        decide(applicationOf(model, app).id, 'approve', terms(amount), tokenOf(by)),
      ),
    ),
    change === null ? null : changeLimit(change),
  ])
  const { rows } = await sql<{ caseId: number; authorId: number; amount: number; exposure: number }>`
    SELECT case_id AS "caseId", author_id AS "authorId", (amount / 1000000)::int AS amount,
      (exposure / 1000000)::int AS exposure FROM case_decision
    WHERE id > ${last[0]?.id ?? 0} AND outcome = 'APPROVE' ORDER BY id`.execute(bank.db)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(rows.length)
  for (const { caseId, authorId, amount, exposure } of rows) {
    const one = applicationOf(
      model,
      model.all.findIndex(({ id }) => Number(id) === caseId),
    )
    const may = [model.limits.get(authorId)]
    if (change !== null && idOf(change.who) === authorId) may.push(limitOf(change))
    expect(one.stage).toBe('UNDERWRITING')
    expect(exposure).toBe(exposureOf(model, one, amount))
    expect(may.some((limit) => isWithin(model, limit, one, amount))).toBe(true)
    Object.assign(one, { stage: 'APPROVED', held: amount })
  }
  if (change !== null) setLimit(model, change)
}

/** What was answered to a step is what the model says. */
function compare(step: object, { status, raw }: Awaited<ReturnType<typeof decide>>, mayBe: boolean): boolean {
  expect({ step, status, answer: raw.body.slice(0, 300) }).toMatchObject({ status: mayBe ? 200 : 409 })
  seen[mayBe ? 'approved' : 'refused'] += 1
  return mayBe
}

async function passUp(one: Application, { by, amount }: Sign): Promise<void> {
  if (one.stage !== 'UNDERWRITING') return
  const passed = await decide(one.id, 'toControl', terms(amount), tokenOf(by))
  expect(passed.status, passed.raw.body).toBe(200)
  one.stage = 'DECISION_CONTROL'
}

const takes: { readonly [K in keyof Steps]: (model: Model, what: Steps[K]) => Promise<void> } = {
  async sign(model, what) {
    const one = applicationOf(model, what.app)
    const fits = isWithin(model, model.limits.get(idOf(what.by)), one, what.amount)
    const answer = await decide(one.id, 'approve', terms(what.amount), tokenOf(what.by))
    if (compare(what, answer, fits && one.stage === 'UNDERWRITING'))
      Object.assign(one, { stage: 'APPROVED', held: what.amount })
  },
  async up(model, what) {
    const one = applicationOf(model, what.app)
    await passUp(one, what)
    const fits = isWithin(model, model.limits.get(head), one, what.amount)
    const answer = await decide(one.id, 'agree', terms(what.amount), { as: 'workload' })
    if (compare(what, answer, fits && one.stage === 'DECISION_CONTROL'))
      Object.assign(one, { stage: 'APPROVED', held: what.amount })
  },
  async offer(model, what) {
    const one = applicationOf(model, what.app)
    const limit = model.limits.get(idOf(what.by))
    const mayBe = one.stage === 'UNDERWRITING' && isWithin(model, limit, one, what.amount)
    const body = { version: await versionOf(one.id), offers: [{ ...terms(what.amount), ...told }], comment }
    const made = await bank.call(offers.signOffers, { ...params(one.id), body }, tokenOf(what.by))
    expect({ what, status: made.status, answer: made.raw.body.slice(0, 300) }).toMatchObject({
      status: mayBe ? 200 : 409,
    })
    if (!mayBe) return
    seen.offered += 1
    Object.assign(one, { stage: 'COUNTER_OFFER', held: what.amount, offered: limit })
  },
  async accept(model, what) {
    const one = applicationOf(model, what.app)
    const isOffered = one.stage === 'COUNTER_OFFER'
    const mayBe = isOffered && exposureOf(model, one, one.held) <= (one.offered?.exposure ?? 0)
    const body = { version: await versionOf(one.id), place: 1 }
    const { status, raw } = await bank.call(offers.acceptOffer, { ...params(one.id), body }, { as: 'agent' })
    expect({ what, status, answer: raw.body.slice(0, 300) }).toMatchObject({ status: mayBe ? 200 : 409 })
    if (isOffered) seen[mayBe ? 'accepted' : 'outgrown'] += 1
    if (mayBe) one.stage = 'APPROVED'
  },
  async revoke(model, what) {
    const one = applicationOf(model, what.app)
    const { status, raw } = await decide(one.id, 'revoke', told, { as: 'workload' })
    expect([status, raw.body]).toEqual([one.stage === 'APPROVED' ? 200 : 409, expect.anything()])
    if (status !== 200) return
    seen.revoked += 1
    Object.assign(one, { stage: 'REVOKED', held: 0 })
  },
  async limit(model, what) {
    await changeLimit(what)
    setLimit(model, what)
  },
  /** Whoever stands in for somebody signs by their own authority: nothing of the model changes. */
  async away(_, { who, deputy }) {
    if (who === deputy) return
    await sql`INSERT INTO employee_absence (employee_id, deputy_id, reason, date_from, date_to, started_at)
      SELECT ${idOf(who)}::int, ${idOf(deputy)}::int, 'VACATION', current_date, current_date + 3, now()
      WHERE NOT EXISTS (SELECT FROM employee_absence WHERE employee_id = ${idOf(who)})`.execute(bank.db)
  },
  together,
}
const take = (model: Model, { kind, what }: Step) =>
  (takes[kind] as (typeof takes)['limit'])(model, what as Change)

let serial = 0
/** Two applications of one person, one that two of them owe by, two of the other, and one of somebody else. */
async function begin(): Promise<Model> {
  const ids: string[] = []
  for (let at = 0; at < applications; at += 1) ids.push((await underwritten(bank, (serial += 1))).id)
  const [first = '', second = '', both = '', third = '', fourth = '', alone = ''] = ids
  await borrowAgain(bank, second, first)
  await borrowAgain(bank, both, first)
  await borrowAgain(bank, fourth, third)
  await owesToo(bank, both, third)
  await sql`DELETE FROM employee_absence WHERE employee_id = ANY(${signers.map(({ id }) => id)}::int[])`.execute(
    bank.db,
  )
  await sql`UPDATE decision_authority SET withdrawn_at = now() WHERE withdrawn_at IS NULL`.execute(bank.db)
  const owing = [['a'], ['a'], ['a', 'b'], ['b'], ['b'], ['c']]
  return {
    limits: new Map(),
    all: [first, second, both, third, fourth, alone].map((id, at) => ({
      ...{ id, people: owing[at] ?? [], stage: 'UNDERWRITING', held: 0, offered: null },
    })),
  }
}

/** An offer within the signer's bound, outgrown by what somebody else approves to the same person before the client agrees. */
const outgrown: Step[] = [
  { kind: 'offer', what: { by: 0, app: 0, amount: 4 } },
  { kind: 'sign', what: { by: 1, app: 1, amount: 6 } },
  { kind: 'accept', what: { app: 0 } },
  { kind: 'away', what: { who: 1, deputy: 0 } },
  { kind: 'sign', what: { by: 0, app: 2, amount: 1 } },
]

it('no sequence of calls, nor any of them at once, approves more than the signer may', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyStep(people, applications), { minLength: 12, maxLength: 24 }),
      async (steps) => {
        const model = await begin()
        // Somebody may sign from the start, or most of the steps would be refusals.
        for (const who of [0, 1, people])
          await take(model, { kind: 'limit', what: { who, exposure: who === 0 ? 5 : 12, loanToValue: 95 } })
        for (const step of steps) await take(model, step)
      },
    ),
    { seed: 16, numRuns: 6, endOnFailure: true, examples: [[outgrown]] },
  )
  for (const [what, times] of Object.entries(seen)) expect([what, times > 0]).toEqual([what, true])
})

it('of thirty-two people who sign one application at once one is its author', async () => {
  const { id } = await underwritten(bank, (serial += 1))
  const many = await signersOf(bank, 32)
  for (const signer of many) await giveAuthority(bank, signer.id)
  const version = await versionOf(id)
  const body = { action: 'approve', version, ...terms(6), comment }
  const answers = await Promise.all(
    many.map(({ token }) => bank.call(decisions.recordDecision, { ...params(id), body }, { token })),
  )
  const signed = answers.flatMap(({ status }, at) => (status === 200 ? [many[at]?.id] : []))
  expect(signed).toHaveLength(1)
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
  const { rows } = await sql<{ authorId: number; mine: boolean }>`
    SELECT d.author_id AS "authorId", a.employee_id = d.author_id AS mine
    FROM case_decision d JOIN decision_authority a ON a.id = d.authority_id WHERE d.case_id = ${Number(id)}`.execute(
    bank.db,
  )
  expect(rows).toEqual([{ authorId: signed[0], mine: true }])
})

async function waiting(): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    SELECT count(*)::int AS waiting FROM pg_locks l JOIN pg_stat_activity a USING (pid)
    WHERE NOT l.granted AND a.datname = current_database()`.execute(bank.db)
  return rows[0]?.waiting ?? 0
}

it('a signature waits for an end of the authority that has begun, and is refused once it is agreed to', async () => {
  const { id } = await underwritten(bank, (serial += 1))
  const [signer] = await signersOf(bank, 1)
  await giveAuthority(bank, signer?.id ?? 0)
  let signing: ReturnType<typeof decide> | undefined
  await bank.db.transaction().execute(async (tx) => {
    await sql`UPDATE decision_authority SET withdrawn_at = now() WHERE employee_id = ${signer?.id}`.execute(
      tx,
    )
    signing = decide(id, 'approve', terms(6), { token: signer?.token ?? '' })
    await expect.poll(waiting).toBe(1)
  })
  const refused = await signing
  expect([refused?.status, refused?.error.message]).toEqual([409, expect.stringContaining('не назначены')])
})
