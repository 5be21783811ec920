import { getCase, moveCase } from '@ipoteka-office/contract/cases/cases.ts'
import * as api from '@ipoteka-office/contract/loan-applications/loan-applications.ts'
import { getQuestionnaire, type SectionCode } from '@ipoteka-office/contract/cases/case-sections.ts'
import {
  listAutoChecks,
  retryAutoChecks,
} from '@ipoteka-office/contract/full-applications/full-applications.ts'
import { getChecksGrid } from '@ipoteka-office/contract/underwriting/checks-grid.ts'
import { getDecisions } from '@ipoteka-office/contract/underwriting/decisions.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { caseEngine } from '#case-behaviours.ts'
import { fireTimers } from '#features/cases/engine/timers.service.ts'
import { type SelfBanClient, SelfBanUnavailable } from '#integrations/self-ban/self-ban-client.ts'
import { standInBureaus } from '#integrations/self-ban/stand-in.ts'
import { acceptWhatIsAsked } from '#testing/accepted-documents.ts'
import { checksWork } from '#features/full-applications/auto-checks.service.ts'
import { standInChecks } from '#integrations/auto-checks/stand-in.ts'
import { giveAuthority, saveSection, signDecision } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'
import { wholeSections } from '#testing/whole-sections.ts'
import { selfBanWorker } from './self-ban.service.ts'
import { deliveredParameters } from '#testing/delivered-parameters.ts'

let at = new Date('2026-11-20T14:17:31.250Z')
const clock = { timeZone: 'Europe/Moscow', now: () => at }
let bank: TestApp
beforeAll(async () => {
  bank = await testApp({ clock })
})
afterAll(() => bank.close())

const wish = {
  lastName: 'Мельникова',
  firstName: 'Ольга',
  productType: 'CASH_BASE',
  goal: 'REPAIR',
  amount: '300000',
  termMonths: 24,
  regionCode: '16',
}
const create = async () =>
  (await bank.call(api.createLoanApplication, { body: wish }, { as: 'agent' })).body.id
const open = (body: object) =>
  bank.call(api.createLoanApplication, { body: { ...wish, ...body } }, { as: 'agent' })
const params = (id: number) => ({ params: { id: String(id) } })
const loanOf = async (id: number, as: Login = 'agent') =>
  (await bank.call(api.getLoanApplication, params(id), { as })).body
const move = (id: number, action: string, version: number) =>
  bank.call(moveCase, { ...params(id), body: { action, version } }, { as: 'agent' })
const versionOf = async (id: number) => {
  const { rows } = await sql<{ stage: string; version: number }>`
    SELECT stage, version FROM case_file WHERE id = ${id}`.execute(bank.db)
  return rows[0] ?? { stage: '', version: 0 }
}
/** Sections whose answers say which documents are needed. */
async function fillPerson(id: number) {
  const { body } = await bank.call(getQuestionnaire, params(id), { as: 'agent' })
  const participantId = body.sections.find(({ section }) => section === 'PERSONAL')?.participantId ?? 0
  for (const section of ['PERSONAL', 'EMPLOYMENT', 'INCOME'] as SectionCode[]) {
    const { lastName: _, firstName: __, ...data } = { lastName: '', firstName: '', ...wholeSections[section] }
    const named = section === 'PERSONAL' ? { ...data, lastName: 'Мельникова', firstName: 'Ольга' } : data
    const saved = await saveSection(bank, String(id), section, named, { as: 'agent', participantId })
    expect(saved.status, saved.raw.body).toBe(200)
  }
}
const actionOf = async (id: number, code: string) =>
  (await bank.call(getCase, params(id), { as: 'agent' })).body.actions.find((one) => one.code === code)
