import * as api from '@ipoteka-office/contract/underwriting/quality/quality.ts'
import { listNotifications } from '@ipoteka-office/contract/notifications/notifications.ts'
import { getUnderwriter } from '@ipoteka-office/contract/underwriting/underwriter-card.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { giveAuthority, signDecision, underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

/** `underwriter` (3) decides; `workload` (2) and `uw-head` (12) check and answer; the applications are an agent's. */
let bank: TestApp
let days: { from: string; to: string }
beforeAll(async () => {
  bank = await testApp()
  await giveAuthority(bank, 3)
  for (const serial of [831, 832, 833]) {
    const { id } = await underwritten(bank, serial)
    await signDecision(bank, { id, action: 'approve' })
  }
  const { rows } = await sql<{
    day: string
  }>`SELECT (now() AT TIME ZONE 'Europe/Moscow')::date::text AS day`.execute(bank.db)
  days = { from: '2026-01-01', to: rows[0]?.day ?? '' }
})
afterAll(() => bank.close())

const params = (id: number) => ({ params: { id: String(id) } })
const questions = [
  { code: 'INCOME', text: 'Доход подтверждён', severity: 'CRITICAL' as const },
  { code: 'WORDS', text: 'Обоснование понятно', severity: 'MINOR' as const },
]
const right = [
  { code: 'INCOME', result: 'OK' as const },
  { code: 'WORDS', result: 'OK' as const },
]
const wrong = [
  { code: 'INCOME', result: 'ERROR' as const, comment: 'Справки нет' },
  { code: 'WORDS', result: 'OK' as const },
]
const draw = (more: object = {}, as: Login = 'uw-head') =>
  bank.call(api.drawQualitySample, { body: { rule: 'RANDOM', ...days, ...more } as never }, { as })
const search = async (body: Partial<api.QualityFilter>, as: Login = 'uw-head') =>
  (await bank.call(api.searchQualityChecks, { query: { page: 0, size: 50 }, body }, { as })).body.content
const get = (id: number, as: Login) => bank.call(api.getQualityCheck, params(id), { as })
const grade = async (id: number, as: Login, answers: unknown = right) =>
  bank.call(
    api.gradeDecision,
    {
      ...params(id),
      body: { answers: answers as typeof right, version: (await get(id, 'admin')).body.version },
    },
    { as },
  )
const dispute = async (id: number, as: Login) =>
  bank.call(
    api.disputeQuality,
    {
      ...params(id),
      body: { comment: 'Справка есть в документах', version: (await get(id, 'admin')).body.version },
    },
    { as },
  )
const answer = async (id: number, as: Login, action: 'uphold' | 'revise', answers: unknown = []) =>
  bank.call(
    api.answerQualityDispute,
    {
      ...params(id),
      body: {
        action,
        answers: answers as typeof right,
        comment: 'Смотрели вдвоём',
        version: (await get(id, 'admin')).body.version,
      },
    },
    { as },
  )

describe('a sample', () => {
  it('waits for a list of questions, whose versions stay beside each other', async () => {
    expect((await draw()).status).toBe(409)
    const save = (after: number) =>
      bank.call(api.saveQualityChecklist, { body: { questions, after } }, { as: 'uw-head' })
    expect((await save(0)).body.latest).toMatchObject({ number: 1, questions })
    expect((await save(0)).status).toBe(409)
  })

  it('is drawn by its seed and can be drawn again for ever', async () => {
    const { status, body, raw } = await draw({ size: 2, seed: 'весна' })
    expect(status, raw.body).toBe(200)
    expect(body).toMatchObject({ population: 3, drawn: 2, left: 2, seed: 'весна', checklist: 1 })
    const verify = () => bank.call(api.verifyQualitySample, params(body.id), { as: 'uw-head' })
    expect((await verify()).body).toEqual({ same: true, drawn: 2 })
    // What is sampled is not sampled again, and what comes later changes nothing.
    expect((await draw({ size: 50 })).body).toMatchObject({ population: 1, drawn: 1 })
    expect((await verify()).body.same).toBe(true)
    expect((await draw()).status).toBe(409)
    await expect(sql`UPDATE quality_sample SET seed = 'x'`.execute(bank.db)).rejects.toThrow(
      'permission denied',
    )
  })

  it.each(['underwriter', 'agent', 'viewer'] as const)('is not drawn by %s', async (as) => {
    expect((await draw({}, as)).status).toBe(403)
  })
})

