import * as api from '@ipoteka-office/contract/underwriting/engine-runs.ts'
import { evaluateTerms, getDecisions } from '@ipoteka-office/contract/underwriting/decisions.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { caseEngine } from '#case-behaviours.ts'
import { decisionClient } from '#integrations/decision-engine/decision-client.ts'
import { type DecisionEngine, DecisionUnavailable } from '#integrations/decision-engine/decision-engine.ts'
import { standInDecisions } from '#integrations/decision-engine/stand-in.ts'
import { newDocument } from '#testing/documents.ts'
import { deliveredParameters } from '#testing/delivered-parameters.ts'
import { underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'
import { differencesOf } from './runs.rules.ts'
import { requestRun, runWork } from './runs.service.ts'

const midday = Temporal.Now.zonedDateTimeISO('Europe/Moscow').startOfDay().with({ hour: 12 })
const clock = { timeZone: 'Europe/Moscow', now: () => new Date(midday.epochMilliseconds) }

let bank: TestApp
let id: string
let serial = 800
beforeAll(async () => {
  bank = await testApp({ clock })
})
afterAll(() => bank.close())
beforeEach(async () => {
  serial += 1
  ;({ id } = await underwritten(bank, serial))
})

const standIn = () => standInDecisions({ delay: [0, 1], failures: 0 })
const read = (as: Login = 'underwriter') => bank.call(api.getEngineRuns, { params: { id } }, { as })
const repeat = (as: Login = 'underwriter', reason = 'Исправлен доход') =>
  bank.call(api.repeatEngineRun, { params: { id }, body: { reason } }, { as })
async function work(decisions: DecisionEngine = standIn(), isLastAttempt = true) {
  const engine = caseEngine({ clock, references: bank.references, parameters: deliveredParameters })
  const runId = (await read()).body.runs[0]?.id ?? 0
  const signal = new AbortController().signal
  await runWork({ db: bank.db, engine, decisions })({ runId }, { isLastAttempt, signal } as never)
}
const stop = (code: string, state = 'FAIL') =>
  sql`INSERT INTO auto_check (case_id, participant_id, code, state, text, requested_at, answered_at, valid_until)
    SELECT ${Number(id)}, p.id, ${code}, ${state}, 'Найдено', now(), now(), now() + interval '9 days'
    FROM case_participant p WHERE p.case_id = ${Number(id)}
    ON CONFLICT (case_id, code, participant_id, realty_id) DO UPDATE SET state = excluded.state`.execute(
    bank.db,
  )
async function dispute(factor: string, more: object = {}, as: Login = 'underwriter') {
  const runId = String((await read()).body.runs[0]?.id ?? 1)
  const body = { factor, comment: 'Определение суда в деле', ...more }
  return bank.call(api.disputeStopFactor, { params: { id, runId }, body }, { as })
}
const disputed = async () => (await read()).body.runs[0]?.factors.find((one) => one.dispute !== null)?.dispute
async function answer(outcome: 'LIFTED' | 'UPHELD', as: Login = 'uw-head', comment = 'Процедура прекращена') {
  const params = { id, disputeId: String((await disputed())?.id ?? 1) }
  return bank.call(api.answerDispute, { params, body: { outcome, comment } }, { as })
}
const deviations = async () => {
  const { requested } = (await bank.call(getDecisions, { params: { id } }, { as: 'underwriter' })).body
  const { body } = await bank.call(evaluateTerms, { params: { id }, body: requested }, { as: 'underwriter' })
  return body.deviations.map(({ text }) => text).filter((text) => text.startsWith('СПР'))
}

describe('a run of the engine', () => {
  it('is kept with its reason, answer and masked numbers, and told apart from the one before', async () => {
    await requestRun(bank.db, { caseId: Number(id), stage: 'UNDERWRITING', at: clock.now() })
    await work()
    await stop('EFRSB')
    expect((await repeat()).status).toBe(200)
    expect((await repeat()).error.message).toMatch(/дождитесь ответа/)
    await work()
    const { body } = await read()
    const [latest, first] = body.runs
    expect(first).toMatchObject({ by: null, state: 'ANSWERED', differences: [], standIn: true })
    expect(latest).toMatchObject({
      by: { id: 3 },
      cause: 'Повтор, этап «Андеррайтинг»: Исправлен доход',
      answer: { result: 'REJECT', strategy: 'ИПОТЕКА 2026.3' },
    })
    expect(latest?.factors).toMatchObject([{ code: 'BANKRUPTCY', norm: 'процедуры нет', hard: false }])
    expect(latest?.differences.map(({ label }) => label)).toContain('Стоп-фактор: Банкротство')
    expect(latest?.request).not.toContain(`3610123${serial}`)
    expect(latest?.request).toContain('•')
  })

  it('that met silence says so, and may be asked again at most five times a day', async () => {
    const silent = () => Promise.reject(new DecisionUnavailable('СПР не отвечает'))
    for (let left = 5; left > 0; left -= 1) {
      expect((await read()).body.left).toBe(left)
      expect((await repeat()).status).toBe(200)
      const service: DecisionEngine = { kind: 'SERVICE', decide: silent, assess: silent }
      await expect(work(service, false)).rejects.toThrow('СПР не отвечает')
      await work(service)
    }
    expect((await read()).body.runs[0]).toMatchObject({
      state: 'FAILED',
      error: 'СПР не отвечает',
      attempts: 2,
    })
    const sixth = await repeat()
    expect([sixth.status, sixth.error.message]).toEqual([409, expect.stringContaining('завтра')])
    await sql`UPDATE decision_run SET requested_at = requested_at - interval '1 day' WHERE case_id = ${Number(id)}`.execute(
      bank.db,
    )
    expect((await repeat()).status).toBe(200)
  })

  it('is for those who decide, with a reason, on what others have prepared', async () => {
    expect((await repeat('underwriter', ' ')).status).toBe(400)
    for (const as of ['agent', 'viewer', 'support'] as const) expect((await repeat(as)).status).toBe(403)
    for (const as of ['agent', 'support'] as const) expect((await read(as)).status).toBe(403)
    expect((await read('partner-admin')).status).toBe(404)
    await sql`UPDATE case_file SET stage = 'REJECTED' WHERE id = ${Number(id)}`.execute(bank.db)
    expect((await repeat()).error.message).toMatch(/пока заявка у банка/)
  })
})

describe('a stop factor', () => {
  beforeEach(async () => {
    await stop('EFRSB')
    await stop('PASSPORT_INVALID')
    await repeat()
    await work()
  })

  it('is a deviation until the head has lifted it; the dispute is a task', async () => {
    expect(await deviations()).toHaveLength(2)
    const document = await newDocument(bank, { ownerId: Number(id), typeCode: null })
    const made = await dispute('BANKRUPTCY', { documents: [document.id] })
    expect(made.status, made.raw.body).toBe(200)
    expect((await dispute('BANKRUPTCY')).error.message).toMatch(/уже оспаривали/)
    const task = async () => {
      const { rows } = await sql<{ open: boolean; operation: string }>`
        SELECT open, operation FROM case_task WHERE case_id = ${Number(id)} AND kind = 'STOP_DISPUTE'`.execute(
        bank.db,
      )
      return rows
    }
    expect(await task()).toEqual([{ open: true, operation: 'ControlDecision' }])
    expect((await answer('LIFTED', 'underwriter')).status).toBe(403)
    expect((await answer('LIFTED', 'uw-head', ' ')).status).toBe(400)
    expect((await answer('LIFTED')).status).toBe(200)
    expect(await task()).toEqual([{ open: false, operation: 'ControlDecision' }])
    expect((await answer('UPHELD')).status).toBe(409)
    expect(await disputed()).toMatchObject({ outcome: 'LIFTED', decidedBy: { fullName: expect.any(String) } })
    expect(await deviations()).toEqual([expect.stringContaining('паспорт')])
  })

  it('that is hard is not disputed; nor is one of another answer, with another’s document, or one’s own answered', async () => {
    const hard = await dispute('PASSPORT')
    expect([hard.status, hard.error.message]).toEqual([409, expect.stringContaining('не оспаривают')])
    expect((await dispute('NOTHING')).status).toBe(404)
    const strange = await dispute('BANKRUPTCY', { documents: [2_000_000_000] })
    expect(strange.error.fields?.[0]?.path).toBe('documents')
    expect((await dispute('BANKRUPTCY', { comment: '' })).status).toBe(400)
    for (const as of ['agent', 'viewer'] as const)
      expect((await dispute('BANKRUPTCY', {}, as)).status).toBe(403)
    expect((await dispute('BANKRUPTCY', {}, 'uw-head')).status).toBe(200)
    const own = await answer('LIFTED')
    expect([own.status, own.error.message]).toEqual([403, expect.stringContaining('сами оспорили')])
    await repeat()
    await work()
    const [, earlier] = (await read()).body.runs
    expect(earlier?.factors.find(({ code }) => code === 'BANKRUPTCY')?.refusalToDispute).toMatch(
      /последний ответ/,
    )
  })
})

it('an answer of the service that is none is an error, never a decision', async () => {
  const client = decisionClient({ url: 'http://127.0.0.1:1', token: 'x' })
  await repeat()
  await work(client)
  expect((await read()).body.runs[0]).toMatchObject({ state: 'FAILED', answer: null, standIn: false })
  expect(api.EngineAnswer.safeParse({ result: 'YES', requestNumber: '1', strategy: 'x' }).success).toBe(false)
})

it('what one answer says otherwise is told line by line', () => {
  const one = api.EngineAnswer.parse({ result: 'REVIEW', requestNumber: '1', strategy: 'А', score: 500 })
  expect(differencesOf(undefined, one)).toEqual([])
  expect(differencesOf(one, { ...one, score: 510, requestNumber: '2' })).toEqual([
    { label: 'Балл', before: '500', after: '510' },
  ])
})
