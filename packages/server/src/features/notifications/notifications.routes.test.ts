import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { BackgroundTask } from '@ipoteka-office/contract/notifications/notifications.ts'
import * as api from '@ipoteka-office/contract/notifications/notifications.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { checkStore } from '#features/housekeeping/store-check.service.ts'
import { conflict } from '#http/errors.ts'
import { findActor } from '#http/session/session.ts'
import { wakeWorkers } from '#jobs/jobs.repo.ts'
import { type Jobs, startJobs } from '#jobs/jobs.ts'
import { startDispatcher } from '#live/dispatcher.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { sweep } from '../housekeeping/sweep.service.ts'
import { notify } from './notifications.service.ts'
import { createTaskRunner, failAbandonedTasks, type TaskWork } from './run-task.service.ts'
import { startTask } from './tasks.service.ts'
import { soon } from '#testing/waiting/soon.ts'

let app: TestApp
let jobs: Jobs
let dispatcher: { stop(): Promise<void> }
const errors: unknown[] = []
const onError = (error: unknown) => errors.push(error)
const employees = { admin: 1, workload: 2 }

const csv = (body: Readable) => ({ name: 'Список.csv', contentType: 'text/csv; charset=utf-8', body })
const works: Record<string, TaskWork> = {
  rows: async ({ input, actor, progress }) =>
    csv(
      Readable.from(
        (async function* () {
          for (let row = 1; row <= (input as number); row++) {
            progress(row)
            yield `${actor.login};${row}\n`
          }
        })(),
      ),
    ),
  endless: async ({ progress }) =>
    csv(
      Readable.from(
        (async function* () {
          for (let row = 1; ; row++) {
            progress(row)
            yield 'строка\n'
            await wait(5)
          }
        })(),
      ),
    ),
  refused: async () => {
    throw conflict('Слишком много строк')
  },
  // Goes on while its first progress is being written, which waits for the row.
  held: async ({ db, input, progress }) => {
    // Not `pg_stat_activity`: a transaction sees those connections alone that were there when it first looked.
    const waiting = sql`SELECT DISTINCT pid FROM pg_locks
      WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))`
    await db.transaction().execute(async (tx) => {
      await sql`SELECT 1 FROM background_task WHERE title = ${input} FOR UPDATE`.execute(tx)
      progress(1)
      await soon(async () => expect((await waiting.execute(tx)).rows).toHaveLength(1))
      progress(3)
    })
    return { text: 'готово' }
  },
}

beforeAll(async () => {
  app = await testApp()
  const { db, connectionString, files } = app
  dispatcher = startDispatcher({ db, wake: wakeWorkers, onError })
  jobs = await startJobs({ db, connectionString, timeZone: 'Europe/Moscow', onError })
  await jobs.registerWorker('task', createTaskRunner({ db, files, findActor, works, onError }), {
    concurrency: 2,
  })
})
afterEach(() => expect(errors.splice(0)).toEqual([]))
afterAll(async () => {
  await jobs.stop()
  await dispatcher.stop()
  await app.close()
})

const start = async (work: string, input: unknown = null, login: keyof typeof employees = 'admin') => {
  const actor = await findActor(app.db, employees[login])
  if (actor === null) throw new Error('No such person')
  return app.db
    .transaction()
    .execute((tx) => startTask(tx, actor, { work, title: 'Выгрузка', total: 3, input }))
}
const taskOf = async (id: number): Promise<BackgroundTask> =>
  (await app.call(api.getTask, { params: { id: String(id) } })).body
const reaches = (id: number, state: BackgroundTask['state']) =>
  soon(async () => expect((await taskOf(id)).state).toBe(state))
const newest = async () => (await app.call(api.listNotifications, { query: {} })).body.content[0]

describe('notifications', () => {
  it('are listed newest first, counted and marked as read', async () => {
    for (const text of ['первое', 'второе', 'третье'])
      await notify(app.db, employees.workload, { kind: 'event', text, link: '/partner/1' })
    const as = { as: 'workload' } as const
    const list = await app.call(api.listNotifications, { query: { size: 2 } }, as)
    expect(list.body).toMatchObject({ totalElements: 3, totalPages: 2, unread: 3 })
    expect(list.body.content).toMatchObject([
      { text: 'третье', kind: 'event', link: '/partner/1', read: false },
      { text: 'второе', read: false },
    ])
    const first = list.body.content[0]?.id
    expect((await app.call(api.readNotifications, { body: { id: first } }, as)).body).toEqual({ unread: 2 })
    expect((await app.call(api.readNotifications, { body: {} }, as)).body).toEqual({ unread: 0 })
  })

  it('are listed by kind and unread alone, and one is marked as unread again', async () => {
    const as = { as: 'underwriter' } as const
    const list = async (query: object) => (await app.call(api.listNotifications, { query }, as)).body
    for (const kind of ['error', 'info', 'info'] as const) await notify(app.db, 3, { kind, text: kind })
    const { content, totalElements } = await list({ kind: 'info' })
    expect([content.map(({ kind }) => kind), totalElements]).toEqual([['info', 'info'], 2])
    const id = content[0]?.id
    await app.call(api.readNotifications, { body: { id } }, as)
    expect(await list({ kind: 'info', unread: 'true' })).toMatchObject({ totalElements: 1, unread: 2 })
    expect((await app.call(api.readNotifications, { body: { id, read: false } }, as)).body.unread).toBe(3)
    expect((await app.call(api.readNotifications, { body: { read: false } }, as)).status).toBe(400)
    expect((await app.call(api.listNotifications, { query: { kind: 'no' as never } }, as)).status).toBe(400)
  })

  it('of another person are neither seen nor marked', async () => {
    await notify(app.db, employees.admin, { kind: 'info', text: 'моё' })
    const own = await newest()
    expect(
      (await app.call(api.readNotifications, { body: { id: own?.id } }, { as: 'workload' })).status,
    ).toBe(200)
    expect((await newest())?.read).toBe(false)
    const others = await app.call(api.listNotifications, { query: {} }, { as: 'workload' })
    expect(others.body.content.map(({ text }) => text)).not.toContain('моё')
  })

  it('are not for those who are not signed in, and wrong pages are refused', async () => {
    expect((await app.call(api.listNotifications, { query: {} }, { as: null })).status).toBe(401)
    expect((await app.call(api.listNotifications, { query: { page: 1_000, size: 100 } })).status).toBe(400)
    expect((await app.call(api.readNotifications, { body: { id: -1 } })).status).toBe(400)
  })
})

