import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { caseEngine } from '#case-behaviours.ts'
import type { CheckService } from '#integrations/auto-checks/check-service.ts'
import { deliveredParameters } from '#testing/delivered-parameters.ts'
import { underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { checksWork } from './auto-checks.service.ts'
import { pacedChecksWork } from './paced-checks.service.ts'

const start = Date.now()
let passed = 0
const clock = { timeZone: 'Europe/Moscow', now: () => new Date(start + passed) }
const seconds = 1_000

let bank: TestApp
const ids: number[] = []
beforeAll(async () => {
  bank = await testApp({ clock })
  for (const serial of [761, 762, 763]) ids.push(Number((await underwritten(bank, serial)).id))
  await sql`
    INSERT INTO auto_check (case_id, participant_id, code, requested_at)
    SELECT p.case_id, p.id, 'SELF_EMPLOYED', ${clock.now()}::timestamptz FROM case_participant p
    WHERE p.case_id = ANY(${ids}::int[]) AND p.role = 'MAIN_BORROWER'`.execute(bank.db)
})
afterAll(() => bank.close())

const asked: string[] = []
const service = (refusals: Error[] = []): CheckService => ({
  kind: 'SERVICE',
  perMinute: 2,
  ask: ({ code }) => {
    asked.push(code)
    const refusal = refusals.shift()
    return refusal === undefined
      ? Promise.resolve({ state: 'OK', text: 'Плательщик налога' })
      : Promise.reject(refusal)
  },
})
const parts = (checks = service()) => ({
  db: bank.db,
  engine: caseEngine({ clock, references: bank.references, parameters: deliveredParameters }),
  checks: () => checks,
})
const run = (caseId: number, checks?: CheckService) =>
  pacedChecksWork(parts(checks))({ caseId }, { signal: new AbortController().signal } as never)
const states = async () => {
  const { rows } = await sql<{ state: string }>`
    SELECT state FROM auto_check WHERE code = 'SELF_EMPLOYED' AND case_id = ANY(${ids}::int[]) ORDER BY case_id`.execute(
    bank.db,
  )
  return rows.map(({ state }) => state)
}
/** How many seconds each case that waits in the queue has to wait. */
const waits = async () => {
  const { rows } = await sql<{ id: number; seconds: number }>`
    SELECT (data ->> 'caseId')::int AS id, round(extract(epoch FROM start_after - ${clock.now()}::timestamptz))::int AS seconds
    FROM pgboss.job WHERE name = 'paced-checks' AND (data ->> 'caseId')::int = ANY(${ids}::int[])`.execute(
    bank.db,
  )
  return rows
}

it('a service of two questions in a minute is asked two, and the third waits for its turn', async () => {
  const [first = 0, second = 0, third = 0] = ids
  await run(first)
  passed = 10 * seconds
  await run(second)
  passed = 20 * seconds
  await run(third)
  expect([asked.length, await states()]).toEqual([2, ['OK', 'OK', 'WAITING']])
  // The oldest of the last two was asked twenty seconds ago.
  expect(await waits()).toEqual([{ id: third, seconds: 40 }])
  passed = 61 * seconds
  await run(third)
  expect([asked.length, await states()]).toEqual([3, ['OK', 'OK', 'OK']])
})

it('the rest of the checks does not wait for it, and does not ask it', async () => {
  const [first = 0] = ids
  await sql`UPDATE auto_check SET state = 'WAITING', answered_at = NULL, valid_until = NULL
    WHERE code = 'SELF_EMPLOYED' AND case_id = ${first}`.execute(bank.db)
  const before = asked.length
  const work = checksWork({
    ...parts(),
    checks: (code) => {
      const { perMinute, ...rest } = service()
      return code === 'SELF_EMPLOYED' && perMinute !== undefined ? { ...rest, perMinute } : rest
    },
  })
  await work({ caseId: first }, { signal: new AbortController().signal } as never)
  expect(asked.slice(before)).not.toContain('SELF_EMPLOYED')
  expect((await waits()).map(({ id }) => id)).toContain(first)
  expect((await states())[0]).toBe('WAITING')
})
