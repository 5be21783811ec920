import { listQueue, obstacleOf } from '@ipoteka-office/contract/queue/queue.ts'
import { assignByHand, findCheckers } from '@ipoteka-office/contract/queue/manual-assignments.ts'
import {
  explainUnassigned,
  getUnassignedSummary,
  listUnassigned,
  listWeighed,
  type Obstacle,
} from '@ipoteka-office/contract/queue/unassigned.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { giveApplications, noonClock, resetApprovers } from '#testing/approvers.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

/** In ОИК at noon: 1, 7 and 9 are at work, 3 works at night, 5 is on pause; 7 is of Ural, 9 of Volga. */
let bank: TestApp
beforeAll(async () => {
  bank = await testApp({ clock: noonClock })
})
beforeEach(() => resetApprovers(bank))
afterAll(() => bank.close())

const oic = { type: 'oic' } as const
const at = (id: number) => ({ params: { ...oic, id: String(id) } })

/** Applications with nobody, of these levels. */
async function wait(...levels: string[]): Promise<number[]> {
  const ids = await giveApplications(bank, 1, levels.length)
  await sql`UPDATE application a SET approver_id = NULL, assigned_at = NULL, level_code = d.level, unassigned_reasons = '{}'
    FROM unnest(${ids}::int[], ${levels}::text[]) AS d (id, level) WHERE a.id = d.id`.execute(bank.db)
  await sql`UPDATE approver_workload SET open_count = 0`.execute(bank.db)
  return ids
}
const summary = async (as: Login = 'admin') =>
  (await bank.call(getUnassignedSummary, { params: oic }, { as })).body
const list = async (obstacle?: Obstacle) =>
  (await bank.call(listUnassigned, { params: oic, query: { size: 100, ...(obstacle && { obstacle }) } })).body
const people = async (id: number, obstacle: Obstacle, as: Login = 'admin') =>
  (await bank.call(listWeighed, { ...at(id), query: { obstacle, size: 100 } }, { as })).body

