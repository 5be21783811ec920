import { getApprover, saveApprover } from '@ipoteka-office/contract/approvers/approvers.ts'
import {
  searchTasks,
  takeTask,
  returnTask,
  transferTask,
  type CaseTask,
} from '@ipoteka-office/contract/cases/case-tasks.ts'
import { getCase, moveCase } from '@ipoteka-office/contract/cases/cases.ts'
import { assignByHand } from '@ipoteka-office/contract/queue/manual-assignments.ts'
import {
  intakeApplications,
  listApproverApplications,
  listAssignmentHistory,
} from '@ipoteka-office/contract/queue/queue.ts'
import {
  explainUnassigned,
  getUnassignedSummary,
  listUnassigned,
} from '@ipoteka-office/contract/queue/unassigned.ts'
import { joinDistribution } from '@ipoteka-office/contract/underwriting/underwriter-card.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { deliveredParameters } from '#testing/delivered-parameters.ts'
import { giveAuthority, signDecision, underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { distributeInBackground } from './distribution/distribution.service.ts'

/** Noon in the bank; `underwriter` (3) decides, `workload` (2) leads the work. */
const noon = Temporal.Now.zonedDateTimeISO('Europe/Moscow').withPlainTime({ hour: 12 })
const clock = { timeZone: 'Europe/Moscow', now: () => new Date(noon.epochMilliseconds) }
const uw = { type: 'uw' } as const
let bank: TestApp
let serial = 900

beforeAll(async () => {
  bank = await testApp({ clock })
  // A second underwriter, with the same role.
  await sql`INSERT INTO employee (id, partner_id, last_name, first_name, login, birth_date)
    VALUES (903, 1, 'Запасной', 'Олег', 'spare', '1980-05-05') ON CONFLICT DO NOTHING`.execute(bank.db)
  await sql`INSERT INTO employee_user_role (employee_id, user_role_id) VALUES (903, 3) ON CONFLICT DO NOTHING`.execute(
    bank.db,
  )
})
afterAll(() => bank.close())
beforeEach(async () => {
  await sql`UPDATE application SET closed_at = now() WHERE type = 'uw' AND closed_at IS NULL`.execute(bank.db)
  await sql`UPDATE approver_workload SET open_count = 0 WHERE approver_id IN (SELECT id FROM approver WHERE type = 'uw')`.execute(
    bank.db,
  )
  await sql`UPDATE decision_authority SET withdrawn_at = now() WHERE withdrawn_at IS NULL`.execute(bank.db)
})

const load = {
  workStatus: 'ACTIVE' as 'ACTIVE' | 'PAUSE',
  mortgageApplicationLevels: [
    { code: 'LEVEL_1' },
    { code: 'LEVEL_2' },
    { code: 'LEVEL_3' },
    { code: 'LEVEL_4' },
  ],
  allPartners: true,
  allRegions: true,
  workingShiftFrom: '09:00',
  workingShiftBy: '18:00',
  mortgageApplicationsLimit: 10,
}

/** Puts the person among those who are given cases, with a whole load; answers the approver. */
async function joined(employeeId: number, more: Partial<typeof load> = {}): Promise<number> {
  const { rows } = await sql<{
    id: number
  }>`SELECT id FROM approver WHERE type = 'uw' AND employee_id = ${employeeId}`.execute(bank.db)
  const id =
    rows[0]?.id ??
    (await bank.call(joinDistribution, { params: { id: String(employeeId) }, body: {} }, { as: 'workload' }))
      .body.approverId
  const params = { ...uw, id: String(id) }
  const { version } = (await bank.call(getApprover, { params }, { as: 'workload' })).body
  const saved = await bank.call(
    saveApprover,
    { params, body: { ...load, ...more, version } },
    { as: 'workload' },
  )
  expect(saved.status, saved.raw.body).toBe(200)
  return id
}

/** An application that the head gives back to underwriting. */
async function comesToUnderwriting(): Promise<string> {
  const { id } = await underwritten(bank, (serial += 1))
  // Nobody has had it before.
  await sql`DELETE FROM case_task_event WHERE case_id = ${Number(id)}`.execute(bank.db)
  await sql`DELETE FROM case_task WHERE case_id = ${Number(id)}`.execute(bank.db)
  const escalated = await signDecision(bank, { id, action: 'toControl' })
  expect(escalated.status, escalated.raw.body).toBe(200)
  const back = await bank.call(
    moveCase,
    {
      params: { id },
      body: { action: 'returnToUnderwriter', version: await versionOf(id), comment: 'Уточните доход' },
    },
    { as: 'workload' },
  )
  expect(back.status, back.raw.body).toBe(200)
  return id
}
const versionOf = async (id: string) =>
  (await bank.call(getCase, { params: { id } }, { as: 'admin' })).body.version
const placeOf = async (id: string) =>
  (
    await sql<{ type: string; employeeId: number | null; open: boolean; reasons: object | null }>`
      SELECT a.type, v.employee_id AS "employeeId", a.closed_at IS NULL AS open, a.unassigned_reasons AS reasons
      FROM application a LEFT JOIN approver v ON v.id = a.approver_id WHERE a.id = ${Number(id)}`.execute(
      bank.db,
    )
  ).rows[0]
const taskOf = async (id: string): Promise<CaseTask> => {
  const body = { tab: 'ALL' as const, search: '', size: 100, stages: ['UNDERWRITING'] }
  const { content } = (await bank.call(searchTasks, { body }, { as: 'admin' })).body
  const task = content.find(({ caseId }) => caseId === Number(id))
  if (task === undefined) throw new Error(`Case ${id} has no task`)
  return task
}
const loadOf = async (approverId: number) =>
  (
    await sql<{
      n: number
    }>`SELECT open_count AS n FROM approver_workload WHERE approver_id = ${approverId}`.execute(bank.db)
  ).rows[0]?.n

it('a bank that has put nobody among underwriters distributes nothing', async () => {
  const id = await comesToUnderwriting()
  expect(await placeOf(id)).toBeUndefined()
  expect((await taskOf(id)).assignee).toBeNull()
})

it('whoever decides is put among underwriters once, by who leads their load', async () => {
  const ask = (employeeId: number, as: 'workload' | 'underwriter' | 'agent' | 'viewer' = 'workload') =>
    bank.call(joinDistribution, { params: { id: String(employeeId) }, body: {} }, { as })
  for (const as of ['underwriter', 'agent', 'viewer'] as const) expect((await ask(903, as)).status).toBe(403)
  expect((await ask(903)).status).toBe(200)
  const again = await ask(903)
  expect([again.status, again.error.message]).toEqual([409, expect.stringContaining('уже участвует')])
  // The bank's own agent of another partner is nobody here, and an auditor decides nothing.
  expect((await ask(4)).status).toBe(404)
  const { rows } = await sql<{ id: number }>`SELECT id FROM employee WHERE login = 'viewer'`.execute(bank.db)
  expect((await ask(rows[0]?.id ?? 0)).status).toBe(409)
})

it('a case that comes to underwriting is given to who fits, with its task, and leaves the queue with the decision', async () => {
  const mine = await joined(3)
  await joined(903, { workStatus: 'PAUSE' })
  const id = await comesToUnderwriting()
  expect(await placeOf(id)).toMatchObject({ type: 'uw', employeeId: 3, open: true })
  expect((await taskOf(id)).assignee?.id).toBe(3)
  expect(await loadOf(mine)).toBe(1)
  const held = await bank.call(
    listApproverApplications,
    { params: { ...uw, id: String(mine) } },
    { as: 'workload' },
  )
  expect(held.body.content.map((one) => [one.id, one.type])).toEqual([[Number(id), 'uw']])
  const why = await bank.call(listAssignmentHistory, { params: { id } }, { as: 'underwriter' })
  expect(why.body[0]).toMatchObject({
    kind: 'ASSIGNED',
    rule: 'only',
    considered: 2,
    rejected: { status: 1 },
  })

  expect((await signDecision(bank, { id, action: 'toControl' })).status).toBe(200)
  expect(await placeOf(id)).toMatchObject({ open: false })
  expect(await loadOf(mine)).toBe(0)
})

it('whoever had the case before has it again, whatever the load of the others', async () => {
  const id = await comesToUnderwriting()
  await joined(903, { workStatus: 'ACTIVE' })
  const mine = await joined(3, { mortgageApplicationsLimit: 0 })
  await signDecision(bank, { id, action: 'toControl' })
  await sql`UPDATE case_task SET assignee_id = 3 WHERE case_id = ${Number(id)} AND stage = 'UNDERWRITING' AND NOT open`.execute(
    bank.db,
  )
  const body = { action: 'returnToUnderwriter', version: await versionOf(id), comment: 'Ещё раз' }
  expect((await bank.call(moveCase, { params: { id }, body }, { as: 'workload' })).status).toBe(200)
  expect(await placeOf(id)).toMatchObject({ employeeId: 3, open: true })
  expect(await loadOf(mine)).toBe(1)
  expect((await bank.call(listAssignmentHistory, { params: { id } }, { as: 'admin' })).body[0]).toMatchObject(
    { rule: 'sticky' },
  )
})

it('authority is a rule: who may approve the sum comes first, and what nobody may approve is prepared by anybody', async () => {
  const mine = await joined(3)
  const spare = await joined(903, { workStatus: 'ACTIVE' })
  await giveAuthority(bank, 903, { exposure: '10000000' })
  await giveAuthority(bank, 3, { exposure: '100000' })
  const first = await comesToUnderwriting()
  expect(await placeOf(first)).toMatchObject({ employeeId: 903 })
  expect(
    (await bank.call(listAssignmentHistory, { params: { id: first } }, { as: 'admin' })).body[0],
  ).toMatchObject({
    rejected: { authority: 1 },
  })
  // By hand the rule holds as well.
  const places = await bank.call(
    listApproverApplications,
    { params: { ...uw, id: String(spare) } },
    { as: 'workload' },
  )
  const items = places.body.content.map(({ id, version }) => ({ id, version }))
  const byHand = await bank.call(
    assignByHand,
    { params: uw, body: { approverId: mine, reason: 'Замена', items } },
    { as: 'workload' },
  )
  expect(byHand.body.results[0]).toMatchObject({
    done: false,
    reason: expect.stringContaining('не хватает полномочий'),
  })
  await sql`UPDATE decision_authority SET withdrawn_at = now() WHERE withdrawn_at IS NULL`.execute(bank.db)
  await joined(903, { workStatus: 'PAUSE' })
  const second = await comesToUnderwriting()
  expect(await placeOf(second)).toMatchObject({ employeeId: 3 })
})

it('what fits nobody waits and says why, and is given out as soon as somebody fits', async () => {
  await joined(3, { workStatus: 'PAUSE' })
  await joined(903, { workStatus: 'PAUSE' })
  const id = await comesToUnderwriting()
  expect(await placeOf(id)).toMatchObject({ employeeId: null, open: true, reasons: { status: 2 } })
  const summary = await bank.call(getUnassignedSummary, { params: uw }, { as: 'workload' })
  expect(summary.body).toMatchObject({ count: 1, reasons: { status: 1 } })
  const why = await bank.call(explainUnassigned, { params: { ...uw, id } }, { as: 'workload' })
  expect(why.body.rejected).toEqual({ status: 2 })
  for (const as of ['agent', 'partner-admin', 'support'] as const)
    expect((await bank.call(getUnassignedSummary, { params: uw }, { as })).status).toBe(403)
})

it('a task that is taken, given back and handed over by hand carries its place along', async () => {
  const mine = await joined(3, { workStatus: 'PAUSE' })
  await joined(903, { workStatus: 'PAUSE' })
  const id = await comesToUnderwriting()
  const { id: taskId, version } = await taskOf(id)
  const taken = await bank.call(
    takeTask,
    { params: { taskId: String(taskId) }, body: { version } },
    { as: 'underwriter' },
  )
  expect(taken.status, taken.raw.body).toBe(200)
  expect(await placeOf(id)).toMatchObject({ employeeId: 3, open: true, reasons: null })
  expect(await loadOf(mine)).toBe(1)
  const back = await bank.call(
    returnTask,
    {
      params: { taskId: String(taskId) },
      body: { version: (await taskOf(id)).version, comment: 'Перегружен' },
    },
    { as: 'underwriter' },
  )
  expect(back.status, back.raw.body).toBe(200)
  expect(await placeOf(id)).toMatchObject({ employeeId: null, open: true })
  expect(await loadOf(mine)).toBe(0)
  const history = (await bank.call(listAssignmentHistory, { params: { id } }, { as: 'admin' })).body
  expect(history.slice(0, 2).map(({ kind, rule }) => [kind, rule])).toEqual([
    ['UNASSIGNED', null],
    ['ASSIGNED', 'manual'],
  ])
  // Somebody who is not of the department takes it out of the queue.
  await sql`UPDATE case_task SET assignee_id = 1, state = 'RUNNING', taken_at = now() WHERE id = ${taskId}`.execute(
    bank.db,
  )
  expect(await placeOf(id)).toMatchObject({ open: false })
})

it('another system hands nothing in for underwriters', async () => {
  const item = {
    number: 'ИП-УВ-1',
    clientName: 'Ёлкина Вера',
    programme: 'Семейная ипотека',
    type: 'uw',
    level: 'LEVEL_2',
    status: 'UNDERWRITING',
    partnerId: 2,
    region: '77',
  }
  const { body } = await bank.call(intakeApplications, { body: item }, { as: 'workload' })
  expect(body.results[0]).toMatchObject({
    outcome: 'REFUSED',
    errors: [expect.objectContaining({ path: 'type' })],
  })
})

it('what was handed to a group is taken by its people, and distributed to nobody', async () => {
  const mine = await joined(3)
  await joined(903, { workStatus: 'PAUSE' })
  const id = await comesToUnderwriting()
  expect(await placeOf(id)).toMatchObject({ employeeId: 3 })
  await sql`INSERT INTO workgroup_employee (workgroup_id, employee_id) VALUES (1, 3) ON CONFLICT DO NOTHING`.execute(
    bank.db,
  )
  const { id: taskId, version } = await taskOf(id)
  const handed = await bank.call(
    transferTask,
    { params: { taskId: String(taskId) }, body: { version, workgroupId: 1 } },
    { as: 'underwriter' },
  )
  expect(handed.status, handed.raw.body).toBe(200)
  expect(await loadOf(mine)).toBe(0)
  await joined(903)
  await distributeInBackground({ clock, parameters: deliveredParameters })(bank.db, 'uw')
  expect(await placeOf(id)).toMatchObject({ employeeId: null, open: true })
  const own = await taskOf(id)
  expect([own.assignee, own.workgroup?.id]).toEqual([null, 1])
  // Those who lead the work see where it waits, and that nobody will be given it.
  const { body: summary } = await bank.call(getUnassignedSummary, { params: uw }, { as: 'admin' })
  expect(summary).toMatchObject({ count: 1, atGroups: 1, ready: 0, reasons: {} })
  const { body: waiting } = await bank.call(
    listUnassigned,
    { params: uw, query: { obstacle: 'group' } },
    { as: 'admin' },
  )
  const group = { id: 1, name: expect.any(String) }
  expect(waiting.content).toMatchObject([{ id: Number(id), group }])
  const why = await bank.call(explainUnassigned, { params: { ...uw, id: String(id) } }, { as: 'admin' })
  expect(why.body).toMatchObject({ group, fits: 2 })
  const taken = await bank.call(
    takeTask,
    { params: { taskId: String(taskId) }, body: { version: own.version } },
    { as: 'underwriter' },
  )
  expect(taken.status, taken.raw.body).toBe(200)
  expect(await placeOf(id)).toMatchObject({ employeeId: 3 })
  expect(await loadOf(mine)).toBe(1)
})
