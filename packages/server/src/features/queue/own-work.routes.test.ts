import { intakeApplications, listAssignmentHistory } from '@ipoteka-office/contract/queue/queue.ts'
import { saveApprover } from '@ipoteka-office/contract/approvers/approvers.ts'
import { takeNextCheck } from '@ipoteka-office/contract/full-applications/full-applications.ts'
import { assignByHand } from '@ipoteka-office/contract/queue/manual-assignments.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { writeTransaction } from '#db/transaction.ts'
import { giveApplications, noonClock, resetApprovers } from '#testing/approvers.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { distribute } from './distribution/distribution.service.ts'
import { lockForMove, moveApplications } from './transfer.service.ts'

/** Nobody of ОИК but 9 could take the applications of these tests, and 9 is who has prepared them. */
const preparer = 9
/** The one from whom work is taken away: no longer at work. */
const giver = 1
const volga = 2
const [workload, underwriter] = [2, 3]

let bank: TestApp
beforeAll(async () => {
  bank = await testApp({ clock: noonClock })
})
beforeEach(async () => {
  await resetApprovers(bank)
  await sql`UPDATE approver SET work_status = CASE WHEN id = ${preparer} THEN 'ACTIVE' ELSE 'PAUSE' END,
    version = version + 1 WHERE type = 'oic'`.execute(bank.db)
})
afterAll(() => bank.close())

