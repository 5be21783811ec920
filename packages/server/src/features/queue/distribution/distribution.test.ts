import { setTimeout as sleep } from 'node:timers/promises'
import { deliveredFigures } from '@ipoteka-office/contract/parameters/delivered.ts'
import type { ApproverType } from '@ipoteka-office/contract/approvers/approvers.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { writeTransaction } from '#db/transaction.ts'
import { bankDay } from '#lib/bank-time.ts'
import { resetApprovers } from '#testing/approvers.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { checkShiftStarts, distribute, redistribute } from './distribution.service.ts'

const midnight = Temporal.Now.zonedDateTimeISO('Europe/Moscow').startOfDay()
const at = (hour: number, minute = 0) => ({
  timeZone: 'Europe/Moscow',
  now: () => new Date(midnight.with({ hour, minute }).epochMilliseconds),
})
const noon = at(12)

let bank: TestApp
beforeAll(async () => {
  bank = await testApp({ clock: noon })
})
afterAll(() => bank.close())

/** Everything as `seedOrganisation` leaves it: 1, 7, 9 by day, 3 by night, 5 on pause, each with the limit 20. */
beforeEach(() => resetApprovers(bank))

let serial = 0
async function queue(count: number, { level = 'LEVEL_2', type = 'oic' } = {}): Promise<number[]> {
  serial += 1
  const { rows } = await sql<{ id: number }>`
    INSERT INTO application (number, type, client_name, programme, level_code, outside_status, partner_id, region_code,
      received_at, due_at)
    SELECT ${`Т${serial}-`} || n, ${type}, 'Ёлкин Пётр', 'Новостройка', ${level}, 'UNDERWRITING', 2, '77',
      now(), now() + n * interval '1 minute' FROM generate_series(1, ${count}::int) n RETURNING id`.execute(
    bank.db,
  )
  return rows.map(({ id }) => id)
}

const inTransaction = <T>(work: Parameters<typeof writeTransaction<T>>[2]) =>
  writeTransaction(bank.db, { employeeId: 2, requestId: 'test' }, work)
const run = (type: ApproverType = 'oic', clock = noon) =>
  inTransaction((tx) => distribute(tx, type, { clock, parameters: bank.parameters }))

const holders = async (ids: readonly number[]) => {
  const { rows } = await sql<{ holder: number | null }>`
    SELECT approver_id AS holder FROM application WHERE id = ANY(${ids}::int[]) ORDER BY due_at, id`.execute(
    bank.db,
  )
  return rows.map(({ holder }) => holder)
}

/** What must hold whatever runs at once; each number is a count of broken rows. */
async function violations() {
  const { rows } = await sql<Record<string, number>>`
    SELECT
      (SELECT count(*)::int FROM approver a JOIN approver_workload w ON w.approver_id = a.id
        WHERE w.open_count > a.max_open) AS "aboveLimit",
      (SELECT count(*)::int FROM approver_workload w WHERE w.open_count <>
        (SELECT count(*) FROM application o WHERE o.approver_id = w.approver_id AND o.closed_at IS NULL)) AS "wrongCounts",
      -- Given twice without being taken back in between.
      (SELECT count(*)::int FROM (SELECT kind, lag(kind) OVER (PARTITION BY application_id ORDER BY id) AS before
        FROM assignment) s WHERE kind = 'ASSIGNED' AND before IN ('ASSIGNED', 'REASSIGNED', 'CLOSED')) AS "givenTwice",
      (SELECT count(*)::int FROM application o JOIN approver a ON a.id = o.approver_id
        WHERE o.closed_at IS NULL AND a.work_status = 'INACTIVE') AS "withInactive",
      (SELECT count(*)::int FROM application o WHERE o.approver_id IS NOT NULL AND o.closed_at IS NULL
        AND o.approver_id IS DISTINCT FROM (SELECT s.approver_id FROM assignment s
          WHERE s.application_id = o.id ORDER BY s.id DESC LIMIT 1)) AS "otherThanWritten"`.execute(bank.db)
  return rows[0]
}
const none = { aboveLimit: 0, wrongCounts: 0, givenTwice: 0, withInactive: 0, otherThanWritten: 0 }

