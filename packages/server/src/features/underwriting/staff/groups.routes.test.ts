import * as api from '@ipoteka-office/contract/underwriting/underwriting-groups.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '#testing/test-app.ts'

/** Group 1 is of the bank, `workload` (2) heads it and `underwriter` (3) is in it. */
let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
})
afterAll(() => bank.close())

const search = (body: object = {}, as: 'uw-head' | 'viewer' = 'uw-head', sort = 'name,asc') =>
  bank.call(api.searchUnderwritingGroups, { query: { sort }, body }, { as })
const read = (id = '1') => bank.call(api.getUnderwritingGroup, { params: { id } }, { as: 'uw-head' })
const plan = (
  dailyPlan: number | null,
  version: number,
  as: 'uw-head' | 'viewer' | 'partner-admin' = 'uw-head',
) => bank.call(api.saveGroupPlan, { params: { id: '1' }, body: { dailyPlan, version } }, { as })

it('shows the groups of the bank with the work of their people, sorted by the server', async () => {
  const { body } = await search()
  expect(body.content.map(({ id }) => id)).toEqual(expect.arrayContaining([1, 2]))
  const { rows } = await sql<{
    n: number
  }>`SELECT count(*)::int AS n FROM workgroup g JOIN partner p ON p.id = g.partner_id
    WHERE NOT 'Ahml' = ANY(p.roles) AND g.id = ANY(${body.content.map(({ id }) => id)}::int[])`.execute(
    bank.db,
  )
  expect(rows).toEqual([{ n: 0 }])
  const { body: card } = await read()
  expect(card).toMatchObject({ name: 'Согласование ОИК', members: card.people.length, dailyPlan: 40 })
  expect(card.open).toBe(card.people.reduce((sum, { open }) => sum + open, 0))
  expect((await search({ text: 'окик' })).body.content).toEqual([])
  expect((await search({ text: 'оик' })).body.content.map(({ id }) => id)).toEqual([1])
  for (const field of api.groupSortFields)
    expect((await search({}, 'viewer', `${field},desc`)).status).toBe(200)
})

it('keeps a plan for the day, which an old version does not overwrite', async () => {
  const { version } = (await read()).body
  expect((await plan(45, version)).body).toMatchObject({ dailyPlan: 45, version: version + 1 })
  expect((await plan(50, version)).status).toBe(409)
  expect((await plan(0, version + 1)).status).toBe(400)
  expect((await plan(null, version + 1)).body.dailyPlan).toBe(null)
})

it('is neither seen nor changed by partners, and not changed by who only reads', async () => {
  expect((await read('999999')).status).toBe(404)
  expect((await plan(10, 1, 'viewer')).status).toBe(403)
  await sql`INSERT INTO user_role_operation (user_role_id, object_type, operation)
    VALUES (5, 'Underwriting', 'UndMenuManagingGroups') ON CONFLICT DO NOTHING`.execute(bank.db)
  expect((await plan(10, 1, 'partner-admin')).status).toBe(403)
  for (const as of ['partner-admin', 'agent', 'underwriter'] as const)
    expect([
      (await bank.call(api.searchUnderwritingGroups, { query: {}, body: {} }, { as })).status,
      (await bank.call(api.getUnderwritingGroup, { params: { id: '1' } }, { as })).status,
    ]).toEqual([403, 403])
})
