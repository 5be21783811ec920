import { listNotifications } from '@ipoteka-office/contract/notifications/notifications.ts'
import * as runs from '@ipoteka-office/contract/underwriting/engine-runs.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { caseEngine } from '#case-behaviours.ts'
import { own } from '#features/full-applications/ask-check.service.ts'
import { findChecks, restartRow } from '#features/full-applications/auto-checks.repo.ts'
import { rewriteAnswers } from '#features/full-applications/blacklist-answers.repo.ts'
import { keepAnswer } from '#features/full-applications/check-answers.service.ts'
import { standInDecisions } from '#integrations/decision-engine/stand-in.ts'
import { systemClock } from '#lib/bank-time.ts'
import { deliveredParameters } from '#testing/delivered-parameters.ts'
import { giveAuthority, signDecision, underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { type Login, logins } from '#testing/test-tokens.ts'
import { runWork } from '../runs/runs.service.ts'

/** `underwriter` (3) decides, `workload` (2) and `uw-head` control decisions, `agent` (4) leads the case for its partner. */
let bank: TestApp
let id: string
let number: string
let serial = 300
const clock = systemClock('Europe/Moscow')
const engine = caseEngine({ clock, parameters: deliveredParameters })
beforeAll(async () => {
  bank = await testApp()
  await giveAuthority(bank, 3)
})
afterAll(() => bank.close())
beforeEach(async () => {
  ;({ id, number } = await underwritten(bank, (serial += 1)))
  await checked('EFRSB', 'OK')
  await checked('BLACKLIST_PERSON', 'OK')
})
const checked = (code: string, state: string) =>
  sql`
  INSERT INTO auto_check (case_id, participant_id, code, state, text, requested_at, answered_at, valid_until)
  SELECT case_id, id, ${code}, ${state}, 'Прежнее', now(), now(), now() + interval '5 days'
  FROM case_participant WHERE case_id = ${Number(id)}
  ON CONFLICT (case_id, code, participant_id, realty_id) DO UPDATE SET state = excluded.state`.execute(
    bank.db,
  )
/** The engine is asked and answers. */
async function assessed(): Promise<number> {
  const asked = await bank.call(
    runs.repeatEngineRun,
    { params: { id }, body: { reason: 'Новые сведения' } },
    { as: 'underwriter' },
  )
  expect(asked.status, asked.raw.body).toBe(200)
  const runId = asked.body.runs[0]?.id ?? 0
  const parts = { db: bank.db, engine, decisions: standInDecisions({ delay: [0, 1], failures: 0 }) }
  const signal = new AbortController().signal
  await runWork(parts)({ runId }, { isLastAttempt: true, signal } as never)
  return runId
}

const silent: ReadonlySet<Login> = new Set(['norole', 'blocked'])
/** Who has been told of the application, and what. */
async function told(words: string): Promise<Login[]> {
  const found: Login[] = []
  for (const as of logins) {
    if (silent.has(as)) continue
    const { body } = await bank.call(listNotifications, { query: { size: 20 } }, { as })
    if (body.content.some(({ text }) => text.includes(number) && text.includes(words))) found.push(as)
  }
  return found
}
const approve = async () => {
  const { status, raw } = await signDecision(bank, { id, action: 'approve' }, { amount: '5000000' })
  expect(status, raw.body).toBe(200)
}
/** A check is asked again, and says that the loan stops. */
async function stopBy(code: string): Promise<void> {
  await bank.db.transaction().execute(async (tx) => {
    const check = (await findChecks(tx, Number(id))).find((one) => one.code === code)
    if (check === undefined) throw new Error(`No check ${code}`)
    await restartRow(tx, check.id, { by: null, at: clock.now() })
    const answer = own({ state: 'FAIL', text: 'Тайный ответ реестра' }, {})
    await keepAnswer(engine, tx, check, { answer, since: performance.now() })
  })
}

it('a stop found after the approval is told to who has signed it and who may revoke it, and to no partner', async () => {
  await stopBy('PASSPORT_INVALID')
  // While nobody has decided, whoever decides reads the checks.
  expect(await told('стоп-фактор')).toEqual([])
  await sql`UPDATE auto_check SET state = 'OK' WHERE case_id = ${Number(id)}`.execute(bank.db)
  await approve()
  await stopBy('EFRSB')
  expect(await told('стоп-фактор — Банкротство')).toEqual(['workload', 'underwriter', 'uw-head'])
  // What the register has answered is read on the page, by its rights.
  expect(await told('Тайный')).toEqual([])
  const before = await count()
  await stopBy('EFRSB')
  expect(await count()).toBe(before)
})

const count = async () => {
  const { rows } = await sql<{
    n: number
  }>`SELECT count(*)::int AS n FROM notification WHERE text LIKE ${`%${number}%`}`.execute(bank.db)
  return rows[0]?.n
}

it('so is an entry of the blacklists that begins to act, and a factor of the engine that was not there', async () => {
  await approve()
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT id, name FROM case_participant WHERE case_id = ${Number(id)}`.execute(bank.db)
  const [person] = rows
  const says = (state: 'OK' | 'FAIL', text: string) =>
    rewriteAnswers(bank.db, Number(id), [
      { code: 'BLACKLIST_PERSON', participantId: person?.id ?? 0, state, text },
    ])
  expect(await says('FAIL', 'Запись СТОП')).toMatchObject([{ code: 'BLACKLIST_PERSON', name: person?.name }])
  // Other words of the same are no news, and a stop that is lifted is none of this kind.
  expect(await says('FAIL', 'Две записи СТОП')).toEqual([])
  expect(await says('OK', 'Совпадений нет')).toEqual([])

  await checked('EFRSB', 'FAIL')
  await assessed()
  expect(await told('СПР: Банкротство')).toEqual(['workload', 'underwriter', 'uw-head'])
  const before = await count()
  await assessed()
  expect(await count()).toBe(before)
})

it('a dispute is told to the heads who may answer it, and the answer to its author', async () => {
  await checked('EFRSB', 'FAIL')
  const runId = await assessed()
  const disputed = await bank.call(
    runs.disputeStopFactor,
    {
      params: { id, runId: String(runId) },
      body: { factor: 'BANKRUPTCY', comment: 'Тайное определение суда', documents: [] },
    },
    { as: 'underwriter' },
  )
  expect(disputed.status, disputed.raw.body).toBe(200)
  expect(await told('оспорен стоп-фактор «Банкротство»')).toEqual(['workload', 'uw-head'])
  expect(await told('Тайное')).toEqual([])
  const disputeId = String(
    disputed.body.runs[0]?.factors.find(({ dispute }) => dispute !== null)?.dispute?.id ?? 0,
  )
  const answered = await bank.call(
    runs.answerDispute,
    { params: { id, disputeId }, body: { outcome: 'UPHELD', comment: 'Процедура идёт' } },
    { as: 'uw-head' },
  )
  expect(answered.status, answered.raw.body).toBe(200)
  expect(await told('стоп-фактор остаётся')).toEqual(['underwriter'])
})
