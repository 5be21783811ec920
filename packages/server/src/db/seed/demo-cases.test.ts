import { CaseType, machines } from '@ipoteka-office/contract/machines/machines.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { questionnaireCompleteness } from '@ipoteka-office/contract/section-completeness.ts'
import { countTasks } from '@ipoteka-office/contract/case-tasks.ts'
import { readQuestionnaire } from '#features/case-sections/questionnaire.service.ts'
import { realtyGuard } from '#features/realty-objects/realty-completeness.service.ts'
import type { Login } from '#testing/test-tokens.ts'
import { passing } from './demo-case-plan.ts'
import { seedDemoTalk } from './demo-case-talk.ts'
import { codesOf, seedDemoCases } from './demo-cases.ts'
import { seedDemoQueueCases } from './demo-queue-cases.ts'
import { seedDemoRealty } from './demo-realty.ts'
import { Chance } from './generator.ts'

const now = new Date()

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
  await bank.db.transaction().execute(async (tx) => {
    // One open application of each programme that other systems hand in, as the large bank has them by thousands.
    await sql`
      INSERT INTO application (number, type, client_name, programme, programme_code, level_code, status_code, partner_id,
        region_code, received_at, due_at)
      SELECT 'ВХ-' || code, 'oic', 'Гусейнова Алёна Рашид кызы', 'Как её называют там', code,
        (ARRAY['LEVEL_1', 'LEVEL_2', 'LEVEL_3', 'LEVEL_4', 'LEVEL_5'])[1 + code::int % 5], 'UNDERWRITING', 2, '16', now(), now()
      FROM unnest(ARRAY['1', '2', '5', '6', '9', '105', '106', '107', '108']) code`.execute(tx)
    await seedDemoQueueCases(tx, await codesOf(tx, new Chance(1)))
    await seedDemoCases(tx, { now, timeZone: 'Europe/Moscow' })
    await seedDemoRealty(tx)
    await seedDemoTalk(tx)
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

test('what was sent is whole by the rules that send it, and who is examined has an object and its seller', async () => {
  const sent = await rowsOf<{ id: number; type: CaseType; number: string; stage: string; objects: number }>(`
    SELECT f.id, f.type, f.number, f.stage, (SELECT count(*)::int FROM realty_object o WHERE o.case_id = f.id) AS objects
    FROM case_file f WHERE f.type IN ('FULL_APPLICATION', 'LOAN_APPLICATION') AND (f.stage = 'DOCS_CHECK'
      OR EXISTS (SELECT FROM case_stage s WHERE s.case_id = f.id AND s.stage = 'DOCS_CHECK')) ORDER BY f.id`)
  expect(sent.filter(({ number }) => number.startsWith('ВХ-'))).toHaveLength(9)
  expect(sent.length).toBeGreaterThan(150)
  for (const { id, type, number, stage, objects } of sent) {
    const stored = await readQuestionnaire(bank.db, id, type)
    const gaps = questionnaireCompleteness(stored).flatMap((one) => [...one.gaps])
    expect([number, stored.participants.length > 0, gaps]).toEqual([number, true, []])
    if (type === 'LOAN_APPLICATION') continue
    expect([number, objects > 0]).toEqual([number, stored.sections.REALTY?.['chosen']])
    if (['REALTY_CHECK', 'REALTY_APPROVED', 'DEAL'].includes(stage))
      expect([number, await realtyGuard(bank.db, id)]).toEqual([number, null])
  }
})

test('each of the shown partners has a case in every stage in which people meet one', async () => {
  const found = await rowsOf<{ partner: number; type: CaseType; stage: string }>(
    'SELECT DISTINCT partner_id AS partner, type, stage FROM case_file WHERE partner_id IN (2, 4)',
  )
  const wanted = CaseType.options.flatMap((type) =>
    Object.keys(machines[type].states)
      .filter((stage) => !passing[type].includes(stage))
      .flatMap((stage) => [2, 4].map((partner) => ({ partner, type, stage }))),
  )
  for (const one of wanted) expect(found).toContainEqual(one)
  // Nobody waits for a period that nothing ends.
  const stuck = await rowsOf(`SELECT f.id FROM case_file f LEFT JOIN loan_application l ON l.id = f.id
    LEFT JOIN case_timer t ON t.case_id = f.id AND t.action = 'coolingOffEnded' AND t.fire_at = l.release_at
    WHERE f.type = 'LOAN_APPLICATION' AND (f.stage IN ('SIGNED', 'READY_TO_ISSUE', 'ISSUING') AND l.signed_at IS NULL
      OR f.stage = 'SIGNED' AND (t.case_id IS NULL OR l.release_at <= now()))`)
  expect(stuck).toEqual([])
})

test('every list of tasks has rows for whoever signs in and may see it', async () => {
  const tabs: Record<string, readonly string[]> = {
    agent: ['MY', 'GROUPS', 'FAVORITES', 'OVERDUE', 'TRANSFERRED', 'ALL'],
    underwriter: ['MY', 'GROUPS', 'FAVORITES', 'PARTNERS', 'OVERDUE', 'TRANSFERRED', 'ALL'],
    workload: ['FAVORITES', 'PARTNERS', 'OVERDUE', 'ALL'],
    admin: ['MY', 'GROUPS', 'FAVORITES', 'PARTNERS', 'OVERDUE', 'ALL'],
  }
  for (const [login, wanted] of Object.entries(tabs)) {
    const { body } = await bank.call(countTasks, { body: {} }, { as: login as Login })
    const empty = wanted.filter((tab) => !(body[tab as keyof typeof body] > 0))
    expect([login, empty]).toEqual([login, []])
  }
  const states = await rowsOf<{ state: string }>(
    'SELECT DISTINCT state FROM case_task UNION SELECT DISTINCT state FROM case_remark ORDER BY 1',
  )
  expect(states.map(({ state }) => state)).toEqual([
    'ANSWERED',
    'CLOSED',
    'COMPLETED',
    'FAILED',
    'IDLE',
    'OPEN',
    'RUNNING',
    'STOPPED',
  ])
})
