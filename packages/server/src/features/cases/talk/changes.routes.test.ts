import {
  caseChangesExport,
  lastChainCheck,
  listChangeChoices,
  searchCaseChanges,
  verifyCaseChains,
} from '@ipoteka-office/contract/cases/case-changes.ts'
import { addComment, addRemark } from '@ipoteka-office/contract/cases/cases.ts'
import { searchAccessLog } from '@ipoteka-office/contract/access-log/access-log.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { caseEngine } from '#case-behaviours.ts'
import { verifyDecisions } from './chains.service.ts'
import { sealHistory } from '#features/history/seals.service.ts'
import { fireTimers } from '#features/cases/engine/timers.service.ts'
import { systemClock } from '#lib/bank-time.ts'
import { deliveredParameters } from '#testing/delivered-parameters.ts'
import { giveAuthority, signDecision, underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { withAdmin } from '#testing/test-database.ts'
import type { Login } from '#testing/test-tokens.ts'

const underwriter = 3

let bank: TestApp
let id: string
beforeAll(async () => {
  bank = await testApp()
  ;({ id } = await underwritten(bank, 77))
  await bank.call(
    addRemark,
    { params: { id }, body: { section: 'CREDIT', type: 'DOC_MISSING', text: 'Нет справки о доходе' } },
    { as: 'underwriter' },
  )
  await giveAuthority(bank, underwriter, { exposure: '100000000' })
  expect((await signDecision(bank, { id, action: 'approve' })).status).toBe(200)
})
afterAll(() => bank.close())

const search = (body: object = {}, as: Login = 'underwriter', query: object = {}) =>
  bank.call(searchCaseChanges, { params: { id }, query: { size: '100', ...query }, body }, { as })
const content = async (body: object = {}, as: Login = 'underwriter') => (await search(body, as)).body.content

describe('everything that changed', () => {
  it('is told in one list, newest first: data, stages, decisions, remarks', async () => {
    const all = await content()
    expect(new Set(all.map(({ section }) => section))).toEqual(
      new Set(['CASE', 'PARTICIPANTS', 'STAGES', 'DECISIONS', 'REMARKS', ...sectionsIn(all)]),
    )
    const moments = all.map(({ at }) => Date.parse(at))
    expect(moments).toEqual(moments.toSorted((one, other) => other - one))
    const decision = all.find(({ section }) => section === 'DECISIONS')
    expect(decision).toMatchObject({ text: 'Одобрить', source: 'PERSON' })
    expect(decision?.changes).toContainEqual(
      expect.objectContaining({ label: 'Обоснование', newValue: 'Доход подтверждён справкой и выпиской' }),
    )
    const stage = all.find(({ section }) => section === 'STAGES')
    expect(stage?.changes[0]).toMatchObject({
      label: 'Этап',
      oldValue: 'Андеррайтинг',
      newValue: 'Одобрена',
    })
  })

  it('holds comments and what happened to tasks beside the stages, each for whoever may know of it', async () => {
    const one = await bank.call(
      addComment,
      { params: { id }, body: { text: 'Позвонил работодателю', kind: 'INTERNAL' } },
      { as: 'underwriter' },
    )
    expect(one.status, one.raw.body).toBe(200)
    const { rows } = await sql<{ id: number }>`
      INSERT INTO case_task (case_id, case_type, partner_id, kind, title, operation, author_id, state, created_at)
      SELECT ${Number(id)}, 'FULL_APPLICATION', partner_id, k.kind, k.title, 'Underwrite', 3, 'IDLE', now()
      FROM case_file, (VALUES ('BLACKLIST_HIT', 'Сверить с чёрным списком'), ('COMPLIANCE_HIT', 'Тайная задача')) k (kind, title)
      WHERE id = ${Number(id)} RETURNING id`.execute(bank.db)
    await sql`INSERT INTO case_task_event (task_id, case_id, kind, actor_id, comment)
      SELECT t, ${Number(id)}, 'CREATED', 3, 'Сравните' FROM unnest(${rows.map((row) => row.id)}::int[]) t`.execute(
      bank.db,
    )
    const [said] = await content({ sections: ['COMMENTS'] })
    expect(said).toMatchObject({
      text: 'Комментарий',
      sectionName: 'Комментарии',
      changes: [{ label: 'Текст', newValue: 'Позвонил работодателю' }],
    })
    const tasks = await content({ sections: ['TASKS'] })
    expect(JSON.stringify(tasks)).not.toContain('Тайная')
    expect(tasks.find(({ text }) => text === 'Задача поставлена')?.changes).toContainEqual(
      expect.objectContaining({ label: 'Задача', newValue: 'Сверить с чёрным списком' }),
    )
    // The officer's own tasks are told to the officer.
    expect(JSON.stringify(await content({ sections: ['TASKS'] }, 'compliance'))).toContain('Тайная')
    await sql`UPDATE case_comment SET deleted_at = now() WHERE case_id = ${Number(id)}`.execute(bank.db)
    const after = await content({ sections: ['COMMENTS'] })
    expect(after.map(({ text }) => text)).toEqual(['Комментарий удалён', 'Комментарий'])
    expect(JSON.stringify(after)).not.toContain('работодателю')
    await sql`DELETE FROM case_task_event WHERE task_id = ANY(${rows.map((row) => row.id)}::int[])`.execute(
      bank.db,
    )
    await sql`DELETE FROM case_task WHERE id = ANY(${rows.map((row) => row.id)}::int[])`.execute(bank.db)
    await sql`DELETE FROM case_comment WHERE case_id = ${Number(id)}`.execute(bank.db)
  })

  it('is read page by page without a row lost or shown twice', async () => {
    const all = await content()
    const pages = await Promise.all(
      [0, 1, 2].map(
        async (page) => (await search({}, 'underwriter', { page: String(page), size: '5' })).body,
      ),
    )
    expect(pages.flatMap((page) => page.content.map((one) => one.id))).toEqual(
      all.slice(0, 15).map((one) => one.id),
    )
    expect(pages[0]?.totalElements).toBe(all.length)
  })

  it('is restricted by who, when, where, which field and how it came', async () => {
    const decisions = await content({ sections: ['DECISIONS'] })
    expect(decisions.map(({ section }) => section)).toEqual(['DECISIONS'])
    const amounts = await content({ fields: ['CREDIT.amount'] })
    expect(amounts.length).toBeGreaterThan(0)
    expect(amounts.every(({ section }) => section === 'CREDIT')).toBe(true)
    expect(await content({ to: '2020-01-01' })).toEqual([])
    expect((await content({ from: '2020-01-01' })).length).toBe((await content()).length)
    const { body: choices } = await bank.call(listChangeChoices, { params: { id } }, { as: 'underwriter' })
    const someone = choices.actors.find(({ fullName }) => fullName === decisions[0]?.actor)
    const theirs = await content({ actorIds: [someone?.id ?? 0] })
    expect(new Set(theirs.map(({ actor }) => actor))).toEqual(new Set([someone?.fullName]))
    expect(await content({ sources: ['IMPORT'] })).toEqual([])
    expect(choices.sections).toContainEqual({ code: 'DECISIONS', name: 'Решения' })
    expect(choices.fields).toContainEqual({ code: 'CREDIT.amount', name: 'Параметры кредита: Сумма кредита' })
  })

  it('names a timer where nobody moved the case', async () => {
    const { id: other } = await underwritten(bank, 78)
    expect((await signDecision(bank, { id: other, action: 'approve' })).status).toBe(200)
    await sql`UPDATE case_timer SET fire_at = now() - interval '1 hour' WHERE case_id = ${Number(other)}`.execute(
      bank.db,
    )
    const engine = caseEngine({ clock: systemClock('Europe/Moscow'), parameters: deliveredParameters })
    await fireTimers(engine, bank.db, (error) => {
      throw error
    })
    const { body } = await bank.call(
      searchCaseChanges,
      { params: { id: other }, body: { sources: ['TIMER'] } },
      { as: 'underwriter' },
    )
    expect(body.content[0]).toMatchObject({ section: 'STAGES', source: 'TIMER', actor: 'Система' })
  })

  it('masks numbers of persons for those who may not see them, and always in a file', async () => {
    const { rows } = await sql<{ passport: string }>`
      SELECT data ->> 'passport' AS passport FROM case_section WHERE case_id = ${Number(id)} AND section = 'PERSONAL'
        AND data ? 'passport' LIMIT 1`.execute(bank.db)
    const [{ passport } = { passport: '' }] = rows
    expect(passport).toMatch(/^\d{10}$/)
    const shownIn = (text: string) => text.replaceAll(/[\s]/g, '').includes(passport)
    const raw = async () => (await search()).raw.body
    const before = shownIn(await raw())
    expect(before).toBe(true)
    const { rows: rights } = await sql<{ user_role_id: number }>`
      DELETE FROM user_role_operation WHERE object_type = 'PersonalData' AND operation = 'Unmask'
      RETURNING user_role_id`.execute(bank.db)
    await expect.poll(async () => shownIn(await raw())).toBe(false)
    for (const { user_role_id: role } of rights)
      await sql`INSERT INTO user_role_operation VALUES (${role}, 'PersonalData', 'Unmask') ON CONFLICT DO NOTHING`.execute(
        bank.db,
      )
    await expect.poll(async () => shownIn(await raw())).toBe(before)
    const file = await exported()
    expect(file.status).toBe(200)
    expect(file.raw.body).toContain('Обоснование')
    expect(shownIn(file.raw.body)).toBe(false)
  })

  it('refuses what is no filter', async () => {
    for (const body of [{ sources: ['НЛО'] }, { from: 'вчера' }, { actorIds: [-1] }, { sections: [''] }])
      expect((await search(body)).status, JSON.stringify(body)).toBe(400)
    expect(await content({ fields: ["x'; DROP TABLE document; --.y", '.', 'CREDIT'] })).toEqual([])
  })
})

const sectionsIn = (all: readonly { section: string }[]) =>
  all.map(({ section }) => section).filter((code) => /^[A-Z_]+$/.test(code))

const exported = (as: Login = 'underwriter') =>
  bank.call(
    caseChangesExport.now,
    { params: { id }, body: { format: 'csv', filter: {}, columns: ['at', 'field', 'before', 'after'] } },
    { as },
  )

it.each(['agent', 'partner-admin'] as const)('is for people of the bank: %s learns nothing', async (as) => {
  const path = { params: { id } }
  for (const { status } of [
    await search({}, as),
    await bank.call(listChangeChoices, path, { as }),
    await bank.call(lastChainCheck, path, { as }),
    await bank.call(verifyCaseChains, path, { as }),
    await exported(as),
  ])
    expect(status).toBe(403)
})

/** As whoever owns the database: past every right of the server. */
const asOwner = (statement: string) =>
  withAdmin(bank.connectionString, async (owner) => {
    await owner.query(statement)
  })

describe('a check of the chains', () => {
  const verify = async (of = id) =>
    (await bank.call(verifyCaseChains, { params: { id: of } }, { as: 'underwriter' })).body
  let mine: string
  let serial = 200
  beforeEach(async () => {
    serial += 1
    ;({ id: mine } = await underwritten(bank, serial))
    expect((await signDecision(bank, { id: mine, action: 'approve' })).status).toBe(200)
    await sealHistory(bank.db)
  })

  it('finds all of it whole, says what it covers, and is written down', async () => {
    const verdict = await verify()
    expect(verdict, verdict.text).toMatchObject({ isWhole: true, decisions: 2, unsealed: 0 })
    expect(verdict.records).toBeGreaterThan(5)
    expect(verdict.seals).toBeGreaterThan(0)
    const { body } = await bank.call(lastChainCheck, { params: { id } }, { as: 'underwriter' })
    expect(body.last).toEqual(verdict)
    const log = await bank.call(searchAccessLog, { body: { actions: ['CHAIN'] } })
    expect(log.body.content[0]).toMatchObject({ what: verdict.text, action: 'CHAIN' })
  })

  const section = () => `(SELECT min(h.id) FROM change_history h JOIN case_section s ON s.id = h.object_id
    WHERE h.object_type = 'caseSection' AND s.case_id = ${mine})`
  it.each([
    [
      'a changed record',
      () => `UPDATE change_history SET new_values = '{"amount": 1}' WHERE id = ${section()}`,
      /Запись истории № \d+ от .* не такая/,
    ],
    [
      'a decision that was changed',
      () => `UPDATE case_decision SET amount = 1 WHERE case_id = ${mine}`,
      /Решение № \d+ от .* изменено после подписи/,
    ],
    [
      'a decision on a borrower that was changed',
      () => `UPDATE subject_decision SET code = 'NEGATIVE' WHERE case_id = ${mine}`,
      /Решение № \d+ от .* изменено после подписи/,
    ],
    [
      'a decision that was taken away',
      () => `DELETE FROM case_condition WHERE case_id = ${mine};
        DELETE FROM decision_fact WHERE decision_id IN (SELECT id FROM case_decision WHERE case_id = ${mine});
        DELETE FROM bureau_notice; DELETE FROM case_decision WHERE case_id = ${mine}`,
      /Решения № \d+ от .* больше нет/,
    ],
    [
      'a decision whose line was taken away with it: the seal remembers',
      () => `DELETE FROM change_history WHERE object_type = 'caseDecision' AND owner_id = ${mine};
        DELETE FROM case_condition WHERE case_id = ${mine};
        DELETE FROM decision_fact WHERE decision_id IN (SELECT id FROM case_decision WHERE case_id = ${mine});
        DELETE FROM bureau_notice; DELETE FROM case_decision WHERE case_id = ${mine}`,
      /Печать № \d+ от .* не сходится/,
    ],
    [
      'a value that was changed past the history',
      () => `ALTER TABLE case_section DISABLE TRIGGER write_history;
        UPDATE case_section SET data = data || '{"amount": "7"}' WHERE section = 'CREDIT' AND case_id = ${mine};
        ALTER TABLE case_section ENABLE TRIGGER write_history`,
      /Раздел «Параметры кредита», поле «Сумма кредита»/,
    ],
  ])('finds %s', async (_, tamper, words) => {
    await asOwner(tamper())
    const verdict = await verify(mine)
    expect(verdict.isWhole).toBe(false)
    expect(verdict.text).toMatch(words)
  })
})

it('counts what stands after the last seal', async () => {
  const { id: other } = await underwritten(bank, 79)
  const verify = async () =>
    (await bank.call(verifyCaseChains, { params: { id: other } }, { as: 'underwriter' })).body
  expect((await verify()).unsealed).toBeGreaterThan(0)
  await sealHistory(bank.db)
  expect(await verify()).toMatchObject({ unsealed: 0, isWhole: true })
})

it('a command checks the decisions of the whole bank', async () => {
  const { id: other } = await underwritten(bank, 80)
  expect((await signDecision(bank, { id: other, action: 'approve' })).status).toBe(200)
  await asOwner(`UPDATE case_decision SET comment = 'другое' WHERE case_id = ${other};
    DELETE FROM case_condition WHERE case_id <> ${other};
    DELETE FROM decision_fact WHERE decision_id IN (SELECT id FROM case_decision WHERE case_id <> ${other});
    DELETE FROM bureau_notice; DELETE FROM case_decision WHERE case_id <> ${other};
    DELETE FROM change_history WHERE object_type = 'caseDecision' AND owner_id <> ${other}`)
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM subject_decision`.execute(bank.db)
  const decisions = 1 + (rows[0]?.count ?? 0)
  expect(await verifyDecisions(bank.db)).toMatchObject({ decisions, broken: { reason: 'changed' } })
})
