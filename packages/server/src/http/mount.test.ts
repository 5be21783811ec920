import { endpoint, signedIn } from '@ipoteka-office/contract/endpoint.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { databaseFailure } from '#db/database-error.ts'
import { ApiError } from '#http/errors.ts'
import { type Route, route } from '#http/route.ts'
import { defaultQueryTimeout } from '#db/database.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { withAdmin } from '#testing/test-database.ts'

const base = { summary: 'Проверка', access: signedIn } as const
const Note = z.object({ text: z.string() })

const addNote = endpoint({
  ...base,
  method: 'POST',
  path: '/test/note',
  body: Note,
  response: z.object({ id: z.int() }),
  idempotent: true,
})
const fail = endpoint({
  ...base,
  method: 'GET',
  path: '/test/fail/:how',
  params: z.object({ how: z.string() }),
  response: Note,
})
const change = endpoint({
  ...base,
  method: 'POST',
  path: '/test/change',
  body: z.object({ name: z.string(), outcome: z.enum(['fail', 'ok']) }),
  response: z.object({}),
})
const collide = endpoint({
  ...base,
  method: 'POST',
  path: '/test/collide',
  body: z.object({ first: z.int(), second: z.int() }),
  response: z.object({}),
})
const hot = endpoint({
  ...base,
  method: 'GET',
  path: '/test/hot/:how',
  params: z.object({ how: z.string() }),
  response: z.object({
    id: z.int(),
    name: z.string().nullable(),
    list: z.array(Note),
    format: z.string().optional(),
  }),
  hot: true,
})
const byList = endpoint({
  ...base,
  method: 'GET',
  path: '/test/list',
  query: z.object({ ids: z.array(z.coerce.number()).optional(), name: z.string().optional() }),
  response: z.object({ ids: z.array(z.number()).optional(), name: z.string().optional() }),
})

let ran = 0
const sleep = (seconds: number) => sql`SELECT pg_sleep(${seconds}::float8)`

const failures: Record<string, (context: Parameters<Route['handle']>[1]) => unknown> = {
  error: () => {
    throw new Error('SELECT secret FROM employee')
  },
  api: () => {
    throw new ApiError(409, 'ER_OBJECT_LOCKED', 'Занято')
  },
  shape: () => ({ text: 5, password: 'secret' }),
  extra: () => ({ text: 'видно', password: 'secret' }),
  duplicate: ({ db }) => db.insertInto('user_role').values({ code: 'ADMINISTRATOR', name: 'x' }).execute(),
  overflow: ({ db }) => sql`SELECT ${'99999999999'}::int`.execute(db),
  syntax: ({ db }) => sql`SELEC 1`.execute(db),
  slow: ({ db }) => sleep(10).execute(db),
  fullDatabase: ({ db }) => sql`DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '53100'; END $$`.execute(db),
  fullServer: () => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), {
      code: 'ENOSPC',
      syscall: 'write',
    })
  },
  history: ({ db }) => sql`UPDATE change_history SET actor_id = 1`.execute(db),
}

const routes: Route[] = [
  route(addNote, async ({ body }, { db, actor }) => {
    ran += 1
    await sleep(0.05).execute(db)
    return db
      .insertInto('notification')
      .values({ employee_id: actor.employeeId, kind: 'info', text: body.text })
      .returning('id')
      .executeTakeFirstOrThrow()
  }),
  route(fail, async ({ params }, context) => (await failures[params.how]?.(context)) as z.input<typeof Note>),
  route(change, async ({ body }, { db }) => {
    await db
      .updateTable('partner')
      .set((eb) => ({ short_name: body.name, version: eb('version', '+', 1) }))
      .where('id', '=', 2)
      .execute()
    if (body.outcome === 'fail') throw new ApiError(400, 'ER_VALIDATION', 'Передумали')
    return {}
  }),
  route(collide, async ({ body }, { db }) => {
    ran += 1
    await db.updateTable('user_role').set({ description: 'x' }).where('id', '=', body.first).execute()
    await sleep(0.3).execute(db)
    await db.updateTable('user_role').set({ description: 'y' }).where('id', '=', body.second).execute()
    return {}
  }),
  route(hot, async ({ params }) =>
    params.how === 'good'
      ? ({ id: 1, name: null, list: [{ text: 'а', secret: 1 }], format: 'csv', secret: 1 } as never)
      : ({ id: 1, name: 'x' } as never),
  ),
  route(byList, async ({ query }) => query),
]