const employeeOf = async (approverId: number): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    SELECT employee_id AS id FROM approver WHERE id = ${approverId}`.execute(bank.db)
  return rows[0]?.id ?? -1
}

/** How somebody may have had a hand in a case. */
const hands: [string, (id: number, employeeId: number) => Promise<unknown>][] = [
  [
    'opened',
    (id, employeeId) =>
      sql`UPDATE case_file SET created_by = ${employeeId} WHERE id = ${id}`.execute(bank.db),
  ],
  [
    'filled in',
    (id, employeeId) =>
      sql`INSERT INTO case_section (case_id, section, saved_by) VALUES (${id}, 'CREDIT', ${employeeId})`.execute(
        bank.db,
      ),
  ],
  [
    'filled in before somebody else wrote over it',
    async (id, employeeId) => {
      const as = { employeeId, requestId: 'test' }
      await writeTransaction(bank.db, as, (tx) =>
        sql`INSERT INTO case_section (case_id, section, data, saved_by) VALUES (${id}, 'CREDIT', '{"rate":1}', ${employeeId})`.execute(
          tx,
        ),
      )
      await sql`UPDATE case_section SET data = '{"rate":2}', saved_by = ${underwriter} WHERE case_id = ${id}`.execute(
        bank.db,
      )
    },
  ],
  [
    'sent',
    (id, employeeId) =>
      sql`INSERT INTO case_stage (case_id, stage, entered_at, left_at, action, actor_id)
      VALUES (${id}, 'FILLING', now(), now(), 'submit', ${employeeId})`.execute(bank.db),
  ],
]

/** In the hands of the giver, or with nobody. */
async function prepared(hand: (typeof hands)[number][1], count: number, held: boolean): Promise<number[]> {
  const ids = await giveApplications(bank, giver, count)
  for (const id of ids) await hand(id, await employeeOf(preparer))
  if (held) return ids
  await sql`UPDATE application SET approver_id = NULL, assigned_at = NULL WHERE id = ANY(${ids}::int[])`.execute(
    bank.db,
  )
  await sql`UPDATE approver_workload SET open_count = 0 WHERE approver_id = ${giver}`.execute(bank.db)
  return ids
}

const inTransaction = <T>(work: Parameters<typeof writeTransaction<T>>[2]) =>
  writeTransaction(bank.db, { employeeId: workload, requestId: 'test' }, work)

async function byHand(ids: readonly number[]): Promise<void> {
  const { rows: items } = await sql<{ id: number; version: number }>`
    SELECT id, version FROM application WHERE id = ANY(${[...ids]}::int[])`.execute(bank.db)
  const { status, body } = await bank.call(assignByHand, {
    params: { type: 'oic' },
    body: { approverId: preparer, reason: 'Проба', items },
  })
  expect(status).toBe(200)
  for (const { reason } of body.results) expect(reason).toContain('готовил эту заявку')
}

/** Every way by which an application comes to a checker. */
const ways: { name: string; held: boolean; count?: number; go: (ids: number[]) => Promise<unknown> }[] = [
  {
    name: 'the distribution',
    held: false,
    go: () => inTransaction((tx) => distribute(tx, 'oic', { clock: noonClock, parameters: bank.parameters })),
  },
  {
    name: 'the distribution of what has just come',
    held: false,
    go: (ids) =>
      inTransaction((tx) =>
        distribute(tx, 'oic', { clock: noonClock, parameters: bank.parameters }, undefined, ids),
      ),
  },
  { name: 'a hand', held: true, go: byHand },
  { name: 'a hand that gives many', held: true, count: 3, go: byHand },
  { name: 'a hand that gives what waits', held: false, go: byHand },
  {
    name: '«Взять следующую»',
    held: false,
    go: async () => {
      await sql`UPDATE approver SET employee_id = ${underwriter} WHERE id = ${preparer}`.execute(bank.db)
      await sql`UPDATE case_file SET created_by = ${underwriter} WHERE client_name = 'Ёлкин Пётр'`.execute(
        bank.db,
      )
      const { body } = await bank.call(takeNextCheck, {}, { as: 'underwriter' })
      expect(body).toMatchObject({ id: null, message: expect.stringContaining('готовил эту заявку') })
    },
  },
  {
    name: 'the giver’s leaving (INACTIVE)',
    held: true,
    count: 2,
    go: async () => {
      const saved = await bank.call(saveApprover, {
        params: { type: 'oic', id: String(giver) },
        body: { workStatus: 'INACTIVE' },
      })
      expect(saved.status).toBe(200)
    },
  },
  {
    name: 'a handover to a successor',
    held: true,
    count: 2,
    go: async (ids) => {
      const employees = { from: await employeeOf(giver), to: await employeeOf(preparer) }
      await inTransaction(async (tx) => {
        await lockForMove(tx, ids, employees.to)
        const order = { toPartnerId: volga, employees }
        return moveApplications(tx, ids, order, noonClock.now(), { actorId: workload, requestId: 'test' })
      })
    },
  },
]

const cases = ways.flatMap((way) => hands.map(([hand, write]) => ({ ...way, hand, write })))

it.each(cases)('$name gives nobody the check of what they have $hand', async ({ held, count, go, write }) => {
  const ids = await prepared(write, count ?? 1, held)
  const before = await employeeOf(preparer)
  await go(ids)
  const { rows } = await sql<{ id: number; holder: number | null; assignee: number | null }>`
    SELECT a.id, a.approver_id AS holder, t.assignee_id AS assignee FROM application a
    JOIN case_task t ON t.case_id = a.id AND t.open WHERE a.id = ANY(${ids}::int[])`.execute(bank.db)
  await sql`UPDATE approver SET employee_id = ${before} WHERE id = ${preparer}`.execute(bank.db)
  expect(rows).toHaveLength(ids.length)
  for (const { holder, assignee } of rows) {
    expect(holder).not.toBe(preparer)
    expect(assignee).not.toBe(before)
  }
})

it('who hands applications in does not get them to check, and «Почему?» says so', async () => {
  await sql`UPDATE approver SET employee_id = ${workload} WHERE id = ${preparer}`.execute(bank.db)
  const item = {
    number: 'СВОЯ-1',
    clientName: 'Ёлкин Пётр',
    programme: 'Семейная ипотека',
    level: 'LEVEL_2',
    status: 'UNDERWRITING',
    partnerId: volga,
    region: '77',
  }
  const { body } = await bank.call(intakeApplications, { body: [item] }, { as: 'workload' })
  expect(body.results[0]).toMatchObject({ outcome: 'ACCEPTED', approver: null })
  const id = String(body.results[0]?.id)
  const { body: events } = await bank.call(listAssignmentHistory, { params: { id } })
  expect(events[0]).toMatchObject({ kind: 'UNASSIGNED', rejected: { ownWork: 1 } })
  const other = await bank.call(intakeApplications, { body: [{ ...item, number: 'СВОЯ-2' }] })
  expect(other.body.results[0]).toMatchObject({ outcome: 'ACCEPTED', approver: { id: preparer } })
})