describe('a distribution', () => {
  it('gives the most urgent first and leaves with reasons what fits nobody', async () => {
    const ids = await queue(61)
    expect(await run()).toEqual({ assigned: 60, unassigned: 1 })
    const given = await holders(ids)
    expect(given.slice(0, 60).every((id) => id !== null)).toBe(true)
    expect(given[60]).toBeNull()
    const { rows } = await sql<{ reasons: unknown }>`
      SELECT unassigned_reasons AS reasons FROM application WHERE id = ${ids[60]}`.execute(bank.db)
    expect(rows[0]?.reasons).toEqual({ status: 1, shift: 1, limit: 3 })
    expect(await violations()).toEqual(none)
  })

  it('that finds nothing new writes nothing new', async () => {
    const [id] = await queue(1, { level: 'LEVEL_5' })
    await run()
    const read = async () =>
      (
        await sql`SELECT version, (SELECT count(*) FROM assignment WHERE application_id = a.id) AS events
        FROM application a WHERE id = ${id}`.execute(bank.db)
      ).rows
    const before = await read()
    await run()
    expect(await read()).toEqual(before)
  })

  it('asks for the shift in the zone of the bank, over midnight', async () => {
    const [first] = await queue(1)
    await run('oic', at(23, 30))
    const [second] = await queue(1)
    await run('oic', at(5, 59))
    const [third] = await queue(1)
    await run('oic', at(6))
    expect(await holders([first ?? 0, second ?? 0, third ?? 0])).toEqual([3, 3, null])
  })

  it('gives an application back to who saw it within 14 days, not to who saw it before', async () => {
    const ids = await queue(2)
    const see = (id: number | undefined, approver: number, days: number) =>
      sql`INSERT INTO assignment (application_id, at, kind, approver_id, previous_approver_id)
        SELECT ${id}, ${noon.now()}::timestamptz - make_interval(days => ${days}::int), kind, approver_id, previous_id
        FROM (VALUES ('ASSIGNED', ${approver}::int, NULL), ('UNASSIGNED', NULL, ${approver}::int))
          AS s (kind, approver_id, previous_id)`.execute(bank.db)
    await see(ids[0], 9, 13)
    await see(ids[1], 9, 15)
    await sql`UPDATE approver_workload SET last_assigned_at = now() WHERE approver_id = 9`.execute(bank.db)
    await run()
    expect(await holders(ids)).toEqual([9, 1])
  })

  it('gives it back for as many days as the parameter says on the day of the distribution', async () => {
    const [id = 0] = await queue(1)
    await sql`INSERT INTO assignment (application_id, at, kind, approver_id, previous_approver_id)
      SELECT ${id}, ${noon.now()}::timestamptz - interval '15 days', kind, approver_id, previous_id
      FROM (VALUES ('ASSIGNED', 9, NULL), ('UNASSIGNED', NULL, 9)) AS s (kind, approver_id, previous_id)`.execute(
      bank.db,
    )
    await sql`UPDATE approver_workload SET last_assigned_at = now() WHERE approver_id = 9`.execute(bank.db)
    const today = bankDay(noon)
    const parameters = {
      figuresOn: async (day: string) => ({
        ...deliveredFigures(day),
        'queue-sticky': day === today ? 16 : 14,
      }),
    }
    await inTransaction((tx) => distribute(tx, 'oic', { clock: noon, parameters }))
    expect(await holders([id])).toEqual([9])
  })

  it('in the other department asks for the status too', async () => {
    const [id = 0] = await queue(1, { type: 'nis' })
    await sql`UPDATE application SET outside_status = 'REWORK' WHERE id = ${id}`.execute(bank.db)
    await run('nis')
    const { rows } = await sql<{ reasons: unknown }>`
      SELECT unassigned_reasons AS reasons FROM application WHERE id = ${id}`.execute(bank.db)
    expect(rows[0]?.reasons).toEqual({ status: 1, shift: 1, applicationStatus: 3 })
  })

  it('is asked for in the minute in which a shift starts, and only then', async () => {
    const jobs = async () => {
      const { rows } = await sql<{ type: string }>`
        DELETE FROM pgboss.job WHERE name = 'distribute' RETURNING data ->> 'type' AS type`.execute(bank.db)
      return rows.map(({ type }) => type).toSorted()
    }
    await jobs()
    await checkShiftStarts(at(9))(bank.db)
    expect(await jobs()).toEqual(['nis', 'oic'])
    await checkShiftStarts(at(10, 30))(bank.db)
    expect(await jobs()).toEqual([])
  })
})

describe('an approver who becomes INACTIVE', () => {
  it('loses all open applications to others, and what fits nobody waits again', async () => {
    const ids = await queue(60)
    await run()
    await sql`UPDATE approver SET max_open = 25 WHERE id IN (7, 9)`.execute(bank.db)
    await inTransaction(async (tx) => {
      await sql`SELECT pg_advisory_xact_lock(7331, 1)`.execute(tx)
      await sql`UPDATE approver SET work_status = 'INACTIVE', version = version + 1 WHERE id = 1`.execute(tx)
      await redistribute(
        tx,
        'oic',
        { id: 1, version: 1 },
        { clock: noon, parameters: bank.parameters },
        { actorId: 2, requestId: 'test' },
      )
    })
    const given = await holders(ids)
    expect(given.filter((id) => id === 1)).toEqual([])
    expect(given.filter((id) => id === null)).toHaveLength(10)
    expect(given.filter((id) => id === 7)).toHaveLength(25)
    const { rows } = await sql<{ kind: string; n: number }>`
      SELECT kind, count(*)::int AS n FROM assignment WHERE application_id = ANY(${ids}::int[]) AND previous_approver_id = 1
      GROUP BY kind ORDER BY kind`.execute(bank.db)
    expect(rows).toEqual([
      { kind: 'REASSIGNED', n: 10 },
      { kind: 'UNASSIGNED', n: 10 },
    ])
    expect(await violations()).toEqual(none)
  })
})

