import { getCaseMeans } from '@ipoteka-office/contract/cases/case-means.ts'
import { searchCaseChanges } from '@ipoteka-office/contract/cases/case-changes.ts'
import type { RequestOf } from '@ipoteka-office/contract/endpoint.ts'
import {
  getIncomeGrid,
  listIncomeHistory,
  saveIncomeGrid,
} from '@ipoteka-office/contract/underwriting/form/income/income.ts'
import { getUnderwritingForm, takeFormValue } from '@ipoteka-office/contract/underwriting/form/room.ts'
import { getCaseSummary } from '@ipoteka-office/contract/underwriting/summary.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { certificateRead, plantCertificate } from '#testing/specimens/read-certificate.ts'
import { openApplication, signDecision, underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

let bank: TestApp
let id: string
let borrower: number

/** Twelve months of 100 000 with a bonus of 300 000 in March; 13 % of tax leave 87 000 and 261 000. */
const year = {
  ...{ year: 2025, total: '1500000', tax: '195000' },
  payments: [
    ...Array.from({ length: 12 }, (_, at) => [at + 1, '2000', '100000'] as const),
    [3, '2002', '300000'] as const,
  ],
}
beforeAll(async () => {
  bank = await testApp()
  ;({ id } = await underwritten(bank, 61))
  const { rows } = await sql<{ id: number }>`SELECT id FROM case_participant WHERE case_id = ${Number(id)}
    AND role = 'MAIN_BORROWER'`.execute(bank.db)
  borrower = rows[0]?.id ?? 0
  await plantCertificate(
    bank.db,
    id,
    certificateRead({
      ...year,
      checks: [
        {
          ...{ code: 'rows', label: 'Сумма по месяцам', passed: false, fields: ['totalIncome'] },
          message: 'Не сходится: по расчёту 1 500 000, в справке 1 600 000, расхождение 100 000',
        },
      ],
    }),
  )
})
afterAll(() => bank.close())

const params = () => ({ id, participantId: String(borrower) })
const grid = async (as: Login = 'underwriter') => bank.call(getIncomeGrid, { params: params() }, { as })
type Body = RequestOf<typeof saveIncomeGrid>['body']
const save = async (body: Partial<Body>, as: Login = 'underwriter') => {
  const version = body.version ?? (await grid()).body.version
  return bank.call(
    saveIncomeGrid,
    { params: params(), body: { account: [], exclusions: [], ...body, version } },
    { as },
  )
}
const bonus = { source: 'CERTIFICATE', month: '2025-03', code: '2002', reason: 'BONUS', words: '' } as const
const lineOf = (body: Awaited<ReturnType<typeof grid>>['body'], source: string) =>
  body.lines.find((line) => line.source === source)
const take = async (body: object) => {
  const { row } = (await grid()).body
  return bank.call(
    takeFormValue,
    {
      params: { ...params(), field: 'income' as const },
      body: { version: row.version, source: 'SCAN', reason: 'BY_PAPER', ...body } as never,
    },
    { as: 'underwriter' },
  )
}
const taken = async () => (await grid()).body.row.taken?.value

describe('the grid of incomes', () => {
  it('has each source by months after tax, what is declared, the ceiling and the arithmetic', async () => {
    const { body, status, raw } = await grid()
    expect(status, raw.body).toBe(200)
    const certificate = lineOf(body, 'CERTIFICATE')
    expect(certificate).toMatchObject({ average: '108750', count: 12 })
    expect(certificate?.months[2]).toMatchObject({
      ...{ month: '2025-03', amount: '348000', counted: '348000' },
      payments: [
        { name: 'Зарплата (код 2000)', amount: '87000', oneOff: false },
        { name: 'Премия (код 2002)', amount: '261000', oneOff: true },
      ],
    })
    expect(body.confirmed).toBe('108750')
    expect(body.declared).toHaveLength(1)
    expect(body.papers).toEqual([
      {
        ...{ title: 'ООО «Заря», 2025 год, от 01.11.2026', replaced: false },
        checks: [expect.objectContaining({ passed: false, message: expect.stringContaining('Не сходится') })],
      },
    ])
    expect(body.ceiling?.source).toBe('Кредитная политика банка')
    expect(Number(body.ceiling?.amount)).toBeGreaterThan(0)
    expect(body).toMatchObject({ version: 0, editable: { enabled: true } })
    const { body: room } = await bank.call(
      getUnderwritingForm,
      { params: { id }, query: {} },
      { as: 'underwriter' },
    )
    expect(room.marks.income).toBe('WARN')
  })

  it('leaves a bonus out, and the income that was taken from the certificate follows everywhere', async () => {
    expect((await take({})).body.taken?.value).toBe('108750')
    const saved = await save({ exclusions: [bonus] })
    expect(saved.status, saved.raw.body).toBe(200)
    expect(lineOf(saved.body, 'CERTIFICATE')).toMatchObject({ average: '87000', count: 12 })
    expect(saved.body.exclusions).toEqual([
      expect.objectContaining({ name: 'Премия (код 2002)', taken: '261000', reason: 'BONUS' }),
    ])
    expect(saved.body.row.taken).toMatchObject({ value: '87000', source: 'SCAN', current: true })
    const { body: room } = await bank.call(
      getUnderwritingForm,
      { params: { id }, query: {} },
      { as: 'underwriter' },
    )
    expect(room.indicators.income).toBe('87000')
    const { body: means } = await bank.call(getCaseMeans, { params: { id } }, { as: 'underwriter' })
    expect(room.indicators.debtLoad.value).toBe(means.debtLoad)
    const { body: summary } = await bank.call(getCaseSummary, { params: { id } }, { as: 'underwriter' })
    expect(summary.participants[0]?.taken).toBe('87000')
    expect(summary.figures.debtLoad).toBe(means.debtLoad)
  })

  it('is written over the version that was seen, else 409 with the grid as it stands and who changed it', async () => {
    const late = await save({ version: 0 })
    expect(late.status).toBe(409)
    expect(late.raw.body).toContain('"reason":"BONUS"')
    expect(late.raw.body).toContain('"by"')
  })

  it('takes back what was left out; the history has it all', async () => {
    const back = await save({ exclusions: [] })
    expect(back.body.row.taken?.value).toBe('108750')
    expect((await save({ exclusions: [bonus] })).body.row.taken?.value).toBe('87000')
    const { body } = await bank.call(
      listIncomeHistory,
      { params: params(), query: {} },
      { as: 'underwriter' },
    )
    expect(body.content).toHaveLength(3)
    expect(body.content[0]?.changes[0]).toMatchObject({
      label: 'Доход: не учитывается',
      newValue: 'Справка о доходах, 03.2025: премия (код 2002) (Разовая премия)',
    })
    const changes = await bank.call(
      searchCaseChanges,
      { params: { id }, body: { sections: ['WORKSHEET'] } },
      { as: 'underwriter' },
    )
    expect(changes.raw.body).toContain('Доход: не учитывается')
  })

  it('counts the months of a statement that somebody types', async () => {
    const account = [
      { month: '2026-02', amount: '90000.50' },
      { month: '2026-01', amount: '70000' },
    ]
    const { body } = await save({ account, exclusions: [bonus] })
    expect(lineOf(body, 'ACCOUNT')).toMatchObject({
      average: '80000.25',
      notes: [expect.stringContaining('не меньше 6')],
    })
    expect(body.account.map(({ month }) => month)).toEqual(['2026-01', '2026-02'])
    const part = { source: 'ACCOUNT', month: '2026-02', amount: '20000.50', reason: 'OWN_MONEY' } as const
    expect(lineOf((await save({ account, exclusions: [bonus, part] })).body, 'ACCOUNT')?.average).toBe(
      '70000',
    )
  })

  it('refuses what cannot be, with the place of each mistake', async () => {
    const cases = [
      [{ exclusions: [bonus, bonus] }, 'Это уже не учитывается'],
      [{ exclusions: [{ ...bonus, reason: 'OTHER' }] }, 'Напишите, почему'],
      [{ exclusions: [{ ...bonus, month: '2025-04' }] }, 'Такой выплаты в этом месяце нет'],
      [{ exclusions: [{ ...bonus, month: '2024-04', code: null }] }, 'источник ничего не говорит'],
      [{ exclusions: [{ ...bonus, code: null, amount: '999999' }] }, 'Больше, чем поступило'],
      [{ exclusions: [{ ...bonus, code: null, amount: '0' }] }, 'больше нуля'],
      [{ exclusions: [{ ...bonus, amount: '1' }] }, 'либо выплата целиком'],
      [{ exclusions: [{ ...bonus, code: null }, bonus] }, 'не учитывается целиком'],
      [{ account: [{ month: '2999-01', amount: '1' }] }, 'ещё не наступил'],
      [
        {
          account: [
            { month: '2026-01', amount: '1' },
            { month: '2026-01', amount: '2' },
          ],
        },
        'уже записан',
      ],
      [{ account: [{ month: '2026-01', amount: '-5' }] }, 'Сумма'],
      [{ account: [{ month: '2026-13', amount: '5' }] }, 'Укажите месяц'],
      [{ exclusions: [{ ...bonus, reason: '<script>' }] }, 'Неизвестное значение'],
      [{ exclusions: [{ ...bonus, words: 'нуль\u0000' }] }, 'Недопустимые символы'],
    ] as const
    for (const [body, words] of cases) {
      const answer = await save(body as never)
      expect(answer.status, words).toBe(400)
      expect(answer.raw.body).toContain(words)
    }
  })

  it('is not written where the income that was taken would come to be above what is confirmed', async () => {
    expect((await save({ exclusions: [] })).body.confirmed).toBe('108750')
    expect((await take({ source: 'OTHER', value: '100000', reason: 'CLIENT_CONFIRMED' })).status).toBe(200)
    const refused = await save({ exclusions: [bonus] })
    expect(refused.status).toBe(409)
    expect(refused.error.message).toContain('подтверждено будет 87\u00a0000\u00a0₽')
    expect((await grid()).body.exclusions).toEqual([])
    const words = 'Премию платят каждый год'
    const above = { source: 'OTHER', value: '100000', reason: 'CLIENT_CONFIRMED', deviation: true, words }
    // What is confirmed today is no deviation, so first less is taken.
    expect((await take({ source: 'OTHER', value: '87000', reason: 'CLIENT_CONFIRMED' })).status).toBe(200)
    expect((await save({ exclusions: [bonus] })).status).toBe(200)
    expect(await taken()).toBe('87000')
    expect((await take({ ...above, deviation: false })).status).toBe(400)
    expect((await take(above)).body.taken).toMatchObject({ value: '100000', deviation: true })
  })

  it('is written by its underwriter alone, and read by people of the bank alone', async () => {
    for (const as of ['agent', 'partner-admin'] as const) {
      expect([403, 404]).toContain((await grid(as)).status)
      expect([403, 404]).toContain((await save({ version: 1 }, as)).status)
      const history = await bank.call(listIncomeHistory, { params: params(), query: {} }, { as })
      expect([403, 404]).toContain(history.status)
    }
    expect((await grid('viewer')).status).toBe(200)
    expect((await save({}, 'viewer')).status).toBe(403)
    await sql`UPDATE case_file SET stage = 'VERIFICATION' WHERE id = ${Number(id)}`.execute(bank.db)
    expect((await save({})).error.message).toContain('на этапе «Андеррайтинг»')
    await sql`UPDATE case_file SET stage = 'UNDERWRITING' WHERE id = ${Number(id)}`.execute(bank.db)
  })

  it('is of those who owe, and of nobody else', async () => {
    const { rows } = await sql<{ id: number }>`INSERT INTO case_participant (case_id, role, name, sort)
      VALUES (${Number(id)}, 'SELLER', 'Продавец', 9) RETURNING id`.execute(bank.db)
    const ofSeller = { id, participantId: String(rows[0]?.id) }
    const answer = await bank.call(getIncomeGrid, { params: ofSeller }, { as: 'underwriter' })
    expect(answer.status).toBe(404)
    expect(answer.error.message).toContain('не отвечает')
    const other = await openApplication(bank)
    const mixed = { id: other.id, participantId: String(borrower) }
    expect((await bank.call(getIncomeGrid, { params: mixed }, { as: 'underwriter' })).status).toBe(404)
  })

  it('stands in the snapshot of the decision with what was left out', async () => {
    const rejected = await signDecision(
      bank,
      { id, action: 'reject' },
      { reasons: ['R03'], clientText: 'Отказ' },
    )
    expect(rejected.status, rejected.raw.body).toBe(200)
    const { rows } = await sql<{
      incomes: unknown
    }>`SELECT snapshot -> 'incomes' AS incomes FROM case_decision
      WHERE case_id = ${Number(id)}`.execute(bank.db)
    expect(rows[0]?.incomes).toEqual([
      expect.objectContaining({
        participantId: borrower,
        excluded: [expect.objectContaining({ code: '2002' })],
      }),
    ])
  })
})

describe('certificates of one payer and year', () => {
  it('tell of the same money: the latest counts, and of two payers both do', async () => {
    const other = await underwritten(bank, 62)
    const { rows } = await sql<{
      id: number
    }>`SELECT id FROM case_participant WHERE case_id = ${Number(other.id)}
      AND role = 'MAIN_BORROWER'`.execute(bank.db)
    const place = { id: other.id, participantId: String(rows[0]?.id) }
    const read = async () => (await bank.call(getIncomeGrid, { params: place }, { as: 'underwriter' })).body
    const one = {
      year: 2026,
      total: '200000',
      tax: '26000',
      payments: [
        [1, '2000', '100000'],
        [2, '2000', '100000'],
      ],
    } as const
    await plantCertificate(bank.db, other.id, certificateRead({ ...one, day: '2026-03-01' }))
    await plantCertificate(bank.db, other.id, certificateRead({ ...one, day: '2026-02-01' }))
    const twice = await read()
    expect(twice.confirmed).toBe('87000')
    expect(twice.papers.map(({ replaced }) => replaced)).toEqual([false, true])
    await plantCertificate(
      bank.db,
      other.id,
      certificateRead({ ...one, payer: 'АО «Ночь»', inn: '7702070139' }),
    )
    expect((await read()).confirmed).toBe('174000')
  })
})
