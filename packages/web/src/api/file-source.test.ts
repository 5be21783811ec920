import { afterEach, describe, expect, test, vi } from 'vitest'
import { fileSource } from './file-source.ts'

const endpoint = {
  method: 'GET',
  path: '/file',
  summary: '',
  access: { kind: 'signedIn' },
  produces: 'file',
} as const
const bytes = Uint8Array.from({ length: 100 }, (_, at) => at)
const asked: (string | null)[] = []

/** A server that answers by parts, or one that does not know how. */
function serve(byParts: boolean): void {
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    const range = new Headers(init.headers).get('range')
    asked.push(range)
    const [, begin = '0', end = '0'] = /bytes=(\d+)-(\d+)/.exec(range ?? '') ?? []
    if (!byParts || range === null) return new Response(bytes)
    const last = Math.min(Number(end), bytes.length - 1)
    return new Response(bytes.slice(Number(begin), last + 1), {
      status: 206,
      headers: { 'content-range': `bytes ${begin}-${last}/${bytes.length}` },
    })
  })
}

afterEach(() => {
  vi.unstubAllGlobals()
  asked.length = 0
})

const { signal } = new AbortController()
const open = (wholeUpTo: number | null) => fileSource(endpoint, {}).open(wholeUpTo, signal, () => undefined)

describe('a file read by parts', () => {
  test('a long one is begun, and its parts are read as they are needed', async () => {
    serve(true)
    const file = await open(10)
    expect([file.size, file.head.length]).toEqual([100, 10])
    expect([...(await file.part(40, 43, signal))]).toEqual([40, 41, 42])
    expect(asked).toEqual(['bytes=0-9', 'bytes=40-42'])
  })

  test('a short one comes whole', async () => {
    serve(true)
    const file = await open(1_000)
    expect([file.size, file.head.length]).toEqual([100, 100])
  })

  test('a server without parts answers the whole file', async () => {
    serve(false)
    const file = await open(10)
    expect([file.size, file.head.length]).toEqual([100, 100])
    expect([...(await file.part(1, 3, signal))]).toEqual([1, 2])
  })

  test('a picture is asked for whole', async () => {
    serve(true)
    await open(null)
    expect(asked).toEqual([null])
  })
})
