import { CaseType, machines } from '@ipoteka-office/contract/machines/machines.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { seedDemoCases } from './demo-cases.ts'

const now = new Date()

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
  await bank.db.transaction().execute(async (tx) => {
    await seedDemoCases(tx, { now, timeZone: 'Europe/Moscow' })
  })
})
afterAll(() => bank.close())

const rowsOf = async <Row>(statement: string): Promise<Row[]> =>
  (await sql<Row>`${sql.raw(statement)}`.execute(bank.db)).rows

test('every made-up case has gone only where its machine leads', async () => {
  const moves = await rowsOf<{ type: CaseType; stage: string; action: string; next: string }>(`
    SELECT DISTINCT f.type, s.stage, s.action, s.next FROM case_file f JOIN (
      SELECT *, lead(stage) OVER (PARTITION BY case_id ORDER BY id) AS next FROM case_stage) s ON s.case_id = f.id
    WHERE s.action IS NOT NULL`)
  expect(moves.length).toBeGreaterThan(40)
  for (const { type, stage, action, next } of moves)
    expect(machines[type].transitions).toContainEqual(
      expect.objectContaining({ from: stage, action, to: next }),
    )
})

test('stage, clock, task and archive of each agree', async () => {
  const wrong = await rowsOf(`
    SELECT f.id FROM case_file f JOIN case_stage s ON s.case_id = f.id AND s.left_at IS NULL
    LEFT JOIN case_clock c ON c.case_id = f.id
    WHERE s.stage <> f.stage OR s.entered_at <> f.stage_since OR c.due_at IS DISTINCT FROM f.due_at
      OR (f.stage = 'ARCHIVE') <> (f.archived_at IS NOT NULL)
      OR (SELECT count(*) FROM case_task t WHERE t.case_id = f.id AND t.open) > 1`)
  expect(wrong).toEqual([])
  const stages = await rowsOf<{ type: CaseType; stage: string; tasks: number }>(`
    SELECT f.type, f.stage, count(t.id)::int AS tasks FROM case_file f
    LEFT JOIN case_task t ON t.case_id = f.id AND t.open GROUP BY 1, 2`)
  for (const { type, stage, tasks } of stages)
    expect([type, stage, tasks > 0]).toEqual([type, stage, machines[type].states[stage]?.task !== undefined])
  // Nothing is due that the minute's work would have to make up for.
  expect(
    await rowsOf(`SELECT case_id FROM case_timer WHERE fire_at < now() - interval '10 minutes'`),
  ).toEqual([])
})

test('there are cases of every type, and what is being checked is in the approvers’ queue', async () => {
  const counts = await rowsOf<{ type: string; n: number }>(
    'SELECT type, count(*)::int AS n FROM case_file GROUP BY type',
  )
  for (const type of CaseType.options) expect(counts.find((row) => row.type === type)?.n).toBeGreaterThan(59)
  const lost =
    await rowsOf(`SELECT id FROM case_file f WHERE type = 'FULL_APPLICATION' AND stage = 'DOCS_CHECK'
    AND NOT EXISTS (SELECT FROM application a WHERE a.id = f.id AND a.closed_at IS NULL)`)
  expect(lost).toEqual([])
})

test('some owe together: each is a person of their own, and spouses are married', async () => {
  const wrong = await rowsOf(`
    SELECT p.id FROM case_participant p JOIN case_section s ON s.participant_id = p.id AND s.section = 'PERSONAL'
    WHERE p.person_id IS NULL OR s.data ->> 'lastName' || ' ' || (s.data ->> 'firstName') || ' ' || (s.data ->> 'middleName') <> p.name
      OR (p.role = 'SPOUSE' AND s.data ->> 'maritalStatus' <> 'MARRIED')`)
  expect(wrong).toEqual([])
  const counts = await rowsOf<{ type: string; n: number }>(`
    SELECT f.type, count(*)::int AS n FROM case_participant p JOIN case_file f ON f.id = p.case_id
    WHERE p.role <> 'MAIN_BORROWER' GROUP BY 1 ORDER BY 1`)
  expect(counts.map(({ type, n }) => [type, n > 3])).toEqual([
    ['FULL_APPLICATION', true],
    ['LOAN_APPLICATION', true],
  ])
})
