import { heldWords } from '@ipoteka-office/contract/compliance/held.ts'
import {
  createFullApplication,
  retryAutoChecks,
} from '@ipoteka-office/contract/full-applications/full-applications.ts'
import * as api from '@ipoteka-office/contract/underwriting/checks-grid.ts'
import { evaluateTerms, getDecisions } from '@ipoteka-office/contract/underwriting/decisions.ts'
import { getCaseSummary } from '@ipoteka-office/contract/underwriting/summary.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { caseEngine } from '#case-behaviours.ts'
import { checksWork } from '#features/full-applications/auto-checks.service.ts'
import { CheckUnavailable } from '#integrations/auto-checks/check-service.ts'
import { standInChecks } from '#integrations/auto-checks/stand-in.ts'
import { deliveredParameters } from '#testing/delivered-parameters.ts'
import { giveAuthority, signDecision, underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

const midday = Temporal.Now.zonedDateTimeISO('Europe/Moscow').startOfDay().with({ hour: 12 })
const clock = { timeZone: 'Europe/Moscow', now: () => new Date(midday.epochMilliseconds) }
const today = midday.toPlainDate()
const dayIn = (days: number) => today.add({ days }).toString()

let bank: TestApp
let id: string
let serial = 700
beforeAll(async () => {
  bank = await testApp({ clock })
})
afterAll(() => bank.close())
beforeEach(async () => {
  serial += 1
  ;({ id } = await underwritten(bank, serial))
})

const work = (checks = () => standInChecks({ delayMs: 1 })) => {
  const engine = caseEngine({ clock, references: bank.references, parameters: deliveredParameters })
  return checksWork({ db: bank.db, engine, checks })({ caseId: Number(id) }, {
    signal: new AbortController().signal,
  } as never)
}
const grid = (as: Login = 'underwriter') => bank.call(api.getChecksGrid, { params: { id } }, { as })
const cell = async (code: string) => {
  const found = (await grid()).body.cells.find((one) => one.code === code)
  if (found === undefined) throw new Error(`No ${code} in the grid`)
  return found
}
async function place(code: string) {
  return { id, checkId: String((await cell(code)).checkId) }
}
async function details(code: string, as: Login = 'underwriter') {
  return (await bank.call(api.getCheckDetails, { params: await place(code) }, { as })).body
}
async function retry(code: string, as: Login = 'underwriter', version?: number) {
  const body = { version: version ?? (await details(code)).version }
  return bank.call(api.retryCheck, { params: await place(code), body }, { as })
}
async function judge(code: string, said: object = {}, as: Login = 'underwriter') {
  const { version } = await details(code)
  const body = { version, verdict: 'REMARK' as const, comment: 'Долг погашен, квитанция в деле', ...said }
  return bank.call(api.judgeCheck, { params: await place(code), body }, { as })
}
async function takeRisk(code: string, said: object = {}, as: Login = 'workload') {
  const { version } = await details(code)
  const body = { version, reason: 'Сумма мала, доход устойчив', validTo: dayIn(10), ...said }
  return bank.call(api.takeRisk, { params: await place(code), body }, { as })
}
async function withdrawRisk(code: string, said: object = {}, as: Login = 'workload') {
  const { version } = await details(code)
  const body = { version, reason: 'Должник не платит и по другому кредиту', ...said }
  return bank.call(api.withdrawRisk, { params: await place(code), body }, { as })
}
const answer = (code: string, state: string, text: string) =>
  sql`INSERT INTO auto_check (case_id, participant_id, code, state, text, requested_at, answered_at, valid_until, attempts)
    SELECT ${Number(id)}, p.id, ${code}, ${state}, ${text}, ${clock.now()}::timestamptz, ${clock.now()}::timestamptz,
      ${clock.now()}::timestamptz + interval '10 days', 1
    FROM case_participant p WHERE p.case_id = ${Number(id)}
    ON CONFLICT (case_id, code, participant_id, realty_id) DO UPDATE SET state = excluded.state, text = excluded.text`.execute(
    bank.db,
  )

describe('the grid of checks', () => {
  it('has every check of every column, those too that were never asked, and says why some are not', async () => {
    const { body } = await grid()
    expect(body.lines.length).toBeGreaterThanOrEqual(30)
    expect(body.columns.map(({ of }) => of)).toEqual(['PERSON', 'EMPLOYER', 'CASE'])
    expect(await cell('TERRORIST_115FZ')).toMatchObject({ state: 'OK', verdict: null, risk: null })
    expect(await cell('INN_MATCH')).toMatchObject({ state: 'ABSENT', checkId: null })
    const absent = body.lines.filter((line) => line.absent !== null).map(({ code }) => code)
    expect(absent).toEqual(expect.arrayContaining(['REALTY_PRICE', 'SELF_BAN']))
    expect([body.refusalToRetry, body.lacking > 0]).toEqual([null, true])
    await sql`UPDATE auto_check SET valid_until = ${clock.now()} WHERE case_id = ${Number(id)} AND code = 'TERRORIST_115FZ'`.execute(
      bank.db,
    )
    expect((await cell('TERRORIST_115FZ')).state).toBe('EXPIRED')
  })

  it('is for people of the bank with the right to underwriting', async () => {
    expect((await grid('agent')).status).toBe(403)
    expect((await grid('support')).status).toBe(403)
    const params = { id, checkId: '2147483647' }
    expect((await bank.call(api.getCheckDetails, { params }, { as: 'underwriter' })).status).toBe(404)
    const theirs = { params: await place('BKI_SCORING') }
    for (const as of ['agent', 'support'] as const)
      expect((await bank.call(api.getCheckDetails, theirs, { as })).status).toBe(403)
    expect((await bank.call(api.getCheckDetails, theirs, { as: 'partner-admin' })).status).toBe(404)
  })
})

describe('a run', () => {
  it('is kept with who asked, what was asked and answered, its numbers hidden; and so is one that failed', async () => {
    const silent = {
      kind: 'SERVICE',
      ask: () => Promise.reject(new CheckUnavailable('Шлюз молчит')),
    } as const
    expect((await retry('BKI_SCORING')).body.check.state).toBe('WAITING')
    await work(() => silent).catch(() => undefined)
    await work()
    const { runs, check } = await details('BKI_SCORING')
    expect(runs.map(({ state, attempt }) => [state, attempt])).toEqual([
      ['OK', 2],
      ['ERROR', 1],
    ])
    const [answered, failed] = runs
    expect(answered).toMatchObject({
      by: { id: 3 },
      standIn: true,
      cause: 'По запросу сотрудника, этап «Андеррайтинг»',
    })
    expect(failed).toMatchObject({ text: 'Шлюз молчит', response: null })
    const raw = `${answered?.request} ${answered?.response}`
    expect(raw).toContain('Сомова')
    expect(raw).toContain('•')
    expect(raw).not.toMatch(new RegExp(`3610123${serial}|11223344595|500100732259|9171234567`))
    expect(check.state).toBe('OK')
    await expect(sql`DELETE FROM auto_check_run`.execute(bank.db)).rejects.toThrow('permission denied')
  })

  it('is asked again by whoever decides, of what they have read, once', async () => {
    const { version } = await details('BKI_SCORING')
    expect((await retry('BKI_SCORING', 'agent', version)).status).toBe(403)
    expect((await retry('BKI_SCORING', 'viewer', version)).status).toBe(403)
    expect((await retry('BKI_SCORING', 'underwriter', version)).status).toBe(200)
    const again = await retry('BKI_SCORING', 'underwriter', version)
    expect([again.status, again.error.current]).toMatchObject([409, { check: { state: 'WAITING' } }])
    expect((await retry('BKI_SCORING')).error.message).toBe('Проверка уже выполняется')
    await sql`UPDATE case_file SET stage = 'REWORK' WHERE id = ${Number(id)}`.execute(bank.db)
    expect((await retry('PASSPORT_INVALID')).error.message).toMatch(/пока заявка у банка/)
  })
})

describe('the place of the network', () => {
  const from = (address: string | null, by = 4) =>
    sql`INSERT INTO save_mark (case_id, section, employee_id, at, device, address)
      VALUES (${Number(id)}, 'PERSONAL', ${by}, now(), NULL, ${address}::inet)`.execute(bank.db)
  const nobodySaved = () => sql`DELETE FROM save_mark WHERE case_id = ${Number(id)}`.execute(bank.db)
  const lives = (regionCode: string) =>
    sql`UPDATE case_section SET data = jsonb_set(data, '{registrationAddress,regionCode}', to_jsonb(${regionCode}::text))
      WHERE case_id = ${Number(id)} AND section = 'PERSONAL'`.execute(bank.db)
  async function asked() {
    const again = await bank.call(retryAutoChecks, { params: { id } }, { as: 'underwriter' })
    expect(again.status, again.raw.body).toBe(200)
    await work()
    return cell('GEO_IP')
  }

  it.each([
    ['nothing was written down', [], 'OK', /не записано: отметки хранятся 12\sмесяцев/],
    ['people of the bank alone', [['203.0.113.7', 3]], 'OK', /только сотрудники банка/],
    ['an inner network', [['10.1.2.3', 4]], 'OK', /Адреса внутренней сети \(10\.1\.2\.\*\)/],
    ['at home', [['203.0.113.7', 4]], 'OK', /там, где клиент живёт: .*Татарстан/],
    ['another region', [['203.0.113.17', 4]], 'WARN', /203\.0\.113\.\* — Приморский край/],
    ['abroad', [['203.0.113.16', 4]], 'WARN', /Казахстан/],
    ['the Tor network', [['2001:db8::d', 4]], 'WARN', /2001:db8:0:\* — выход сети Tor/],
    ['silence', [['203.0.113.39', 4]], 'ERROR', /не отвечает/],
  ] as const)('where it was %s', async (_, marks, state, text) => {
    await nobodySaved()
    await lives('16')
    for (const [address, by] of marks) await from(address, by)
    const { state: said, text: words } = await asked()
    expect([said, words]).toEqual([state, expect.stringMatching(text)])
  })

  it('is judged by every network, and its run keeps networks and no address', async () => {
    await nobodySaved()
    await lives('16')
    for (const address of ['203.0.113.7', '198.51.100.14', '10.0.0.1']) await from(address)
    expect(await asked()).toMatchObject({ state: 'WARN', text: expect.stringMatching(/выход VPN/) })
    const { runs } = await details('GEO_IP')
    const raw = `${runs[0]?.request} ${runs[0]?.response}`
    expect(raw).toContain('198.51.100.*')
    expect(raw).not.toMatch(/198\.51\.100\.14|203\.0\.113\.7|Сомов/)
    // It holds no application: it is there for whoever decides.
    expect((await judge('GEO_IP', { comment: 'Клиент в командировке' })).status).toBe(200)
  })
})

describe('a verdict', () => {
  it('stands while the check says the same, and the earlier ones stay', async () => {
    await answer('FSSP', 'WARN', 'Исполнительное производство на 18 400 ₽')
    expect((await judge('FSSP', { verdict: 'NOT_PASSED', comment: 'Не погашено' })).status).toBe(200)
    const sheet = async () => {
      const { requested } = (await bank.call(getDecisions, { params: { id } }, { as: 'underwriter' })).body
      return bank.call(evaluateTerms, { params: { id }, body: requested }, { as: 'underwriter' })
    }
    expect((await sheet()).body.deviations.at(-1)?.text).toMatch(
      /18 400 ₽; вердикт «Не пройдена», .*: Не погашено$/,
    )
    const { body } = await judge('FSSP')
    expect(body.verdicts.map(({ verdict, current }) => [verdict, current])).toEqual([
      ['REMARK', true],
      ['NOT_PASSED', false],
    ])
    expect((await cell('FSSP')).verdict).toMatchObject({ verdict: 'REMARK', by: { id: 3 } })
    await answer('FSSP', 'WARN', 'Исполнительное производство на 900 000 ₽')
    expect((await cell('FSSP')).verdict).toBeNull()
    expect((await details('FSSP')).verdicts).toHaveLength(2)
  })

  it('is said with words, over the answer that was read, by somebody who did not prepare the application', async () => {
    await answer('FSSP', 'WARN', 'Долг')
    expect((await judge('FSSP', { comment: ' ' })).status).toBe(400)
    expect((await judge('FSSP', { verdict: 'FINE' })).status).toBe(400)
    expect((await judge('FSSP', { version: 99 })).status).toBe(409)
    for (const as of ['agent', 'viewer'] as const) expect((await judge('FSSP', {}, as)).status).toBe(403)
    await sql`UPDATE case_section SET saved_by = 3 WHERE case_id = ${Number(id)} AND section = 'CREDIT'`.execute(
      bank.db,
    )
    const own = await judge('FSSP')
    expect([own.status, own.error.message]).toEqual([403, expect.stringContaining('другой сотрудник')])
    expect((await judge('FSSP', { comment: 'Погашен' }, 'workload')).status).toBe(200)
    await sql`UPDATE case_section SET saved_by = 4 WHERE case_id = ${Number(id)} AND section = 'CREDIT'`.execute(
      bank.db,
    )
    await answer('FSSP', 'ERROR', 'Сервис не отвечает')
    expect((await judge('FSSP')).error.message).toMatch(/судить не о чем/)
  })
})

describe('a risk', () => {
  it('is taken with its reason until a day, seen in the summary and kept by the decision', async () => {
    await answer('BKI_SCORING', 'FAIL', 'Просрочка свыше 90 дней')
    await giveAuthority(bank, 3, { exposure: '100000000', deviations: ['STOP_FACTOR', 'PROGRAMME'] })
    const refused = await signDecision(bank, { id, action: 'approve' })
    expect(refused.error.message).toMatch(/Кредитная история, .* — стоп-фактор/)
    const taken = await takeRisk('BKI_SCORING')
    expect(taken.status, taken.raw.body).toBe(200)
    expect((await cell('BKI_SCORING')).risk).toMatchObject({
      by: { id: 2 },
      validTo: dayIn(10),
      current: true,
    })
    const { body: summary } = await bank.call(getCaseSummary, { params: { id } }, { as: 'underwriter' })
    expect(summary.risks).toMatchObject([
      { check: 'Кредитная история', reason: 'Сумма мала, доход устойчив' },
    ])
    const signed = await signDecision(bank, { id, action: 'approve' })
    expect(signed.status, signed.raw.body).toBe(200)
    const { rows } = await sql<{ risks: unknown; deviations: { text: string }[] }>`
      SELECT snapshot -> 'risks' AS risks, snapshot -> 'deviations' AS deviations FROM case_decision
      WHERE case_id = ${Number(id)}`.execute(bank.db)
    expect(rows[0]?.risks).toMatchObject([{ answer: 'Просрочка свыше 90 дней', validTo: dayIn(10) }])
    expect(rows[0]?.deviations.some(({ text }) => text.includes('риск принят по'))).toBe(true)
  })

  it('is taken back with a reason, and the answer holds the approval again', async () => {
    await answer('BKI_SCORING', 'FAIL', 'Просрочка свыше 90 дней')
    await giveAuthority(bank, 3, { exposure: '100000000', deviations: ['STOP_FACTOR', 'PROGRAMME'] })
    expect((await withdrawRisk('BKI_SCORING')).error.message).toMatch(/отзывать нечего/)
    await takeRisk('BKI_SCORING')
    const { version } = await details('BKI_SCORING')
    expect((await details('BKI_SCORING', 'workload')).refusalToWithdrawRisk).toBeNull()
    expect((await withdrawRisk('BKI_SCORING', {}, 'underwriter')).status).toBe(403)
    expect((await withdrawRisk('BKI_SCORING', { reason: ' ' })).status).toBe(400)
    expect((await withdrawRisk('BKI_SCORING', { version: version - 1 })).status).toBe(409)
    const taken = await withdrawRisk('BKI_SCORING')
    expect(taken.status, taken.raw.body).toBe(200)
    expect(taken.body.risks).toMatchObject([
      { validTo: null, reason: 'Должник не платит и по другому кредиту', current: false },
      { validTo: dayIn(10), current: false },
    ])
    expect((await cell('BKI_SCORING')).risk).toBeNull()
    const { body: summary } = await bank.call(getCaseSummary, { params: { id } }, { as: 'underwriter' })
    expect(summary.risks).toEqual([])
    const refused = await signDecision(bank, { id, action: 'approve' })
    expect(refused.error.message).toMatch(/Кредитная история, .* — стоп-фактор/)
    expect((await withdrawRisk('BKI_SCORING')).status).toBe(409)
  })

  it('is taken back by who took it, though they may take none any more', async () => {
    await answer('FSSP', 'WARN', 'Долг 3 ₽')
    await sql`INSERT INTO accepted_risk (check_id, case_id, state, text, reason, valid_to, taken_by, taken_at)
      SELECT id, case_id, state, text, 'Сумма мала', ${dayIn(5)}::date, 3, now() FROM auto_check
      WHERE case_id = ${Number(id)} AND code = 'FSSP'`.execute(bank.db)
    expect((await details('FSSP')).refusalToWithdrawRisk).toBeNull()
    expect((await details('FSSP')).refusalToTakeRisk).toMatch(/попросите руководителя/)
    expect((await withdrawRisk('FSSP', {}, 'underwriter')).status).toBe(200)
  })

  it('lapses with its day and with another answer', async () => {
    await answer('FSSP', 'WARN', 'Долг 1 ₽')
    await takeRisk('FSSP', { validTo: dayIn(0) })
    expect((await cell('FSSP')).risk).not.toBeNull()
    await answer('FSSP', 'WARN', 'Долг 2 ₽')
    expect((await cell('FSSP')).risk).toBeNull()
    expect((await details('FSSP')).risks).toMatchObject([{ current: false }])
  })

  it('is an operation of its own and never of a hard stop, of an error, of nothing or of the past', async () => {
    await answer('FSSP', 'WARN', 'Долг')
    expect((await takeRisk('FSSP', {}, 'underwriter')).status).toBe(403)
    expect((await details('FSSP')).refusalToTakeRisk).toMatch(/попросите руководителя/)
    for (const validTo of [dayIn(-1), dayIn(91), '2026-02-30', 'завтра'])
      expect((await takeRisk('FSSP', { validTo })).error.fields?.[0]?.path).toBe('validTo')
    expect((await takeRisk('FSSP', { reason: '' })).status).toBe(400)
    await answer('PASSPORT_INVALID', 'FAIL', 'Паспорт в реестре недействительных')
    expect((await takeRisk('PASSPORT_INVALID')).error.message).toMatch(/не снимают/)
    await answer('TERRORIST_115FZ', 'HELD', heldWords)
    expect((await takeRisk('TERRORIST_115FZ')).error.message).toBe(heldWords)
    await answer('EFRSB', 'ERROR', 'Нет ответа')
    expect((await takeRisk('EFRSB')).error.message).toMatch(/сначала нажмите «Повторить»/)
    expect((await takeRisk('BKI_SCORING')).error.message).toMatch(/принимать нечего/)
  })
})

it('nothing of a case that is not in the bank’s hands is asked or said', async () => {
  const body = { programme: '2', regionCode: '77', lastName: 'Черновикова', firstName: 'Яна' }
  const made = await bank.call(createFullApplication, { body }, { as: 'agent' })
  const params = { id: String(made.body.id) }
  const { body: draft } = await bank.call(api.getChecksGrid, { params }, { as: 'underwriter' })
  expect(draft.refusalToRetry).toMatch(/пока заявка у банка/)
})
