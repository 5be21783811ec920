import { type ChildProcess, fork } from 'node:child_process'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { soon } from '#testing/waiting/soon.ts'
import { startDispatcher } from '#live/dispatcher.ts'
import { enqueue } from './enqueue.ts'
import { wakeWorkers } from './jobs.repo.ts'
import { type Jobs, startJobs } from './jobs.ts'

let app: TestApp
let dispatcher: { stop(): Promise<void> }
const errors: unknown[] = []
const onError = (error: unknown) => errors.push(error)
const running: Jobs[] = []

async function instance(): Promise<Jobs> {
  const { db, connectionString } = app
  const jobs = await startJobs({ db, connectionString, timeZone: 'Europe/Moscow', onError })
  running.push(jobs)
  return jobs
}
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

beforeAll(async () => {
  app = await testApp()
  dispatcher = startDispatcher({ db: app.db, wake: wakeWorkers, onError })
})
afterAll(async () => {
  for (const jobs of running) await jobs.stop()
  await dispatcher.stop()
  await app.close()
  expect(errors).toEqual([])
})

it('does a job once on two instances, at once after the commit and not before', async () => {
  const done: unknown[] = []
  for (const jobs of [await instance(), await instance()])
    await jobs.registerWorker<{ type: string }>('distribute', async ({ type }) => {
      done.push(type)
    })
  // Workers look once when they start; the wake-up is what is tested.
  await pause(300)
  let committed = 0
  await app.db.transaction().execute(async (tx) => {
    await enqueue(tx, 'distribute', { type: 'oic' })
    await pause(200)
    expect(done).toEqual([])
    committed = performance.now()
  })
  await soon(() => expect(done).toEqual(['oic']))
  expect(performance.now() - committed).toBeLessThan(1_000)
  await pause(300)
  expect(done).toEqual(['oic'])
  for (const jobs of running.splice(0)) await jobs.stop()
})

it('does nothing for a transaction that is rolled back', async () => {
  const undone = app.db.transaction().execute(async (tx) => {
    await enqueue(tx, 'distribute', { type: 'nis' })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  const { rows } =
    await sql`SELECT 1 FROM pgboss.job WHERE name = 'distribute' AND state = 'created'`.execute(app.db)
  expect(rows).toEqual([])
})

it('does equal waiting jobs once when asked to', async () => {
  for (let i = 0; i < 20; i++) await enqueue(app.db, 'distribute', { type: i % 2 === 0 ? 'oic' : 'nis' })
  const done: string[] = []
  const jobs = await instance()
  await jobs.registerWorker<{ type: string }>('distribute', async ({ type }) => void done.push(type), {
    collapse: 100,
  })
  await soon(() => expect(done.toSorted()).toEqual(['nis', 'oic']))
  await soon(async () =>
    expect((await jobs.stats()).filter(({ queue }) => queue === 'distribute')).toEqual([]),
  )
  for (const one of running.splice(0)) await one.stop()
})

it('tries again what failed and keeps what failed for good as a dead letter', async () => {
  const attempts: { attempt: number; last: boolean }[] = []
  const jobs = await instance()
  await jobs.registerWorker('task', async (_, { attempt, isLastAttempt }) => {
    attempts.push({ attempt, last: isLastAttempt })
    throw new Error('planted')
  })
  await enqueue(app.db, 'task', { taskId: 1 }, { retryLimit: 1 })
  await soon(() =>
    expect(attempts).toEqual([
      { attempt: 1, last: false },
      { attempt: 2, last: true },
    ]),
  )
  await soon(async () =>
    expect(await jobs.stats()).toContainEqual({ queue: 'dead-letter', state: 'created', count: 1 }),
  )
  expect(await jobs.redrive()).toBe(1)
  await soon(() => expect(attempts.length).toBe(3))
  for (const one of running.splice(0)) await one.stop()
})

it('gives the job of a killed worker to another', async () => {
  await sql`DELETE FROM pgboss.job`.execute(app.db)
  const child: ChildProcess = fork(new URL('../testing/processes/killed-worker.ts', import.meta.url), [
    app.connectionString,
  ])
  await enqueue(app.db, 'distribute', { type: 'oic' }, { expireInSeconds: 1 })
  await new Promise((resolve) => child.once('message', resolve))
  child.kill('SIGKILL')
  const attempts: number[] = []
  const jobs = await instance()
  await jobs.registerWorker('distribute', async (_, { attempt }) => void attempts.push(attempt))
  await soon(() => expect(attempts).toEqual([2]))
})
