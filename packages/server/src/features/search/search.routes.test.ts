import { listLatestOpened, type SearchHit, searchEverywhere } from '@ipoteka-office/contract/search/search.ts'
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
  await sql`INSERT INTO application (number, type, client_name, programme, level_code, outside_status, partner_id, region_code, received_at, due_at)
    SELECT 'Ф-2026/' || i, CASE WHEN i % 2 = 0 THEN 'oic' ELSE 'nis' END, 'Ёжиков Клиент ' || i, 'Семейная', 'L1', 'NEW',
      CASE WHEN i <= 10 THEN 1 WHEN i <= 20 THEN 4 ELSE 2 END, '77', now(), now() FROM generate_series(1, 30) i`.execute(
    app.db,
  )
  await sql`INSERT INTO person (id, partner_id, last_name, first_name, passport, phone) VALUES
    (901, 2, 'Хомяков', 'Пётр', '9209235857', '79123456789'), (902, 2, 'Хомякова', 'Анна', '9211111111', NULL)`.execute(
    app.db,
  )
  await sql`INSERT INTO case_file (id, type, number, partner_id, client_name, client_phone, person_id, stage) VALUES
    (9001, 'SHORT_APPLICATION', 'К-26-900001', 2, 'Хомяков Пётр', '79123456789', 901, 'DRAFT'),
    (9003, 'LEAD', 'Л-26-900003', 2, 'Хомяков', '79123456789', NULL, 'NEW')`.execute(app.db)
  await sql`INSERT INTO case_participant (case_id, role, person_id, name, sort) VALUES
    (9001, 'CO_BORROWER', 902, 'Хомякова Анна', 1)`.execute(app.db)
  await sql`INSERT INTO realty_object (case_id, role, type_code, number_type, number)
    VALUES (9001, 'MORTGAGESUBJECT', 'FLAT', 'CADASTRAL', '16:50:0011001:77')`.execute(app.db)
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

const casesOf = (hits: SearchHit[]) => hits.filter(({ kind }) => kind === 'case')

it('finds the case of a number alone, and eight at most by a part of it or by the client', async () => {
  const byNumber = casesOf(await search('ф-2026/1'))
  expect(byNumber).toHaveLength(1)
  expect(casesOf(await search('ф-2026/'))).toHaveLength(8)
  expect(byNumber[0]).toEqual({
    kind: 'case',
    caseType: 'FULL_APPLICATION',
    title: 'Ф-2026/1',
    subtitle: 'Ёжиков Клиент 1, полная заявка, Проверка комплекта, Ипотечный банк, по номеру',
    link: expect.stringMatching(/^\/full-app-edit\/\d+$/),
  })
  expect((await search('клиент 30')).map(({ title }) => title)).toContain('Ф-2026/30')
})

it.each([
  ['the phone of the client', '+7 912 345-67-89', ['К-26-900001', 'Л-26-900003']],
  ['the phone without the country', '9123456789', ['К-26-900001', 'Л-26-900003']],
  ['the passport of the client', '92 09 235857', ['К-26-900001']],
  ['the passport of a participant', '9211111111', ['К-26-900001']],
  ['the cadastral number of the object', '16:50:0011001:77', ['К-26-900001']],
])('finds cases by %s', async (_, text, numbers) => {
  expect(
    casesOf(await search(text))
      .map(({ title }) => title)
      .toSorted(),
  ).toEqual(numbers)
})

it('finds the newest cases of a partner', async () => {
  const hits = casesOf(await search('волга-ипотека'))
  expect(hits.map(({ title }) => title)).toContain('К-26-900001')
  expect(hits.every(({ subtitle }) => subtitle.endsWith('по партнёру'))).toBe(true)
})

it('shows another partner’s agent no case, whatever is asked, and types without a right nobody', async () => {
  const asked = ['К-26-900001', 'Хомяков', '79123456789', '9209235857', '9211111111', '16:50:0011001:77']
  for (const text of asked) {
    expect(casesOf(await search(text, 'agent')).map(({ title }) => title)).toContain('К-26-900001')
    for (const login of ['partner-admin', 'support'] as const)
      expect(casesOf(await search(text, login))).toEqual([])
  }
  expect(casesOf(await search('Л-26-900003', 'workload'))).toEqual([])
  expect(casesOf(await search('волга-ипотека', 'partner-admin'))).toEqual([])
})

it('says no personal number in a hit', async () => {
  const said = JSON.stringify(await search('9209235857'))
  expect(said).toContain('К-26-900001')
  expect(said).not.toMatch(/9209235857|79123456789/)
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
  const partners = (await search('ипотеч', 'partner-admin')).filter(({ kind }) => kind === 'partner')
  expect(partners.map(({ link }) => link)).toEqual(['/partner/4', '/partner/5'])
  const applications = await search('ёжиков', 'partner-admin')
  expect(applications.length).toBeGreaterThan(0)
  for (const { title } of applications) {
    const i = Number(title.slice(7))
    expect(i > 10 && i <= 20).toBe(true)
  }
  expect((await search('ёжиков', 'agent')).length).toBeGreaterThan(0)
  for (const login of ['support'] as const)
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

it('tells what the person opened last, and nothing that has gone to where they do not see', async () => {
  const opened = async (as: Login) => (await app.call(listLatestOpened, {}, { as })).body
  await sql`INSERT INTO case_visit (employee_id, case_id, at)
    SELECT e.id, c.id, now() + c.id * interval '1 second' FROM employee e, case_file c
    WHERE e.login IN ('admin', 'agent') AND c.id IN (9001, 9003)`.execute(app.db)
  expect((await opened('admin')).map(({ title }) => title)).toEqual(['Л-26-900003', 'К-26-900001'])
  expect((await opened('agent')).map(({ title }) => title)).toEqual(['Л-26-900003', 'К-26-900001'])
  await sql`UPDATE case_file SET partner_id = 4 WHERE id = 9003`.execute(app.db)
  expect((await opened('agent')).map(({ title }) => title)).toEqual(['К-26-900001'])
})