describe('background tasks', () => {
  it('run to a file that only their owner can download', async () => {
    const { id, state } = await start('rows', 3)
    expect(state).toBe('IDLE')
    await reaches(id, 'COMPLETED')
    const task = await taskOf(id)
    expect(task).toMatchObject({ done: 3, total: 3, resultLink: `/tasks/${id}/result`, error: null })
    expect(await newest()).toMatchObject({ text: 'Выгрузка: файл готов', link: `/tasks/${id}/result` })

    const params = { params: { id: String(id) } }
    const file = await app.call(api.downloadTaskResult, params)
    expect(file.raw.body).toBe('admin;1\nadmin;2\nadmin;3\n')
    expect(file.headers['content-disposition']).toMatch(/^attachment/)
    for (const endpoint of [api.downloadTaskResult, api.getTask])
      expect((await app.call(endpoint, params, { as: 'workload' })).status).toBe(404)
    expect((await app.call(api.stopTask, { ...params, body: {} }, { as: 'workload' })).status).toBe(404)
    expect((await app.call(api.listTasks, {}, { as: 'workload' })).body).toEqual([])
    expect((await app.call(api.listTasks, {})).body.map((one) => one.id)).toContain(id)
  })

  it('tell the last of what was done, also when it was done while the progress before was being written', async () => {
    const { id } = await start('held', 'Выгрузка')
    await reaches(id, 'COMPLETED')
    expect(await taskOf(id)).toMatchObject({ done: 3, total: 3 })
  })

  it('stop when asked, leave no file, and cannot be stopped twice', async () => {
    const before = (await Array.fromAsync(app.files.list())).length
    const { id } = await start('endless')
    await soon(async () => expect((await taskOf(id)).done).toBeGreaterThan(10))
    const params = { params: { id: String(id) } }
    expect((await app.call(api.stopTask, { ...params, body: {} })).body.state).toBe('STOPPING')
    await reaches(id, 'STOPPED')
    expect((await taskOf(id)).resultLink).toBeNull()
    expect((await app.call(api.downloadTaskResult, params)).status).toBe(404)
    expect((await app.call(api.stopTask, { ...params, body: {} })).status).toBe(409)
    expect((await Array.fromAsync(app.files.list())).length).toBe(before)
  })

  it('fail with the reason they give', async () => {
    const { id } = await start('refused')
    await reaches(id, 'FAILED')
    expect((await taskOf(id)).error).toBe('Слишком много строк')
    expect(await newest()).toMatchObject({
      kind: 'error',
      text: 'Выгрузка: не выполнено. Слишком много строк',
    })
  })

  it('whose worker died for good are ended by the sweep', async () => {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO background_task (employee_id, kind, title, state, payload, created_at)
      VALUES (1, 'export', 'Брошенная', 'RUNNING', '{"work": "rows"}', now() - interval '1 hour') RETURNING id`.execute(
      app.db,
    )
    expect(await failAbandonedTasks(app.db)).toBe(1)
    expect(await taskOf(rows[0]?.id ?? 0)).toMatchObject({ state: 'FAILED', error: 'Выполнение прервано' })
  })

  it('are limited to ten unfinished ones a person', async () => {
    await sql`INSERT INTO background_task (employee_id, kind, title, payload)
      SELECT 2, 'export', 'Ждёт', '{}' FROM generate_series(1, 10)`.execute(app.db)
    await expect(start('rows', 1, 'workload')).rejects.toMatchObject({ status: 409 })
  })
})

it('the sweep deletes what is over its time and files that nothing refers to, and keeps the rest', async () => {
  const { id } = await start('rows', 1)
  await reaches(id, 'COMPLETED')
  const kept = (await Array.fromAsync(app.files.list())).map(({ key }) => key)
  const orphan = await app.files.put(Readable.from(['ничей']))
  await sql`INSERT INTO idempotency_key (actor_id, endpoint, key, body_hash, created_at)
    VALUES (1, 'POST /x', 'old', '', now() - interval '25 hours'), (1, 'POST /x', 'new', '', now())`.execute(
    app.db,
  )
  await sql`INSERT INTO identity.artefact (model, id, payload, expires_at)
    VALUES ('Session', 'old', '{}', now() - interval '1 minute'), ('Session', 'new', '{}', now() + interval '1 hour')`.execute(
    app.db,
  )
  vi.useFakeTimers({ now: Date.now() + 25 * 3_600_000, toFake: ['Date'] })
  try {
    expect(await sweep(app.db, app.gate)).toMatchObject({ idempotencyKeys: 1, identityArtefacts: 1 })
    expect(await checkStore(app.db, app.files)).toMatchObject({ orphans: 1, missing: 0, held: kept.length })
  } finally {
    vi.useRealTimers()
  }
  const left = (await Array.fromAsync(app.files.list())).map(({ key }) => key)
  expect(left.toSorted()).toEqual(kept.toSorted())
  expect(left).not.toContain(orphan.key)
})
