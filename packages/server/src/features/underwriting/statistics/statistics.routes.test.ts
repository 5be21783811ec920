import * as journal from '@ipoteka-office/contract/underwriting/journal.ts'
import * as api from '@ipoteka-office/contract/underwriting/statistics.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { giveAuthority, signDecision, underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

/** `uw-head` reads statistics, `underwriter` (3) decides and does not, the applications are an agent's of partner 2. */
let bank: TestApp
let ids: number[]
const day = async (shift: number) =>
  (
    await sql<{
      day: string
    }>`SELECT ((now() AT TIME ZONE 'Europe/Moscow')::date + ${shift}::int)::text AS day`.execute(bank.db)
  ).rows[0]?.day ?? ''
let period: { from: string; to: string }

beforeAll(async () => {
  bank = await testApp()
  await giveAuthority(bank, 3)
  ids = []
  for (const serial of [811, 812, 813, 814]) ids.push(Number((await underwritten(bank, serial)).id))
  const [first, second, third] = ids
  await sql`UPDATE case_stage SET entered_at = now() - interval '3 hours' WHERE case_id = ${first}`.execute(
    bank.db,
  )
  // The engine advises against the first and for the third, and both are decided otherwise.
  await sql`
    INSERT INTO decision_run (case_id, stage, requested_at, state, answered_at, attempts, answer)
    SELECT id, 'AUTO_CHECKS', now() - interval '2 hours', 'ANSWERED', now() - interval '2 hours', 1,
      jsonb_build_object('result', CASE id WHEN ${first} THEN 'REJECT' ELSE 'APPROVE' END)
    FROM unnest(${[first, third]}::int[]) id`.execute(bank.db)
  await sql`
    INSERT INTO case_stage (case_id, stage, entered_at, left_at, action)
    VALUES (${second}, 'UNDERWRITING', now() - interval '9 hours', now() - interval '8 hours', 'returnForRework')`.execute(
    bank.db,
  )
  await signDecision(bank, { id: String(first), action: 'approve' })
  await signDecision(bank, { id: String(second), action: 'approve' })
  await signDecision(
    bank,
    { id: String(third), action: 'reject' },
    { reasons: ['R03'], clientText: 'Отказано' },
  )
  period = { from: await day(-30), to: await day(0) }
})
afterAll(() => bank.close())

const read = (cut: api.StatisticsCut, filter: object = {}, as: Login = 'uw-head') =>
  bank.call(api.getStatistics, { body: { filter: { ...period, ...filter }, cut } }, { as })
const listed = async (filter: object, as: Login = 'uw-head') => {
  const { body, raw } = await bank.call(
    journal.searchJournal,
    {
      params: { journal: 'all' },
      query: { page: 0, size: 50, sort: 'createdAt,desc' },
      body: { decidedFrom: period.from, decidedTo: period.to, ...filter },
    } as never,
    { as },
  )
  return { total: body.totalElements, ids: body.content?.map(({ id }) => id) ?? raw.body }
}

