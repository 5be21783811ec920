import {
  type CaseTask,
  listObjectTasks,
  searchTasks,
  takeTask,
} from '@ipoteka-office/contract/cases/case-tasks.ts'
import * as api from '@ipoteka-office/contract/underwriting/quality/quality.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { giveAuthority, signDecision, underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

/** `underwriter` (3) decides; `workload` (2) and `uw-head` check; the applications are an agent's, two of them are over. */
let bank: TestApp
let now = new Date()
const clock = { timeZone: 'Europe/Moscow', now: () => now }
const cases: number[] = []
const questions = [{ code: 'INCOME', text: 'Доход подтверждён', severity: 'CRITICAL' as const }]
beforeAll(async () => {
  bank = await testApp({ clock })
  await giveAuthority(bank, 3)
  for (const serial of [871, 872, 873]) {
    const { id } = await underwritten(bank, serial)
    await signDecision(bank, { id, action: 'approve' })
    cases.push(Number(id))
  }
  await sql`UPDATE case_file SET stage = 'DEAL', closed = true WHERE id = ${cases[0]}`.execute(bank.db)
  await sql`UPDATE case_file SET stage = 'ARCHIVE', closed = true, archived_at = now() WHERE id = ${cases[1]}`.execute(
    bank.db,
  )
  await bank.call(api.saveQualityChecklist, { body: { questions, after: 0 } }, { as: 'uw-head' })
  const body = { rule: 'RANDOM', from: '2026-01-01', to: now.toISOString().slice(0, 10), size: 50 }
  const drawn = await bank.call(api.drawQualitySample, { body: body as never }, { as: 'uw-head' })
  expect(drawn.body, drawn.raw.body).toMatchObject({ drawn: 3 })
})
afterAll(() => bank.close())

const found = async (as: Login, more: object = {}): Promise<CaseTask[]> =>
  (
    await bank.call(
      searchTasks,
      { body: { tab: 'ALL', kind: 'QUALITY_CHECK', size: 100, ...more } as never },
      { as },
    )
  ).body.content
const checkOf = async (caseId: number) => {
  const { rows } = await sql<{ id: number }>`SELECT id FROM quality_check WHERE case_id = ${caseId}`.execute(
    bank.db,
  )
  return { params: { id: String(rows[0]?.id) } }
}
const versionOf = async (caseId: number) =>
  (await bank.call(api.getQualityCheck, await checkOf(caseId), { as: 'uw-head' })).body.version

it('is a task with a term for those who may check, of cases that are over too, and for nobody else', async () => {
  const tasks = await found('uw-head')
  expect(tasks.map(({ caseId }) => caseId).toSorted((a, b) => a - b)).toEqual(cases)
  for (const task of tasks)
    expect(task).toMatchObject({
      ...{ stage: null, overdue: false, dueAt: expect.any(String), may: { take: true } },
      title: `Проверить качество решения по заявке № ${task.caseNumber}`,
    })
  // Ten working days are two weeks.
  const days = (Date.parse(tasks[0]?.dueAt ?? '') - now.getTime()) / 86_400_000
  expect(days).toBeGreaterThan(11)
  // Whoever decided learns of it with the grade; people of partners never do.
  for (const as of ['underwriter', 'agent'] as const) {
    expect([as, await found(as)]).toEqual([as, []])
    const shown = await bank.call(listObjectTasks, { params: { id: String(cases[0]) } }, { as })
    expect([shown.status, shown.raw.body.includes('QUALITY')]).toEqual([200, false])
  }
})

it('is not done by who decided or prepared, with the right and another card either', async () => {
  const [, , third = 0] = cases
  await sql`UPDATE case_task SET barred_ids = barred_ids || 2 WHERE case_id = ${third} AND kind = 'QUALITY_CHECK'`.execute(
    bank.db,
  )
  const own = (await found('workload')).find(({ caseId }) => caseId === third)
  expect(own?.may.take ?? false).toBe(false)
  const params = { taskId: String((await found('uw-head')).find(({ caseId }) => caseId === third)?.id) }
  const taken = await bank.call(takeTask, { params, body: { version: 1 } }, { as: 'workload' })
  expect([404, 409]).toContain(taken.status)
  const { rows } = await sql<{ barred: number[] }>`SELECT barred_ids AS barred FROM case_task
    WHERE case_id = ${third} AND kind = 'QUALITY_CHECK'`.execute(bank.db)
  expect(rows[0]?.barred).toEqual(expect.arrayContaining([3, 4]))
})

it('is closed by the grade, and taken back with its check', async () => {
  const [first = 0, second = 0] = cases
  const answers = [{ code: 'INCOME', result: 'OK' as const }]
  const graded = await bank.call(
    api.gradeDecision,
    { ...(await checkOf(first)), body: { answers, version: await versionOf(first) } },
    { as: 'uw-head' },
  )
  expect(graded.status, graded.raw.body).toBe(200)
  const cancelled = await bank.call(
    api.cancelQualityCheck,
    { ...(await checkOf(second)), body: { comment: 'Дубль', version: await versionOf(second) } },
    { as: 'uw-head' },
  )
  expect(cancelled.status, cancelled.raw.body).toBe(200)
  expect((await found('uw-head')).map(({ caseId }) => caseId)).toEqual(cases.slice(2))
  expect(await found('uw-head', { open: false })).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        caseId: first,
        state: 'COMPLETED',
        outcome: 'Оценено',
        comment: '100 из 100',
      }),
      expect.objectContaining({ caseId: second, state: 'STOPPED', outcome: 'Проверка отменена' }),
    ]),
  )
})

it('is overdue like others when its term has passed', async () => {
  const [, , third = 0] = cases
  now = new Date(now.getTime() + 40 * 86_400_000)
  const late = await found('uw-head', { tab: 'OVERDUE' })
  expect(late).toMatchObject([{ caseId: third, overdue: true }])
})
