import type { CaseList } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { listUnassigned } from '@ipoteka-office/contract/queue/unassigned.ts'
import type { ApproverType } from '@ipoteka-office/contract/approvers/approvers.ts'
import { CaseFilter, searchCases } from '@ipoteka-office/contract/cases/case-lists.ts'
import { visitCase } from '@ipoteka-office/contract/cases/cases.ts'
import { searchTasks } from '@ipoteka-office/contract/cases/case-tasks.ts'
import { type Dashboard, getDashboard } from '@ipoteka-office/contract/dashboard/dashboard.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Login } from '#testing/test-tokens.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
  // Agent 4 works at partner 2, 3 and 2 are the bank's; every third case has somebody, some are late, some decided.
  await sql`INSERT INTO case_file (type, number, partner_id, client_name, client_phone, stage, due_at, responsible_id, created_at, archived_at)
    SELECT (ARRAY['LEAD', 'SHORT_APPLICATION', 'FULL_APPLICATION', 'LOAN_APPLICATION'])[1 + i % 4], 'Т-26-' || i, 2 + i % 4,
      'Клиент ' || i, '79120000000', (ARRAY['FIRST_CONTACT', 'IN_WORK', 'APPROVED', 'REJECTED'])[1 + i / 4 % 4],
      CASE WHEN i % 5 = 0 THEN NULL ELSE now() + (i % 7 - 2) * interval '55 minutes' END,
      CASE WHEN i % 3 = 0 THEN 4 END, now() - (i / 16) * interval '1 day', CASE WHEN i % 19 = 0 THEN now() END
    FROM generate_series(1, 200) i`.execute(bank.db)
  await sql`INSERT INTO case_stage (case_id, stage, entered_at, left_at, action)
    SELECT f.id, 'UNDERWRITING', f.created_at, f.created_at + interval '1 minute', 'approve' FROM case_file f WHERE f.number LIKE 'Т-26-%'
    UNION ALL SELECT f.id, f.stage, f.created_at + interval '1 minute', NULL, NULL FROM case_file f WHERE f.number LIKE 'Т-26-%'`.execute(
    bank.db,
  )
  await sql`INSERT INTO case_task (case_id, case_type, partner_id, stage, title, operation, assignee_id, state, due_at)
    SELECT f.id, f.type, f.partner_id, f.stage, 'Сделать', 'Send', CASE f.id % 3 WHEN 0 THEN NULL WHEN 1 THEN 4 ELSE 3 END,
      CASE f.id % 3 WHEN 0 THEN 'IDLE' ELSE 'RUNNING' END, f.due_at FROM case_file f WHERE f.number LIKE 'Т-26-%'`.execute(
    bank.db,
  )
  await sql`INSERT INTO case_favourite (employee_id, case_id) SELECT e, f.id FROM case_file f, unnest(ARRAY[1, 4, 5]) e WHERE f.id % 9 = 0`.execute(
    bank.db,
  )
  await sql`INSERT INTO case_visit (employee_id, case_id) SELECT e, f.id FROM case_file f, unnest(ARRAY[1, 4, 5]) e WHERE f.id % 11 = 0`.execute(
    bank.db,
  )
  await sql`INSERT INTO workgroup (id, partner_id, name) VALUES (901, 1, 'Группа А')`.execute(bank.db)
  await sql`INSERT INTO workgroup_employee (workgroup_id, employee_id) VALUES (901, 1), (901, 2), (901, 3)`.execute(
    bank.db,
  )
})
afterAll(() => bank.close())

const desktop = async (as: Login) => (await bank.call(getDashboard, {}, { as })).body

type Fields = Record<string, unknown>

/** The filter as the pages read it from their address. */
function filterOf(search: URLSearchParams): Fields {
  const lists = new Set(['stages', 'reached', 'assigneeIds'])
  return Object.fromEntries(
    [...search].map(([name, text]) => {
      if (lists.has(name))
        return [name, text.split(',').map((part) => (/^\d+$/.test(part) ? Number(part) : part))]
      if (text === 'true' || text === 'false') return [name, text === 'true']
      return [name, /^\d+$/.test(text) ? Number(text) : text]
    }),
  )
}