describe('what keeps an application waiting', () => {
  it('is the rule that those met who came furthest', () => {
    expect(obstacleOf({ status: 30, shift: 90, level: 1 })).toBe('level')
    expect(obstacleOf({ limit: 2, status: 30 })).toBe('limit')
    expect(obstacleOf({ ownWork: 1, limit: 2 })).toBe('ownWork')
    expect(obstacleOf({})).toBeNull()
  })

  it('counts each application once, and every number opens as many rows', async () => {
    // One of them somebody may take by now: it has only not been given out yet.
    const ids = await wait('LEVEL_5', 'LEVEL_2', 'LEVEL_3', 'LEVEL_5')
    await sql`UPDATE approver SET level_codes = '{LEVEL_2}' WHERE id IN (1, 3, 9)`.execute(bank.db)
    await sql`UPDATE approver SET max_open = 0 WHERE id = 7`.execute(bank.db)
    const { count, ready, reasons } = await summary()
    expect({ count, ready, reasons }).toEqual({ count: 4, ready: 1, reasons: { level: 2, limit: 1 } })
    for (const [obstacle, n] of Object.entries({ ...reasons, none: ready })) {
      const { content, totalElements } = await list(obstacle as Obstacle)
      expect([obstacle, content.length, totalElements]).toEqual([obstacle, n, n])
    }
    const rows = (await list()).content
    expect(rows.map(({ id }) => id)).toEqual(ids)
    expect(rows[0]?.unassignedReasons).toEqual({ status: 1, shift: 1, level: 3 })
  })

  it('is told by one rule everywhere: the row, «Почему?», the people behind each number, the hand', async () => {
    const [id = 0] = await wait('LEVEL_3')
    await sql`UPDATE approver SET max_open = 0 WHERE id IN (1, 7)`.execute(bank.db)
    await sql`UPDATE case_file SET created_by = (SELECT employee_id FROM approver WHERE id = 9) WHERE id = ${id}`.execute(
      bank.db,
    )
    const { body } = await bank.call(explainUnassigned, at(id))
    const expected = { status: 1, shift: 1, limit: 2, ownWork: 1 }
    expect(body).toMatchObject({ considered: 5, fits: 0, rejected: expected })
    expect((await list()).content[0]?.unassignedReasons).toEqual(expected)
    expect((await summary()).reasons).toEqual({ ownWork: 1 })
    const number = (await list()).content[0]?.number ?? ''
    const found = await bank.call(listQueue, { body: { search: number } })
    expect(found.body.content[0]?.unassignedReasons).toEqual(expected)
    const hand = (await bank.call(findCheckers, { params: oic, body: { ids: [id] } })).body.people
    for (const [obstacle, n] of Object.entries(expected)) {
      const { content, totalElements } = await people(id, obstacle as Obstacle)
      expect([obstacle, content.length, totalElements]).toEqual([obstacle, n, n])
      for (const one of content)
        expect(Object.keys(hand.find((each) => each.id === one.id)?.reasons ?? {})).toEqual(one.reasons)
    }
    // Who needs only to wait comes first, whoever prepared it never does.
    expect(body.nearest.map(({ id: person, reasons }) => [person, reasons])).toEqual([
      [3, ['shift']],
      [1, ['limit']],
      [7, ['limit']],
      [5, ['status']],
    ])
    expect(body.nearest[0]).toMatchObject({ shiftFrom: '22:00', shiftBy: '06:00', open: 0, limit: 20 })
  })

  it('is gone once somebody has the application, given by hand to whom it named', async () => {
    const [id = 0] = await wait('LEVEL_2')
    const { body } = await bank.call(explainUnassigned, at(id))
    expect(body.fits).toBe(3)
    const { content } = await people(id, 'none')
    expect(body.nearest.slice(0, 3)).toEqual(content)
    const { rows } = await sql<{ id: number; version: number }>`
      SELECT id, version FROM application WHERE id = ${id}`.execute(bank.db)
    const given = await bank.call(assignByHand, {
      params: oic,
      body: { approverId: content[0]?.id ?? 0, reason: 'Срочно', items: rows },
    })
    expect(given.body.results[0]?.done).toBe(true)
    const gone = await bank.call(explainUnassigned, at(id))
    expect([gone.status, gone.error.message]).toEqual([404, expect.stringContaining('уже назначили')])
    expect(await summary()).toEqual({ count: 0, ready: 0, atGroups: 0, reasons: {} })
  })
})

describe('a reader', () => {
  it('of a partner reaches neither applications nor people of others', async () => {
    const [own = 0, foreign = 0] = await wait('LEVEL_5', 'LEVEL_5')
    await sql`UPDATE application SET partner_id = 4 WHERE id = ${own}`.execute(bank.db)
    expect((await summary('partner-admin')).count).toBe(1)
    const { body } = await bank.call(explainUnassigned, at(own), { as: 'partner-admin' })
    expect(body).toMatchObject({ considered: 5, rejected: { level: 3 } })
    expect(body.nearest.map(({ id }) => id)).toEqual([7])
    expect((await people(own, 'level', 'partner-admin')).content.map(({ id }) => id)).toEqual([7])
    const level = { query: { obstacle: 'level' as const } }
    for (const ask of [
      (id: number, as: Login) => bank.call(explainUnassigned, at(id), { as }),
      (id: number, as: Login) => bank.call(listWeighed, { ...at(id), ...level }, { as }),
    ]) {
      expect((await ask(foreign, 'partner-admin')).status).toBe(404)
      expect((await ask(2_000_000_000, 'admin')).status).toBe(404)
      expect((await ask(own, 'agent')).status).toBe(403)
    }
  })

  it('gets no answer to an obstacle that is none', async () => {
    const [id = 0] = await wait('LEVEL_5')
    const wrong = { obstacle: 'погода' as 'level' }
    expect((await bank.call(listWeighed, { ...at(id), query: wrong })).status).toBe(400)
    expect((await bank.call(listUnassigned, { params: oic, query: wrong })).status).toBe(400)
  })
})
