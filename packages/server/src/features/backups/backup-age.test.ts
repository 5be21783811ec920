import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { metrics } from '#lib/metrics.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { measureCopies, watchCopies } from './backup-age.service.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
})
afterAll(() => bank.close())

const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
const watch = (now: Date) => watchCopies(bank.db, { timeZone: 'Europe/Moscow', now: () => now })
const told = async () => {
  const { rows } = await sql<{ login: string; text: string }>`
    SELECT e.login, n.text FROM notification n JOIN employee e ON e.id = n.employee_id
    WHERE n.text LIKE '%езервной копии%' ORDER BY n.id`.execute(bank.db)
  return rows
}
const metric = async () =>
  Number(/^ipoteka_backup_until_timestamp_seconds (\d.*)$/m.exec(await metrics.metrics())?.[1])

/** As `npm run backup` notes it: the owner of the database does. */
async function copy(name: string, state: string, until: Date): Promise<void> {
  const client = new pg.Client({ connectionString: bank.connectionString })
  await client.connect()
  await client.query(
    `INSERT INTO backup_run (kind, name, state, finished_at, until) VALUES ('FULL', $1, $2, now(), $3)`,
    [name, state, until],
  )
  await client.end()
}

it('tells administrators once a day that there is no good copy of the last day, and the metric shows it', async () => {
  const unmeasure = measureCopies(bank.db)
  try {
    expect(await watch(new Date())).toBe(false)
    expect(await watch(hours(25))).toBe(true)
    const first = await told()
    expect(first.map(({ login }) => login)).toContain('admin')
    expect(first.map(({ login }) => login)).not.toContain('agent')
    expect(first[0]?.text).toMatch(/копии банка нет/)
    await watch(hours(25))
    expect(await told()).toHaveLength(first.length)
    expect(await metric()).toBe(0)

    await copy('failed', 'FAILED', hours(24))
    expect(await watch(hours(25))).toBe(true)
    const until = hours(20)
    await copy('good', 'GOOD', until)
    expect(await watch(hours(25))).toBe(false)
    expect(await metric()).toBeCloseTo(until.getTime() / 1_000, 0)
    expect(await watch(hours(50))).toBe(true)
    expect((await told()).at(-1)?.text).toMatch(/больше суток \(30 ч\)/)
  } finally {
    unmeasure()
  }
})
