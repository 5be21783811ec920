import { can, endpoint } from '@ipoteka-office/contract/endpoint.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { statusOf } from './failure.ts'
import { read } from './read.ts'

const head = endpoint({
  method: 'GET',
  path: '/case/:id',
  summary: 'A read',
  access: can('Lead', 'Read'),
  params: z.object({ id: z.string() }),
})
const tasks = endpoint({
  method: 'POST',
  path: '/task',
  summary: 'A search',
  access: can('Lead', 'Read'),
  reads: true,
})

let asked: { url: string; body: unknown; signal: AbortSignal | undefined }[] = []
const line = (at: number, status: number, body: unknown) =>
  `${JSON.stringify({ at, status, requestId: `r.${at}`, body })}\n`

function answerWith(...chunks: string[]) {
  vi.stubGlobal('fetch', async (url: string, { body, signal }: RequestInit) => {
    asked.push({ url, body: body && JSON.parse(String(body)), signal: signal ?? undefined })
    const stream = new ReadableStream({
      start(out) {
        for (const chunk of chunks) out.enqueue(new TextEncoder().encode(chunk))
        out.close()
      },
    })
    return new Response(stream, { headers: { 'content-type': 'application/x-ndjson' } })
  })
}

beforeEach(() => {
  asked = []
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('location', { origin: 'http://bank' })
})
afterEach(() => vi.unstubAllGlobals())

const never = () => new AbortController().signal

describe('reads of one moment', () => {
  it('go in one request and are answered in any order, however the lines are cut', async () => {
    const [second, first] = [line(1, 200, { n: 'вторая' }), line(0, 200, { n: 1 })]
    answerWith(second.slice(0, 9), second.slice(9) + first)
    const answers = Promise.all([
      read(head, { params: { id: '7' } }, never()),
      read(tasks, { body: { tab: 'MY' } }, never()),
    ])
    expect(await answers).toEqual([{ n: 1 }, { n: 'вторая' }])
    expect(asked).toMatchObject([
      {
        url: '/api/together',
        body: {
          reads: [
            { method: 'GET', path: expect.stringMatching(/^\/case\/7\?_=/) },
            { method: 'POST', path: '/task', body: { tab: 'MY' } },
          ],
        },
      },
    ])
  })

  it('are refused each by itself', async () => {
    answerWith(line(0, 404, { message: 'Не найдено' }) + line(1, 200, []))
    const missing = read(head, { params: { id: '7' } }, never()).catch((failure: unknown) => failure)
    const found = read(tasks, { body: {} }, never())
    expect(await found).toEqual([])
    expect(statusOf(await missing)).toBe(404)
  })

  it('that the server no longer let in are tried again alone, with a new token; the others keep their answers', async () => {
    const byUrl = new Map([
      ['/api/together', line(0, 401, { message: 'Токен закончился' }) + line(1, 200, [])],
    ])
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push({ url, body: null, signal: undefined })
      const text = byUrl.get(url) ?? JSON.stringify({ n: 7 })
      return new Response(text, { headers: { 'content-type': 'application/json' } })
    })
    const answers = Promise.all([
      read(head, { params: { id: '7' } }, never()),
      read(tasks, { body: {} }, never()),
    ])
    expect(await answers).toEqual([{ n: 7 }, []])
    expect(asked.map(({ url }) => url.replace(/\?.*/, ''))).toEqual(['/api/together', '/api/case/7'])
  })

  it('tell the address of the call that was refused, not of the common one', async () => {
    answerWith(line(0, 500, null) + line(1, 200, []))
    const broken = read(head, { params: { id: '7' } }, never()).catch((failure: Error) => failure.message)
    await read(tasks, { body: {} }, never())
    expect(await broken).not.toContain('together')
  })

  it('fail when the answer breaks off before theirs', async () => {
    answerWith(line(0, 200, 1))
    const [first, second] = await Promise.allSettled([
      read(head, { params: { id: '7' } }, never()),
      read(tasks, { body: {} }, never()),
    ])
    expect(first).toEqual({ status: 'fulfilled', value: 1 })
    expect(second).toMatchObject({ status: 'rejected', reason: expect.any(TypeError) })
  })

  it('that nobody waits for any more are not asked; the rest goes on', async () => {
    answerWith('1')
    const gone = new AbortController()
    const dropped = read(head, { params: { id: '7' } }, gone.signal).catch((reason: unknown) => reason)
    const kept = read(head, { params: { id: '8' } }, never())
    gone.abort()
    expect(await dropped).toBe(gone.signal.reason)
    await kept
    expect(asked.map(({ url }) => url)).toEqual([expect.stringMatching(/^\/api\/case\/8\?_=/)])
  })

  it('are given up with the last who waits', async () => {
    vi.stubGlobal('fetch', (url: string, { signal }: RequestInit) => {
      asked.push({ url, body: null, signal: signal ?? undefined })
      return new Promise(() => undefined)
    })
    const [one, other] = [new AbortController(), new AbortController()]
    const all = Promise.allSettled([
      read(head, { params: { id: '7' } }, one.signal),
      read(tasks, { body: {} }, other.signal),
    ])
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    one.abort()
    expect(asked[0]?.signal?.aborted).toBe(false)
    other.abort()
    expect(asked[0]?.signal?.aborted).toBe(true)
    await all
  })
})
