import { getCaseMeans } from '@ipoteka-office/contract/cases/case-means.ts'
import { searchCaseChanges } from '@ipoteka-office/contract/cases/case-changes.ts'
import { getQuestionnaire } from '@ipoteka-office/contract/cases/case-sections.ts'
import { getDecisions } from '@ipoteka-office/contract/underwriting/decisions.ts'
import {
  dropFormValue,
  getUnderwritingForm,
  listFormHistory,
  takeFormValue,
} from '@ipoteka-office/contract/underwriting/form/room.ts'
import type { ComparedFieldKey } from '@ipoteka-office/contract/underwriting/form/comparison-keys.ts'
import {
  getSubjectDecisions,
  recordSubjectDecision,
} from '@ipoteka-office/contract/underwriting/subject-decisions.ts'
import { getCaseSummary } from '@ipoteka-office/contract/underwriting/summary.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { giveAuthority, signDecision, underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

let bank: TestApp
let id: string
let borrower: number
beforeAll(async () => {
  bank = await testApp()
  ;({ id } = await underwritten(bank, 41))
  await giveAuthority(bank, 3, { exposure: '100000000' })
  borrower = await mainOf(id)
  const employer = { employer: { name: 'Общество с ограниченной ответственностью «ЗАРЯ»' } }
  const incomes = ['01', '02', '03'].map((month) => ({ month: `2026-${month}`, amount: '150000' }))
  await answered('EMPLOYER_EGRUL', 'OK', 'Организация действует', employer)
  await answered('INCOME_PFR', 'OK', 'Доход есть', { incomes, employment: { since: '2021-02-01' } })
  await answered('FSSP', 'WARN', 'Исполнительное производство на 18 400 ₽', {})
})
afterAll(() => bank.close())

const mainOf = async (of: string) =>
  (
    await sql<{ id: number }>`SELECT id FROM case_participant WHERE case_id = ${Number(of)}
      AND role = 'MAIN_BORROWER'`.execute(bank.db)
  ).rows[0]?.id ?? 0
/** What a register said of the borrower. */
async function answered(code: string, state: string, text: string, details: object) {
  await sql`
    WITH c AS (INSERT INTO auto_check (case_id, participant_id, code, state, text, requested_at, answered_at, valid_until, attempts)
      VALUES (${Number(id)}, ${borrower}, ${code}, ${state}, ${text}, now(), now(), now() + interval '9 days', 1)
      RETURNING id, case_id)
    INSERT INTO auto_check_run (check_id, case_id, stage, attempt, at, duration_ms, state, text, request, response)
    SELECT id, case_id, 'AUTO_CHECKS', 1, now(), 5, ${state}, ${text}, ${JSON.stringify({
      person: { employerName: 'ООО «Заря»' },
    })}::text::jsonb, ${JSON.stringify({ state, text, details })}::text::jsonb FROM c`.execute(bank.db)
}

const room = async (as: Login = 'underwriter', participant?: number) =>
  bank.call(
    getUnderwritingForm,
    { params: { id }, query: participant === undefined ? {} : { participant: String(participant) } },
    { as },
  )
const rowOf = async (field: ComparedFieldKey, as: Login = 'underwriter') => {
  const found = (await room(as)).body.rows.find((row) => row.field === field)
  if (found === undefined) throw new Error(`No row ${field}`)
  return found
}
const take = (field: ComparedFieldKey, body: object, as: Login = 'underwriter') =>
  bank.call(
    takeFormValue,
    {
      params: { id, participantId: String(borrower), field },
      body: { version: 0, source: 'REGISTER', reason: 'BY_REGISTER', ...body } as never,
    },
    { as },
  )