/** The way to the decision is other areas' tests. */
const approve = (id: number) => sql`UPDATE case_file SET stage = 'APPROVED' WHERE id = ${id}`.execute(bank.db)
const pending = async (id: number) => {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM self_ban_check WHERE case_id = ${id} AND state = 'PENDING'`.execute(bank.db)
  return rows.map((row) => row.id)
}
const workOf = (client: SelfBanClient) => {
  const work = selfBanWorker(bank.db, {
    engine: caseEngine({ clock, parameters: deliveredParameters }),
    client,
  })
  return (data: { checkId: number }) =>
    work(data, { id: '', attempt: 1, isLastAttempt: false, signal: AbortSignal.timeout(30_000) })
}
const clear: SelfBanClient = standInBureaus({ delay: [0, 1], failures: 0 })
const answer = async (id: number, client = clear) => {
  const work = workOf(client)
  for (const checkId of await pending(id)) await work({ checkId })
}

test('an application is opened with its borrower; rights, codes and the partner are looked at', async () => {
  const id = (await open({ sex: 'FEMALE' })).body.id
  const { sections } = (await bank.call(getQuestionnaire, params(id), { as: 'agent' })).body
  // What was said when it was opened is not asked again.
  expect(sections.find(({ section }) => section === 'PERSONAL')?.data).toMatchObject({
    lastName: 'Мельникова',
    sex: 'FEMALE',
    citizenship: '643',
  })
  expect(await loanOf(id)).toMatchObject({
    coolingOff: { hours: 48, signedAt: null, releaseAt: null },
    selfBan: [],
    selfBanReason: expect.stringMatching(/^Без ИНН.*Мельникова Ольга/),
    cost: null,
  })
  const asked = await bank.call(api.checkSelfBan, { ...params(id), body: {} }, { as: 'agent' })
  expect([asked.status, asked.error.message]).toEqual([
    409,
    'Без ИНН бюро не ответят о самозапрете: Мельникова Ольга. Укажите ИНН в анкете',
  ])
  expect(await pending(id)).toEqual([])
  const call = (body: object, as: 'agent' | 'viewer') =>
    bank.call(api.createLoanApplication, { body: { ...wish, ...body } }, { as })
  expect((await call({}, 'viewer')).status).toBe(403)
  expect((await call({ goal: 'YACHT' }, 'agent')).error.fields?.[0]?.path).toBe('goal')
  expect((await call({ amount: '0' }, 'agent')).status).toBe(400)
  const theirs = { as: 'partner-admin' } as const
  expect((await bank.call(api.getLoanApplication, params(id), theirs)).status).toBe(404)
  expect((await bank.call(api.checkSelfBan, { ...params(id), body: {} }, theirs)).status).toBe(403)
  await sql`UPDATE case_file SET partner_id = 4 WHERE id = ${id}`.execute(bank.db)
  expect((await bank.call(api.checkSelfBan, { ...params(id), body: {} }, { as: 'agent' })).status).toBe(404)
})

test('a client who is known already is shown before another application is opened', async () => {
  const client = { birthDate: '1991-02-03', passport: '92 10 654321', phone: '8 927 000-11-33' }
  const first = (await open(client)).body.id
  const reasonsFor = async (body: object) => {
    const { status, error } = await open(body)
    const { duplicates } = error.current as { duplicates: { id: number; reasons: string[] }[] }
    return [status, duplicates.find(({ id }) => id === first)?.reasons]
  }
  expect(await reasonsFor({ lastName: 'Иная', passport: client.passport })).toEqual([409, ['PASSPORT']])
  expect(await reasonsFor({ birthDate: client.birthDate })).toEqual([409, ['NAME_AND_BIRTH']])
  expect(await reasonsFor({ lastName: 'Иная', phone: client.phone })).toEqual([409, ['PHONE']])
  expect((await open({ ...client, confirmedDuplicates: [first] })).status).toBe(200)
  // Of another partner's client nothing is told.
  await sql`UPDATE case_file SET partner_id = 4`.execute(bank.db)
  expect((await open(client)).status).toBe(200)
  expect((await open({ passport: '12' })).error.fields?.[0]?.path).toBe('passport')
})

test('the loan is not issued a moment before its release, nor on an old answer about self-bans', async () => {
  const id = await create()
  const loan = { ...wish, rate: '19.9', insurance: false, receiver: 'CLIENT' }
  const { lastName: _l, firstName: _f, ...data } = loan
  expect((await saveSection(bank, String(id), 'LOAN', data)).status).toBe(200)
  await fillPerson(id)
  expect((await loanOf(id)).cost?.percent).toMatch(/^19\.[89]/)
  await approve(id)
  const early = await move(id, 'sign', (await versionOf(id)).version)
  expect(early.error.message).toMatch(/Самозапрет не проверен/)

  await bank.call(api.checkSelfBan, { ...params(id), body: {} }, { as: 'agent' })
  await bank.call(api.checkSelfBan, { ...params(id), body: {} }, { as: 'agent' })
  expect(await pending(id)).toHaveLength(1)
  expect((await move(id, 'sign', (await versionOf(id)).version)).error.message).toMatch(/ещё не ответили/)
  await answer(id)
  expect((await loanOf(id, 'admin')).selfBan).toMatchObject([
    { state: 'CLEAR', standIn: true, bureaus: { length: 3 } },
  ])

  // What is signed must be there and accepted; so must all that was asked for before.
  expect((await actionOf(id, 'sign'))?.reasonDisabled).toMatch(
    /^Не хватает документов \(8\): Заявление-анкета/,
  )
  expect((await move(id, 'sign', (await versionOf(id)).version)).status).toBe(409)
  expect(await acceptWhatIsAsked(bank, 'LOAN_APPLICATION', id)).toBeGreaterThan(6)
  await sql`UPDATE document SET status = 'CHECKING' WHERE owner_id = ${id} AND type_code = 'KD_INDIVIDUAL'`.execute(
    bank.db,
  )
  expect((await actionOf(id, 'sign'))?.reasonDisabled).toMatch(/^Не приняты документы \(1\): Индивидуальные/)
  await sql`UPDATE document SET status = 'ACCEPTED' WHERE owner_id = ${id}`.execute(bank.db)
  expect((await move(id, 'sign', (await versionOf(id)).version)).status).toBe(200)
  expect((await loanOf(id)).coolingOff).toMatchObject({
    hours: 48,
    signedAt: '2026-11-20T14:17:31.25Z',
    releaseAt: '2026-11-22T14:17:31.25Z',
    passed: false,
  })
  const engine = caseEngine({ clock, parameters: deliveredParameters })
  const fail = (error: unknown) => {
    throw error
  }
  at = new Date('2026-11-22T14:17:31.249Z')
  await fireTimers(engine, bank.db, fail)
  expect(await versionOf(id)).toMatchObject({ stage: 'SIGNED' })
  // Whoever forces the stage, the server still refuses to issue.
  await sql`UPDATE case_file SET stage = 'READY_TO_ISSUE' WHERE id = ${id}`.execute(bank.db)
  const forced = await move(id, 'toIssue', (await versionOf(id)).version)
  expect([forced.status, forced.error.message]).toEqual([
    409,
    'Период охлаждения: выдать можно не раньше 22.11.2026 в 17:17:31 по времени банка',
  ])
  await sql`UPDATE case_file SET stage = 'SIGNED' WHERE id = ${id}`.execute(bank.db)
  at = new Date('2026-11-22T14:17:31.250Z')
  await fireTimers(engine, bank.db, fail)
  expect(await versionOf(id)).toMatchObject({ stage: 'READY_TO_ISSUE' })
  expect((await move(id, 'toIssue', (await versionOf(id)).version)).error.message).toMatch(/устарел/)
  await bank.call(api.checkSelfBan, { ...params(id), body: {} }, { as: 'agent' })
  await answer(id)
  await sql`UPDATE document SET deleted_at = now() WHERE owner_id = ${id} AND type_code = 'PAYMENT_SCHEDULE'`.execute(
    bank.db,
  )
  expect((await move(id, 'toIssue', (await versionOf(id)).version)).error.message).toMatch(
    /^Не хватает документов \(1\): График/,
  )
  await sql`UPDATE document SET deleted_at = NULL WHERE owner_id = ${id}`.execute(bank.db)
  expect((await move(id, 'toIssue', (await versionOf(id)).version)).body.stage).toBe('ISSUING')
})

test('a worker that dies in the middle loses nothing, and bureaus that stay silent end the question', async () => {
  const id = await create()
  await fillPerson(id)
  await approve(id)
  await bank.call(api.checkSelfBan, { ...params(id), body: {} }, { as: 'agent' })
  const silent: SelfBanClient = {
    kind: 'SERVICE',
    ask: () => Promise.reject(new SelfBanUnavailable('НБКИ не отвечает')),
  }
  const [checkId = 0] = await pending(id)
  const work = workOf(silent)
  for (let attempt = 1; attempt < 4; attempt += 1) await expect(work({ checkId })).rejects.toThrow('НБКИ')
  expect(await pending(id)).toEqual([checkId])
  await work({ checkId })
  expect((await loanOf(id)).selfBan).toMatchObject([{ state: 'FAILED', attempts: 4 }])
  // The same job once more changes nothing.
  await work({ checkId })
  expect((await loanOf(id)).selfBan).toMatchObject([{ state: 'FAILED', attempts: 4 }])
})

test('a ban stops the application that waits for its checks', async () => {
  const id = await create()
  await fillPerson(id)
  await sql`UPDATE case_file SET stage = 'AUTO_CHECKS' WHERE id = ${id}`.execute(bank.db)
  await bank.call(api.checkSelfBan, { ...params(id), body: {} }, { as: 'agent' })
  const banned: SelfBanClient = {
    kind: 'SERVICE',
    ask: () => Promise.resolve([{ name: 'ОКБ', answer: 'BAN', since: '2025-10-06' }]),
  }
  await answer(id, banned)
  expect((await loanOf(id, 'admin')).selfBan[0]).toMatchObject({
    state: 'BANNED',
    bureaus: [{ name: 'ОКБ', answer: 'запрет с 06.10.2025' }],
    standIn: false,
  })
  expect(await versionOf(id)).toMatchObject({ stage: 'REJECTED' })
  // The client is told why: the ban is a reason of its own, and no secret.
  const { rows } = await sql<{ reasons: string[]; level: string }>`
    SELECT reasons, level FROM case_decision WHERE case_id = ${id}`.execute(bank.db)
  expect(rows).toEqual([{ reasons: ['R23'], level: 'SYSTEM' }])
  const { body: head } = await bank.call(getCase, params(id), { as: 'agent' })
  expect(head.decision?.reasons).toEqual(['Самозапрет на кредиты'])
})

test('a ban that is set while the underwriter looks into the application holds the approval until it is lifted', async () => {
  const id = await create()
  await fillPerson(id)
  await sql`UPDATE case_file SET stage = 'AUTO_CHECKS' WHERE id = ${id}`.execute(bank.db)
  const underwriter = { as: 'underwriter' } as const
  const engine = caseEngine({ clock, parameters: deliveredParameters })
  const work = checksWork({ db: bank.db, engine, checks: () => standInChecks({ delayMs: 1 }) })
  const checkAll = async () => {
    await bank.call(retryAutoChecks, params(id), underwriter)
    for (let attempt = 0; attempt < 3; attempt += 1)
      await work({ caseId: id }, { signal: new AbortController().signal } as never).catch(() => undefined)
  }
  await checkAll()
  await answer(id)
  expect(await versionOf(id)).toMatchObject({ stage: 'UNDERWRITING' })
  await giveAuthority(bank, 3, { exposure: '100000000' })

  // The answer is as old as it may be: the underwriter asks again, and a bureau has learned of a ban meanwhile.
  at = new Date(at.getTime() + 25 * 3_600_000)
  await checkAll()
  await answer(id, {
    kind: 'SERVICE',
    ask: () => Promise.resolve([{ name: 'НБКИ', answer: 'BAN', since: '2026-11-21' }]),
  })
  expect(await versionOf(id)).toMatchObject({ stage: 'UNDERWRITING' })
  const approve = () => signDecision(bank, { id: String(id), action: 'approve' }, { rate: '19.9' })
  const refused = await approve()
  const words = /^Установлен самозапрет: Мельникова Ольга.*Госуслугах или в МФЦ/
  expect([refused.status, refused.error.message]).toEqual([409, expect.stringMatching(words)])
  const { body: sheet } = await bank.call(getDecisions, { params: { id: String(id) } }, underwriter)
  const way = (action: string) => sheet.ways.find((one) => one.action === action)
  expect([way('approve')?.enabled, way('approve')?.reasonDisabled]).toEqual([
    false,
    expect.stringMatching(words),
  ])
  expect(way('reject')?.enabled).toBe(true)

  // A ban is asked about again at once: what lifts it is the bureaus' answer.
  expect((await bank.call(getChecksGrid, { params: { id: String(id) } }, underwriter)).body.lacking).toBe(1)
  await checkAll()
  await answer(id)
  const approved = await approve()
  expect([approved.status, approved.raw.body]).toEqual([200, expect.stringContaining('"APPROVED"')])
})

test('the checks of a mortgage are asked of a loan too: without them nobody goes on and nobody approves', async () => {
  const id = await create()
  await fillPerson(id)
  await sql`UPDATE case_file SET stage = 'AUTO_CHECKS' WHERE id = ${id}`.execute(bank.db)
  const underwriter = { as: 'underwriter' } as const
  const retry = () => bank.call(retryAutoChecks, params(id), underwriter)
  expect((await retry()).body.restarted).toBeGreaterThan(10)
  await bank.call(api.checkSelfBan, { ...params(id), body: {} }, { as: 'agent' })
  await answer(id)
  expect(await versionOf(id)).toMatchObject({ stage: 'AUTO_CHECKS' })
  const { body: before } = await bank.call(listAutoChecks, params(id), underwriter)
  expect(before.checks.some(({ code }) => code === 'PROGRAMME')).toBe(false)
  await sql`UPDATE case_file SET stage = 'UNDERWRITING' WHERE id = ${id}`.execute(bank.db)
  await giveAuthority(bank, 3, { exposure: '100000000' })
  const approve = () => signDecision(bank, { id: String(id), action: 'approve' }, { rate: '19.9' })
  const refused = await approve()
  expect([refused.status, refused.error.message]).toEqual([409, expect.stringContaining('ответа ещё нет')])
  await sql`UPDATE case_file SET stage = 'AUTO_CHECKS' WHERE id = ${id}`.execute(bank.db)
  const engine = caseEngine({ clock, parameters: deliveredParameters })
  const work = checksWork({ db: bank.db, engine, checks: () => standInChecks({ delayMs: 1 }) })
  for (let attempt = 0; attempt < 3; attempt += 1)
    await work({ caseId: id }, { signal: new AbortController().signal } as never).catch(() => undefined)
  expect(await versionOf(id)).toMatchObject({ stage: 'UNDERWRITING' })
  const approved = await approve()
  expect([approved.status, approved.raw.body]).toEqual([200, expect.stringContaining('"APPROVED"')])
})
