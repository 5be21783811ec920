import { searchEverywhere } from '@ipoteka-office/contract/search.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Login } from '#testing/test-tokens.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await sql`INSERT INTO employee (id, partner_id, last_name, first_name) VALUES
    (101, 1, 'Щёголева', 'Алёна'), (102, 4, 'Щёголев-Уральский', 'Пётр'), (103, 5, 'Щёголев', 'Рашид оглы')`.execute(
    app.db,
  )
  await sql`INSERT INTO approver (id, type, employee_id) VALUES (101, 'oic', 101), (102, 'oic', 102), (103, 'nis', 103)`.execute(
    app.db,
  )
  await sql`INSERT INTO application (number, type, client_name, programme, level_code, status_code, partner_id, region_code, received_at, due_at)
    SELECT 'Ф-2026/' || i, CASE WHEN i % 2 = 0 THEN 'oic' ELSE 'nis' END, 'Ёжиков Клиент ' || i, 'Семейная', 'L1', 'NEW',
      CASE WHEN i <= 10 THEN 1 WHEN i <= 20 THEN 4 ELSE 2 END, '77', now(), now() FROM generate_series(1, 30) i`.execute(
    app.db,
  )
})
afterAll(() => app.close())

const search = async (text: string, as: Login = 'admin') =>
  (await app.call(searchEverywhere, { body: { text } }, { as })).body

it('finds approvers whatever the case and the «ё», with a link to their card', async () => {
  const hits = await search('ЩЕГОЛЕВ')
  expect(hits.map(({ link }) => link).toSorted()).toEqual([
    '/workload-employee/nis/103',
    '/workload-employee/oic/101',
    '/workload-employee/oic/102',
  ])
  expect(hits.every(({ kind }) => kind === 'approver')).toBe(true)
  expect((await search('рашид щёголев')).map(({ title }) => title)).toEqual(['Щёголев Рашид оглы'])
})

it('finds applications by number and client, the exact number first, five at most', async () => {
  const byNumber = await search('Ф-2026/1')
  expect(byNumber).toHaveLength(5)
  expect(byNumber[0]).toEqual({
    kind: 'application',
    title: 'Ф-2026/1',
    subtitle: 'Ёжиков Клиент 1, Семейная',
    link: `/list-workload-employees/nis?application=${encodeURIComponent('Ф-2026/1')}`,
  })
  expect((await search('клиент 30')).map(({ title }) => title)).toContain('Ф-2026/30')
})

it('finds partners with a link to them', async () => {
  expect(await search('самар')).toEqual([
    {
      kind: 'partner',
      title: 'Волга-Ипотека, филиал в Самаре',
      subtitle: 'Общество с ограниченной ответственностью «Волга-Ипотека, филиал в Самаре»',
      link: '/partner/3',
    },
  ])
})

it('shows a partner’s people only what is their own or under it, and only kinds they have a right to', async () => {
  expect((await search('щёголев', 'partner-admin')).map(({ title }) => title)).toEqual([
    'Щёголев-Уральский Пётр',
  ])
  expect((await search('ипотеч', 'partner-admin')).map(({ link }) => link)).toEqual([
    '/partner/4',
    '/partner/5',
  ])
  const applications = await search('ёжиков', 'partner-admin')
  expect(applications.length).toBeGreaterThan(0)
  for (const { title, link } of applications) {
    const i = Number(title.slice(7))
    expect(i > 10 && i <= 20).toBe(true)
    expect(link).toContain('/oic?')
  }
  for (const login of ['agent', 'support'] as const)
    for (const text of ['щёголев', 'ипотеч', 'ёжиков']) expect(await search(text, login)).toEqual([])
})

it.each(['', ' ', 'а', '%', '__', '%%%', '\\', "'; DROP TABLE partner; --", '<script>', '"|&!:*'])(
  'takes %j for nothing but text',
  async (text) => {
    expect(await search(text)).toEqual([])
  },
)

it('refuses what is not a text', async () => {
  for (const body of [{}, { text: 1 }, { text: 'x'.repeat(101) }, { text: 'а\u0000' }])
    expect((await app.call(searchEverywhere, { body: body as never })).status).toBe(400)
  expect((await app.call(searchEverywhere, { body: { text: 'а' } }, { as: null })).status).toBe(401)
})