describe('the room of an underwriter', () => {
  it('opens on the main borrower with what each source says', async () => {
    const { body, status, raw } = await room()
    expect(status, raw.body).toBe(200)
    expect(body).toMatchObject({ participantId: borrower, editable: { enabled: true } })
    const states = (field: ComparedFieldKey) =>
      body.rows.find((row) => row.field === field)?.cells.map(({ source, state }) => [source, state])
    expect(states('employerName')).toContainEqual(['REGISTER', 'SAME'])
    expect(states('employedSince')).toContainEqual(['REGISTER', 'DIFFERS'])
    expect(states('lastName')).toContainEqual(['SCAN', 'ABSENT'])
    expect(body.open).toEqual([
      {
        participantId: borrower,
        name: expect.any(String),
        labels: ['Стаж на месте', 'Доход в месяц', 'Взыскания'],
      },
    ])
    expect(body.indicators).toMatchObject({
      family: 1,
      income: '180000',
      seniority: { source: 'по данным СФР', norm: 4 },
    })
    expect(Number(body.indicators.debtLoad.stress)).toBeGreaterThan(Number(body.indicators.debtLoad.value))
    expect(Number(body.indicators.loanToValue?.stress)).toBeGreaterThan(
      Number(body.indicators.loanToValue?.value),
    )
    expect(body.stops).toContainEqual(
      expect.objectContaining({ text: 'Исполнительное производство на 18 400 ₽', state: 'WARN' }),
    )
  })

  it('writes a phone as people do, whoever has said it', async () => {
    const { cells } = await rowOf('phone')
    expect(cells.find(({ source }) => source === 'QUESTIONNAIRE')?.shown.replaceAll('\u00a0', ' ')).toBe(
      '+7 917 123-45-67',
    )
  })

  it('says so of who does not take part, and of a case that is not there', async () => {
    const stranger = await room('underwriter', borrower + 1_000)
    expect(stranger.status).toBe(404)
    expect(stranger.error.message).toContain('Такого участника в заявке нет')
    expect(
      (await bank.call(getUnderwritingForm, { params: { id: '999999' } }, { as: 'underwriter' })).status,
    ).toBe(404)
  })

  it('is quick with four people', async () => {
    const times: number[] = []
    for (let at = 0; at < 20; at += 1) {
      const since = performance.now()
      await room()
      times.push(performance.now() - since)
    }
    const p95 = times.toSorted((a, b) => a - b).at(18) ?? 0
    // oxlint-disable-next-line no-console
    console.info(`form: p95 ${Math.round(p95)} ms`)
    expect(p95).toBeLessThan(2_000)
  })
})

