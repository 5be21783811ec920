import * as api from '@ipoteka-office/contract/compliance/compliance.ts'
import { heldFactor, heldWords } from '@ipoteka-office/contract/compliance/held.ts'
import { listObjectTasks } from '@ipoteka-office/contract/cases/case-tasks.ts'
import { listNotifications } from '@ipoteka-office/contract/notifications/notifications.ts'
import { listAutoChecks } from '@ipoteka-office/contract/full-applications/full-applications.ts'
import { getDecisions, recordDecision } from '@ipoteka-office/contract/underwriting/decisions.ts'
import { type EngineAnswer, getEngineRuns } from '@ipoteka-office/contract/underwriting/engine-runs.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { caseEngine } from '#case-behaviours.ts'
import { bySystem, type Engine } from '#features/cases/engine/engine.ts'
import {
  checksWork,
  obligatoryChecksGuard,
  requestChecks,
} from '#features/full-applications/auto-checks.service.ts'
import { requestRun, runWork } from '#features/underwriting/runs/runs.service.ts'
import type { CheckAnswer } from '#integrations/auto-checks/check-service.ts'
import {
  type Asked,
  callsBeside,
  callsById,
  callsOfCounts,
  callsOfLists,
  callsOfTheBank,
  type ForeignIds,
} from '#testing/case-calls.ts'
import { asking } from '#testing/case-walks/asking.ts'
import { casesOf, giveEveryRight } from '#testing/case-walks/cases-of-partner.ts'
import { contractEndpoints } from '#testing/contract-endpoints.ts'
import { deliveredParameters } from '#testing/delivered-parameters.ts'
import { underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

const clock = { timeZone: 'Europe/Moscow', now: () => new Date() }
const canary = {
  list: 'КанарейкаПеречня',
  factor: 'КанарейкаФактора',
  note: 'росфинмониторинг: КанарейкаПримечания',
  words: 'КанарейкаРешения',
}
const title = 'Решить по совпадению'

let bank: TestApp
let engine: Engine
let serial = 850
beforeAll(async () => {
  bank = await testApp()
  engine = caseEngine({ clock, references: bank.references, parameters: deliveredParameters })
})
afterAll(() => bank.close())

const found: CheckAnswer = { state: 'FAIL', text: canary.list, details: { номер: canary.list } }
/** Asks the checks of a case anew; the lists of 115-ФЗ answer as given. */
async function check(id: string, answer: CheckAnswer = found): Promise<void> {
  await sql`UPDATE auto_check SET valid_until = NULL WHERE case_id = ${Number(id)}`.execute(bank.db)
  await requestChecks(bank.db, Number(id), clock.now())
  const fine = { state: 'OK', text: 'Замечаний нет' } as const
  const service = {
    kind: 'STAND_IN',
    ask: ({ code }: { code: string }) => Promise.resolve(code === 'TERRORIST_115FZ' ? answer : fine),
  } as const
  const signal = new AbortController().signal
  await checksWork({ db: bank.db, engine, checks: () => service })({ caseId: Number(id) }, {
    signal,
  } as never)
}
async function assess(id: string): Promise<void> {
  await requestRun(bank.db, { caseId: Number(id), stage: 'UNDERWRITING', at: clock.now() })
  const { rows } = await sql<{ id: number }>`SELECT max(id) AS id FROM decision_run`.execute(bank.db)
  const factor = { code: 'TERRORIST', value: canary.factor, norm: 'нет', lift: canary.factor, hard: true }
  const decisions = {
    kind: 'STAND_IN',
    decide: () => Promise.reject(new Error('not asked')),
    assess: () =>
      Promise.resolve<EngineAnswer>({
        ...{ result: 'REJECT', requestNumber: '1', strategy: 'А', score: 500, limit: null, rateGroup: null },
        ...{ rate: null, notes: [canary.note], factors: [{ ...factor, name: canary.factor }] },
      }),
  } as const
  const parts = { db: bank.db, engine, decisions }
  const signal = new AbortController().signal
  await runWork(parts)({ runId: rows[0]?.id ?? 0 }, { isLastAttempt: true, signal } as never)
}
const caseOf = async () => (await underwritten(bank, (serial += 1))).id
const sheetOf = (id: string, as: Login = 'compliance') =>
  bank.call(api.getComplianceSheet, { params: { id } }, { as })
async function decide(
  id: string,
  outcome: api.OfficerOutcome,
  {
    as = 'compliance',
    comment = canary.words,
    place = 0,
    after,
  }: Partial<{
    as: Login
    comment: string
    place: number
    after: number | null
  }> = {},
) {
  const { hits } = (await sheetOf(id)).body
  const hit = hits[place]
  return bank.call(
    api.decideComplianceHit,
    {
      params: { id, hitId: String(hit?.id ?? 1) },
      body: { outcome, comment, after: after === undefined ? (hit?.decisions[0]?.id ?? null) : after },
    },
    { as },
  )
}
const shown = async (id: string) => {
  const { body } = await bank.call(listAutoChecks, { params: { id } }, { as: 'underwriter' })
  const one = body.checks.find(({ code }) => code === 'TERRORIST_115FZ')
  return [one?.state, one?.text]
}
const guard = (id: string) =>
  obligatoryChecksGuard({ db: bank.db, caseId: Number(id), mover: bySystem, engine })
const officersTask = async (id: string, as: Login = 'compliance') => {
  const { body } = await bank.call(listObjectTasks, { params: { id } }, { as })
  return body.filter(({ kind }) => kind === 'COMPLIANCE_HIT').map(({ state }) => state)
}

describe('what the lists of 115-ФЗ find', () => {
  it('holds the case with one neutral sentence until the officer lets it go, once for the pair', async () => {
    const id = await caseOf()
    await check(id)
    expect(await shown(id)).toEqual(['HELD', heldWords])
    expect(await guard(id)).toBe(heldWords)
    expect(await officersTask(id)).toEqual(['IDLE'])
    const { body } = await sheetOf(id)
    expect(body).toMatchObject({
      held: true,
      hits: [{ source: 'CHECK', state: 'WAITING', text: canary.list }],
    })
    expect((await decide(id, 'SUSPENDED')).status).toBe(200)
    expect([await guard(id), await officersTask(id)]).toEqual([heldWords, ['IDLE']])
    expect((await decide(id, 'NO_MATCH')).body).toMatchObject({ held: false })
    expect([await guard(id), await officersTask(id)]).toEqual([null, ['COMPLETED']])
    expect(await shown(id)).toEqual(['OK', 'Совпадений нет'])
    await check(id)
    expect([await guard(id), await shown(id)]).toEqual([null, ['OK', 'Совпадений нет']])
    await check(id, { state: 'WARN', text: 'Другое совпадение' })
    expect(await guard(id)).toBe(heldWords)
    expect(await officersTask(id)).toEqual(['IDLE', 'COMPLETED'])
  })

  it('is not undone by a correction of the questionnaire: a later answer without a hit lets nobody go', async () => {
    const id = await caseOf()
    await check(id)
    await check(id, { state: 'OK', text: 'Совпадений нет' })
    expect([await guard(id), await shown(id)]).toEqual([heldWords, ['HELD', heldWords]])
    await decide(id, 'MATCH')
    await check(id, { state: 'OK', text: 'Совпадений нет' })
    expect(await guard(id)).toBe(heldWords)
  })

  it('comes in the answer of the engine too, which keeps a neutral factor in its place', async () => {
    const id = await caseOf()
    await assess(id)
    const { body } = await bank.call(getEngineRuns, { params: { id } }, { as: 'underwriter' })
    expect(body.runs[0]?.factors).toMatchObject([{ ...heldFactor, refusalToDispute: heldWords }])
    expect(body.runs[0]?.answer?.notes).toEqual([])
    expect(await guard(id)).toBe(heldWords)
    expect((await decide(id, 'NO_MATCH')).status).toBe(200)
    expect(await guard(id)).toBeNull()
    await assess(id)
    expect(await guard(id)).toBeNull()
  })
})

describe('the decision', () => {
  it('is the officer’s alone, with words, and not of what they have prepared', async () => {
    const id = await caseOf()
    await check(id)
    for (const as of ['underwriter', 'uw-head', 'viewer', 'security', 'agent'] as const)
      expect([as, (await sheetOf(id, as)).status, (await decide(id, 'NO_MATCH', { as })).status]).toEqual([
        as,
        403,
        403,
      ])
    expect((await sheetOf(id, 'partner-admin')).status).toBe(404)
    expect((await decide(id, 'NO_MATCH', { comment: ' ' })).status).toBe(400)
    expect((await decide(id, 'NO_MATCH', { after: 999_999 })).status).toBe(409)
    await sql`UPDATE case_file SET created_by = (SELECT id FROM employee WHERE login = 'compliance')
      WHERE id = ${Number(id)}`.execute(bank.db)
    const own = await decide(id, 'NO_MATCH')
    expect([own.status, own.error.message]).toEqual([403, expect.stringContaining('готовили')])
  })

  it('stays as it was written; who ended the matter does not weigh it anew', async () => {
    const id = await caseOf()
    await check(id)
    expect((await decide(id, 'MATCH')).status).toBe(200)
    expect((await decide(id, 'NO_MATCH')).status).toBe(403)
    expect((await decide(id, 'NO_MATCH', { as: 'admin' })).status).toBe(200)
    const { body } = await sheetOf(id)
    expect(body.hits[0]?.decisions.map(({ outcome }) => outcome)).toEqual(['NO_MATCH', 'MATCH'])
    for (const change of [
      sql`DELETE FROM compliance_decision`,
      sql`UPDATE compliance_decision SET comment = 'x'`,
    ])
      await expect(change.execute(bank.db)).rejects.toThrow('permission denied')
    await expect(sql`UPDATE compliance_hit SET text = 'x'`.execute(bank.db)).rejects.toThrow(
      'permission denied',
    )
  })

  it('of two officers at once is one; the other sees it', async () => {
    const id = await caseOf()
    await check(id)
    // Both have seen that nobody has decided yet.
    const both = await Promise.all([
      decide(id, 'MATCH', { after: null }),
      decide(id, 'NO_MATCH', { after: null, as: 'admin' }),
    ])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  it('waits in a list of the officers', async () => {
    const id = await caseOf()
    await check(id)
    const list = (tab: keyof typeof api.hitTabs, as: Login = 'compliance') =>
      bank.call(api.listComplianceHits, { body: { tab }, query: { size: '100' } }, { as })
    const numbers = async (tab: keyof typeof api.hitTabs) =>
      (await list(tab)).body.content.map(({ case: { id: caseId } }) => String(caseId))
    expect(await numbers('WAITING')).toContain(id)
    expect(await numbers('DECIDED')).not.toContain(id)
    await decide(id, 'MATCH')
    expect(await numbers('DECIDED')).toContain(id)
    expect((await list('WAITING', 'underwriter')).status).toBe(403)
  })
})

describe('nobody but the officer finds anything', () => {
  const reads: Record<string, (ids: ForeignIds) => Asked> = {
    ...callsById,
    ...callsBeside,
    ...callsOfCounts,
    ...callsOfLists,
    ...callsOfTheBank,
  }
  let ids: ForeignIds
  let walk: (as: Login) => Promise<string[]>
  beforeAll(async () => {
    const { ask, specOf } = asking(await contractEndpoints())
    const id = await caseOf()
    // The partner's agent too holds `Compliance` from here on, and finds nothing all the same.
    await giveEveryRight(bank)
    ids = { ...(await casesOf(bank, 'agent')), full: id }
    await check(id)
    await assess(id)
    await decide(id, 'SUSPENDED')
    const { body: sheet } = await bank.call(getDecisions, { params: { id } }, { as: 'admin' })
    const terms = { amount: null, termMonths: null, rate: null, validTo: null }
    const body = { ...terms, action: 'reject', version: sheet.version, reasons: ['R12'], clientText: 'Отказ' }
    const refused = await bank.call(
      recordDecision,
      { params: { id }, body: { ...body, comment: 'Решено' } },
      { as: 'admin' },
    )
    expect(refused.status, refused.raw.body).toBe(200)
    await sql`INSERT INTO subject_decision (case_id, participant_id, at, author_id, level, stage, code, reasons, comment, facts)
      SELECT case_id, id, now(), 3, 'UNDERWRITER', 'UNDERWRITING', 'NEGATIVE', '{R12}', 'Отказать', '{}' FROM case_participant
      WHERE case_id = ${Number(id)} LIMIT 1`.execute(bank.db)
    await sql`UPDATE case_file SET stage = 'UNDERWRITING', closed = false WHERE id = ${Number(id)}`.execute(
      bank.db,
    )
    const words = [...Object.values(canary), title, 'Перечень 115-ФЗ']
    walk = async (as) => {
      const leaks: string[] = []
      for (const [key, request] of Object.entries(reads)) {
        const { method, reads: isRead } = specOf(key)
        if (method !== 'GET' && isRead !== true && !key.includes('xport.now')) continue
        const { status, raw } = await ask(bank, key, request(ids), as)
        expect([key, status < 500]).toEqual([key, true])
        leaks.push(...words.filter((word) => raw.body.includes(word)).map((word) => `${key}: ${word}`))
      }
      return leaks
    }
  })

  it.each(['underwriter', 'uw-head', 'viewer', 'security', 'agent'] as const)('%s', async (as) => {
    expect(await walk(as)).toEqual([])
    const { raw } = await bank.call(listNotifications, { query: {} }, { as })
    expect(raw.body).not.toContain('Ждёт решения')
  })

  it('and the officer finds all of it', async () => {
    const seen = (await walk('compliance')).join('\n')
    for (const word of [...Object.values(canary), title, 'Перечень 115-ФЗ']) expect(seen).toContain(word)
  })

  it('a reason that is the officer’s is named by nobody else', async () => {
    const id = await caseOf()
    const { body: sheet } = await bank.call(getDecisions, { params: { id } }, { as: 'underwriter' })
    expect(sheet.reasons.map(({ code }) => code)).not.toContain('R12')
    const terms = { amount: null, termMonths: null, rate: null, validTo: null, comment: 'Решено' }
    const body = { ...terms, action: 'reject', version: sheet.version, reasons: ['R12'], clientText: 'Отказ' }
    const { status, error } = await bank.call(recordDecision, { params: { id }, body }, { as: 'underwriter' })
    expect([status, error.fields?.[0]?.path]).toEqual([400, 'reasons'])
  })
})