describe('a sampled decision', () => {
  let ids: number[]
  it('is checked by another than who decided or prepared, under a second card too', async () => {
    ids = (await search({ tab: 'ALL' })).map(({ id }) => id)
    expect(ids).toHaveLength(3)
    await sql`UPDATE quality_check SET barred_ids = barred_ids || 2 WHERE id = ${ids[0]}`.execute(bank.db)
    const own = await grade(ids[0] ?? 0, 'workload')
    expect([own.status, own.error.message]).toEqual([409, expect.stringContaining('Это ваша работа')])
    expect((await search({ tab: 'OPEN' }, 'workload')).map(({ id }) => id)).not.toContain(ids[0])
    expect((await grade(ids[0] ?? 0, 'underwriter')).status).toBe(403)
  })

  it('is graded by the list; each question has its answer and each error its words', async () => {
    const half = await grade(ids[0] ?? 0, 'uw-head', [{ code: 'INCOME', result: 'ERROR' }])
    expect([half.status, half.error.fields?.map(({ path }) => path)]).toEqual([
      400,
      ['answers.INCOME', 'answers.WORDS'],
    ])
    const { body, raw } = await grade(ids[0] ?? 0, 'uw-head', wrong)
    expect(body, raw.body).toMatchObject({
      state: 'GRADED',
      score: 50,
      grade: 'POOR',
      errors: { CRITICAL: 1 },
    })
    const { body: told } = await bank.call(listNotifications, { query: {} }, { as: 'underwriter' })
    expect(told.content[0]?.text).toContain('50 из 100')
  })

  it('is seen by who decided when it is graded, and by nobody else without the right', async () => {
    expect((await search({ tab: 'ALL' }, 'underwriter')).map(({ id }) => id)).toEqual([ids[0]])
    expect((await get(ids[0] ?? 0, 'underwriter')).status).toBe(200)
    expect((await get(ids[1] ?? 0, 'underwriter')).status).toBe(404)
    for (const as of ['agent', 'partner-admin'] as const)
      expect((await get(ids[0] ?? 0, as)).status).toBe(403)
  })

  it('is disputed once by who decided and answered by another head than the checker', async () => {
    const [first = 0] = ids
    expect((await dispute(first, 'workload')).status).toBe(409)
    expect((await dispute(first, 'underwriter')).body).toMatchObject({ state: 'DISPUTED' })
    const own = await answer(first, 'uw-head', 'uphold')
    expect([own.status, own.error.message]).toEqual([409, expect.stringContaining('Это ваша работа')])
    await sql`UPDATE quality_check SET barred_ids = array_remove(barred_ids, 2) WHERE id = ${first}`.execute(
      bank.db,
    )
    const { body, raw } = await answer(first, 'workload', 'revise', right)
    expect(body, raw.body).toMatchObject({
      state: 'REVISED',
      score: 100,
      grade: 'GOOD',
      answer: { by: { id: 2 } },
    })
    expect((await dispute(first, 'underwriter')).status).toBe(409)
  })

  it('after the term is disputed no more, and to an old version nobody writes', async () => {
    const [, second = 0] = ids
    await grade(second, 'uw-head', wrong)
    await sql`UPDATE quality_check SET graded_at = now() - interval '20 days' WHERE id = ${second}`.execute(
      bank.db,
    )
    const late = await dispute(second, 'underwriter')
    expect([late.status, late.error.message]).toEqual([409, 'Срок возражения прошёл'])
    const stale = await bank.call(
      api.cancelQualityCheck,
      { ...params(ids[2] ?? 0), body: { comment: 'Дубль', version: 99 } },
      { as: 'uw-head' },
    )
    expect([stale.status, stale.error.current]).toEqual([409, expect.objectContaining({ state: 'NEW' })])
  })

  it('comes into the totals and onto the card of who decided', async () => {
    const { body } = await bank.call(api.getQualityTotals, {}, { as: 'uw-head' })
    expect(body).toMatchObject({
      total: { checked: 2, score: 75, errors: { CRITICAL: 1 }, disputed: 1, revised: 1 },
    })
    expect(body.people).toMatchObject([{ subject: { id: 3 }, checked: 2 }])
    const { body: card } = await bank.call(getUnderwriter, params(3), { as: 'uw-head' })
    expect(card.quality).toMatchObject({ checked: 2, errors: { CRITICAL: 1 } })
    expect((await bank.call(api.getQualityTotals, {} as never, { as: 'underwriter' })).status).toBe(403)
  })
})
