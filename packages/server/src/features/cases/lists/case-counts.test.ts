import { CaseTab } from '@ipoteka-office/contract/cases/types/case-types.ts'
import {
  CaseFilter,
  type CaseCounts,
  countCases,
  searchCases,
} from '@ipoteka-office/contract/cases/case-lists.ts'
import { OwnerTab } from '@ipoteka-office/contract/cases/case-tasks.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#testing/test-app.ts'

let app: TestApp
const params = { list: 'applications' as const }

/** Cases of every kind that the counts tell apart; ids from 20 001 on. */
const makeCases = sql`
  INSERT INTO case_file (id, type, number, partner_id, client_name, stage, region_code, channel, programme_code, amount,
      due_at, closed, archived_at, responsible_id)
    SELECT 20000 + i, (ARRAY['SHORT_APPLICATION', 'FULL_APPLICATION', 'LEAD'])[1 + i % 3], 'Т-' || i, 2 + i % 4,
      CASE WHEN i % 5 = 0 THEN 'Хворостов Лев' ELSE 'Мышкин Пётр' END,
      (ARRAY['IN_WORK', 'UNDERWRITING', 'REALTY_CHECK'])[1 + i % 7 % 3], (ARRAY['16', '63', NULL])[1 + i % 4 % 3],
      (ARRAY['AGENT', NULL])[1 + i % 2], '2', i * 1000, CASE WHEN i % 6 = 0 THEN now() - interval '1 day' END, false,
      CASE WHEN i % 8 = 0 THEN now() END, CASE WHEN i % 9 = 0 THEN 1 END
    FROM generate_series(1, 240) i`

/** Differences between the tally and the rows; none when it is right. */
async function differences(): Promise<unknown[]> {
  const { rows } = await sql`
    SELECT type, stage, archived, partner_id, region_code, channel, programme_code, sum(count) AS difference FROM (
      SELECT type, stage, archived_at IS NOT NULL AS archived, partner_id, region_code, channel, programme_code, 1 AS count
        FROM case_file
      UNION ALL SELECT type, stage, archived_at IS NOT NULL, partner_id, region_code, channel, programme_code, -count
        FROM case_tallied) both_ways
    GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING sum(count) <> 0`.execute(app.db)
  return rows
}

beforeAll(async () => {
  app = await testApp()
  await makeCases.execute(app.db)
})
afterAll(() => app.close())

describe('the tally of cases', () => {
  const settle = () => sql`SELECT settle_case_tally()`.execute(app.db)

  it('agrees with the rows through moves, archive, transfer and what is taken back, settled or not', async () => {
    expect(await differences()).toEqual([])
    await sql`UPDATE case_file SET stage = 'DEAL' WHERE id % 4 = 0`.execute(app.db)
    await settle()
    await sql`UPDATE case_file SET archived_at = CASE WHEN archived_at IS NULL THEN now() END WHERE id % 10 = 3`.execute(
      app.db,
    )
    await sql`UPDATE case_file SET partner_id = 4, region_code = NULL WHERE id % 11 = 5`.execute(app.db)
    await app.db
      .transaction()
      .execute(async (tx) => {
        await sql`UPDATE case_file SET stage = 'ARCHIVE'`.execute(tx)
        throw new Error('taken back')
      })
      .catch((error: unknown) => expect(error).toMatchObject({ message: 'taken back' }))
    expect(await differences()).toEqual([])
    await settle()
    expect(await differences()).toEqual([])
    const { rows } = await sql<{
      count: number
    }>`SELECT count(*)::int AS count FROM case_tally_change`.execute(app.db)
    expect(rows).toEqual([{ count: 0 }])
  })

  it('loses nothing when cases move while it is settled from two sides', async () => {
    const moves = Array.from({ length: 40 }, (_, i) =>
      sql`UPDATE case_file SET stage = ${`S${i % 5}`} WHERE id = ${20_001 + i * 3}`.execute(app.db),
    )
    await Promise.all([...moves, ...Array.from({ length: 6 }, settle)])
    expect(await differences()).toEqual([])
  })

  it('cannot be written by the server but through cases', async () => {
    for (const statement of [
      'DELETE FROM case_tally',
      'DELETE FROM case_tally_change',
      'SELECT retally_cases()',
    ])
      await expect(sql.raw(statement).execute(app.db)).rejects.toThrow(/permission denied/)
  })
})

describe('the counts of the tabs', () => {
  const filters: Partial<CaseFilter>[] = [
    {},
    { tab: 'mortgage', regions: ['16', '63'] },
    { owner: 'PARTNERS', stages: ['IN_WORK', 'REALTY_CHECK'], channels: ['AGENT'] },
    { owner: 'OVERDUE', programmes: ['2'] },
    { owner: 'MY', partnerIds: [2, 3, 4, 5] },
    { archived: true, tab: 'application' },
    { amountFrom: '50000', amountTo: '200000' },
    { search: 'хворостов', owner: 'MY' },
    { unassigned: true, owner: 'OVERDUE' },
  ]
  const totalOf = async (as: 'admin' | 'agent', filter: Partial<CaseFilter>) => {
    const { body } = await app.call(searchCases, { params, body: filter }, { as })
    return body.totalElements
  }

  it.each(filters)('are the totals of the lists behind them: %j', async (filter) => {
    for (const as of ['admin', 'agent'] as const) {
      const { body: counts } = await app.call(countCases, { params, body: filter }, { as })
      const expected: { tabs: Record<string, number>; owners: Record<string, number> } = {
        tabs: {},
        owners: {},
      }
      for (const tab of CaseTab.options) expected.tabs[tab] = await totalOf(as, { ...filter, tab })
      for (const owner of OwnerTab.options) expected.owners[owner] = await totalOf(as, { ...filter, owner })
      expect(counts satisfies CaseCounts).toEqual(expected)
    }
  })

  it('come from rows that were counted one by one', async () => {
    const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM case_file
      WHERE type IN ('SHORT_APPLICATION', 'FULL_APPLICATION') AND archived_at IS NULL`.execute(app.db)
    expect(await totalOf('admin', {})).toBe(rows[0]?.count)
    expect(await totalOf('admin', {})).toBeGreaterThan(100)
  })
})

it('finds the same rows by a word too short to be looked up', async () => {
  const found = async (search: string) => {
    const { body } = await app.call(
      searchCases,
      { params, query: { size: 100 }, body: { search } },
      { as: 'admin' },
    )
    return body.content.map(({ id }) => id)
  }
  const byWord = await found('хворостов лев')
  expect(byWord.length).toBeGreaterThan(10)
  expect(await found('хв')).toEqual(byWord)
  expect(await found('%%')).toEqual([])
})