describe('the statistics of decisions', () => {
  it('count the last decisions of the days, and how long they took', async () => {
    const { status, body, raw } = await read('PRODUCT')
    expect(status, raw.body).toBe(200)
    expect(body.total).toMatchObject({
      ...{ decided: 3, approved: 2, rejected: 1, automatic: 0 },
      ...{ returned: 1, againstEngine: 2, againstScore: 0 },
    })
    expect(body.total.p90Minutes).toBeGreaterThanOrEqual(8 * 60)
    expect(body.rows).toMatchObject([{ key: 'FULL_APPLICATION', decided: 3 }])
    expect(body.reasons).toMatchObject([{ code: 'R03', count: 1 }])
    expect(body.months.reduce((sum, { decided }) => sum + decided, 0)).toBe(3)
    const { body: stages } = await bank.call(
      api.getStageTimes,
      { body: { filter: period } },
      { as: 'uw-head' },
    )
    expect(stages).toMatchObject([{ stage: 'UNDERWRITING', name: 'Андеррайтинг', decisions: 3 }])
  })

  it('agree with the list that each number opens, wherever the application stands now', async () => {
    await sql`UPDATE case_file SET archived_at = now() WHERE id = ${ids[1]}`.execute(bank.db)
    await sql`UPDATE case_file SET stage = 'FILLING' WHERE id = ${ids[2]}`.execute(bank.db)
    const { body } = await read('AUTHOR')
    const pairs: [number, object][] = [
      [body.total.decided, {}],
      [body.total.approved, { outcomes: ['APPROVE'] }],
      [body.total.rejected, { outcomes: ['REJECT'] }],
      [body.total.automatic, { marks: ['AUTOMATIC'] }],
      [body.total.returned, { marks: ['RETURNED'] }],
      [body.total.againstEngine, { marks: ['AGAINST_ENGINE'] }],
      [body.total.againstScore, { marks: ['AGAINST_SCORE'] }],
      [body.reasons[0]?.count ?? 0, { outcomes: ['REJECT'], reasons: ['R03'] }],
      [body.rows[0]?.decided ?? 0, { authorIds: [Number(body.rows[0]?.key)] }],
      [body.rows[0]?.againstEngine ?? 0, { authorIds: [3], marks: ['AGAINST_ENGINE'] }],
    ]
    for (const [count, filter] of pairs)
      expect([filter, (await listed(filter)).total]).toEqual([filter, count])
    expect((await listed({ marks: ['RETURNED'] })).ids).toEqual([ids[1]])
    expect((await listed({ minutesFrom: body.total.p90Minutes })).ids).toEqual([ids[1]])
    await sql`UPDATE case_file SET archived_at = NULL, stage = 'APPROVED' WHERE id = ANY(${ids}::int[])`.execute(
      bank.db,
    )
  })

  it('follow the case to another place, and the journal with them', async () => {
    await sql`UPDATE case_file SET region_code = '77', programme_code = '105' WHERE id = ${ids[0]}`.execute(
      bank.db,
    )
    for (const [cut, filter] of [
      ['REGION', { regions: ['77'] }],
      ['PROGRAMME', { programmes: ['105'] }],
      ['PARTNER', { partnerIds: [2] }],
      ['PRODUCT', { types: ['FULL_APPLICATION'] }],
    ] as const) {
      const { body } = await read(cut)
      const key = String(Object.values(filter)[0]?.[0])
      const row = body.rows.find((one) => one.key === key)
      expect([cut, (await listed(filter)).total]).toEqual([cut, row?.decided])
      expect([cut, (await read(cut, filter)).body.total.decided]).toEqual([cut, row?.decided])
      expect([cut, row?.name]).not.toEqual([cut, key])
    }
  })

  it('a later decision takes the place of the earlier one', async () => {
    await sql`
      INSERT INTO case_decision (case_id, at, author_id, level, outcome, stage, action)
      VALUES (${ids[0]}, now(), 2, 'HEAD', 'REJECT', 'APPROVED', 'test')`.execute(bank.db)
    expect((await read('MONTH')).body.total).toMatchObject({ decided: 3, approved: 1, rejected: 2 })
    expect((await listed({ outcomes: ['APPROVE'] })).ids).toEqual([ids[1]])
  })

  it('count nothing on other days, and refuse days in the wrong order', async () => {
    const early = { from: '2001-01-01', to: '2001-02-01' }
    expect((await read('PARTNER', early)).body).toMatchObject({
      total: { decided: 0, medianMinutes: null },
      rows: [],
    })
    const wrong = await read('PARTNER', { from: '2026-02-01', to: '2026-01-01' })
    expect([wrong.status, wrong.error.fields?.[0]?.message]).toEqual([400, 'Последний день раньше первого'])
  })

  it('go out as a file of the same rows', async () => {
    const body = { format: 'csv', filter: period, columns: ['name', 'decided', 'approvalShare'] } as never
    const { raw } = await bank.call(
      api.statisticsExport.now,
      { params: { cut: 'PRODUCT' }, body },
      { as: 'uw-head' },
    )
    expect(raw.body).toContain('Заявки на ипотеку;3;33,3')
  })

  it.each(['underwriter', 'agent', 'partner-admin'] as const)('are not for %s', async (as) => {
    expect((await read('MONTH', {}, as)).status).toBe(403)
  })

  it('names of those who decided come to the filter of the journal', async () => {
    const { body } = await bank.call(api.listDeciders, {}, { as: 'underwriter' })
    expect(body.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([2, 3])
  })
})