let bank: TestApp
beforeAll(async () => {
  bank = await testApp({ routes, queryTimeout: defaultQueryTimeout })
})
afterAll(() => bank.close())
beforeEach(() => {
  ran = 0
})

const notes = async (text: string) =>
  (await bank.db.selectFrom('notification').select('id').where('text', '=', text).execute()).length

describe('a call with an idempotency key', () => {
  const post = (key: string, text: string, as: 'admin' | 'agent' = 'admin') =>
    bank.call(addNote, { body: { text } }, { as, headers: { 'idempotency-key': key } })

  it('has one effect among 32 at once; the others are told to wait or the same answer', async () => {
    const answers = await Promise.all(Array.from({ length: 32 }, () => post('key-1', 'один раз')))
    const good = answers.filter(({ status }) => status === 200)
    expect(good.length).toBeGreaterThan(0)
    expect(new Set(answers.map(({ status }) => status)).difference(new Set([200, 409]))).toEqual(new Set())
    expect(new Set(good.map(({ body }) => body.id)).size).toBe(1)
    expect(await notes('один раз')).toBe(1)
    const again = await post('key-1', 'один раз')
    expect(again.body).toEqual(good[0]?.body)
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(ran).toBe(1)
  })

  it('is refused with another body', async () => {
    await post('key-2', 'первый')
    const { status, error } = await post('key-2', 'второй')
    expect(status).toBe(422)
    expect(error.message).toMatch(/ключ/i)
    expect(await notes('второй')).toBe(0)
  })

  it('belongs to one person', async () => {
    const mine = await post('key-3', 'чей')
    const other = await post('key-3', 'чей', 'agent')
    expect(other.status).toBe(200)
    expect(other.body.id).not.toBe(mine.body.id)
  })

  it('may be tried again after a failure', async () => {
    const refused = await bank.call(
      addNote,
      { body: {} as never },
      { headers: { 'idempotency-key': 'key-4' } },
    )
    expect(refused.status).toBe(400)
    expect((await post('key-4', 'теперь верно')).status).toBe(200)
  })

  it('takes keys of at most 255 characters', async () => {
    expect((await post('k'.repeat(255), 'длинный')).status).toBe(200)
    expect((await post('k'.repeat(256), 'длинный')).status).toBe(400)
  })
})