describe('a value is taken', () => {
  it('from its source, with who, when and why; the questionnaire stays', async () => {
    const before = (await bank.call(getQuestionnaire, { params: { id } }, { as: 'underwriter' })).body
    const taken = await take('employedSince', { words: 'По сведениям СФР' })
    expect(taken.status, taken.raw.body).toBe(200)
    expect(taken.body).toMatchObject({
      open: false,
      version: 1,
      taken: { value: '2021-02-01', source: 'REGISTER', current: true, words: 'По сведениям СФР' },
    })
    const after = (await bank.call(getQuestionnaire, { params: { id } }, { as: 'underwriter' })).body
    expect(after).toEqual(before)
    expect((await room()).body.indicators.seniority.source).toBe('взято')
  })

  it('over the version that was seen, else 409 with what stands there', async () => {
    const late = await take('employedSince', { source: 'QUESTIONNAIRE', reason: 'OUTDATED' })
    expect(late.status).toBe(409)
    expect(late.raw.body).toContain('"value":"2021-02-01"')
    const now = await take('employedSince', { source: 'QUESTIONNAIRE', reason: 'OUTDATED', version: 1 })
    expect(now.body).toMatchObject({ version: 2, taken: { source: 'QUESTIONNAIRE' } })
  })

  it('and the choice is taken back; the history has both', async () => {
    const params = { id, participantId: String(borrower), field: 'employedSince' as const }
    const drop = (version: number) =>
      bank.call(dropFormValue, { params, body: { version } }, { as: 'underwriter' })
    expect((await drop(1)).status).toBe(409)
    expect((await drop(2)).body).toMatchObject({ taken: null, open: true, version: 3 })
    expect((await drop(3)).error.message).toContain('отменять нечего')
    const { body } = await bank.call(listFormHistory, { params, query: {} }, { as: 'underwriter' })
    expect(body.content.map(({ action }) => action)).toEqual(['UPDATE', 'UPDATE', 'INSERT'])
    expect(body.content.at(-1)?.changes).toContainEqual(
      expect.objectContaining({ label: 'Взято: Стаж на месте', newValue: '01.02.2021' }),
    )
    const changes = await bank.call(
      searchCaseChanges,
      { params: { id }, body: { sections: ['WORKSHEET'] } },
      { as: 'underwriter' },
    )
    expect(changes.raw.body).toContain('Рабочий лист андеррайтера')
  })

  it('only where it makes sense', async () => {
    const refused = [
      ['lastName', { source: 'SCAN', reason: 'BY_PAPER' }, 'Этот источник значения не даёт'],
      ['lastName', { source: 'OTHER', value: '', reason: 'MISTYPED' }, 'Впишите значение'],
      ['birthDate', { source: 'OTHER', value: 'вчера', reason: 'MISTYPED' }, 'Укажите день целиком'],
      ['passport', { source: 'OTHER', value: '•• •• •••857', reason: 'MISTYPED' }, 'Значение скрыто'],
      ['employedSince', { version: 3, reason: 'OTHER' }, 'Напишите, почему'],
      ['lastName', { source: 'ACCOUNT' }, 'Этот источник значения не даёт'],
    ] as const
    for (const [field, body, words] of refused) {
      const answer = await take(field, body)
      expect(answer.status, field).toBe(400)
      expect(answer.raw.body).toContain(words)
    }
    expect((await take('debtPayments', { source: 'QUESTIONNAIRE' })).error.message).toContain(
      '«Обязательства»',
    )
    expect((await take('lastName', { source: 'NOBODY' })).status).toBe(400)
  })

  it('by its underwriter alone, and only in underwriting', async () => {
    for (const as of ['agent', 'partner-admin', 'viewer'] as const)
      expect([403, 404]).toContain((await take('employedSince', { version: 3 }, as)).status)
    await sql`UPDATE case_task SET assignee_id = 2 WHERE case_id = ${Number(id)} AND open`.execute(bank.db)
    await sql`INSERT INTO case_task (case_id, case_type, partner_id, stage, title, operation, assignee_id)
      SELECT id, type, partner_id, 'UNDERWRITING', 'Рассмотреть', 'Underwrite', 2 FROM case_file WHERE id = ${Number(id)}
        AND NOT EXISTS (SELECT FROM case_task WHERE case_id = ${Number(id)} AND open AND stage = 'UNDERWRITING')`.execute(
      bank.db,
    )
    const other = await take('employedSince', { version: 3 })
    expect(other.status).toBe(409)
    expect(other.error.message).toContain('Заявку рассматривает')
    expect((await room()).body.editable.reasonDisabled).toContain('Заявку рассматривает')
    await sql`UPDATE case_task SET assignee_id = NULL WHERE case_id = ${Number(id)} AND stage = 'UNDERWRITING'`.execute(
      bank.db,
    )
    await sql`UPDATE case_file SET stage = 'VERIFICATION' WHERE id = ${Number(id)}`.execute(bank.db)
    expect((await take('employedSince', { version: 3 })).error.message).toContain('на этапе «Андеррайтинг»')
    await sql`UPDATE case_file SET stage = 'UNDERWRITING' WHERE id = ${Number(id)}`.execute(bank.db)
  })
})

