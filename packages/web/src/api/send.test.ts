import { can, endpoint, signedIn } from '@ipoteka-office/contract/endpoint.ts'
import { sessionOverChallenge } from '@ipoteka-office/contract/session/identity.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { call } from './call.ts'
import { describeFailure, isCommand } from './failure.ts'
import { tellRefusals } from './send.ts'
import { setTokenSource, whenSessionOver } from './token.ts'

const change = endpoint({
  method: 'POST',
  path: '/partner/:id/employee',
  summary: 'A change',
  access: can('PartnerEmployee', 'Create'),
  params: z.object({ id: z.string() }),
})
const search = endpoint({
  method: 'POST',
  path: '/partner/filter',
  summary: 'A search',
  access: signedIn,
  reads: true,
})
const read = endpoint({ method: 'GET', path: '/partner', summary: 'A read', access: signedIn })
const request = { params: { id: '4' } }

let told: unknown[] = []
const answers = (status: number) => {
  const body = JSON.stringify({ type: 'ER_VALIDATION', message: 'Нет прав на операцию' })
  vi.stubGlobal(
    'fetch',
    async () => new Response(body, { status, headers: { 'content-type': 'application/json' } }),
  )
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('location', { origin: 'http://bank' })
  told = []
  tellRefusals((failure) => told.push(failure))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a refused command', () => {
  it.each([400, 403, 404, 409, 422])(
    'that its caller swallows with %i is told all the same',
    async (status) => {
      answers(status)
      const failure = await call(change, request).catch((reason: unknown) => reason)
      expect(isCommand(failure)).toBe(true)
      await vi.runAllTimersAsync()
      expect(told).toEqual([failure])
    },
  )

  it('is told once by whoever puts it into words', async () => {
    answers(403)
    const failure = await call(change, request).catch((reason: unknown) => reason)
    expect(describeFailure(failure).description).toBe('Нет прав на операцию')
    await vi.runAllTimersAsync()
    expect(told).toEqual([])
  })

  it('of the background, and of a read, is not', async () => {
    answers(403)
    const quiet = { quiet: true }
    await call(change, request, quiet).catch(() => undefined)
    for (const endpoint of [search, read]) {
      const failure = await call(endpoint).catch((reason: unknown) => reason)
      expect(isCommand(failure)).toBe(false)
    }
    await vi.runAllTimersAsync()
    expect(told).toEqual([])
  })
})

describe('a refusal of the token', () => {
  const source = { current: () => 'old', fresh: () => Promise.resolve('old'), renew: vi.fn() }
  const refuses = (challenge: string) => {
    const fetched = vi.fn(
      async () => new Response('', { status: 401, headers: { 'www-authenticate': challenge } }),
    )
    vi.stubGlobal('fetch', fetched)
    return fetched
  }
  beforeEach(() => {
    source.renew.mockReset().mockResolvedValue('new')
    setTokenSource(source)
  })
  afterEach(() => setTokenSource(null))

  it('is answered with a newer token, once', async () => {
    const fetched = refuses('Bearer')
    await expect(call(read)).rejects.toMatchObject({ status: 401 })
    expect([fetched.mock.calls.length, source.renew.mock.calls.length]).toEqual([2, 1])
  })

  it('whose session has ended is told to the page, and no newer token is asked for', async () => {
    const fetched = refuses(sessionOverChallenge)
    const over = vi.fn()
    const stop = whenSessionOver(over)
    await expect(call(read)).rejects.toMatchObject({ status: 401 })
    stop()
    expect([fetched.mock.calls.length, source.renew.mock.calls.length, over.mock.calls.length]).toEqual([
      1, 0, 1,
    ])
  })
})

it('every request begins a trace of its own, by which the server goes on', async () => {
  const seen: string[] = []
  vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: Headers }) => {
    seen.push(String(headers.get('traceparent')))
    return new Response('{}', { status: 200, headers: { 'content-type': 'application/json' } })
  })
  await call(read)
  await call(read)
  expect(seen.map((one) => /^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-01$/.test(one))).toEqual([
    true,
    true,
  ])
  expect(new Set(seen.map((one) => one.slice(0, 35))).size).toBe(2)
})
