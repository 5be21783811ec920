import { saveScorecard } from '@ipoteka-office/contract/underwriting/scorecard/scorecards.ts'
import * as api from '@ipoteka-office/contract/underwriting/scorecard/scorecards.ts'
import { retryAutoChecks } from '@ipoteka-office/contract/full-applications/full-applications.ts'
import { scoreOf } from '@ipoteka-office/contract/underwriting/scorecard/scoring.ts'
import { getChecksGrid } from '@ipoteka-office/contract/underwriting/checks-grid.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { giveAuthority, signDecision, underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'
import { scoreCase } from './score-case.service.ts'
import { readQuestionnaire } from '#features/cases/sections/questionnaire.service.ts'

/** `workload` (2) and `uw-head` (12) keep the scorecard, `underwriter` (3) and people of partners do not see it. */
let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
})
afterAll(() => bank.close())

type Card = Awaited<ReturnType<typeof get>>
const params = (id: number) => ({ params: { id: String(id) } })
const get = async (id: number, as: Login = 'workload') =>
  (await bank.call(api.getScorecard, params(id), { as })).body
const create = (title: string, as: Login = 'workload', fromId: number | null = null) =>
  bank.call(api.createScorecard, { body: { title, fromId } }, { as })
const content = {
  ...{ pdo: 20, targetScore: 600, targetOdds: 50, base: 540 },
  characteristics: [
    {
      code: 'SENIORITY' as const,
      bins: [
        { from: null, points: 0 },
        { from: '6', points: 12 },
        { from: '36', points: 40 },
      ],
      missing: 5,
    },
    {
      code: 'DEBT_LOAD' as const,
      bins: [
        { from: null, points: 60 },
        { from: '50', points: 20 },
      ],
      missing: 10,
    },
  ],
  bands: [
    { from: 620, advice: 'APPROVE' as const },
    { from: 560, advice: 'REVIEW' as const },
    { from: null, advice: 'REJECT' as const },
  ],
}
const save = (card: Card, more: object = {}, as: Login = 'workload') =>
  bank.call(
    saveScorecard,
    {
      ...params(card.id),
      body: { title: card.title, content: { ...content, ...more }, version: card.version },
    },
    { as },
  )
const sent = ['submit', 'propose', 'discard']
const move = async (id: number, action: string, as: Login, more: object = {}) =>
  bank.call(
    (sent.includes(action) ? api.sendScorecard : api.decideScorecard) as typeof api.decideScorecard,
    {
      ...params(id),
      body: { action: action as 'approve', version: (await get(id)).version, comment: 'Проверено', ...more },
    },
    { as },
  )
/** A version that has gone all the way: written by one head, agreed to by the other. */
async function inUse(
  title: string,
  base: number,
  to: 'CHAMPION' | 'CHALLENGER' = 'CHAMPION',
): Promise<number> {
  const { body } = await create(title)
  await save(body, { base })
  const ways = [
    ['submit', 'workload'],
    ['approve', 'uw-head'],
    ['propose', 'workload'],
    ['promote', 'uw-head'],
  ] as const
  for (const [action, as] of ways.slice(0, to === 'CHAMPION' ? 4 : 2)) {
    const { status, raw } = await move(body.id, action, as)
    expect([action, status, raw.body]).toEqual([action, 200, raw.body])
  }
  return body.id
}

