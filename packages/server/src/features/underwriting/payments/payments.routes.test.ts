import { searchJournal } from '@ipoteka-office/contract/underwriting/journal.ts'
import * as api from '@ipoteka-office/contract/underwriting/payments/payment-loads.ts'
import {
  getVintages,
  type Vintage,
  vintagesExport,
} from '@ipoteka-office/contract/underwriting/payments/vintages.ts'
import { listScorecards } from '@ipoteka-office/contract/underwriting/scorecard/scorecards.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTaskRunner } from '#features/notifications/run-task.service.ts'
import { findActor } from '#http/session/session.ts'
import { openApplication } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'
import { separations } from '../scorecard/separation.service.ts'
import { startingContent } from '../scorecard/starting-content.rules.ts'
import {
  paymentApplyName,
  paymentApplyWork,
  paymentCheckName,
  paymentCheckWork,
} from './payment-works.service.ts'

/** `uw-head` loads payments, `underwriter` does not read the statistics, the applications are an agent's of partner 2. */
const clock = { timeZone: 'Europe/Moscow', now: () => new Date('2026-11-24T09:00:00Z') }
let bank: TestApp
let loans: { id: string; number: string }[]
let refused: { id: string; number: string }

/** An approval with its terms is another test's: here only what was decided counts. */
async function decide(id: string, outcome: 'APPROVE' | 'REJECT') {
  await sql`INSERT INTO case_decision (case_id, at, author_id, level, outcome, stage, action)
    VALUES (${Number(id)}, '2025-01-10', 2, 'HEAD', 'REJECT', 'APPROVED', 'test')`.execute(bank.db)
  await sql`UPDATE decision_fact SET outcome = ${outcome} WHERE case_id = ${Number(id)}`.execute(bank.db)
}
beforeAll(async () => {
  bank = await testApp({ clock })
  loans = []
  for (let serial = 0; serial < 4; serial += 1) loans.push(await openApplication(bank))
  refused = await openApplication(bank)
  for (const { id } of loans) await decide(id, 'APPROVE')
  await decide(refused.id, 'REJECT')
})
afterAll(() => bank.close())

