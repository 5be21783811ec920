import { getCase, moveCase } from '@ipoteka-office/contract/cases/cases.ts'
import { closeApplication } from '@ipoteka-office/contract/queue/queue.ts'
import * as api from '@ipoteka-office/contract/underwriting/decisions.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { sellMortgages } from '#testing/products.ts'
import { giveAuthority, underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

/** `workload` (2) is a head, `underwriter` (3) decides, both are of the bank. */
let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
})
afterAll(() => bank.close())
beforeEach(async () => {
  await sql`UPDATE decision_authority SET withdrawn_at = now() WHERE withdrawn_at IS NULL`.execute(bank.db)
})

let serial = 600
const next = () => underwritten(bank, (serial += 1))
const params = (id: string) => ({ params: { id } })
const sheetOf = async (id: string, as: Login = 'underwriter') =>
  (await bank.call(api.getDecisions, params(id), { as })).body
const terms = { amount: '6000000', termMonths: 240, rate: '17.5' }
const why = { comment: 'Доход подтверждён справкой и выпиской' }
async function decide(id: string, action: string, more: object = {}, as: Login = 'underwriter') {
  const { version } = await sheetOf(id, as)
  return bank.call(
    api.recordDecision,
    { ...params(id), body: { action, version, ...terms, ...why, ...more } },
    { as },
  )
}
const rowsOf = async (id: string) =>
  (
    await sql<{ outcome: string; level: string; whole: boolean; linked: boolean; reasons: string[] }>`
      SELECT outcome, level, reasons, hash = decision_hash(d) AS whole,
        prev_hash IS NOT DISTINCT FROM lag(hash) OVER (ORDER BY id) AS linked
      FROM case_decision d WHERE case_id = ${Number(id)} ORDER BY id`.execute(bank.db)
  ).rows
const stageOf = async (id: string) => (await bank.call(getCase, params(id), { as: 'admin' })).body.stage

it('a way that decides is closed without a record, by hand and by a task', async () => {
  const { id } = await next()
  await giveAuthority(bank, 3)
  const { body: head } = await bank.call(getCase, params(id), { as: 'underwriter' })
  expect(head.actions.filter(({ decides }) => decides).map(({ code }) => code)).toEqual([
    'approve',
    'reject',
    'toControl',
    'counterOffer',
  ])
  for (const action of ['approve', 'toControl']) {
    const body = { action, version: head.version, comment: 'Без записи' }
    const refused = await bank.call(moveCase, { ...params(id), body }, { as: 'underwriter' })
    expect([refused.status, refused.error.message]).toEqual([
      409,
      expect.stringContaining('Итоговое решение'),
    ])
  }
  expect([await stageOf(id), await rowsOf(id)]).toEqual(['UNDERWRITING', []])
})

it('an approval keeps what it was decided by, holds for its term and tells partners no more than they may know', async () => {
  const { id } = await next()
  await giveAuthority(bank, 3)
  const answer = await decide(id, 'approve', { clientText: 'Ставка действует при страховании' })
  expect(answer.status, answer.raw.body).toBe(200)
  const [decision] = answer.body.decisions
  expect(answer.body).toMatchObject({ stage: 'APPROVED', ways: [] })
  expect(decision).toMatchObject({
    outcome: 'APPROVE',
    level: 'UNDERWRITER',
    amount: '6000000.00',
    termMonths: 240,
    rate: '17.5',
    exposure: '6000000.00',
    comment: why.comment,
    inForce: true,
  })
  expect([decision?.debtLoad, decision?.loanToValue, decision?.payment].every((one) => one !== null)).toBe(
    true,
  )
  const { rows } = await sql<{ days: number; snapshot: object; fires: boolean }>`
    SELECT valid_to - (at AT TIME ZONE 'Europe/Moscow')::date AS days, snapshot, (SELECT fire_at <= (valid_to + 2)::timestamptz FROM case_timer
      WHERE case_id = d.case_id AND action = 'expire') AS fires
    FROM case_decision d WHERE case_id = ${Number(id)}`.execute(bank.db)
  expect(rows).toMatchObject([{ days: 90, fires: true }])
  expect(Object.keys(rows[0]?.snapshot ?? {})).toEqual(
    expect.arrayContaining(['methods', 'questionnaire', 'checks', 'requested', 'before', 'others']),
  )
  expect(await rowsOf(id)).toMatchObject([{ whole: true, linked: true }])
  const { raw } = await bank.call(getCase, params(id), { as: 'agent' })
  expect(raw.body).not.toContain(why.comment)
})

