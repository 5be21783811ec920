import { verifyCaseChains } from '@ipoteka-office/contract/cases/case-changes.ts'
import { getDecisions } from '@ipoteka-office/contract/underwriting/decisions.ts'
import * as api from '@ipoteka-office/contract/underwriting/subject-decisions.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyDecisions } from '#features/cases/talk/chains.service.ts'
import { withAdmin } from '#testing/test-database.ts'
import { giveAuthority, signDecision, underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

/** `workload` (2) is a head, `underwriter` (3) decides; both are of the bank. */
let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
  await giveAuthority(bank, 3)
})
afterAll(() => bank.close())

let serial = 800
const next = () => underwritten(bank, (serial += 1), { decided: false })
const sheetOf = async (id: string, as: Login = 'underwriter') =>
  (await bank.call(api.getSubjectDecisions, { params: { id } }, { as })).body
async function record(id: string, more: object = {}, as: Login = 'underwriter', at = 0) {
  const one = (await sheetOf(id)).subjects[at]
  const decision = {
    subject: { kind: one?.kind ?? 'PERSON', id: one?.id ?? 1 },
    seen: one?.seen ?? '',
    code: 'POSITIVE',
    ...more,
  } as const
  return bank.call(api.recordSubjectDecision, { params: { id }, body: { decisions: [decision] } }, { as })
}
/** Whether the approval is open, and why not. */
async function approval(id: string) {
  const { body } = await bank.call(getDecisions, { params: { id } }, { as: 'underwriter' })
  const shown = body.ways.find(({ action }) => action === 'approve')
  return shown?.enabled === true ? null : (shown?.reasonDisabled ?? 'absent')
}
async function addObject(id: string, place: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO realty_object (case_id, role, type_code, number_type, address, price)
    VALUES (${Number(id)}, 'MORTGAGESUBJECT', 'FLAT', 'CADASTRAL', jsonb_build_object('value', ${place}::text), 5000000)
    RETURNING id`.execute(bank.db)
  return rows[0]?.id ?? 0
}

it('the whole is approved after everybody who owes: the refusal names who lacks', async () => {
  const { id } = await next()
  expect(await approval(id)).toContain('Сомова Анна')
  expect(await approval(id)).toContain('решения нет')
  const recorded = await record(id)
  expect(recorded.status, recorded.raw.body).toBe(200)
  expect(recorded.body.subjects[0]).toMatchObject({
    note: 'Заёмщик',
    lack: null,
    decision: {
      code: 'POSITIVE',
      name: 'Положительное',
      positive: true,
      level: 'UNDERWRITER',
      current: true,
    },
  })
  expect(await approval(id)).toBeNull()
  expect((await signDecision(bank, { id, action: 'approve' })).status).toBe(200)
})

it('a later word takes the place of the earlier one, which stays to be read', async () => {
  const { id } = await next()
  await record(id)
  const changed = await record(id, { code: 'ADD_BORROWER', comment: 'Дохода не хватает: нужен созаёмщик' })
  expect(changed.body.subjects[0]).toMatchObject({
    lack: 'решение не положительное',
    decision: { code: 'ADD_BORROWER', positive: false },
    earlier: [{ code: 'POSITIVE', current: false }],
  })
  expect(await approval(id)).toContain('решение не положительное')
  // A refusal of the whole waits for nothing of this.
  const refused = { reasons: ['R04'], clientText: 'Дохода не хватает' }
  expect((await signDecision(bank, { id, action: 'reject' }, refused)).status).toBe(200)
})

it('a decision on facts that have changed since counts no more and says so', async () => {
  const { id } = await next()
  await record(id)
  await sql`UPDATE case_section SET data = data || '{"mainIncome": "51000"}', version = version + 1
    WHERE case_id = ${Number(id)} AND section = 'INCOME'`.execute(bank.db)
  expect((await sheetOf(id)).subjects[0]).toMatchObject({
    lack: 'данные изменились после решения',
    decision: { current: false },
  })
  expect(await approval(id)).toContain('данные изменились после решения')
  expect((await record(id, { seen: 'x' })).status).toBe(409)
  expect((await record(id)).status).toBe(200)
  expect(await approval(id)).toBeNull()
})

it('what is mortgaged is decided on too, and a refused object leaves the deal to another one', async () => {
  const { id } = await next()
  await record(id)
  await addObject(id, 'Казань, Баумана, 1')
  expect(await approval(id)).toContain('Казань, Баумана, 1 — решения нет')
  const out = await record(
    id,
    { code: 'NEGATIVE', reasons: ['R05'], comment: 'Неузаконенная перепланировка' },
    'underwriter',
    1,
  )
  expect(out.status, out.raw.body).toBe(200)
  expect(await approval(id)).toContain('решение не положительное')
  await addObject(id, 'Казань, Баумана, 2')
  expect(await approval(id)).toContain('Казань, Баумана, 2 — решения нет')
  const { status } = await record(
    id,
    { code: 'POSITIVE_CONDITIONS', comment: 'После снятия ареста' },
    'underwriter',
    2,
  )
  expect(status).toBe(200)
  expect(await approval(id)).toBeNull()
})

it('refuses what is no decision, each at its place', async () => {
  const { id } = await next()
  const wrong: [object, string][] = [
    [{ code: 'LEGAL_EXPERTISE', comment: 'Не по человеку' }, 'code'],
    [{ code: 'NEGATIVE', comment: 'Без причины' }, 'reasons'],
    [{ code: 'NEGATIVE', reasons: ['A00'], comment: 'Причина одобрения' }, 'reasons'],
    [{ code: 'REWORK' }, 'comment'],
    [{ reasons: ['R04'] }, 'reasons'],
  ]
  for (const [more, path] of wrong) {
    const { status, error } = await record(id, more)
    expect([more, status, error.fields?.[0]?.path]).toEqual([more, 400, `decisions.0.${path}`])
  }
  const foreign = await record(id, { subject: { kind: 'PERSON', id: 999_999 } })
  expect(foreign.status).toBe(404)
  expect((await sheetOf(id)).subjects[0]?.decision).toBeNull()
})

it('of many at once all or none are recorded', async () => {
  const { id } = await next()
  await addObject(id, 'Казань, Баумана, 3')
  const { subjects } = await sheetOf(id)
  const decisions = subjects.map(({ kind, id: of, seen }) => ({
    subject: { kind, id: of },
    seen,
    code: 'POSITIVE',
  }))
  const broken = [
    ...decisions,
    { subject: { kind: 'OBJECT' as const, id: 999_999 }, seen: '', code: 'POSITIVE' },
  ]
  const call = (all: typeof decisions) =>
    bank.call(api.recordSubjectDecision, { params: { id }, body: { decisions: all } }, { as: 'underwriter' })
  expect((await call(broken)).status).toBe(404)
  expect((await sheetOf(id)).subjects.map(({ decision }) => decision)).toEqual([null, null])
  expect((await call(decisions)).status).toBe(200)
  expect((await sheetOf(id)).subjects.map(({ lack }) => lack)).toEqual([null, null])
})

it('is for whoever decides on the stage, and never on their own work', async () => {
  const { id } = await next()
  expect((await record(id, {}, 'viewer')).status).toBe(403)
  const { may } = await sheetOf(id, 'viewer')
  expect(may).toEqual({ enabled: false, reasonDisabled: expect.stringContaining('кто на этом этапе решает') })
  await sql`UPDATE case_section SET saved_by = 3 WHERE case_id = ${Number(id)} AND section = 'CREDIT'`.execute(
    bank.db,
  )
  const own = await record(id)
  expect([own.status, own.error.message]).toEqual([409, expect.stringContaining('решает другой сотрудник')])
  const other = await next()
  await sql`UPDATE case_file SET stage = 'VERIFICATION' WHERE id = ${Number(other.id)}`.execute(bank.db)
  expect((await record(other.id)).error.message).toContain('не решают')
})

it.each(['agent', 'partner-admin'] as const)('is the bank’s: %s reads and writes nothing', async (as) => {
  const { id } = await next()
  expect([403, 404]).toContain((await bank.call(api.getSubjectDecisions, { params: { id } }, { as })).status)
  expect([403, 404]).toContain((await record(id, {}, as)).status)
})

it('never changes, and the chains show whoever changes it past the product', async () => {
  const { id } = await next()
  await record(id)
  await expect(
    sql`UPDATE subject_decision SET code = 'NEGATIVE' WHERE case_id = ${Number(id)}`.execute(bank.db),
  ).rejects.toThrow('permission denied')
  const verdict = async () =>
    (await bank.call(verifyCaseChains, { params: { id } }, { as: 'underwriter' })).body.isWhole
  expect([await verdict(), (await verifyDecisions(bank.db)).broken]).toEqual([true, null])
  await withAdmin(bank.connectionString, (owner) =>
    owner.query(`UPDATE subject_decision SET code = 'NEGATIVE' WHERE case_id = ${id}`),
  )
  expect([await verdict(), (await verifyDecisions(bank.db)).broken?.reason]).toEqual([false, 'changed'])
})
