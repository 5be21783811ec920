import { getCaseMeans } from '@ipoteka-office/contract/cases/case-means.ts'
import { getCaseSummary } from '@ipoteka-office/contract/underwriting/summary.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startingContent } from './scorecard/starting-content.rules.ts'
import { underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

let bank: TestApp
let id: string
beforeAll(async () => {
  bank = await testApp()
  ;({ id } = await underwritten(bank, 901))
})
afterAll(() => bank.close())

const read = (as: 'underwriter' | 'agent' | 'partner-admin') =>
  bank.call(getCaseSummary, { params: { id } }, { as })

it('says everything on which a case is decided, with the figures of the calculators', async () => {
  await sql`UPDATE auto_check SET state = 'WARN', text = 'Проверьте' WHERE case_id = ${Number(id)} AND id = (
    SELECT min(id) FROM auto_check WHERE case_id = ${Number(id)})`.execute(bank.db)
  const { status, body, raw } = await read('underwriter')
  expect(status, raw.body).toBe(200)
  const means = (await bank.call(getCaseMeans, { params: { id } }, { as: 'underwriter' })).body
  expect(body.figures).toMatchObject({ debtLoad: means.debtLoad, loanToValue: means.loanToValue })
  expect(body.stress.points).toBe('3')
  expect(Number(body.stress.payment)).toBeGreaterThan(Number(body.figures.payment))
  expect(Number(body.stress.debtLoad)).toBeGreaterThan(Number(body.figures.debtLoad))
  const [main] = body.participants
  expect(main).toMatchObject({ light: 'WARN', roleName: 'Заёмщик' })
  expect(main?.notes.some((note) => note.endsWith('Проверьте'))).toBe(true)
  expect(main?.incomes.length).toBeGreaterThan(0)
  expect(body.chronology.map(({ stage }) => stage)).toEqual(['UNDERWRITING'])
  expect([body.decisions, body.earlier]).toEqual([[], null])
})

it('says the score of the scorecard in use with the one beside it, and what the engine advises', async () => {
  expect((await read('underwriter')).body).toMatchObject({ score: null, advice: null })
  await sql`
    WITH version AS (
      INSERT INTO scorecard_version (number, title, content, state, author_id, contributors, created_at)
      VALUES (901, 'Основная', ${JSON.stringify(startingContent)}::text::jsonb, 'WITHDRAWN', 2, '{2}', now()),
        (902, 'Рядом', ${JSON.stringify(startingContent)}::text::jsonb, 'WITHDRAWN', 2, '{2}', now()) RETURNING id, number)
    INSERT INTO scorecard_run (case_id, version_id, score, at, role, advice, stage, facts)
    SELECT ${Number(id)}, id, CASE number WHEN 901 THEN 612 ELSE 580 END, '2026-01-10T10:00:00Z',
      CASE number WHEN 901 THEN 'CHAMPION' ELSE 'CHALLENGER' END, 'REVIEW', 'AUTO_CHECKS', '{}' FROM version`.execute(
    bank.db,
  )
  const answer = {
    result: 'REVIEW',
    requestNumber: '1',
    strategy: 'А',
    limit: '4000000.00',
    notes: ['Низкий балл'],
  }
  await sql`INSERT INTO decision_run (case_id, stage, requested_at, state, answered_at, answer)
    VALUES (${Number(id)}, 'AUTO_CHECKS', now(), 'ANSWERED', now(), ${JSON.stringify({ ...answer, score: null, rateGroup: null, rate: null, factors: [] })}::text::jsonb)`.execute(
    bank.db,
  )
  const { body, raw } = await read('underwriter')
  expect(body.score, raw.body).toMatchObject({
    score: 612,
    adviceName: 'Решает андеррайтер',
    scorecard: { number: 901, title: 'Основная' },
    beside: { score: 580, scorecard: { number: 902 } },
  })
  expect(body.advice).toEqual({ text: 'Решает человек', limit: '4000000.00', notes: ['Низкий балл'] })
  const secret = await read('agent')
  expect([secret.status, secret.error.message]).toEqual([
    403,
    'Решения и их основания видят сотрудники банка',
  ])
})

it('is for people of the bank with the right to underwriting', async () => {
  expect((await read('agent')).status).toBe(403)
  expect((await read('partner-admin')).status).toBe(404)
  await sql`DELETE FROM user_role_operation WHERE user_role_id = 3 AND object_type = 'Underwriting' AND operation = 'List'`.execute(
    bank.db,
  )
  await expect.poll(async () => (await read('underwriter')).status, { timeout: 10_000 }).toBe(403)
})