it('a shorter term of the decision ends the case earlier, a longer one is refused', async () => {
  const { id } = await next()
  await giveAuthority(bank, 3)
  const far = await decide(id, 'approve', { validTo: '2199-01-01' })
  expect([far.status, far.error.fields?.[0]?.path]).toEqual([400, 'validTo'])
  const { rows: days } = await sql<{ day: string }>`SELECT (current_date + 10)::text AS day`.execute(bank.db)
  expect((await decide(id, 'approve', { validTo: days[0]?.day })).status).toBe(200)
  const { rows } = await sql<{ days: number }>`
    SELECT round(extract(epoch FROM fire_at - now()) / 86400)::int AS days FROM case_timer
    WHERE case_id = ${Number(id)} AND action = 'expire'`.execute(bank.db)
  expect(rows[0]?.days).toBeLessThanOrEqual(11)
})

it('without the authority nobody approves; what lacks is said, and the head decides on the same terms', async () => {
  const { id } = await next()
  const none = await decide(id, 'approve')
  expect([none.status, none.error.message]).toEqual([409, expect.stringContaining('вам не назначены')])
  await giveAuthority(bank, 3, { exposure: '5000000', debtLoad: '1' })
  const asked = { ...params(id), body: terms }
  const { body } = await bank.call(api.evaluateTerms, asked, { as: 'underwriter' })
  expect(body.line.lacks).toEqual([
    expect.stringMatching(/^экспозиция 6.000.000.₽ выше вашего предела 5.000.000.₽$/),
    expect.stringMatching(/^ПДН .* выше вашего предела 1 %$/),
  ])
  expect((await decide(id, 'approve')).status).toBe(409)
  expect((await decide(id, 'toControl', { amount: '5500000' })).body.stage).toBe('DECISION_CONTROL')
  const sheet = await sheetOf(id, 'workload')
  expect([sheet.proposed?.amount, sheet.ways.map(({ action }) => action)]).toEqual([
    '5500000.00',
    ['agree', 'decline', 'toCommittee'],
  ])
  await giveAuthority(bank, 2, { exposure: '50000000' })
  const agreed = await decide(id, 'agree', { amount: '5500000' }, 'workload')
  expect([agreed.status, agreed.raw.body]).toEqual([200, expect.stringContaining('"APPROVED"')])
  expect((await rowsOf(id)).map(({ outcome, linked, whole }) => [outcome, linked, whole])).toEqual([
    ['ESCALATE', true, true],
    ['APPROVE', true, true],
  ])
})

it('an authority that is over, taken back or of another product lets nobody approve', async () => {
  const { id } = await next()
  await sql`INSERT INTO decision_authority (employee_id, product, valid_from, valid_to) VALUES
    (3, 'MORTGAGE', current_date - 9, current_date - 2), (3, 'MORTGAGE', current_date + 2, NULL),
    (3, 'CASH_LOAN', current_date - 9, NULL)`.execute(bank.db)
  expect((await decide(id, 'approve')).error.message).toContain('не назначены')
})

it('a sum split into two applications is one exposure, also when both are signed at once', async () => {
  await giveAuthority(bank, 3, { exposure: '10000000' })
  const [one, other] = [await next(), await next()]
  // One human being under two names of one passport: the second application is of the same person.
  await sql`UPDATE case_participant SET person_id = (SELECT person_id FROM case_participant WHERE case_id = ${Number(one.id)})
    WHERE case_id = ${Number(other.id)}`.execute(bank.db)
  const answers = await Promise.all([decide(one.id, 'approve'), decide(other.id, 'approve')])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.error.message).toMatch(/экспозиция 12.000.000/)
  const open = answers[0]?.status === 409 ? one : other
  const { body } = await bank.call(
    api.evaluateTerms,
    { ...params(open.id), body: { ...terms, amount: '4000000' } },
    { as: 'underwriter' },
  )
  expect([body.exposure?.total, body.line.lacks]).toEqual(['10000000', []])
  expect((await decide(open.id, 'approve', { amount: '4000000' })).status).toBe(200)
})

