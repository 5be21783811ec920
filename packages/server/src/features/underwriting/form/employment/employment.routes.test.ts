import { searchCaseChanges } from '@ipoteka-office/contract/cases/case-changes.ts'
import {
  addCall,
  correctCall,
  getEmployment,
} from '@ipoteka-office/contract/underwriting/form/employment/employment.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { certificateRead, plantCertificate } from '#testing/specimens/read-certificate.ts'
import { underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

let bank: TestApp
let id: string
let borrower: number
beforeAll(async () => {
  bank = await testApp()
  ;({ id } = await underwritten(bank, 63))
  const { rows } = await sql<{ id: number }>`SELECT id FROM case_participant WHERE case_id = ${Number(id)}
    AND role = 'MAIN_BORROWER'`.execute(bank.db)
  borrower = rows[0]?.id ?? 0
  const payments = [[1, '2000', '100000']] as const
  await plantCertificate(
    bank.db,
    id,
    certificateRead({ year: 2026, total: '100000', tax: '13000', payments, inn: '7702070139' }),
  )
  const employer = {
    ...{
      name: 'ООО «Совсем другое»',
      ogrn: '1027700132195',
      status: 'действует',
      registeredOn: '2012-03-04',
    },
    ...{ activityCode: '62.01', activity: 'Разработка программ', headcount: 1250 },
  }
  await sql`
    WITH c AS (INSERT INTO auto_check (case_id, participant_id, code, state, text, requested_at, answered_at, valid_until, attempts)
      VALUES (${Number(id)}, ${borrower}, 'EMPLOYER_EGRUL', 'OK', 'действует', now(), now(), now() + interval '9 days', 1)
      ON CONFLICT DO NOTHING RETURNING id, case_id)
    INSERT INTO auto_check_run (check_id, case_id, stage, attempt, at, duration_ms, state, text, request, response)
    SELECT c.id, c.case_id, 'AUTO_CHECKS', 1, now(), 5, 'OK', 'действует', '{}'::jsonb, ${JSON.stringify({ details: { employer } })}::text::jsonb
    FROM (SELECT id, case_id FROM c UNION SELECT id, case_id FROM auto_check WHERE case_id = ${Number(id)}
      AND participant_id = ${borrower} AND code = 'EMPLOYER_EGRUL') c`.execute(bank.db)
})
afterAll(() => bank.close())

const params = () => ({ id, participantId: String(borrower) })
const sheet = (as: Login = 'underwriter') => bank.call(getEmployment, { params: params() }, { as })
const said = {
  ...{
    called: 'EMPLOYER',
    phone: '+7 495 111-22-33',
    numberSource: 'SITE',
    spokeWith: 'Смирнова, отдел кадров',
  },
  ...{ result: 'CONFIRMED', said: 'Работает с 2021 года', calledAt: '2026-01-10T09:30:00.000Z' },
} as const
const add = (more: object = {}, as: Login = 'underwriter') =>
  bank.call(addCall, { params: params(), body: { ...said, ...more } as never }, { as })
const correct = (callId: number, more: object = {}, as: Login = 'underwriter') =>
  bank.call(
    correctCall,
    {
      params: { ...params(), callId: String(callId) },
      body: { ...said, reason: 'Не тот номер', ...more } as never,
    },
    { as },
  )

describe('where a debtor works', () => {
  it('stands as written, as the register tells it, with what speaks against it and the seniority', async () => {
    const { body, status, raw } = await sheet()
    expect(status, raw.body).toBe(200)
    expect(body.written).toContainEqual({ label: 'Работодатель', value: expect.any(String) })
    expect(body.register).toMatchObject({ light: 'OK', standIn: false })
    const lines = Object.fromEntries(body.register.lines.map(({ label, value }) => [label, value]))
    expect(lines).toMatchObject({
      ...{ Статус: 'действует', ОГРН: '1027700132195', ОКВЭД: '62.01 Разработка программ' },
      Зарегистрирована: expect.stringMatching(/^04\.03\.2012 \(\d+\sлет.*\)$/),
    })
    expect(lines['Численность']).toMatch(/^1\s250\sчел\.$/)
    expect(body.flags.map(({ text }) => text)).toEqual([
      'По ИНН зарегистрирована другая организация',
      'Справку о доходах выдал не этот работодатель',
    ])
    expect(body.seniority.norm).toBe(4)
    expect(body.seniority.total).not.toBe('−')
    expect(body.seniority.job.map(({ source }) => source)).toEqual(['СФР', 'Анкета'])
    expect(body).toMatchObject({ calls: [], callable: { enabled: true } })
  })

  it('gets its calls written down, the latest first', async () => {
    const added = await add()
    expect(added.status, added.raw.body).toBe(200)
    expect(added.body.calls).toMatchObject([{ ...said, reason: '', earlier: [], calledBy: { id: 3 } }])
    const { body } = await add({
      result: 'NOT_REACHED',
      spokeWith: '',
      said: '',
      calledAt: '2026-01-11T09:30:00.000Z',
    })
    expect(body.calls.map(({ result }) => result)).toEqual(['NOT_REACHED', 'CONFIRMED'])
  })

  it('has a call written anew with the reason, the former words beneath; of two corrections one is late', async () => {
    const call = (await sheet()).body.calls.at(-1)
    const { body } = await correct(call?.id ?? 0, { said: 'Работает с 2022 года' })
    const corrected = body.calls.at(-1)
    expect(corrected).toMatchObject({
      ...{ said: 'Работает с 2022 года', reason: 'Не тот номер' },
      earlier: [{ id: call?.id, said: 'Работает с 2021 года' }],
    })
    const late = await correct(call?.id ?? 0)
    expect(late.status).toBe(409)
    expect(late.raw.body).toContain('Работает с 2022 года')
    expect((await correct(999_999)).status).toBe(404)
    const changes = await bank.call(
      searchCaseChanges,
      { params: { id }, body: { sections: ['WORKSHEET'] } },
      { as: 'underwriter' },
    )
    expect(changes.raw.body).toContain('Работает с 2022 года')
    expect(changes.raw.body).toContain('Причина исправления')
  })

  it('is never given up: the application may only add to the log', async () => {
    for (const query of [sql`DELETE FROM underwriting_call`, sql`UPDATE underwriting_call SET said = ''`])
      await expect(query.execute(bank.db)).rejects.toThrow(/permission denied|нет доступа/)
  })

  it('takes no call without its words', async () => {
    const cases = [
      [{ spokeWith: ' ' }, 'с кем говорили'],
      [{ result: 'NOT_CONFIRMED', said: '' }, 'что не подтвердили'],
      [{ calledAt: '2999-01-01T00:00:00Z' }, 'Этого времени ещё не было'],
      [{ phone: '' }, 'Поле должно быть заполнено'],
      [{ phone: 'звонок' }, 'Укажите номер'],
      [{ phone: '+7 ••• •••-22-33' }, 'Номер скрыт'],
      [{ result: 'MAYBE' }, 'Неизвестное значение'],
      [{ said: 'а'.repeat(1_001) }, 'Не более 1000'],
      [{ said: 'нуль\u0000' }, 'Недопустимые символы'],
    ] as const
    for (const [more, words] of cases) {
      const answer = await add(more)
      expect(answer.status, words).toBe(400)
      expect(answer.raw.body).toContain(words)
    }
    const call = (await sheet()).body.calls[0]
    expect((await correct(call?.id ?? 0, { reason: '' })).status).toBe(400)
  })

  it('hides the numbers from those who may not see them, and keeps a hidden one as it was', async () => {
    await sql`DELETE FROM user_role_operation WHERE object_type = 'PersonalData' AND operation = 'Unmask'
      AND user_role_id IN (SELECT id FROM user_role WHERE code <> 'ADMINISTRATOR')`.execute(bank.db)
    const { body } = await sheet('viewer')
    expect(body.calls.every(({ phone }) => phone.includes('•'))).toBe(true)
    expect(body.numbers.every(({ phone }) => phone.includes('•'))).toBe(true)
  })

  it('is written by who underwrites or controls, and read by people of the bank alone', async () => {
    const call = (await sheet()).body.calls[0]?.id ?? 0
    for (const as of ['agent', 'partner-admin'] as const)
      for (const answer of [await sheet(as), await add({}, as), await correct(call, {}, as)])
        expect([403, 404]).toContain(answer.status)
    expect((await add({}, 'viewer')).status).toBe(403)
    await sql`UPDATE case_file SET stage = 'VERIFICATION' WHERE id = ${Number(id)}`.execute(bank.db)
    expect((await add()).status).toBe(200)
    await sql`UPDATE case_file SET stage = 'APPROVED' WHERE id = ${Number(id)}`.execute(bank.db)
    expect((await add()).error.message).toContain('Звонки записывают на этапах')
    await sql`UPDATE case_file SET stage = 'UNDERWRITING' WHERE id = ${Number(id)}`.execute(bank.db)
  })
})