describe('the income that is taken', () => {
  const debtLoadFor = async (as: Login) =>
    (await bank.call(getCaseMeans, { params: { id } }, { as })).body.debtLoad

  it('counts everywhere for the bank, and partners see what they wrote', async () => {
    const written = await debtLoadFor('agent')
    const row = await rowOf('income')
    // The mean of the fund less the tax: 150 000 × 0.87.
    expect(row.cells.find(({ source }) => source === 'REGISTER')?.value).toBe('130500')
    const taken = await take('income', { version: row.version, reason: 'BELOW_DECLARED' })
    expect(taken.status, taken.raw.body).toBe(200)
    const debtLoad = await debtLoadFor('underwriter')
    expect(Number(debtLoad)).toBeGreaterThan(Number(written))
    expect(await debtLoadFor('agent')).toBe(written)
    const { body: summary } = await bank.call(getCaseSummary, { params: { id } }, { as: 'underwriter' })
    expect(summary.figures.debtLoad).toBe(debtLoad)
    expect(summary.participants[0]?.taken).toBe('130500')
    const { body: sheet } = await bank.call(getDecisions, { params: { id } }, { as: 'underwriter' })
    expect(sheet.figures.debtLoad).toBe(debtLoad)
    expect((await room()).body.indicators).toMatchObject({ debtLoad: { value: debtLoad }, income: '130500' })
  })

  it('is above what is confirmed only as a deviation in words, which a decision needs authority for', async () => {
    const { version } = await rowOf('income')
    const above = { version, source: 'QUESTIONNAIRE', reason: 'CLIENT_CONFIRMED' }
    const refused = await take('income', above)
    expect(refused.status).toBe(400)
    expect(refused.raw.body).toContain('Доход выше подтверждённого')
    expect((await take('income', { ...above, deviation: true })).raw.body).toContain('Объясните')
    const words = 'Подработка подтверждена работодателем'
    const taken = await take('income', { ...above, deviation: true, words })
    expect(taken.body.taken).toMatchObject({ deviation: true, value: '180000' })
    expect((await room()).body.deviations).toContainEqual(expect.objectContaining({ kind: 'INCOME' }))
    const approved = await signDecision(bank, { id, action: 'approve' })
    expect(approved.status).toBe(409)
    expect(approved.error.message).toContain('Доход взят выше подтверждённого')
  })

  it('stands in the snapshot of the decision', async () => {
    const { version } = await rowOf('income')
    expect((await take('income', { version, reason: 'BELOW_DECLARED' })).status).toBe(200)
    const rejected = await signDecision(
      bank,
      { id, action: 'reject' },
      { reasons: ['R03'], clientText: 'Отказ' },
    )
    expect(rejected.status, rejected.raw.body).toBe(200)
    const { rows } = await sql<{
      worksheet: unknown
    }>`SELECT snapshot -> 'worksheet' AS worksheet FROM case_decision
      WHERE case_id = ${Number(id)}`.execute(bank.db)
    expect(rows[0]?.worksheet).toContainEqual(expect.objectContaining({ field: 'income', value: '130500' }))
  })
})

it.each(['agent', 'partner-admin'] as const)('is for people of the bank: %s learns nothing', async (as) => {
  expect([403, 404]).toContain((await room(as)).status)
  const params = { id, participantId: String(borrower), field: 'income' as const }
  expect([403, 404]).toContain((await bank.call(listFormHistory, { params, query: {} }, { as })).status)
  expect([403, 404]).toContain(
    (await bank.call(dropFormValue, { params, body: { version: 1 } }, { as })).status,
  )
})

describe('the mark of the decision', () => {
  it('stands open, then says how the borrower was decided on', async () => {
    const undecided = { id: (await underwritten(bank, 42, { decided: false })).id }
    const person = await mainOf(undecided.id)
    const marked = async () =>
      (await bank.call(getUnderwritingForm, { params: undecided, query: {} }, { as: 'underwriter' })).body
        .marks.decision
    const say = async (word: { code: string; reasons: string[]; comment: string }) => {
      const sheet = await bank.call(getSubjectDecisions, { params: undecided }, { as: 'underwriter' })
      const { seen } = sheet.body.subjects.find((one) => one.kind === 'PERSON' && one.id === person) ?? {
        seen: '',
      }
      const decision = { subject: { kind: 'PERSON', id: person } as const, seen, ...word }
      const body = { decisions: [decision] }
      const answer = await bank.call(
        recordSubjectDecision,
        { params: undecided, body },
        { as: 'underwriter' },
      )
      expect(answer.status).toBe(200)
    }
    expect(await marked()).toBe('NONE')
    await say({ code: 'POSITIVE', reasons: [], comment: '' })
    expect(await marked()).toBe('OK')
    await say({ code: 'NEGATIVE', reasons: ['R04'], comment: 'Дохода не хватает' })
    expect(await marked()).toBe('FAIL')
  })
})
