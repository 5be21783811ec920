import {
  AssignmentContent,
  ruleIssues,
} from '@ipoteka-office/contract/assignment-rules/assignment-content.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listQueue } from '@ipoteka-office/contract/queue/queue.ts'
import { countTasks, getChainOrder } from '@ipoteka-office/contract/cases/case-tasks.ts'
import { listManagerHistory } from '@ipoteka-office/contract/cases/cases.ts'
import { isInn } from '@ipoteka-office/contract/common/identifiers.ts'
import { CaseType, caseTypes, machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { incomeOf, obligationsOf } from '@ipoteka-office/contract/cases/monthly-means.ts'
import { yearsBetween } from '@ipoteka-office/contract/products/eligibility/rule.ts'
import { demoAsks } from '#features/products/seed/demo-terms.ts'
import { questionnaireCompleteness } from '@ipoteka-office/contract/cases/section-completeness.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { monthlyPayment } from '#features/calculator/limits.rules.ts'
import { loadSpecialDays } from '#features/calendar/calendar.service.ts'
import { hoursOf } from '#features/calendar/working-time.rules.ts'
import { realtyGuard } from '#features/realty-objects/realty-completeness.service.ts'
import { DiskStore } from '#files/disk-store.ts'
import { questionnairesSql, type StoredCase } from '#testing/case-walks/demo-questionnaires.ts'
import { isSigned } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'
import { seedDemoBank } from '#db/seed/demo-bank.ts'
import { fillCaseDocuments } from './demo-case-documents.ts'
import { demoTypes } from './demo-types.ts'
import { gatherStatistics } from '#db/seed/fill-demo-bank.ts'
import { tasksOf } from './demo-case-rows.ts'
import { planDemoCases } from './demo-cases.ts'
import { annuity } from '#db/seed/rulebook/annuity.ts'

const now = new Date()
let bank: TestApp
let folder: string
beforeAll(async () => {
  bank = await testApp()
  folder = await mkdtemp(join(tmpdir(), 'ipoteka-app-rules-'))
  await bank.db.transaction().execute(async (tx) => {
    await seedDemoBank(tx, { now, timeZone: 'Europe/Moscow', scale: 0.25 })
    await fillCaseDocuments(tx, new DiskStore(folder), now, [])
  })
  await gatherStatistics(bank.db)
}, 300_000)
afterAll(async () => {
  await bank.close()
  await rm(folder, { recursive: true, force: true })
})

const rowsOf = async <Row>(statement: string): Promise<Row[]> =>
  (await sql<Row>`${sql.raw(statement)}`.execute(bank.db)).rows

const questionnaires = () => rowsOf<StoredCase>(questionnairesSql)

test('people are of an age, earn what their payments need and work for sound organisations', async () => {
  const all = (await questionnaires()).filter(({ sent }) => sent)
  expect(all.length).toBeGreaterThan(600)
  const loads = all.map((data) => {
    const { amount, rate, termMonths } = data.sections.CREDIT ?? data.sections.LOAN ?? {}
    const payment = annuity(Number(amount), String(rate), Number(termMonths))
    for (const { sections } of data.participants) {
      const age = yearsBetween(String(sections.PERSONAL?.['birthDate']), data.openedOn)
      expect([data.number, age >= 21 && age < 60]).toEqual([data.number, true])
      expect(isInn(String(sections.EMPLOYMENT?.['employerInn']))).toBe(true)
    }
    const others = obligationsOf(data).reduce((sum, one) => sum + Number(monthlyPayment(one)), 0)
    const load = (payment + others) / Number(incomeOf(data))
    expect([data.number, load > 0.02 && load < 0.8]).toEqual([data.number, true])
    return { load, approved: data.approved }
  })
  const approvedOf = (some: typeof loads) => some.filter(({ approved }) => approved).length / some.length
  const heavy = loads.filter(({ load }) => load > 0.52)
  // Who pays more than a half is refused, but for one in ten; of the others most are approved. Days change who it is.
  expect(heavy.length).toBeGreaterThan(20)
  expect(approvedOf(heavy)).toBeLessThan(1 / 3)
  expect(approvedOf(loads.filter(({ load }) => load <= 0.52))).toBeGreaterThan(1 / 2)
})

test('some have debts, and the incomes of sets that were taken are confirmed', async () => {
  const [found] = await rowsOf<{ debts: number; taken: number; confirmed: number; unconfirmed: number }>(`
    WITH taken AS (SELECT DISTINCT case_id FROM case_stage WHERE stage = 'DOCS_CHECK' AND action = 'accept')
    SELECT (SELECT count(*)::int FROM case_section WHERE section = 'OBLIGATIONS' AND data -> 'noObligations' = 'false') AS debts,
      (SELECT count(*)::int FROM taken) AS taken,
      count(*) FILTER (WHERE t.case_id IS NOT NULL AND s.data #> '{incomes,0,confirmed}' IS NOT NULL)::int AS confirmed,
      count(*) FILTER (WHERE t.case_id IS NOT NULL AND s.data #> '{incomes,0,confirmed}' IS NULL)::int AS unconfirmed
    FROM case_section s LEFT JOIN taken t USING (case_id) WHERE s.section = 'INCOME'`)
  expect(found?.debts).toBeGreaterThan(200)
  expect(found?.confirmed).toBeGreaterThan(found?.taken ?? 0)
  expect(found?.unconfirmed).toBe(0)
})

test('each decided case has its sections, documents, checks and sendings', async () => {
  const hollow = await rowsOf(`
    SELECT f.number FROM case_file f
    WHERE f.type IN ('FULL_APPLICATION', 'LOAN_APPLICATION')
      AND f.id IN (SELECT case_id FROM case_stage WHERE stage = 'AUTO_CHECKS') AND (
        f.id NOT IN (SELECT case_id FROM case_section GROUP BY 1 HAVING count(*) > 6)
        OR f.id NOT IN (SELECT d.owner_id FROM document d JOIN document_file i ON i.document_id = d.id
          WHERE d.owner_type IN ('APPLICATION', 'LOAN_APPLICATION'))
        OR f.stage NOT IN ('DOCS_CHECK', 'REWORK') AND f.id NOT IN (SELECT owner_id FROM document
          WHERE owner_type IN ('APPLICATION', 'LOAN_APPLICATION') AND status = 'ACCEPTED' AND reviewed_by IS NOT NULL)
        OR f.id NOT IN (SELECT case_id FROM auto_check)
        OR f.type = 'FULL_APPLICATION' AND f.id NOT IN (SELECT case_id FROM full_application_sending)
        OR f.type = 'LOAN_APPLICATION' AND f.id NOT IN (SELECT case_id FROM self_ban_check))`)
  expect(hollow).toEqual([])
})

interface Taken {
  readonly signed: boolean
  readonly type: CaseType
  readonly stage: string
  readonly action: string
  readonly operations: string[]
  readonly isBank: boolean
}

test('each step was taken by somebody who may take it, and nobody decides on their own work', async () => {
  const steps = await rowsOf<Taken>(`
    SELECT DISTINCT f.type, s.stage, s.action, 'Ahml' = ANY(p.roles) AS "isBank",
      ARRAY(SELECT DISTINCT o.object_type || '.' || o.operation FROM role_holder h
        JOIN user_role_operation o ON o.user_role_id = h.user_role_id WHERE h.employee_id = s.actor_id) AS operations, ${isSigned} AS signed
    FROM case_stage s JOIN case_file f ON f.id = s.case_id JOIN employee e ON e.id = s.actor_id JOIN partner p ON p.id = e.partner_id`)
  expect(steps.length).toBeGreaterThan(40)
  for (const { type, stage, action, operations, isBank, signed } of steps) {
    const way = machines[type].transitions.find((one) => one.from === stage && one.action === action)
    const by: readonly string[] = way === undefined || way.by === 'SYSTEM' ? [] : way.by
    const may = by.some((operation) => operations.includes(`${caseTypes[type].object}.${operation}`))
    expect([stage, action, may, signed]).toEqual([stage, action, true, way?.decides !== undefined])
    // Agents bring, the bank decides.
    expect([stage, action, isBank]).toEqual([stage, action, !by.includes('Send')])
  }
  const alone = await rowsOf(`
    SELECT a.case_id, a.action, b.action FROM case_stage a JOIN case_stage b ON b.case_id = a.case_id AND b.id > a.id
      AND b.actor_id = a.actor_id
    WHERE a.action IN ('submit', 'accept', 'toControl', 'verify', 'suspectFraud') AND a.action <> b.action AND b.action IN ('agree',
      'decline', 'toCommittee', 'approveByCommittee', 'rejectByCommittee', 'fraudConfirmed', 'fraudNotConfirmed', 'verified')
    UNION ALL SELECT a.case_id, a.action, b.action FROM case_stage a JOIN case_stage b ON b.case_id = a.case_id
      AND b.actor_id = a.actor_id WHERE a.action = 'accept' AND b.action IN ('approve', 'reject')`)
  expect(alone).toEqual([])
})

test('whoever brought a document, described an object or answered a remark has not taken it', async () => {
  const [own] = await rowsOf(`
    WITH pair AS (SELECT DISTINCT d.reviewed_by, f.created_by
        FROM document d JOIN document_file f ON f.document_id = d.id WHERE d.status = 'ACCEPTED'),
      reviewer AS (SELECT r.id, ARRAY(SELECT same_employees(r.id)) AS people
        FROM (SELECT DISTINCT reviewed_by FROM pair) r (id))
    SELECT (SELECT count(*)::int FROM pair JOIN reviewer r ON r.id = pair.reviewed_by
        WHERE pair.created_by = ANY (r.people)) AS documents,
      (SELECT count(*)::int FROM document WHERE status = 'ACCEPTED' AND reviewed_by IS NOT NULL) > 100 AS "areAccepted",
      (SELECT count(*)::int FROM subject_decision w JOIN realty_object o ON o.id = w.realty_id
        WHERE w.code LIKE 'POSITIVE%' AND w.author_id IN (o.created_by, o.saved_by)) AS objects,
      (SELECT count(*)::int FROM case_remark WHERE closed_by = answered_by) AS remarks`)
  expect(own).toEqual({ documents: 0, areAccepted: true, objects: 0, remarks: 0 })
})

test('work is done in worked hours over a year and a half, and little of it is late or with nobody', async () => {
  const special = await loadSpecialDays(bank.db)
  const starts = await rowsOf<{ at: string; zone: string | null }>(`
    SELECT to_char(f.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS at, r.attributes ->> 'timezone' AS zone
    FROM case_file f JOIN partner p ON p.id = f.partner_id
    LEFT JOIN reference_item r ON r.dictionary = 'region' AND r.code = p.region_code`)
  const oldest = Math.min(...starts.map(({ at }) => Date.parse(at)))
  expect((now.getTime() - oldest) / 86_400_000).toBeGreaterThan(400)
  const outside = starts.filter(({ at, zone }) => {
    const hours = Number(/UTC([+-]\d+)/.exec(zone ?? 'UTC+3')?.[1] ?? 3)
    const local = Date.parse(at) + hours * 3_600_000
    const hour = (local / 3_600_000) % 24
    const day = Math.floor(local / 86_400_000)
    return hoursOf(day, special.get(day)) === 0 || hour < 9 || hour >= 18.02
  })
  // A quarter of an hour at the ends of a day may be of another zone.
  expect(outside.length / starts.length).toBeLessThan(0.01)
  const planned = await planDemoCases(bank.db, { now, timeZone: 'Europe/Moscow' })
  expect(planned.length).toBeGreaterThan(4_500)
  const open = planned
    .flatMap((one) => tasksOf(one).map((task) => ({ one, task })))
    .filter(({ task }) => task.to === null)
  expect(open.length).toBeGreaterThan(1_000)
  const late = open.filter(({ task }) => task.dueAt !== null && task.dueAt < now)
  expect(late.length / open.length).toBeLessThan(0.03)
  // Sets in the queue are given out by the distribution.
  const isQueued = ({ one, task }: (typeof open)[number]) =>
    one.type === 'FULL_APPLICATION' && task.stage === 'DOCS_CHECK'
  const nobody = open.filter((each) => !isQueued(each) && each.task.assigneeId === null)
  const queue = open.filter(isQueued).length
  expect(queue).toBeGreaterThan(199)
  expect(queue).toBeLessThan(401)
  const [waiting] = await rowsOf<{ n: number }>(
    'SELECT count(*)::int AS n FROM application WHERE closed_at IS NULL AND approver_id IS NULL',
  )
  expect(waiting?.n).toBe(3)
  expect((nobody.length + (waiting?.n ?? 0)) / open.length).toBeLessThan(0.01)
})

test('forty rules of assignment are in force', async () => {
  const sets = await rowsOf<{ content: unknown }>("SELECT content FROM assignment_set WHERE state = 'ACTIVE'")
  const rules = sets.flatMap(({ content }) => AssignmentContent.parse(content).rules)
  expect([rules.length, rules.flatMap(ruleIssues)]).toEqual([40, []])
})

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
      OR (SELECT count(*) FROM case_task t WHERE t.case_id = f.id AND t.open AND t.stage IS NOT NULL) > 1`)
  expect(wrong).toEqual([])
  const stages = await rowsOf<{ type: CaseType; stage: string; tasks: number }>(`
    SELECT f.type, f.stage, count(t.id)::int AS tasks FROM case_file f
    LEFT JOIN case_task t ON t.case_id = f.id AND t.open AND t.stage IS NOT NULL GROUP BY 1, 2`)
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

test('every application of the queue stands where its case stands, and is checked by whom its task names', async () => {
  const queue = []
  for (let page = 0; ; page += 1) {
    const { body } = await bank.call(listQueue, { body: { page, size: 100 } })
    queue.push(...body.content)
    if (body.last) break
  }
  expect(queue.length).toBeGreaterThan(100)
  const cases = await rowsOf<{ id: number; stage: string; checker: string | null }>(`
    SELECT f.id, f.stage, (SELECT e.full_name FROM case_task t JOIN employee e ON e.id = t.assignee_id
      WHERE t.case_id = f.id AND t.open AND t.stage = 'DOCS_CHECK') AS checker FROM case_file f JOIN application a USING (id)`)
  const caseOf = new Map(cases.map((one) => [one.id, one]))
  for (const { id, number, status, approver } of queue) {
    const { stage = '', checker = null } = caseOf.get(id) ?? {}
    const name = machines.FULL_APPLICATION.states[stage]?.name
    expect([number, status]).toEqual([number, { code: stage, name }])
    if (stage === 'DOCS_CHECK') expect([number, approver?.fullName ?? null]).toEqual([number, checker])
  }
  const open = queue.filter(({ status }) => status.code === 'DOCS_CHECK')
  expect(open.length).toBeGreaterThan(49)
  for (const { id, status } of open) {
    const { body } = await bank.call(getChainOrder, { params: { id: String(id) } })
    expect([id, status]).toEqual([id, { code: body.stage, name: body.stageName }])
  }
})

test('whose a case was is told from the first one on, without a gap up to whose it is', async () => {
  const broken = await rowsOf(`
    SELECT f.number FROM case_file f LEFT JOIN LATERAL (SELECT
        bool_and(c.from_id IS NOT DISTINCT FROM c.before) AS whole, (array_agg(c.to_id ORDER BY c.at DESC, c.id DESC))[1] AS last
      FROM (SELECT *, lag(to_id) OVER (ORDER BY at, id) AS before FROM case_manager_change WHERE case_id = f.id) c) h ON true
    WHERE f.responsible_id IS DISTINCT FROM h.last OR NOT coalesce(h.whole, true)`)
  expect(broken).toEqual([])
  const cases = await rowsOf<{ id: number; holder: number }>(`
    SELECT a.id, v.employee_id AS holder FROM application a JOIN approver v ON v.id = a.approver_id
    WHERE a.closed_at IS NULL ORDER BY a.id DESC LIMIT 20`)
  for (const { id, holder } of cases) {
    const { body } = await bank.call(listManagerHistory, { params: { id: String(id) } })
    expect(body.map(({ at }) => at)).toEqual(body.map(({ at }) => at).toSorted())
    for (const role of ['RESPONSIBLE', 'CHECKER']) {
      const held = body.filter((change) => change.role === role)
      // Few cases have had nobody responsible so far: that they have nobody now was asked above.
      const before = [null, ...held.map(({ to }) => to)].slice(0, held.length)
      expect([id, held.map(({ from }) => from)]).toEqual([id, before])
    }
    expect(body.findLast(({ role }) => role === 'CHECKER')?.to?.id).toBe(holder)
  }
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
  const sent = (await questionnaires()).filter((one) => one.sent)
  expect(sent.length).toBeGreaterThan(600)
  for (const { id, number, stage, objects, ...data } of sent) {
    const gaps = questionnaireCompleteness({ ...data, asks: demoAsks() }).flatMap((one) => [...one.gaps])
    expect([number, data.participants.length > 0, gaps]).toEqual([number, true, []])
    if (data.type === 'LOAN_APPLICATION') continue
    expect([number, objects > 0]).toEqual([number, data.sections.REALTY?.['chosen']])
    if (['REALTY_CHECK', 'REALTY_APPROVED'].includes(stage))
      expect([number, await realtyGuard(bank.db, id)]).toEqual([number, null])
  }
})

test('leads lead to short applications, and some clients come back for another product', async () => {
  const [chain] = await rowsOf<{
    leads: number
    linked: number
    shorts: number
    others: number
    stray: number
  }>(`
    SELECT (SELECT count(*)::int FROM case_file WHERE type = 'LEAD' AND stage = 'QUALIFIED') AS leads,
      count(*) FILTER (WHERE l.type = 'LEAD')::int AS linked, count(*)::int AS shorts,
      (SELECT count(DISTINCT a.person_id)::int FROM case_file a JOIN case_file b ON b.person_id = a.person_id
        WHERE a.type = 'FULL_APPLICATION' AND b.type = 'LOAN_APPLICATION' AND b.created_at > a.archived_at) AS others,
      count(*) FILTER (WHERE l.type = 'LEAD' AND (l.person_id <> s.person_id OR s.created_at < l.stage_since))::int AS stray
    FROM case_file s LEFT JOIN case_file l ON l.id = s.source_id WHERE s.type = 'SHORT_APPLICATION'`)
  expect(chain?.leads).toBeGreaterThan(20)
  expect(chain).toMatchObject({ linked: chain?.leads, stray: 0 })
  expect(chain?.shorts).toBeGreaterThan(2 * (chain?.linked ?? 0))
  expect(chain?.others).toBeGreaterThan(3)
  const [family] = await rowsOf<{ share: number }>(`
    SELECT avg((amount >= CASE WHEN region_code IN ('77', '78', '50', '47') THEN 12000000 ELSE 6000000 END)::int)::float8 AS share
    FROM case_file WHERE type = 'FULL_APPLICATION' AND programme_code = '105'`)
  expect(family?.share).toBeGreaterThan(0.05)
  expect(family?.share).toBeLessThan(0.35)
})

test('each of the shown partners has a case in every stage in which people meet one', async () => {
  const found = await rowsOf<{ partner: number; type: CaseType; stage: string }>(
    'SELECT DISTINCT partner_id AS partner, type, stage FROM case_file WHERE partner_id IN (2, 4)',
  )
  const wanted = CaseType.options.flatMap((type) =>
    Object.keys(machines[type].states)
      .filter((stage) => !demoTypes[type]?.passing.includes(stage))
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
