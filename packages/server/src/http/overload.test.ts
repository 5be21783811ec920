import { endpoint, signedIn } from '@ipoteka-office/contract/endpoint.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { route } from '#http/route.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

const slow = endpoint({
  method: 'GET',
  path: '/test/slow',
  summary: 'Проверка',
  access: signedIn,
  response: z.object({}),
})

let bank: TestApp
beforeAll(async () => {
  const work = route(slow, async (_request, { db }) => {
    await sql`SELECT pg_sleep(0.3)`.execute(db)
    return {}
  })
  // Two connections: 24 calls may be in work.
  bank = await testApp({ env: { DATABASE_POOL_SIZE: '2' }, routes: [work] })
})
afterAll(() => bank.close())

it('past its measure of work the server refuses at once and says when to come again, and takes on again after it', async () => {
  await bank.call(slow, {})
  const calls = Array.from({ length: 80 }, () => bank.call(slow, {}))
  const health = await bank.app.inject('/healthz')
  expect(health.statusCode).toBe(200)
  const answers = await Promise.all(calls)
  const refused = answers.filter(({ status }) => status === 503)
  expect(refused).toHaveLength(56)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(24)
  for (const { headers, error } of refused) {
    expect(headers['retry-after']).toBe('2')
    expect(error.message).toBe('Система перегружена, повторите через несколько секунд')
  }
  expect((await bank.call(slow, {})).status).toBe(200)
})