const boundary = '----payments'
async function send(name: string, content: string | Buffer, as: Login | null = 'uw-head') {
  const answer = await bank.app.inject({
    method: 'POST',
    url: '/api/underwriting/payments',
    headers: {
      ...(as !== null && { authorization: `Bearer ${await bank.tokenOf(as)}` }),
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: Buffer.concat([
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n` +
          'content-type: application/octet-stream\r\n\r\n',
      ),
      Buffer.from(content as string),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  })
  return { status: answer.statusCode, body: answer.json<api.PaymentLoad & { message?: string }>() }
}
async function run(taskId: number | null) {
  const { db, files } = bank
  const works = {
    [paymentCheckName]: paymentCheckWork(files, clock),
    [paymentApplyName]: paymentApplyWork(clock),
  }
  const errors: unknown[] = []
  const runner = createTaskRunner({ db, files, findActor, works, onError: (error) => errors.push(error) })
  const signal = new AbortController().signal
  await runner({ taskId: taskId ?? 0 }, { id: 'job', attempt: 1, isLastAttempt: true, signal })
  expect(errors).toEqual([])
}
const params = (id: number) => ({ params: { id: String(id) } })
const read = async (id: number) => (await bank.call(api.getPaymentLoad, params(id), { as: 'uw-head' })).body
const rowsOf = async (id: number, kind?: api.PaymentRowKind) => {
  const query = { size: '100', ...(kind && { kind }) }
  return (await bank.call(api.listPaymentRows, { ...params(id), query }, { as: 'uw-head' })).body.content
}
async function checked(content: string | Buffer, name = 'платежи.csv') {
  const { status, body } = await send(name, content)
  expect(status, JSON.stringify(body)).toBe(200)
  await run(body.taskId)
  return read(body.id)
}
const apply = (id: number, as: Login = 'uw-head') =>
  bank.call(api.applyPaymentLoad, { ...params(id), body: {} }, { as })
async function loaded(content: string | Buffer) {
  const load = await checked(content)
  const { status, body, raw } = await apply(load.id)
  expect(status, raw.body).toBe(200)
  await run(body.taskId)
  return read(load.id)
}

const heading = Object.values(api.paymentHeadings).join(';')
const csv = (...rows: (string | number)[][]) => [heading, ...rows.map((row) => row.join(';'))].join('\r\n')
/** A row of one of the loans; those of one file are issued on the same day of a month. */
const row = (
  loan: number,
  month: string,
  days = 0,
  { issued = '01.2025', sum = '1000000', balance = '900000,50' } = {},
) => [loans[loan]?.number ?? '', `15.${issued}`, sum, month, days, balance]
const windows1251 = (text: string) =>
  Buffer.from(
    Array.from(text, (sign) => sign).map((sign) => {
      const code = sign.codePointAt(0) ?? 0
      return code >= 0x4_10 && code <= 0x4_4f ? code - 0x3_50 : code
    }),
  )

const read30 = async (filter: object = {}, as: Login = 'uw-head') => {
  const { status, body, raw } = await bank.call(getVintages, { body: { filter } }, { as })
  expect(status, raw.body).toBe(200)
  return body
}
const lateIn = ({ ages }: Vintage) =>
  ages.map(({ known, late30, late90 }) => (known ? [late30.loans, late90.loans] : null))
const listed = async (filter: object, as: Login = 'uw-head') =>
  bank.call(
    searchJournal,
    {
      params: { journal: 'all' },
      query: { page: 0, size: 50, sort: 'createdAt,desc' },
      body: filter,
    } as never,
    { as },
  )

describe('a file of payments', () => {
  it('nothing is said of vintages until one is loaded', async () => {
    expect(await read30()).toEqual({ lastMonth: null, missing: [], vintages: [] })
  })

  it('of wrong rows is told row by row, and none of it is loaded', async () => {
    const load = await checked(
      csv(
        row(0, '01.2025'),
        ['НЕТ-1', '15.01.2025', '1000', '01.2025', 0, 0],
        [refused.number, '15.01.2025', '1000', '01.2025', 0, 0],
        row(0, '01.2025', 5),
        row(0, '02.2025', 0, { issued: '02.2025' }),
        ['=HYPERLINK("http://x")', '15.01.2025', '1000', '01.2025', 'много', 0],
      ),
    )
    expect(load).toMatchObject({ state: 'READY', counts: { new: 1, error: 5 } })
    const errors = await rowsOf(load.id, 'error')
    expect(errors.map(({ line, notes }) => [line, notes.join('; ')])).toEqual([
      [3, 'Номер заявки: такой заявки нет'],
      [4, 'Номер заявки: банк эту заявку не одобрил'],
      [5, 'Эта заявка и этот месяц уже есть в строке 2'],
      [6, 'Дата выдачи: у этого кредита в строке 2 другая'],
      [7, 'Дней просрочки: введите целое число не меньше 0'],
    ])
    const { status, error } = await apply(load.id)
    expect([status, error.message]).toEqual([409, expect.stringContaining('строки с ошибками: 5')])
    expect((await read30()).lastMonth).toBeNull()
  })

  it.each([
    ['платежи.csv', 'Номер;Месяц\r\n1;2', 'Нет столбцов'],
    ['платежи.csv', heading, 'В файле нет строк'],
  ])('%s that is not one is refused in words', async (name, content, reason) => {
    const { body } = await send(name, content)
    await run(body.taskId)
    expect(await read(body.id)).toMatchObject({ state: 'FAILED', reason: expect.stringContaining(reason) })
    expect((await apply(body.id)).status).toBe(409)
  })

  it.each([
    ['платежи.txt', csv()],
    ['платежи.xlsx', 'не таблица'],
    ['платежи.csv', Buffer.from([0x50, 0x4b, 0x03, 0x04, 0, 0, 0, 0])],
  ])('%s of another kind is not taken', async (name, content) => {
    const { status } = await send(name, content)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
  })

  it('is loaded by those who may', async () => {
    const load = await checked(csv(row(0, '01.2025')))
    for (const as of ['underwriter', 'agent', 'partner-admin', 'viewer'] as const) {
      expect([as, (await send('платежи.csv', csv(row(0, '01.2025')), as)).status]).toEqual([as, 403])
      expect([as, (await apply(load.id, as)).status]).toEqual([as, 403])
      const rows = await bank.call(api.listPaymentRows, { ...params(load.id), query: {} }, { as })
      expect([as, rows.status]).toEqual([as, 403])
    }
    for (const as of ['underwriter', 'agent', 'partner-admin'] as const) {
      const all = await bank.call(api.listPaymentLoads, { query: {} }, { as })
      const vintages = await bank.call(getVintages, { body: { filter: {} } }, { as })
      expect([as, all.status, vintages.status]).toEqual([as, 403, 403])
    }
    expect((await send('платежи.csv', csv(), null)).status).toBe(401)
    expect((await bank.call(api.getPaymentLoad, params(99_999), { as: 'uw-head' })).status).toBe(404)
  })
})

describe('vintages', () => {
  it('are counted from what was loaded, in UTF-8 or windows-1251', async () => {
    const january = await loaded(
      windows1251(csv(row(0, '01.2025'), row(1, '01.2025'), row(0, '02.2025'), row(1, '02.2025', 31))),
    )
    expect(january).toMatchObject({
      state: 'APPLIED',
      counts: { new: 4 },
      months: [
        { month: '2025-01', rows: 2 },
        { month: '2025-02', rows: 2 },
      ],
      appliedBy: { id: 12 },
    })
    await loaded(
      csv(
        row(0, '04.2025', 30),
        row(1, '04.2025', 91, { balance: '899999.99' }),
        row(2, '04.2025', 29, { issued: '04.2025', sum: '3000000' }),
      ),
    )
    const { lastMonth, missing, vintages } = await read30()
    expect([lastMonth, missing]).toEqual(['2025-04', ['2025-03']])
    expect(vintages.map(({ month, name, loans: count, issued }) => [month, name, count, issued])).toEqual([
      ['2025-01', 'январь 2025', 2, '2000000.00'],
      ['2025-04', 'апрель 2025', 1, '3000000.00'],
    ])
    expect(vintages.map(lateIn)).toEqual([[[0, 0], [1, 0], null, [2, 1]], [[0, 0]]])
    expect(vintages[0]?.ages[3]).toMatchObject({
      late30: { share: '100.00', balance: '1800000.49', sumShare: '90.00' },
      late90: { share: '50.00', balance: '899999.99', sumShare: '45.00' },
    })
  })

  it('agree with the list that each number opens', async () => {
    const { vintages } = await read30()
    for (const vintage of vintages) {
      const issuedMonth = vintage.month
      expect((await listed({ issuedMonth })).body.totalElements).toBe(vintage.loans)
      for (const [monthsOnBook, { late30, late90 }] of vintage.ages.entries())
        for (const [pastDue, count] of [
          ['30', late30.loans],
          ['90', late90.loans],
        ] as const) {
          const filter = { issuedMonth, monthsOnBook, pastDue }
          expect([filter, (await listed(filter)).body.totalElements]).toEqual([filter, count])
        }
    }
    const { body } = await listed({ issuedMonth: '2025-01', monthsOnBook: 3, pastDue: '90' })
    expect(body.content.map(({ number }) => number)).toEqual([loans[1]?.number])
    expect((await listed({ pastDue: '30' }, 'underwriter')).status).toBe(403)
  })

  it('are narrowed by the place of the application', async () => {
    expect((await read30({ partnerIds: [2], regions: ['77'] })).vintages).toHaveLength(2)
    expect((await read30({ partnerIds: [1] })).vintages).toEqual([])
    expect((await read30({ types: ['LOAN_APPLICATION'] })).vintages).toEqual([])
  })

  it('follow a second load of a month, whose first one stays to be looked up', async () => {
    const again = csv(row(0, '04.2025', 30), row(1, '04.2025', 0), row(3, '04.2025', 95))
    const load = await checked(again)
    expect(load.counts).toEqual({ changed: 1, new: 1, gone: 1, same: 1 })
    expect(load.months).toEqual([{ month: '2025-04', rows: 3, replaces: true }])
    expect((await rowsOf(load.id, 'changed'))[0]?.notes).toEqual([
      'Дней просрочки: 91 → 0',
      'Остаток долга: 899999.99 → 900000.50',
    ])
    // What was compared before another file was loaded is old.
    const other = await checked(csv(row(0, '05.2025', 0)))
    await run((await apply(load.id)).body.taskId)
    expect((await read(load.id)).state).toBe('APPLIED')
    await run((await apply(other.id)).body.taskId)
    expect(await read(other.id)).toMatchObject({
      state: 'FAILED',
      reason: expect.stringContaining('загрузили другой'),
    })
    const { vintages } = await read30()
    expect(vintages.map(({ month, loans: count }) => [month, count])).toEqual([['2025-01', 3]])
    expect(vintages.map(lateIn)).toEqual([[[0, 0], [1, 0], null, [2, 1]]])
    const { rows } = await sql<{ days: number; counts: boolean }>`
      SELECT m.days, p.replaced_by IS NULL AS counts FROM loan_month m JOIN payment_month p USING (month, load_id)
      WHERE m.month = '2025-04-01' AND m.case_id = ${Number(loans[1]?.id)} ORDER BY m.load_id`.execute(
      bank.db,
    )
    expect(rows).toEqual([
      { days: 91, counts: false },
      { days: 0, counts: true },
    ])
    // The same file once more changes nothing.
    const same = await checked(again)
    expect(same.counts).toEqual({ same: 3 })
    expect((await apply(same.id)).error.message).toBe('Файл ничего не меняет')
  })

  it('go out as a file', async () => {
    const body = { format: 'csv', filter: {}, columns: ['month', 'age', 'late90', 'late90Share'] } as never
    const { raw, status } = await bank.call(vintagesExport.now, { body }, { as: 'uw-head' })
    expect(status, raw.body).toBe(200)
    expect(raw.body).toContain('январь 2025;3;1;33,33')
    expect((await bank.call(vintagesExport.now, { body }, { as: 'underwriter' })).status).toBe(403)
  })
})

describe('versions of the scorecard', () => {
  const separation = async () => {
    const { body, raw } = await bank.call(listScorecards, {}, { as: 'uw-head' })
    expect(raw.statusCode, raw.body).toBe(200)
    return body[0]?.separation
  }
  it('say how well they tell the loans apart once their outcome is known, and that there is little data before', async () => {
    await sql`INSERT INTO scorecard_version (number, title, content, state, author_id, contributors, created_at)
      VALUES (1, 'Первая', ${JSON.stringify(startingContent)}::text::jsonb, 'DRAFT', 2, '{2}', now())`.execute(
      bank.db,
    )
    await sql`INSERT INTO scorecard_run (case_id, version_id, score, at, role, advice, stage, facts)
      SELECT id, 1, 500 + 10 * n, '2025-01-09', 'CHAMPION', 'APPROVE', 'AUTO_CHECKS', '{}'
      FROM unnest(${loans.map(({ id }) => Number(id))}::int[]) WITH ORDINALITY x (id, n)`.execute(bank.db)
    // A year is not loaded whole: nobody knows yet.
    expect(await separation()).toMatchObject({ good: 0, bad: 0, gini: null, least: 10, days: 90, months: 12 })
    const months = Array.from(
      { length: 12 },
      (_, at) => `${String(((at + 1) % 12) + 1).padStart(2, '0')}.${at === 11 ? 2026 : 2025}`,
    )
    // The lowest score is bad within the year, the next one a day short of it, the third after the year.
    await loaded(
      csv(
        ...months.flatMap((month, at) => [
          row(0, month, at === 11 ? 90 : 0),
          row(1, month, at === 11 ? 89 : 0),
          row(2, month),
          row(3, month),
        ]),
        row(2, '02.2026', 200),
      ),
    )
    expect(await separation()).toMatchObject({ good: 3, bad: 1, gini: null })
    const parameters = {
      figuresOn: async (day: string) => ({ ...(await bank.parameters.figuresOn(day)), 'outcome-least': 1 }),
    } as typeof bank.parameters
    const known = await separations({ clock, parameters }, bank.db)
    expect(known(1)).toMatchObject({ good: 3, bad: 1, gini: 100, ks: 100, least: 1 })
  })
})
