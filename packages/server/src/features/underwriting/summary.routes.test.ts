import { getCaseMeans } from '@ipoteka-office/contract/cases/case-means.ts'
import { createLoanApplication } from '@ipoteka-office/contract/loan-applications/loan-applications.ts'
import { getCaseSummary } from '@ipoteka-office/contract/underwriting/summary.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startingContent } from './scorecard/starting-content.rules.ts'
import { decideSubjects, giveAuthority, signDecision, underwritten } from '#testing/questionnaires.ts'
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

it('says what those who owe live on, by the incomes of the calculators', async () => {
  const { body } = await read('underwriter')
  expect(body.budget).toMatchObject({ family: 1, income: '180000', residual: { norm: expect.any(String) } })
  const payment = Number(body.figures.payment)
  expect(Number(body.budget.paymentShare)).toBeCloseTo((payment / 180_000) * 100, 2)
  const { value, stress } = body.budget.residual
  expect(Number(value)).toBeGreaterThan(Number(stress))
  expect(body.loan).toBe(null)
})

it('says which conditions an approval would bring by itself, and how those of a decision stand', async () => {
  const { id: another } = await underwritten(bank, 902)
  await giveAuthority(bank, 3)
  await sql`UPDATE case_section SET data = ${JSON.stringify({ incomes: [{ key: 'a', type: 'SALARY_MAIN', verification: 'NDFL2', declared: '150000' }] })}::text::jsonb
    WHERE case_id = ${Number(another)} AND section = 'INCOME'`.execute(bank.db)
  await decideSubjects(bank, another)
  const conditions = async () =>
    (await bank.call(getCaseSummary, { params: { id: another } }, { as: 'underwriter' })).body.conditions
  expect(await conditions()).toMatchObject([{ text: expect.stringMatching(/риск/i), stateName: null }])
  const condition = {
    ...{ template: null, text: 'Справка об остатке долга', category: 'DOCUMENTS', point: 'BEFORE_DEAL' },
    ...{ owner: 'PARTNER', clearer: 'UNDERWRITER', dueOn: null, documents: [], printed: true },
  }
  const signed = await signDecision(bank, { id: another, action: 'approve' }, { conditions: [condition] })
  expect(signed.status, signed.raw.body).toBe(200)
  const standing = await conditions()
  expect(standing).toMatchObject([{ text: condition.text }, { text: expect.stringMatching(/риск/i) }])
  expect(standing.every(({ stateName }) => stateName !== null)).toBe(true)
})

it('says of a consumer loan what it is for, what it pays off, and what the law asks of it', async () => {
  const made = await bank.call(
    createLoanApplication,
    {
      body: {
        ...{
          productType: 'CASH_BASE',
          goal: 'REFINANCING',
          amount: '400000',
          termMonths: 36,
          regionCode: '77',
        },
        ...{ lastName: 'Лугова', firstName: 'Вера', confirmedDuplicates: [] },
      },
    },
    { as: 'agent' },
  )
  expect(made.status, made.raw.body).toBe(200)
  const loan = made.body.id
  await sql`UPDATE case_section SET data = data || ${JSON.stringify({ refinancedCredits: [{ key: 'a', creditor: 'Банк «Пример»', balance: '350000', rate: '24' }] })}::text::jsonb
    WHERE case_id = ${loan} AND section = 'LOAN'`.execute(bank.db)
  const { body, raw } = await bank.call(
    getCaseSummary,
    { params: { id: String(loan) } },
    { as: 'underwriter' },
  )
  expect(body.loan, raw.body).toMatchObject({
    goal: expect.any(String),
    refinanced: [{ creditor: 'Банк «Пример»', balance: '350000', rate: '24' }],
    selfBan: [],
  })
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
  await expect.poll(async () => (await read('underwriter')).status).toBe(403)
})
