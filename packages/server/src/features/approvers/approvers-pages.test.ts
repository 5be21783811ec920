import { type ApproverFilter, approverSortFields } from '@ipoteka-office/contract/approvers/approvers.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '#lib/actor.ts'
import { giveApplications } from '#testing/approvers.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { type ApproverSort, findApprovers, findIds } from './approvers.repo.ts'

/** More than a page is sorted out of all rows for. */
const added = 2_100
const operator = { isAhml: true, partnerId: 1 } as Actor
const volga = { isAhml: false, partnerId: 2 } as Actor

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
  const { db } = bank
  // Several of each name, so that only their numbers tell them apart; every tenth is of a partner and of a rare level.
  await sql`INSERT INTO employee (id, partner_id, last_name, first_name, middle_name, job_title)
    SELECT 10000 + i, CASE WHEN i % 10 = 0 THEN 2 ELSE 1 END, (ARRAY['Ёлкин', 'Дубов', 'Едов', 'Жаров'])[1 + i % 4],
      (ARRAY['Яков', 'Антон', 'Илья'])[1 + i % 3], 'Львович', 'Андеррайтер' FROM generate_series(1, ${added}::int) i`.execute(
    db,
  )
  await sql`INSERT INTO approver (id, type, employee_id, partner_id, full_name, work_status, level_codes, status_codes,
      all_partners, partner_ids, all_regions, region_codes, shift_from, shift_by, max_open)
    SELECT 10000 + i, 'oic', 10000 + i, 1, '', (ARRAY['ACTIVE', 'PAUSE', 'INACTIVE'])[1 + i % 3],
      CASE WHEN i % 10 = 0 THEN '{LEVEL_1,LEVEL_4}' ELSE '{LEVEL_1}' END::text[], '{}', i % 2 = 0,
      CASE WHEN i % 2 = 0 THEN '{}' ELSE '{4,2,3}' END::int[], true, '{}',
      CASE WHEN i % 3 <> 1 THEN make_time(i % 24, 0, 0) END, CASE WHEN i % 3 <> 1 THEN make_time((i + 8) % 24, 0, 0) END,
      CASE WHEN i % 3 <> 1 THEN i % 7 END FROM generate_series(1, ${added}::int) i`.execute(db)
  for (const n of [10, 20, 30, 31, 32]) await giveApplications(bank, 10_000 + n, n % 4 || 2)
})
afterAll(() => bank.close())

const sorts = approverSortFields.flatMap((field) =>
  (['asc', 'desc'] as const).map((direction): ApproverSort => ({ field, direction })),
)

/** Every page of the list, one after the other, and the total that each of them told. */
async function allPages(actor: Actor, filter: ApproverFilter, sort: ApproverSort, size: number) {
  const ids: number[] = []
  const totals = new Set<number>()
  for (let page = 0, pages = 1; page <= pages; page += 1) {
    const found = await findApprovers(
      bank.db,
      actor,
      { type: 'oic', filter, minute: 600 },
      { page, size, sort },
    )
    ids.push(...found.content.map(({ id }) => id))
    totals.add(found.totalElements)
    pages = found.totalPages
  }
  return { ids, totals: [...totals] }
}

describe('pages of the list', () => {
  it.each([
    ['a filter that finds few', operator, { mortgageApplicationLevels: ['LEVEL_4'] }, added / 10],
    ['a filter that finds many', operator, { mortgageApplicationLevels: ['LEVEL_1'] }, added],
    ['a partner that sees few', volga, {}, added / 10 + 1],
    ['a filter that finds nobody', operator, { ids: [1_000_000] }, 0],
  ])('of %s are the whole list in its order, each with the whole total', async (_, actor, filter, total) => {
    for (const sort of sorts) {
      const whole = await findIds(bank.db, actor, { type: 'oic', filter, minute: 0 }, sort)
      expect(whole).toHaveLength(total)
      expect(await allPages(actor, filter, sort, Math.ceil(total / 3) + 1)).toEqual({
        ids: whole,
        totals: [total],
      })
    }
  })

  it('name the partners of each row in the order of their names', async () => {
    const { content } = await findApprovers(
      bank.db,
      operator,
      { type: 'oic', filter: { ids: [10_001, 10_002] }, minute: 600 },
      { page: 0, size: 20, sort: { field: 'fullName', direction: 'asc' } },
    )
    const { rows: partners } = await sql`SELECT id AS "partnerId", short_name AS "shortName" FROM partner
      WHERE id IN (2, 3, 4) ORDER BY short_name`.execute(bank.db)
    expect(content.map((row) => [row.id, row.partners])).toEqual([
      [10_001, partners],
      [10_002, []],
    ])
  })
})
