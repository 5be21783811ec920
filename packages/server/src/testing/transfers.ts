import * as api from '@ipoteka-office/contract/partner-work/partner-work.ts'
import { sql } from 'kysely'
import { createTaskRunner } from '#features/notifications/run-task.service.ts'
import { reassignmentWork, reassignmentWorkName } from '#features/partner-work/reassignment-run.service.ts'
import { findActor } from '#http/session/session.ts'
import { noonClock, resetApprovers } from './approvers.ts'
import type { TestApp } from './test-app.ts'

/** The partner that gives its work away in the tests: Volga. Ural (4) has its role, and region 16 of its regions 16 and 63. */
export const giver = '2'

/** What tests of transfers do again and again. */
export function transfersOf(bank: TestApp) {
  async function reset(): Promise<void> {
    await resetApprovers(bank)
    const { db } = bank
    // What earlier tests have opened is not this one's to move.
    await sql`UPDATE case_file SET closed = true WHERE NOT closed`.execute(db)
    await sql`DELETE FROM partner_reassignment_item`.execute(db)
    await sql`DELETE FROM partner_reassignment`.execute(db)
    await sql`DELETE FROM partner_link`.execute(db)
    await sql`DELETE FROM contact`.execute(db)
    await sql`DELETE FROM partner_region`.execute(db)
    await sql`DELETE FROM workgroup_employee WHERE workgroup_id > 2`.execute(db)
    await sql`DELETE FROM workgroup WHERE id > 2`.execute(db)
    await sql`DELETE FROM partner_role WHERE partner_id IN (2, 4)`.execute(db)
    await sql`INSERT INTO partner_role (partner_id, role_code) VALUES (2, 'LeadCreator'), (4, 'LeadCreator'), (4, 'Insurer')`.execute(
      db,
    )
    await sql`INSERT INTO partner_region (partner_id, region_code) VALUES (4, '16')`.execute(db)
  }

  let serial = 0
  /** Open applications of Volga in the region, in the approver's hands or waiting. */
  async function give(count: number, region: string, approverId: number | null = null): Promise<number[]> {
    serial += 1
    const { rows } = await sql<{ id: number }>`
    INSERT INTO application (number, type, client_name, programme, level_code, outside_status, partner_id, region_code,
      received_at, due_at, approver_id, assigned_at)
    SELECT ${`П${serial}-`} || n, 'oic', 'Ёлкин Пётр', 'Новостройка', 'LEVEL_2', 'UNDERWRITING', 2, ${region},
      now(), now() + interval '1 day', ${approverId}::int, CASE WHEN ${approverId}::int IS NOT NULL THEN now() END
    FROM generate_series(1, ${count}::int) n RETURNING id`.execute(bank.db)
    if (approverId !== null)
      await sql`UPDATE approver_workload SET open_count = open_count + ${count} WHERE approver_id = ${approverId}`.execute(
        bank.db,
      )
    return rows.map(({ id }) => id)
  }

  const plan = async (more: object) => {
    const answer = await bank.call(api.createReassignment, {
      params: { partnerId: giver },
      body: { toPartnerId: 4, typeCode: 'FULL', ...more } as never,
    })
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.error))
    return answer.body
  }
  const key = (id: number) => ({ params: { partnerId: giver, id: String(id) } })
  const read = async (id: number) => (await bank.call(api.getReassignment, key(id))).body
  const start = (id: number, version: number) =>
    bank.call(api.startReassignment, { ...key(id), body: { version } })
  const items = async (id: number, query: object = {}) =>
    (
      await bank.call(api.listReassignmentItems, {
        ...key(id),
        query: { page: 0, size: 100, ...query },
      })
    ).body

  /** What the queue does with a task. */
  async function work(taskId: number): Promise<void> {
    const { db, files } = bank
    const works = { [reassignmentWorkName]: reassignmentWork(noonClock) }
    const onError = (error: unknown) => {
      throw error
    }
    const signal = new AbortController().signal
    const runner = createTaskRunner({ db, files, findActor, works, onError })
    await runner({ taskId }, { id: 'job', attempt: 1, isLastAttempt: true, signal })
  }
  const startAndWork = async (made: { id: number; version: number }) => {
    const { body } = await start(made.id, made.version)
    await work(body.task.id)
    return read(made.id)
  }

  return { reset, give, plan, key, read, start, items, work, startAndWork }
}