it('a refusal names its reasons and never tells the client what the bank keeps silent about', async () => {
  const { id } = await next()
  const told = { clientText: 'Недостаточный доход' }
  const empty = await decide(id, 'reject', told)
  expect([empty.status, empty.error.fields?.[0]?.path]).toEqual([400, 'reasons'])
  const wrong = await decide(id, 'reject', { ...told, reasons: ['A00'] })
  expect(wrong.error.fields?.[0]?.message).toBe('Причина не подходит к этому решению')
  const silent = { reasons: ['R11', 'R04'], clientText: 'Вы в Внутренний чёрный список' }
  const betrayed = await decide(id, 'reject', silent)
  expect([betrayed.status, betrayed.error.fields?.[0]?.path]).toEqual([400, 'clientText'])
  expect((await decide(id, 'reject', { ...told, reasons: ['R11', 'R04'] })).body.stage).toBe('REJECTED')
  const { rows } = await sql`
    SELECT reason, comment FROM case_stage WHERE case_id = ${Number(id)} AND action = 'reject'`.execute(
    bank.db,
  )
  expect(rows).toEqual([{ reason: 'R04', comment: told.clientText }])
})

it('more than was asked for, a wrong action and an old version are refused', async () => {
  const { id } = await next()
  await giveAuthority(bank, 3, { exposure: '100000000' })
  const more = await decide(id, 'approve', { amount: '6000000.01' })
  expect([more.status, more.error.fields?.[0]?.path]).toEqual([400, 'amount'])
  const lacking = await decide(id, 'approve', { rate: null })
  expect([lacking.status, lacking.error.fields?.[0]?.path]).toEqual([400, 'rate'])
  expect((await decide(id, 'verify')).error.message).toContain('не решение')
  expect((await decide(id, 'agree')).error.message).toContain('такого решения не принимают')
  const { version } = await sheetOf(id)
  await sql`UPDATE case_file SET version = version + 1 WHERE id = ${Number(id)}`.execute(bank.db)
  const body = { action: 'approve', version, ...terms, ...why }
  const stale = await bank.call(api.recordDecision, { ...params(id), body }, { as: 'underwriter' })
  expect([stale.status, stale.error.type]).toEqual([409, 'ER_OBJECT_OPTIMISTIC_LOCKING_FAILURE'])
  expect(await rowsOf(id)).toEqual([])
})

