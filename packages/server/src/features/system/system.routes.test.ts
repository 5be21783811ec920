import { getSystemState, retryDeadJobs } from '@ipoteka-office/contract/system/system.ts'
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ServiceAnswers } from '#integrations/service-answers.ts'
import { NoAnswer } from '#integrations/ask-json.ts'
import { connected, standIns } from '#integrations/connected.ts'
import { enqueue } from '#jobs/enqueue.ts'
import { type Jobs, startJobs } from '#jobs/jobs.ts'
import { queueTitles } from '#jobs/queue-titles.ts'
import { systemClock } from '#lib/bank-time.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { probesApp } from '#serve-probes.ts'
import { startHeartbeat } from './heartbeat.ts'
import { systemState } from './system.service.ts'

let bank: TestApp
let jobs: Jobs
const onError = () => undefined
const clock = systemClock('Europe/Moscow')
beforeAll(async () => {
  bank = await testApp()
  await sql`DELETE FROM pgboss.job`.execute(bank.db)
  jobs = await startJobs({
    connectionString: bank.connectionString,
    db: bank.db,
    timeZone: 'Europe/Moscow',
    onError,
  })
})
afterAll(async () => {
  await jobs.stop()
  await bank.close()
})

const state = async () => {
  const answer = await bank.call(getSystemState, {})
  expect(answer.status).toBe(200)
  return answer.body
}

it('tells of the processes that live, of one that is silent, and of none that has stopped', async () => {
  const answers = new ServiceAnswers()
  const [first, second] = await Promise.all(
    [1, 2].map(() => startHeartbeat({ db: bank.db, answers, role: 'all', onError, everyMs: 50 })),
  )
  const { processes } = await state()
  expect(processes.map(({ state, pid, node }) => [state, pid, node])).toEqual(
    [1, 2].map(() => ['ALIVE', process.pid, process.versions.node]),
  )
  expect(processes[0]?.version).toMatch(/^\d+\.\d+\.\d+$/)
  await second?.stop()
  expect((await state()).processes.map(({ id }) => id)).toEqual([first?.id])
  await first?.stop()
  await sql`INSERT INTO system_process (id, host, pid, version, node, started_at, seen_at) SELECT gen_random_uuid(), 'lost', 7, '0.1.0', '26', now(), now() - i
    FROM unnest(ARRAY[interval '46 seconds', interval '25 hours']) i`.execute(bank.db)
  // Who comes next sweeps away what has been silent for a day.
  const third = await startHeartbeat({ db: bank.db, answers, role: 'worker', onError })
  // A version that tells no role did everything.
  expect((await state()).processes.map(({ host, state, role }) => [host === 'lost', state, role])).toEqual([
    [false, 'ALIVE', 'WORKER'],
    [true, 'SILENT', 'ALL'],
  ])
  await third.stop()
  await sql`DELETE FROM system_process`.execute(bank.db)
})

it('tells how far the clock of a process is off, and takes no requests where days and tokens would be wrong', async () => {
  const answers = new ServiceAnswers()
  const beatOf = (aheadMs: number) =>
    startHeartbeat({
      ...{ db: bank.db, answers, role: 'web', onError },
      now: () => new Date(Date.now() + aheadMs),
    })
  const [right, fast, slow, absurd] = await Promise.all([0, 59_000, -3_600_000, 1e12].map(beatOf))
  const told = new Map((await state()).processes.map(({ id, clockOffsetMs }) => [id, clockOffsetMs]))
  const seconds = (id = '') => Math.round((told.get(id) ?? Number.NaN) / 1_000) || 0
  expect([right, fast, slow, absurd].map((beat) => seconds(beat?.id))).toEqual([0, 59, -3_600, 2_147_484])
  expect(() => right?.checkClock()).not.toThrow()
  expect(() => fast?.checkClock()).not.toThrow()
  expect(() => slow?.checkClock()).toThrow('the clock is -3600 s ahead')
  const app = await probesApp(bank.config, bank.pool, { clock: () => slow?.checkClock() })
  const { statusCode, body } = await app.inject('/readyz')
  expect([statusCode, JSON.parse(body)]).toEqual([503, { status: 'not ready', failed: ['clock'] }])
  await app.close()
  for (const beat of [right, fast, slow, absurd]) await beat?.stop()
})

it('has words for every queue, and shows those with work, what waits longest first', async () => {
  expect(Object.values(queueTitles).every((title) => /[а-яё]/i.test(title))).toBe(true)
  await sql`INSERT INTO pgboss.job (name, data, created_on, start_after) VALUES
    ('decision-run', '{}', now() - interval '1 minute', now() - interval '1 minute'),
    ('auto-checks', '{}', now() - interval '1 hour', now() - interval '1 hour'),
    ('auto-checks', '{}', now() - interval '2 days', now() + interval '1 day')`.execute(bank.db)
  const { queues, emptyQueues } = await state()
  expect(queues.map(({ queue, waiting, later, active }) => [queue, waiting, later, active])).toEqual([
    ['auto-checks', 1, 1, 0],
    ['decision-run', 1, 0, 0],
  ])
  const age = Date.now() - Date.parse(queues[0]?.waitsSince ?? '')
  expect(Math.abs(age - 3_600_000)).toBeLessThan(60_000)
  expect(emptyQueues).toBe(Object.keys(queueTitles).length - 1 - 2)
  await sql`DELETE FROM pgboss.job`.execute(bank.db)
})