describe('many at once', () => {
  /** Saves of limits and statuses, intakes' distributions and closings, all on the same rows. */
  async function storm(distributeOnce: () => Promise<unknown>): Promise<PromiseSettledResult<unknown>[]> {
    const open = async () =>
      (
        await sql<{
          id: number
        }>`SELECT id FROM application WHERE closed_at IS NULL AND approver_id IS NOT NULL
          ORDER BY random() LIMIT 1`.execute(bank.db)
      ).rows[0]?.id
    const closeOne = async () => {
      const id = await open()
      if (id !== undefined)
        await bank.app.inject({
          method: 'POST',
          url: `/api/application/${id}/close`,
          headers: { authorization: `Bearer ${await bank.tokenOf('underwriter')}` },
          payload: { status: 'APPROVED' },
        })
    }
    const saveOne = async (step: number) => {
      const id = [1, 7, 9][step % 3] ?? 1
      const answer = await bank.app.inject({
        method: 'PUT',
        url: `/api/partner/oic/${id}`,
        headers: { authorization: `Bearer ${await bank.tokenOf('workload')}` },
        payload: {
          workStatus: ['ACTIVE', 'INACTIVE', 'PAUSE'][step % 4] ?? 'ACTIVE',
          mortgageApplicationLevels: [{ code: 'LEVEL_2' }],
          allPartners: true,
          allRegions: true,
          workingShiftFrom: '09:00',
          workingShiftBy: '18:00',
          mortgageApplicationsLimit: 20,
        },
      })
      if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`)
    }
    const rounds = Array.from({ length: 6 }, (_, step) => step)
    return Promise.allSettled([
      ...[0, 1, 2, 3].map(async () => {
        for (const _ of rounds) {
          await queue(15)
          await distributeOnce()
        }
      }),
      ...[0, 1].map(async () => {
        for (const _ of [...rounds, ...rounds]) await closeOne()
      }),
      ...[0, 1].map(async (offset) => {
        for (const step of rounds) await saveOne(step + offset)
      }),
    ])
  }

  it('distributions, saves and closings leave no application with two and nobody above the limit', async () => {
    const results = await storm(() => run())
    expect(results.filter(({ status }) => status === 'rejected')).toEqual([])
    expect(await violations()).toEqual(none)
    const { rows } = await sql<{ n: number }>`
      SELECT count(*)::int AS n FROM application WHERE closed_at IS NULL AND approver_id IS NOT NULL`.execute(
      bank.db,
    )
    expect(rows[0]?.n).toBeGreaterThan(10)
  })

  it('the check finds a distribution that looks first and writes later without a lock (planted)', async () => {
    const careless = async () => {
      const { rows } = await sql<{ id: number }>`
        SELECT id FROM application WHERE type = 'oic' AND closed_at IS NULL AND approver_id IS NULL
        ORDER BY due_at LIMIT 15`.execute(bank.db)
      const free = await sql<{ id: number }>`
        SELECT a.id FROM approver a JOIN approver_workload w ON w.approver_id = a.id
        WHERE a.id IN (1, 7, 9) AND w.open_count < a.max_open ORDER BY w.open_count LIMIT 1`.execute(bank.db)
      const approver = free.rows[0]?.id
      if (approver === undefined) return
      await sleep(50)
      for (const { id } of rows) {
        await sql`UPDATE application SET approver_id = ${approver}, assigned_at = now() WHERE id = ${id}`.execute(
          bank.db,
        )
        await sql`UPDATE approver_workload SET open_count = open_count + 1 WHERE approver_id = ${approver}`.execute(
          bank.db,
        )
        await sql`INSERT INTO assignment (application_id, kind, approver_id) VALUES (${id}, 'ASSIGNED', ${approver})`.execute(
          bank.db,
        )
      }
    }
    await storm(careless)
    // Two at least look at the same applications and at the same free approver, and nobody closes any after them.
    await sql`UPDATE approver SET work_status = 'ACTIVE', version = version + 1 WHERE id IN (1, 7, 9)`.execute(
      bank.db,
    )
    await sql`UPDATE approver_workload SET open_count = 0`.execute(bank.db)
    await queue(15)
    await Promise.all([careless(), careless()])
    const found = await violations()
    expect(found?.givenTwice).toBeGreaterThan(0)
    expect(found?.aboveLimit).toBeGreaterThan(0)
  })
})