describe('a version of the scorecard', () => {
  it('is written by one and agreed to by another, never by its own author', async () => {
    const { body: draft } = await create('Первая')
    expect(draft).toMatchObject({ number: 1, state: 'DRAFT', author: { id: 2 }, editable: { enabled: true } })
    const saved = await save(draft)
    expect(saved.body).toMatchObject({ factor: 28.8539, offset: 487.1229 })
    expect((await move(draft.id, 'submit', 'workload')).status).toBe(200)
    const own = await move(draft.id, 'approve', 'workload')
    expect([own.status, own.error.message]).toEqual([409, expect.stringContaining('Это ваша работа')])
    expect((await get(draft.id)).actions.find(({ code }) => code === 'approve')?.enabled).toBe(false)
    expect((await move(draft.id, 'approve', 'uw-head')).body).toMatchObject({
      state: 'CHALLENGER',
      approver: { id: 12 },
    })
    // Whoever proposes does not promote, and the author does not either.
    expect((await move(draft.id, 'propose', 'uw-head')).status).toBe(200)
    for (const as of ['uw-head', 'workload'] as const)
      expect([as, (await move(draft.id, 'promote', as)).status]).toEqual([as, 409])
    expect((await move(draft.id, 'promote', 'admin')).body.state).toBe('CHAMPION')
  })

  it('that was handed in is changed by nobody, not even past the server', async () => {
    const card = await get(1)
    const late = await save(card)
    expect([late.status, late.error.message]).toEqual([
      409,
      expect.stringContaining('Меняют только черновик'),
    ])
    await expect(
      sql`UPDATE scorecard_version SET content = '{}' WHERE id = 1`.execute(bank.db),
    ).rejects.toThrow('does not change')
    await expect(sql`UPDATE scorecard_run SET score = 0`.execute(bank.db)).rejects.toThrow(
      'permission denied',
    )
  })

  it('gives way to the next champion, and of challengers there is one', async () => {
    const second = await inUse('Вторая', 530)
    expect([(await get(1)).state, (await get(second)).state]).toEqual(['WITHDRAWN', 'CHAMPION'])
    const third = await inUse('Третья', 500, 'CHALLENGER')
    const { body: fourth } = await create('Четвёртая', 'workload', third)
    expect(fourth.content.base).toBe(500)
    await move(fourth.id, 'submit', 'workload')
    const refused = await move(fourth.id, 'approve', 'uw-head')
    expect([refused.status, refused.error.message]).toEqual([
      409,
      expect.stringContaining('Претендент уже есть'),
    ])
    expect((await move(fourth.id, 'decline', 'uw-head')).body.state).toBe('DRAFT')
    const { body: process } = await bank.call(api.getScorecardProcess, params(1), { as: 'workload' })
    expect(process.moves.at(-1)).toMatchObject({ label: 'Сменилась новой основной', actor: 'Система' })
  })

  it('says what is wrong with it by the place, and what changed meanwhile', async () => {
    const { body: draft } = await create('Пятая')
    const wrong = await save(draft, { bands: [{ from: 600, advice: 'REVIEW' }] })
    expect([wrong.status, wrong.error.fields?.[0]?.path]).toEqual([400, 'content.bands.0.from'])
    expect((await save(draft)).status).toBe(200)
    const stale = await save(draft)
    expect([stale.status, stale.error.current]).toEqual([409, expect.objectContaining({ version: 2 })])
    const { body: history } = await bank.call(api.listScorecardHistory, params(draft.id), { as: 'workload' })
    expect(JSON.stringify(history.content)).toContain('Стаж на последнем месте')
  })

  it('says in the list what the reader may do with it, as its own page does', async () => {
    const { body: draft } = await create('В списке')
    for (const as of ['workload', 'uw-head'] as const) {
      const { body: rows } = await bank.call(api.listScorecards, {}, { as })
      expect(rows.map(({ state, actions }) => [state, actions.length > 0])).toContainEqual(['DRAFT', true])
      for (const { id, actions } of rows) expect(actions).toEqual((await get(id, as)).actions)
    }
    const [own] = (await get(draft.id)).actions
    expect(own).toMatchObject({ code: 'submit', enabled: true })
  })

  it.each(['underwriter', 'agent', 'partner-admin'] as const)('is not for %s', async (as) => {
    expect((await bank.call(api.listScorecards, {}, { as })).status).toBe(403)
    expect((await create('Чужая', as)).status).toBe(403)
  })
})