it('a job whose every attempt failed is shown without anybody’s name, tried again once, and it is told by whom', async () => {
  let tried = 0
  await jobs.registerWorker('decision-run', async () => {
    tried += 1
    throw new Error('Key (full_name)=(Королёва Анна) already exists')
  })
  await enqueue(bank.db, 'decision-run', { runId: 12, cause: 'Королёва' }, { retryLimit: 0 })
  await expect.poll(async () => (await state()).deadTotal, { timeout: 50_000 }).toBe(1)
  const { deadJobs } = await state()
  expect(deadJobs).toMatchObject([{ title: 'Вопросы СПР о заявках', about: 'runId 12' }])
  expect(JSON.stringify(await state())).not.toContain('Королёва')

  const ids = deadJobs.map(({ id }) => id)
  // Of two who press at once one is told that there was nothing left.
  const both = await Promise.all([1, 2].map(() => bank.call(retryDeadJobs, { body: { ids } })))
  expect(both.map(({ body }) => body.retried).toSorted((a, b) => a - b)).toEqual([0, 1])
  await expect.poll(() => tried, { timeout: 50_000 }).toBeGreaterThan(1)
  const { retries } = await state()
  expect(retries).toMatchObject([{ title: 'Вопросы СПР о заявках', by: { fullName: expect.any(String) } }])
  await expect(sql`DELETE FROM job_retry`.execute(bank.db)).rejects.toThrow(/permission denied/)
}, 120_000)

it('tells up to when the bank can be restored: by good copies alone, a rehearsal is none', async () => {
  expect(await state()).toMatchObject({ backups: [], backedUpUntil: null })
  // The commands write as the owner of the database: the server reads alone.
  const owner = new pg.Client({ connectionString: bank.connectionString })
  await owner.connect()
  await owner.query(`INSERT INTO backup_run (kind, name, state, finished_at, until, bytes) VALUES
    ('FULL', 'a', 'GOOD', now(), '2026-11-20T10:00:00Z', 5242880),
    ('REHEARSAL', 'b', 'GOOD', now(), '2026-11-21T10:00:00Z', NULL),
    ('LOG', 'c', 'FAILED', now(), NULL, NULL)`)
  await owner.end()
  const { backups, backedUpUntil } = await state()
  expect(backedUpUntil).toBe('2026-11-20T10:00:00.000Z')
  expect(backups.map(({ kind, state, megabytes }) => [kind, state, megabytes])).toEqual([
    ['LOG', 'FAILED', null],
    ['REHEARSAL', 'GOOD', null],
    ['FULL', 'GOOD', 5],
  ])
})

it('is for administrators of the bank alone', async () => {
  for (const as of ['underwriter', 'agent', 'partner-admin', 'workload'] as const) {
    expect((await bank.call(getSystemState, {}, { as })).status).toBe(403)
    const retry = { body: { ids: ['5d0c0de0-0000-4000-8000-0000000000aa'] } }
    expect((await bank.call(retryDeadJobs, retry, { as })).status).toBe(403)
  }
  expect((await bank.call(retryDeadJobs, { body: { ids: [] } })).status).toBe(400)
})

it('a real service shows its last answers of whichever process asked; a stand-in has none', async () => {
  const answers = new ServiceAnswers()
  const client = answers.watching('INSURERS', {
    kind: 'SERVICE',
    ask: (fails: boolean) =>
      fails ? Promise.reject(new NoAnswer('Шлюз страховщиков: ответ 503')) : Promise.resolve(7),
  })
  expect(client.kind).toBe('SERVICE')
  expect(await client.ask(false)).toBe(7)
  await expect(client.ask(true)).rejects.toThrow('ответ 503')
  const beat = await startHeartbeat({ db: bank.db, answers, role: 'all', onError })
  await beat.stop()
  const other = new ServiceAnswers()
  await sleep(5)
  await other.watch('INSURERS', Promise.resolve())
  await (await startHeartbeat({ db: bank.db, answers: other, role: 'worker', onError })).stop()

  const modes = { ...standIns, INSURERS: 'REAL' as const }
  const of = async (code: string, given: typeof standIns) =>
    (await systemState(bank.db, { clock, parameters: bank.parameters }, given)).services.find(
      (service) => service.code === code,
    )
  const shown = await of('INSURERS', modes)
  expect(shown).toMatchObject({ mode: 'REAL', failure: 'Шлюз страховщиков: ответ 503' })
  expect(Date.parse(String(shown?.succeededAt))).toBeGreaterThan(Date.parse(String(shown?.failedAt)))
  expect(await of('INSURERS', standIns)).toMatchObject({ mode: 'STAND_IN', succeededAt: null, failure: null })
})

it('without settings everything is a stand-in, in production nothing invents answers', () => {
  expect(connected(bank.config).CHECKS).toBe('STAND_IN')
  const production = connected({ ...bank.config, production: true })
  expect(Object.entries(production).filter(([, mode]) => mode === 'STAND_IN')).toEqual([
    ['IDENTITY', 'STAND_IN'],
    ['MESSAGES', 'STAND_IN'],
  ])
})