/** How many rows the list has that a link opens. */
async function rowsBehind(link: string, as: Login): Promise<number> {
  const { pathname, searchParams } = new URL(link, 'https://bank.test')
  const [, page = '', first = '', second] = pathname.split('/')
  if (page === 'tasks')
    return (await bank.call(searchTasks, { body: filterOf(searchParams) }, { as })).body.totalElements
  if (page === 'list-workload-employees' || page === 'underwriting-employees') {
    const params = { type: page === 'underwriting-employees' ? ('uw' as const) : (first as ApproverType) }
    return (await bank.call(listUnassigned, { params, query: {} }, { as })).body.totalElements
  }
  const lists: Record<string, CaseList> = { leads: 'leads', applications: 'applications' }
  const list = lists[page] ?? 'loans'
  const place = list === 'applications' ? { tab: first, archived: second === 'true' } : {}
  const body = CaseFilter.parse({ ...filterOf(searchParams), ...place })
  const { status, body: found } = await bank.call(searchCases, { params: { list }, query: {}, body }, { as })
  expect(status).toBe(200)
  return found.totalElements
}

const figuresOf = ({ tasks, group, unassigned, risk, charts, favourites }: Dashboard) => [
  ...(tasks?.figures ?? []),
  ...(group?.members ?? []),
  ...unassigned,
  ...risk,
  ...favourites.figures,
  ...charts.flatMap(({ title, series }) =>
    series.flatMap(({ label, days }) =>
      days.map((day) => ({ ...day, label: `${title}, ${label}, ${day.day}` })),
    ),
  ),
]

describe('every number of the desktop', () => {
  it.each(['admin', 'agent', 'workload', 'partner-admin', 'underwriter'] as const)(
    'of %s opens a list with exactly so many rows',
    async (as) => {
      const figures = figuresOf(await desktop(as))
      const said = figures.map(({ label, count }) => `${label}: ${count}`)
      const behind: string[] = []
      for (const { label, link } of figures) behind.push(`${label}: ${await rowsBehind(link, as)}`)
      expect(said).toEqual(behind)
      expect(figures.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(0)
    },
  )

  it('is not nothing: decisions, deadlines at risk, colleagues, own and free tasks', async () => {
    const { charts, risk, group } = await desktop('admin')
    for (const { series } of charts)
      for (const { days } of series) expect(days.some(({ count }) => count > 0)).toBe(true)
    expect(risk.map(({ count }) => count > 0)).toEqual([true, true, true])
    expect(group?.name).toBe('Группа А')
    expect(group?.members.some(({ count }) => count > 0)).toBe(true)
    const { tasks } = await desktop('agent')
    expect(tasks?.figures.every(({ count }) => count > 0)).toBe(true)
    expect(tasks?.next.length).toBeGreaterThan(0)
  })
})

describe('the desktop', () => {
  it('shows what the person has a right to', async () => {
    const { tasks, group, unassigned, risk, charts, latest } = await desktop('support')
    expect({ tasks, group, unassigned, risk, charts, latest }).toEqual({
      tasks: null,
      group: null,
      unassigned: [],
      risk: [],
      charts: [],
      latest: [],
    })
    expect((await desktop('agent')).group).toBeNull()
    expect((await bank.call(getDashboard, {}, { as: null })).status).toBe(401)
  })

  it('has «Недавние» of the person alone, the last opened first', async () => {
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM case_file WHERE type = 'LEAD' AND number LIKE 'Т-26-%' ORDER BY id LIMIT 3`.execute(
      bank.db,
    )
    const [first = 0, second = 0, others = 0] = rows.map(({ id }) => id)
    const visit = async (id: number, as: Login) =>
      expect((await bank.call(visitCase, { params: { id: String(id) }, body: {} }, { as })).status).toBe(204)
    await visit(first, 'viewer')
    await visit(second, 'viewer')
    await visit(others, 'admin')
    expect((await desktop('viewer')).latest.map(({ id }) => id)).toEqual([second, first])
    expect((await desktop('admin')).latest[0]?.id).toBe(others)
  })

  it('shows a partner’s agent only cases of the partner, and nobody a phone', async () => {
    for (const [as, partners] of [
      ['agent', [2, 3]],
      ['partner-admin', [4, 5]],
    ] as const) {
      const { latest, favourites, tasks } = await desktop(as)
      const rows = [...latest, ...favourites.rows, ...(tasks?.next ?? [])]
      expect(rows.length).toBeGreaterThan(0)
      for (const { partner } of rows) expect(partners).toContain(partner.id)
    }
    expect(JSON.stringify(await desktop('admin'))).not.toContain('79120000000')
  })
})
