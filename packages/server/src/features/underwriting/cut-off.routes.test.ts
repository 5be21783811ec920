import { getCase } from '@ipoteka-office/contract/cases/cases.ts'
import * as committee from '@ipoteka-office/contract/underwriting/committee.ts'
import * as api from '@ipoteka-office/contract/underwriting/decisions.ts'
import * as offers from '@ipoteka-office/contract/underwriting/offers.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { giveAuthority, signDecision, underwritten } from '#testing/questionnaires.ts'
import { type Cut, cutter, footprint } from '#testing/signing/cut-off.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

/** Whatever breaks off in the middle of a decision, all of it is there or nothing. */
let bank: TestApp
let cut: ReturnType<typeof cutter>
beforeAll(async () => {
  bank = await testApp()
  cut = cutter(bank.pool)
  await giveAuthority(bank, 3)
})
afterAll(() => bank.close())

let serial = 700
const next = async () => (await underwritten(bank, (serial += 1))).id
const params = (id: string) => ({ params: { id } })
const versionOf = async (id: string) => (await bank.call(getCase, params(id), { as: 'admin' })).body.version
const terms = { amount: '5000000', termMonths: 240, rate: '17.5' }
const comment = 'Доход подтверждён справкой и выпиской'
interface Asked {
  readonly id: string
  /** Asks for the decision under a key of repetition. */
  readonly ask: (key: string) => Promise<{ status: number; raw: { body: string }; headers: object }>
}
const keyed = (as: Login, key: string) => ({ as, headers: { 'idempotency-key': key } })

/** The approval is broken off at every statement, the others at every third one: each costs a connection. */
const stepOf = (name: string) => (name === 'approval' ? 1 : 3)

const ways: Readonly<Record<string, () => Promise<Asked>>> = {
  async approval() {
    const id = await next()
    const body = { action: 'approve', version: await versionOf(id), ...terms, comment }
    return {
      id,
      ask: (key) => bank.call(api.recordDecision, { ...params(id), body }, keyed('underwriter', key)),
    }
  },
  async refusal() {
    const id = await next()
    const words = { reasons: ['R04'], clientText: 'Недостаточный доход', comment }
    const body = { action: 'reject', version: await versionOf(id), ...terms, ...words }
    return {
      id,
      ask: (key) => bank.call(api.recordDecision, { ...params(id), body }, keyed('underwriter', key)),
    }
  },
  async acceptedOffer() {
    const id = await next()
    const offered = [{ ...terms, clientText: 'Меньше сумма, ниже платёж' }]
    const made = { version: await versionOf(id), offers: offered, comment }
    const signed = await bank.call(offers.signOffers, { ...params(id), body: made }, { as: 'underwriter' })
    expect(signed.status, signed.raw.body).toBe(200)
    const body = { version: signed.body.version, place: 1 }
    return { id, ask: (key) => bank.call(offers.acceptOffer, { ...params(id), body }, keyed('agent', key)) }
  },
  async lastVote() {
    const id = await next()
    for (const [action, as] of [
      ['toControl', 'underwriter'],
      ['toCommittee', 'workload'],
    ] as const)
      expect((await signDecision(bank, { id, action, as })).status).toBe(200)
    const body = { vote: 'FOR' as const, comment }
    for (const as of ['committee1', 'committee2'] as const)
      expect((await bank.call(committee.castVote, { ...params(id), body }, { as })).status).toBe(200)
    return {
      id,
      ask: (key) => bank.call(committee.castVote, { ...params(id), body }, keyed('committee3', key)),
    }
  },
}

const decisionsOf = async (id: string) =>
  (
    await sql`SELECT FROM case_decision WHERE case_id = ${Number(id)} AND outcome IN ('APPROVE', 'REJECT')`.execute(
      bank.db,
    )
  ).rows.length
/** The status of a call whose connection is to break; the database lets go of a broken one a moment later, and says so till then. */
async function askedOver(key: string, at: Cut, ask: Asked['ask']): Promise<number> {
  let status = 409
  await expect
    .poll(async () => {
      cut.arm(at)
      const answer = await ask(key)
      status = answer.status
      return answer.raw.body
    })
    .not.toContain('ER_OBJECT_LOCKED')
  return status
}

/** More statements than any decision has. */
const most = 400

it.each(Object.keys(ways))(
  '%s: broken off at any statement it leaves nothing behind, and is made when asked again',
  {
    timeout: 300_000,
  },
  async (name) => {
    const { id, ask } = (await ways[name]?.()) ?? expect.unreachable()
    const before = await footprint(bank, id)
    let broken = 0
    for (let at = 1; at <= most; at += stepOf(name)) {
      const status = await askedOver(`${name} of ${id}`, at, ask)
      if (status === 200) break
      expect([at, status]).toEqual([at, expect.toSatisfy((code: number) => code >= 500)])
      broken += 1
      if (broken % 10 === 1) expect(await footprint(bank, id)).toEqual(before)
    }
    expect(broken).toBeGreaterThan(15)
    expect(broken).toBeLessThan(most)
    expect(await decisionsOf(id)).toBe(1)
  },
)

it.each(Object.keys(ways))(
  '%s: whose answer was lost is made once, and the same call answers it',
  async (name) => {
    const { id, ask } = (await ways[name]?.()) ?? expect.unreachable()
    const key = `${name} of ${id}`
    expect(await askedOver(key, 'COMMITTED', ask)).toBeGreaterThanOrEqual(500)
    expect(await decisionsOf(id)).toBe(1)
    const made = await footprint(bank, id)
    const again = await ask(key)
    expect([again.status, again.headers]).toMatchObject([200, { 'idempotency-replayed': 'true' }])
    expect((await ask(`${key}, once more`)).status).toBe(409)
    expect(await footprint(bank, id)).toEqual(made)
  },
)
