import { ErrorReport } from '@ipoteka-office/contract/error-reports/error-reports.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { crumbs, leaveCrumb, noteError, whenError } from '#lib/unexpected.ts'
import { ApiFailure } from './failure.ts'
import { reportUnexpected } from './report-error.ts'
import { sessionState } from './session.ts'

let sent: { url: string; body: ReturnType<typeof ErrorReport.parse> }[] = []
let status: number

beforeEach(() => {
  sent = []
  status = 204
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    sent.push({ url, body: ErrorReport.parse(JSON.parse(String(body))) })
    return new Response(null, { status })
  })
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  sessionState.set({ status: 'OK', session: {} as never })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  sessionState.set({ status: 'WAIT' })
})

const answer = { status: 404, statusText: '', url: '', requestId: null, body: null }

describe('an unexpected error', () => {
  it('is told with its stack and the steps before it', async () => {
    whenError(() => undefined)
    leaveCrumb('page', '/full-app-edit/$id')
    leaveCrumb('call', 'GET /case/:id 200')
    await reportUnexpected(new RangeError('Too deep'))
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({
      url: '/api/error-report',
      body: {
        type: 'RangeError',
        message: 'Too deep',
        stack: expect.stringContaining('report-error.test.ts'),
        repeats: 0,
      },
    })
    // Steps of other tests may stand before them.
    expect(sent[0]?.body.crumbs.slice(-2)).toEqual([
      { at: expect.any(String), kind: 'page', text: '/full-app-edit/$id' },
      { at: expect.any(String), kind: 'call', text: 'GET /case/:id 200' },
    ])
  })

  it('loses characters that no request may hold', async () => {
    await reportUnexpected(new Error('a\u0000b\ud800c'))
    expect(sent[0]?.body.message).toBe('a b c')
  })

  it('is told once in ten minutes, with how often it came; twenty different ones of a page at most', async () => {
    let now = 1_000_000
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    const again = (message = 'Again') => new Error(message)
    const one = again()
    for (const error of [one, one, again(), again()]) await reportUnexpected(error)
    expect(sent).toHaveLength(1)
    now += 11 * 60_000
    await reportUnexpected(again())
    expect(sent.map(({ body }) => body.repeats)).toEqual([0, 2])
    for (let n = 0; n < 40; n += 1) await reportUnexpected(new Error(`Other ${n}`))
    expect(sent.length).toBeLessThanOrEqual(2 + 20)
  })

  it.each<[string, unknown]>([
    ['a refusal', new ApiFailure('Не найдено', answer)],
    [
      'an error of the server, which tells of it itself',
      new ApiFailure('Ошибка', { ...answer, status: 500 }),
    ],
    ['a lost network', new TypeError('Failed to fetch')],
    ['an answer that broke off', new TypeError('network: the answer broke off')],
    ['a call given up', new DOMException('', 'AbortError')],
    ['a part of the product that did not come', new TypeError('Failed to fetch dynamically imported module')],
    ['what is no error', 'text'],
  ])('%s is none', async (_name, failure) => {
    await reportUnexpected(failure)
    expect(sent).toEqual([])
  })

  it('before sign-in waits for it, five at most, and is told once', async () => {
    const kept = new Map<string, string>()
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    })
    // Errors of the other tests count as those of this page.
    vi.resetModules()
    const [page, { sessionState: state }] = await Promise.all([
      import('./report-error.ts'),
      import('./session.ts'),
    ])
    for (let n = 0; n < 7; n += 1) await page.reportUnexpected(new Error(`Early ${n}`))
    expect(sent).toEqual([])
    state.set({ status: 'OK', session: {} as never })
    await page.sendEarly()
    expect(sent.map(({ body }) => body.message)).toEqual([0, 1, 2, 3, 4].map((n) => `Early ${n}`))
    await page.sendEarly()
    kept.set('error-reports', '[{"type":1}]')
    await page.sendEarly()
    expect(sent).toHaveLength(5)
  })

  it('whose report is refused hurts nobody', async () => {
    status = 500
    await expect(reportUnexpected(new Error('Refused'))).resolves.toBe(undefined)
  })
})

describe('steps', () => {
  it('are twenty at most', () => {
    for (let n = 0; n < 30; n += 1) leaveCrumb('call', `GET /${n} 200`)
    expect(crumbs()).toHaveLength(20)
    expect(crumbs().at(-1)?.text).toBe('GET /29 200')
  })

  it('are kept and errors handed on only while somebody reports', () => {
    const tell = vi.fn()
    whenError(tell)
    noteError(new Error('x'))
    expect(tell).toHaveBeenCalledTimes(1)
  })
})