describe('an application', () => {
  let id: string
  const scores = (as: Login = 'underwriter') => bank.call(api.getCaseScores, { params: { id } }, { as })
  const score = async () => {
    const data = await readQuestionnaire(bank.db, Number(id), 'FULL_APPLICATION')
    return scoreCase(bank.db, {
      ...{ caseId: Number(id), stage: 'AUTO_CHECKS', by: null, today: '2026-11-20', at: new Date() },
      ...{ data, means: { debtLoad: '42.5', loanToValue: '80' } },
    })
  }

  it('is computed by both, explained in words, and only the champion is used', async () => {
    id = (await underwritten(bank, 821)).id
    expect((await scores()).body).toMatchObject({ champion: null, challenger: null })
    const used = await score()
    const { body, raw } = await scores()
    expect(body.champion, raw.body).toMatchObject({
      role: 'CHAMPION',
      score: used?.score,
      scorecard: { number: 2 },
    })
    expect(body.challenger).toMatchObject({ role: 'CHALLENGER', score: (used?.score ?? 0) - 30 })
    expect(body.champion?.parts[1]).toMatchObject({
      name: 'ПДН',
      value: '42,5\u00a0%',
      points: 60,
      most: 60,
      better: null,
    })
    expect(body.agreement?.cases).toBe(1)
  })

  it('keeps the version and the facts of each run: they give the same answer for ever', async () => {
    await score()
    const { rows } = await sql<{ score: number; facts: never; content: never }>`
      SELECT r.score, r.facts, v.content FROM scorecard_run r JOIN scorecard_version v ON v.id = r.version_id`.execute(
      bank.db,
    )
    expect(rows.length).toBe(4)
    for (const row of rows) expect(scoreOf(row.content, row.facts).total).toBe(row.score)
    expect((await scores()).body.earlier).toHaveLength(1)
  })

  it('has the check № 30 in its grid while the bank has a scorecard, asked with the others', async () => {
    const { body } = await bank.call(getChecksGrid, { params: { id } }, { as: 'underwriter' })
    expect(body.lines.find(({ code }) => code === 'SCORECARD')).toMatchObject({
      absent: null,
      source: 'Банк',
    })
    expect((await bank.call(retryAutoChecks, { params: { id } }, { as: 'underwriter' })).status).toBe(200)
    const { rows } =
      await sql`SELECT FROM auto_check WHERE case_id = ${Number(id)} AND code = 'SCORECARD'`.execute(bank.db)
    expect(rows).toHaveLength(1)
  })

  it('takes the score into the snapshot of its decision, and the impact of a version counts it', async () => {
    await giveAuthority(bank, 3)
    await signDecision(bank, { id, action: 'approve' })
    const { rows } = await sql<{ score: number; fact: number }>`
      SELECT (d.snapshot -> 'score' ->> 'score')::int AS score, f.score AS fact
      FROM case_decision d JOIN decision_fact f ON f.decision_id = d.id WHERE d.case_id = ${Number(id)}`.execute(
      bank.db,
    )
    expect(rows[0]?.score).toBe(rows[0]?.fact)
    const { body: strict } = await create('Строгая')
    await save(strict, { base: 100 })
    const { body, raw } = await bank.call(
      api.getScorecardImpact,
      { ...params(strict.id), query: { last: '100' } },
      { as: 'workload' },
    )
    expect(body, raw.body).toMatchObject({
      cases: 1,
      after: { REJECT: 1 },
      approvedRejected: 1,
      changes: [{ to: 'REJECT', cases: 1 }],
    })
  })

  it('tells its scores to nobody of a partner', async () => {
    expect((await scores('agent')).status).toBe(403)
    // Of another partner's application nobody hears that it is there.
    expect((await scores('partner-admin')).status).toBe(404)
  })
})

describe('a version written by two', () => {
  it('is not agreed to by whoever wrote a part of it, though another one sent it', async () => {
    const { body: draft } = await create('В четыре руки', 'uw-head')
    expect((await save(draft, {}, 'workload')).status).toBe(200)
    expect((await move(draft.id, 'submit', 'uw-head')).status).toBe(200)
    const own = await move(draft.id, 'approve', 'workload')
    expect([own.status, own.error.message]).toEqual([409, expect.stringContaining('Это ваша работа')])
  })
})