it('of many who sign at once one decision is written', async () => {
  const { id } = await next()
  await giveAuthority(bank, 3)
  const { version } = await sheetOf(id)
  const body = { action: 'approve', version, ...terms, ...why }
  const answers = await Promise.all(
    Array.from({ length: 32 }, () =>
      bank.call(api.recordDecision, { ...params(id), body }, { as: 'underwriter' }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await rowsOf(id)).toHaveLength(1)
})

it('who wrote in the questionnaire does not decide', async () => {
  const { id } = await next()
  await giveAuthority(bank, 3)
  await sql`UPDATE case_section SET saved_by = 3 WHERE case_id = ${Number(id)} AND section = 'CREDIT'`.execute(
    bank.db,
  )
  const own = await decide(id, 'approve')
  expect([own.status, own.error.message]).toEqual([409, expect.stringContaining('решает другой сотрудник')])
})

it('a broken rule of the programme is a deviation that only some may allow', async () => {
  await sellMortgages(bank)
  const { id } = await next()
  await sql`UPDATE case_section SET data = data || '{"propertyPrice": "5000000"}' WHERE case_id = ${Number(id)}
    AND section = 'CREDIT'`.execute(bank.db)
  await giveAuthority(bank, 3, { exposure: '100000000' })
  await sql`UPDATE decision_authority SET withdrawn_at = now()`.execute(bank.db)
  await sql`INSERT INTO decision_authority (employee_id, product, valid_from) VALUES (3, 'MORTGAGE', current_date - 1)`.execute(
    bank.db,
  )
  const refused = await decide(id, 'approve')
  expect([refused.status, refused.error.message]).toEqual([
    409,
    expect.stringContaining('отклонение «Условия программы не выполнены» вы не вправе согласовать'),
  ])
  await sql`INSERT INTO decision_authority (employee_id, product, deviations, valid_from)
    VALUES (3, 'MORTGAGE', '{PROGRAMME}', current_date - 1)`.execute(bank.db)
  const allowed = await decide(id, 'approve')
  expect([allowed.status, allowed.body.decisions?.[0]?.deviations]).toEqual([200, ['PROGRAMME']])
})

it('another system and the system itself leave a record too', async () => {
  const { id } = await next()
  await sql`UPDATE case_file SET stage = 'DOCS_CHECK' WHERE id = ${Number(id)}`.execute(bank.db)
  await sql`
    INSERT INTO application (id, number, type, client_name, programme, level_code, outside_status, partner_id, region_code, received_at, due_at)
    SELECT id, number, 'oic', client_name, 'Семейная', 'LEVEL_1', 'NEW', partner_id, region_code, now(), now()
    FROM case_file WHERE id = ${Number(id)}`.execute(bank.db)
  const closed = { ...params(id), body: { status: 'APPROVED' } } as const
  const own = await bank.call(closeApplication, closed, { as: 'workload' })
  expect([own.status, own.error.message]).toEqual([409, expect.stringContaining('Итоговое решение')])
  await sql`UPDATE application SET intake_hash = 'as handed in' WHERE id = ${Number(id)}`.execute(bank.db)
  expect((await bank.call(closeApplication, closed, { as: 'workload' })).status).toBe(200)
  expect(await rowsOf(id)).toMatchObject([{ outcome: 'APPROVE', level: 'OUTSIDE', whole: true }])
  const { rows } =
    await sql`SELECT author_id, handed_in_by FROM case_decision WHERE case_id = ${Number(id)}`.execute(
      bank.db,
    )
  expect(rows).toEqual([{ author_id: null, handed_in_by: 2 }])
})

it('the loan that was approved is the one that goes on: the questionnaire and the head follow the decision', async () => {
  const { id } = await next()
  await giveAuthority(bank, 3)
  const read = async () =>
    (
      await sql<{ data: Record<string, unknown>; amount: string }>`
        SELECT s.data, f.amount FROM case_section s JOIN case_file f ON f.id = s.case_id
        WHERE s.case_id = ${Number(id)} AND s.section = 'CREDIT'`.execute(bank.db)
    ).rows[0]
  const before = await read()
  const decided = await decide(id, 'approve', { amount: '5000000', termMonths: 180 })
  expect(decided.status).toBe(200)
  const after = await read()
  expect([after?.amount, after?.data['amount'], after?.data['termMonths']]).toEqual([
    '5000000.00',
    '5000000',
    180,
  ])
  // The price stays: what is not lent is paid down.
  expect(Number(after?.data['downPayment']) - Number(before?.data['downPayment'])).toBe(
    Number(before?.data['amount']) - 5_000_000,
  )
  expect(decided.body.requested).toMatchObject({ amount: before?.data['amount'], termMonths: 240 })
})

it('terms that are no loan of the product, or that nothing can be computed by, are not approved', async () => {
  const { id } = await next()
  await giveAuthority(bank, 3)
  const wrong: [object, string][] = [
    [{ termMonths: 600 }, 'termMonths'],
    [{ amount: '0' }, 'amount'],
    [{ amount: null }, 'amount'],
    [{ validTo: '2020-01-01' }, 'validTo'],
  ]
  for (const [more, path] of wrong) {
    const { status, error } = await decide(id, 'approve', more)
    expect([more, status, error.fields?.[0]?.path]).toEqual([more, 400, path])
  }
  const proposal = await decide(id, 'toControl', { termMonths: 600 })
  expect([proposal.status, proposal.error.fields?.[0]?.path]).toEqual([400, 'termMonths'])
  const fine = await decide(id, 'approve', { rate: '17.3456' })
  expect([fine.status, fine.body.decisions?.[0]?.debtLoad]).toEqual([200, expect.stringMatching(/^\d/)])
})

it('a debt load beyond all measure is refused like any other, and recorded', async () => {
  const { id } = await next()
  await sql`UPDATE case_section SET data = data || '{"mainIncome": "1", "otherIncome": "0"}'
    WHERE case_id = ${Number(id)} AND section = 'INCOME'`.execute(bank.db)
  const words = { reasons: ['R04'], clientText: 'Дохода не хватает' }
  expect((await decide(id, 'reject', words)).status).toBe(200)
})

it('decisions are the bank’s: partners read none and sign none, and nobody changes or removes one', async () => {
  const { id } = await next()
  await giveAuthority(bank, 3)
  await decide(id, 'approve')
  for (const as of ['agent', 'partner-admin'] as const) {
    const statuses = [
      (await bank.call(api.getDecisions, params(id), { as })).status,
      (await bank.call(api.evaluateTerms, { ...params(id), body: terms }, { as })).status,
      (
        await bank.call(
          api.recordDecision,
          { ...params(id), body: { action: 'approve', version: 1, ...terms, ...why } },
          { as },
        )
      ).status,
    ]
    expect([as, statuses.every((status) => status === 403 || status === 404)]).toEqual([as, true])
  }
  await expect(sql`UPDATE case_decision SET amount = 1`.execute(bank.db)).rejects.toThrow('permission denied')
  await expect(sql`DELETE FROM case_decision`.execute(bank.db)).rejects.toThrow('permission denied')
})
