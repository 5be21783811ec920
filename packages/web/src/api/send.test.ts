import { can, endpoint, signedIn } from '@ipoteka-office/contract/endpoint.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { call } from './call.ts'
import { describeFailure, isCommand } from './failure.ts'
import { tellRefusals } from './send.ts'

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
