import * as api from '@ipoteka-office/contract/calculator/calculations.ts'
import { calculateLoan } from '@ipoteka-office/contract/calculator/calculators.ts'
import { downloadTaskResult, getTask } from '@ipoteka-office/contract/notifications/notifications.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTaskRunner } from '#features/notifications/run-task.service.ts'
import { findActor } from '#http/session/session.ts'
import { formOf } from '#testing/documents.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'
import { batchWork, batchWorkName } from './batch.service.ts'

/** `agent` works for partner 2, `partner-admin` for partner 4. */
let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
})
afterAll(() => bank.close())

const terms = { amount: '3000000', rate: '6', months: 240, issueDate: '2026-11-20' }
const borrower = { rate: '17', months: 240, income: '150000', price: '8000000' }
const key = (id: number) => ({ params: { id: String(id) } })

async function kept(as: Login = 'agent', calculation: object = { kind: 'LOAN', inputs: terms }) {
  const body = { title: 'Семейная, 20 лет', comment: 'первый вариант', calculation } as never
  const { status, body: saved } = await bank.call(api.saveCalculation, { body }, { as })
  expect(status).toBe(200)
  return saved
}

describe('a kept calculation', () => {
  it('holds its inputs, the whole result and the method', async () => {
    const saved = await kept()
    expect(saved).toMatchObject({ kind: 'LOAN', outdated: false, author: { id: 4 }, version: 1 })
    const now = (await bank.call(calculateLoan, { body: terms }, { as: 'agent' })).body
    const { body } = await bank.call(api.getCalculation, key(saved.id), { as: 'agent' })
    expect(body.content).toEqual({ kind: 'LOAN', inputs: now.terms, result: now })
    expect(saved.figures).toMatchObject({ payment: now.firstPayment, fullLoanCost: now.fullLoanCost.percent })
    expect(saved.methodVersion).toBe(now.methodVersion)
  })

  it('of a borrower is kept too', async () => {
    const saved = await kept('agent', { kind: 'BORROWER', inputs: borrower })
    expect(saved.figures.debtLoad).toMatch(/^\d+\.\d\d$/)
    const { body } = await bank.call(api.getCalculation, key(saved.id), { as: 'agent' })
    expect(body.content).toMatchObject({ kind: 'BORROWER', inputs: { income: '150000' } })
  })

  it('is told to be outdated when the method or the calendar gives something else', async () => {
    const saved = await kept()
    const check = () => bank.call(api.recheckCalculation, key(saved.id), { as: 'agent' })
    expect((await check()).body).toMatchObject({ same: true, differences: [] })
    await sql`UPDATE calculation_content SET result = jsonb_set(result, '{totalInterest}', '"1.00"')
      WHERE calculation_id = ${saved.id}`.execute(bank.db)
    await sql`UPDATE calculation SET method_version = '2020-01-1' WHERE id = ${saved.id}`.execute(bank.db)
    const { body } = await check()
    expect(body.differences).toEqual([
      { label: 'Проценты за весь срок', kept: '1.00', now: expect.stringMatching(/^\d+\.\d\d$/) },
    ])
    expect((await bank.call(api.getCalculation, key(saved.id), { as: 'agent' })).body.outdated).toBe(true)
  })

  it('from before the schedule carried interest opens and is computed anew by the inputs it has', async () => {
    const old = [await kept(), await kept('agent', { kind: 'BORROWER', inputs: borrower })]
    for (const { id } of old) {
      await sql`UPDATE calculation_content SET inputs = inputs - 'levelPayment' - 'issueDate' WHERE calculation_id = ${id} AND inputs ? 'income'`.execute(
        bank.db,
      )
      await sql`UPDATE calculation_content SET inputs = inputs - 'levelPayment', result = jsonb_set(result, '{schedule,0}', (result #> '{schedule,0}') - 'carried') WHERE calculation_id = ${id} AND result ? 'schedule'`.execute(
        bank.db,
      )
      expect((await bank.call(api.getCalculation, key(id), { as: 'agent' })).status).toBe(200)
      const { body } = await bank.call(api.recheckCalculation, key(id), { as: 'agent' })
      expect(body.same).toBe(true)
    }
  })

  it('is described anew, marked as deleted and brought back, with its history', async () => {
    const { id } = await kept()
    const named = await bank.call(
      api.updateCalculation,
      { ...key(id), body: { title: 'Иначе', comment: '', version: 1 } },
      { as: 'agent' },
    )
    expect(named.body).toMatchObject({ title: 'Иначе', version: 2 })
    const late = await bank.call(
      api.updateCalculation,
      { ...key(id), body: { title: 'Поздно', version: 1 } },
      { as: 'agent' },
    )
    expect([late.status, late.error.type]).toEqual([409, 'ER_OBJECT_OPTIMISTIC_LOCKING_FAILURE'])
    const mark = (deleted: boolean, version: number) =>
      bank.call(api.markCalculationDeleted, { ...key(id), body: { deleted, version } }, { as: 'agent' })
    expect((await mark(true, 2)).body).toMatchObject({ deleted: true, version: 3 })
    const list = async (deleted: 'true' | 'false') =>
      (await bank.call(api.listCalculations, { query: { deleted, query: 'Иначе' } }, { as: 'agent' })).body
    expect((await list('false')).totalElements).toBe(0)
    expect((await list('true')).totalElements).toBe(1)
    expect((await mark(false, 3)).body).toMatchObject({ deleted: false, version: 4 })
    const { body } = await bank.call(api.listCalculationHistory, key(id), { as: 'agent' })
    expect(body.content.map(({ action }) => action)).toEqual(['UPDATE', 'UPDATE', 'UPDATE', 'INSERT'])
  })

  it('is of its partner: another partner reaches it by no call', async () => {
    const { id } = await kept('agent')
    const as = 'partner-admin'
    const words = { title: 'Чужой', version: 1 }
    const answers = [
      await bank.call(api.getCalculation, key(id), { as }),
      await bank.call(api.recheckCalculation, key(id), { as }),
      await bank.call(api.listCalculationHistory, key(id), { as }),
      await bank.call(api.updateCalculation, { ...key(id), body: words }, { as }),
      await bank.call(
        api.markCalculationDeleted,
        { ...key(id), body: { deleted: true, version: 1 } },
        { as },
      ),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    const { body } = await bank.call(api.listCalculations, { query: {} }, { as })
    expect(body.content.map((row) => row.id)).not.toContain(id)
    // The operator sees it and still cannot change it.
    expect((await bank.call(api.getCalculation, key(id))).status).toBe(200)
    expect((await bank.call(api.updateCalculation, { ...key(id), body: words })).status).toBe(403)
  })

  it('is found by words, kind and author', async () => {
    await kept('admin', { kind: 'BORROWER', inputs: borrower })
    const list = async (query: object) => (await bank.call(api.listCalculations, { query })).body
    expect((await list({ kind: 'BORROWER' })).content.every(({ kind }) => kind === 'BORROWER')).toBe(true)
    expect((await list({ mine: 'true' })).content.every(({ author }) => author.id === 1)).toBe(true)
    expect((await list({ query: '%' })).totalElements).toBe(0)
    expect((await list({ query: 'СЕМЕЙНАЯ' })).totalElements).toBeGreaterThan(0)
  })

  it.each([
    [{ title: '', calculation: { kind: 'LOAN', inputs: terms } }],
    [{ title: 'x', calculation: { kind: 'LOAN', inputs: { ...terms, amount: '-1' } } }],
    [{ title: 'x', calculation: { kind: 'LOAN', inputs: { ...terms, amount: '0' } } }],
    [{ title: 'x', calculation: { kind: 'OTHER', inputs: {} } }],
  ])('is refused with %j', async (body) => {
    expect((await bank.call(api.saveCalculation, { body: body as never })).status).toBe(400)
  })

  it('needs the right to the calculator', async () => {
    const as = 'support'
    expect((await bank.call(api.listCalculations, { query: {} }, { as })).status).toBe(403)
    const body = { title: 'x', calculation: { kind: 'LOAN', inputs: terms } } as never
    expect((await bank.call(api.saveCalculation, { body }, { as })).status).toBe(403)
  })
})

const head = 'Номер;Сумма;Ставка;Срок, мес.;Дата выдачи'

async function send(content: string, as: Login = 'admin', name = 'кредиты.csv') {
  const { headers, payload } = formOf(name, Buffer.from(content))
  const answer = await bank.app.inject({
    method: 'POST',
    url: '/api/evaluate/batch',
    headers: { ...headers, authorization: `Bearer ${await bank.tokenOf(as)}` },
    payload,
  })
  return { status: answer.statusCode, task: answer.json<{ id: number }>() }
}

async function run(taskId: number) {
  const { db, files } = bank
  const onError = (error: unknown) => {
    throw error
  }
  const works = { [batchWorkName]: batchWork(files, async () => () => null) }
  const runner = createTaskRunner({ db, files, findActor, works, onError })
  const signal = new AbortController().signal
  await runner({ taskId }, { id: 'job', attempt: 1, isLastAttempt: true, signal })
  return (await bank.call(getTask, { params: { id: String(taskId) } })).body
}

describe('a mass calculation', () => {
  it('answers every row in its order, the wrong ones with a reason', async () => {
    const rows = Array.from({ length: 250 }, (_, n) =>
      n === 120 ? `К-${n};ой;17;12;20.11.2026` : `К-${n};${1_000_000 + n};17,35;36;20.11.2026`,
    )
    const { status, task } = await send([head, ...rows].join('\n'))
    expect(status).toBe(200)
    expect(await run(task.id)).toMatchObject({ state: 'COMPLETED', done: 250, total: 250 })
    const { raw } = await bank.call(downloadTaskResult, { params: { id: String(task.id) } })
    const lines = raw.body.replace('\uFEFF', '').trim().split('\r\n')
    expect(lines.slice(1).map((line) => line.split(';')[0])).toEqual(rows.map((row) => row.split(';')[0]))
    const single = (
      await bank.call(calculateLoan, {
        body: { amount: '1000007', rate: '17.35', months: 36, issueDate: '2026-11-20' },
      })
    ).body
    const row = lines[8]?.split(';') ?? []
    const column = lines[0]?.split(';').indexOf('Первый платёж, ₽') ?? -1
    expect(row[column]).toBe(single.firstPayment.replace('.', ',').replace(/,00$|(?<=,\d)0$/, ''))
    expect(row).toContain(single.fullLoanCost.percent?.replace('.', ',').replace(/0+$/, ''))
    expect(lines[121]).toContain('Сумма')
  })

  it.each([
    ['Номер;Ставка\n1;2', 'нет столбцов'],
    [head, 'нет строк'],
  ])('of the file %j fails with a reason', async (content, words) => {
    const { task } = await send(content)
    const ended = await run(task.id)
    expect(ended.state).toBe('FAILED')
    expect(ended.error).toContain(words)
  })

  it('takes tables alone, from those who may', async () => {
    expect((await send('%PDF-1.7\n', 'admin', 'кредиты.csv')).status).toBe(400)
    expect((await send(`${head}\n1;1;1;1;20.11.2026`, 'agent')).status).toBe(403)
  })

  it('has an example that it takes itself', async () => {
    const { raw, status } = await bank.call(api.getBatchTemplate, {})
    expect(status).toBe(200)
    const form = formOf('образец.xlsx', raw.rawPayload)
    const answer = await bank.app.inject({
      method: 'POST',
      url: '/api/evaluate/batch',
      headers: { ...form.headers, authorization: `Bearer ${await bank.tokenOf('admin')}` },
      payload: form.payload,
    })
    expect(await run(answer.json<{ id: number }>().id)).toMatchObject({ state: 'COMPLETED', done: 1 })
    expect((await bank.call(api.getBatchTemplate, {}, { as: 'agent' })).status).toBe(403)
  })
})