describe('a write', () => {
  it('is remembered with its author and request', async () => {
    const answer = await bank.call(
      change,
      { body: { name: 'Волга', outcome: 'ok' } },
      { as: 'workload', headers: { 'x-request-id': 'request-0001' } },
    )
    expect(answer.status).toBe(200)
    const row = await bank.db
      .selectFrom('change_history')
      .selectAll()
      .where('object_type', '=', 'partner')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ actor_id: 2, request_id: 'request-0001', action: 'UPDATE', version: 2 })
    expect(row.new_values).toMatchObject({ short_name: 'Волга' })
    expect(row.at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  })

  it('that fails leaves nothing behind', async () => {
    const { status } = await bank.call(change, { body: { name: 'Не останется', outcome: 'fail' } })
    expect(status).toBe(400)
    const { short_name } = await bank.db
      .selectFrom('partner')
      .select('short_name')
      .where('id', '=', 2)
      .executeTakeFirstOrThrow()
    expect(short_name).not.toBe('Не останется')
  })

  it('is done again after a deadlock', async () => {
    const both = await Promise.all([
      bank.call(collide, { body: { first: 3, second: 4 } }),
      bank.call(collide, { body: { first: 4, second: 3 } }),
    ])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(ran).toBeGreaterThan(2)
  })

  it('is limited: more in a minute than a person can do is answered 429', async () => {
    const small = await testApp({ routes, env: { WRITES_PER_MINUTE: '3' } })
    const statuses: number[] = []
    for (let at = 0; at < 5; at += 1)
      statuses.push((await small.call(addNote, { body: { text: 'x' } })).status)
    const other = await small.call(addNote, { body: { text: 'x' } }, { as: 'agent' })
    const refused = await small.call(addNote, { body: { text: 'x' } })
    await small.close()
    expect(statuses).toEqual([200, 200, 200, 429, 429])
    expect(other.status).toBe(200)
    expect(refused.error.message).toMatch(/много запросов/)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('an answer', () => {
  it('holds the declared fields only', async () => {
    expect((await bank.call(fail, { params: { how: 'extra' } })).body).toEqual({ text: 'видно' })
    expect((await bank.call(hot, { params: { how: 'good' } })).body).toEqual({
      id: 1,
      name: null,
      list: [{ text: 'а' }],
      format: 'csv',
    })
  })

  it('that breaks its schema is 500 and is not sent', async () => {
    for (const answer of [
      await bank.call(fail, { params: { how: 'shape' } }),
      await bank.call(hot, { params: { how: 'bad' } }),
    ]) {
      expect(answer.status).toBe(500)
      expect(answer.error.message).toBe(
        `Внутренняя ошибка. Сообщите номер запроса: ${answer.error.requestId}`,
      )
      expect(answer.raw.body).not.toContain('secret')
    }
  })

  it('of a failure keeps its status and type', async () => {
    const { status, error } = await bank.call(fail, { params: { how: 'api' } })
    expect([status, error.type, error.message]).toEqual([409, 'ER_OBJECT_LOCKED', 'Занято'])
  })

  it.each([
    ['error', 500],
    ['syntax', 500],
    ['history', 500],
    ['duplicate', 409],
    ['overflow', 400],
    ['fullDatabase', 507],
    ['fullServer', 507],
  ])('of a failure inside (%s) tells nothing of the inside', async (how, expected) => {
    const { status, raw } = await bank.call(fail, { params: { how } })
    expect(status).toBe(expected)
    expect(raw.body).not.toMatch(/SELECT|syntax|employee|user_role|permission|relation|99999|\.ts/)
  })

  it('comes in time when the database is slow: 503 and when to come again', async () => {
    const begun = performance.now()
    const { status, headers } = await bank.call(fail, { params: { how: 'slow' } })
    expect(performance.now() - begun).toBeLessThan(6_000)
    expect(status).toBe(503)
    expect(headers['retry-after']).toBe('2')
  })

  it('comes at once when the database is down, and the server is back with it', async () => {
    const down = Object.assign(new Error('connect ECONNREFUSED'), {
      code: 'ECONNREFUSED',
      syscall: 'connect',
    })
    expect(databaseFailure(down)).toBe('unavailable')
    await Promise.all([0.05, 0.05, 0.05].map((seconds) => sleep(seconds).execute(bank.db)))
    const ended = await withAdmin(bank.connectionString, (admin) =>
      admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`),
    )
    expect(ended.rowCount).toBeGreaterThan(2)
    await expect.poll(async () => (await bank.call(addNote, { body: { text: 'снова' } })).status).toBe(200)
  })
})

describe('a query', () => {
  it('reads lists joined by commas', async () => {
    const raw = await bank.app.inject({
      url: '/api/test/list?ids=1,2,3&name=a,b',
      headers: { authorization: `Bearer ${await bank.tokenOf('admin')}` },
    })
    expect(raw.json()).toEqual({ ids: [1, 2, 3], name: 'a,b' })
  })
})
