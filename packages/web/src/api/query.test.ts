import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import { describe, expect, it, vi } from 'vitest'
import { download } from './download.ts'
import { ApiFailure } from './failure.ts'
import { listen } from './live.ts'
import { QueryObserver } from '@tanstack/react-query'
import { hashOf, notReadAgain, query, queryClient, queryExactly, queryOnce, readAgain } from './query.ts'

describe('keys of the cache and topics', () => {
  it.each([[[]], [['']], [['GET', '']], [['GET', undefined]]])('%j raises', (key) => {
    expect(() => hashOf(key)).toThrow('Пустой ключ')
    expect(() => queryClient.getQueryCache().build(queryClient, { queryKey: key })).toThrow('Пустой ключ')
  })

  it('whole ones are told apart', () => {
    expect(hashOf(['GET', '/case/:id', { id: 1 }])).not.toBe(hashOf(['GET', '/case/:id', { id: 2 }]))
  })

  it('an empty topic raises', () => {
    expect(() => listen('', () => undefined)).toThrow('Пустая тема')
  })
})

describe('what a screen shows until its answer comes', () => {
  const list = { method: 'POST', path: '/partner/:type/list' } as unknown as EndpointSpec
  const asked = (type: string, page: number) => ({ params: { type }, query: { page } }) as never
  const shownInstead = (from: object, to: { placeholderData?: unknown }) =>
    (to.placeholderData as (shown: unknown, earlier: object) => unknown)('earlier rows', from)

  it('is the page before it of the same list', () => {
    expect(shownInstead(query(list, asked('nis', 0)), query(list, asked('nis', 1)))).toBe('earlier rows')
  })

  it('is never what another list or record has shown', () => {
    const other = { ...list, path: '/partner/:type/queue' } as EndpointSpec
    expect(shownInstead(query(list, asked('oic', 0)), query(list, asked('nis', 0)))).toBeUndefined()
    expect(shownInstead(query(other, asked('nis', 0)), query(list, asked('nis', 0)))).toBeUndefined()
  })

  it('is nothing where one question was asked', () => {
    expect(queryExactly(list, asked('nis', 0))).not.toHaveProperty('placeholderData')
  })

  it('is read anew by a screen that opens, but for what parts of a page share', () => {
    expect(queryClient.getDefaultOptions().queries?.refetchOnMount).toBe('always')
    expect(queryOnce(list, asked('nis', 0))).toMatchObject({ refetchOnMount: true })
  })
})

describe('a file that the server refuses', () => {
  it('is told by the response itself', async () => {
    const refusal = new Response('{"message":"Нет права"}', {
      status: 403,
      headers: { 'content-type': 'application/json' },
    })
    vi.stubGlobal('fetch', async () => refusal)
    const file = { method: 'GET', path: '/file', produces: 'file' } as unknown as EndpointSpec
    await expect(download(file, {} as never)).rejects.toBe(refusal)
    vi.unstubAllGlobals()
  })
})

describe('an answer on the page that cannot be read again', () => {
  const failure = (status: number) =>
    new ApiFailure('Сбой', { status, statusText: '', url: '/', requestId: null, body: null })
  /** A question that was answered once; what it answers from now on is handed in. */
  async function answered(name: string) {
    const ask = vi.fn<() => Promise<string>>().mockResolvedValue('before')
    const options = { queryKey: ['GET', name], queryFn: ask, retry: false }
    const observer = new QueryObserver<string>(queryClient, options)
    const leave = observer.subscribe(() => undefined)
    await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('before'))
    return { ask, leave, observer, shown: () => observer.getCurrentResult() }
  }

  it('stays in sight, is told of, and goes with the next answer', async () => {
    const { ask, leave, observer, shown } = await answered('/stays')
    ask.mockRejectedValueOnce(failure(503))
    await observer.refetch()
    expect(shown()).toMatchObject({ data: 'before', isError: false })
    expect(notReadAgain.get().size).toBe(1)
    ask.mockResolvedValueOnce('after')
    readAgain()
    await vi.waitFor(() => expect(shown().data).toBe('after'))
    expect(notReadAgain.get().size).toBe(0)
    leave()
  })

  it('gives way to a refusal: the record may be gone', async () => {
    const { ask, leave, observer, shown } = await answered('/gone')
    ask.mockRejectedValueOnce(failure(404))
    await observer.refetch()
    expect(shown().isError).toBe(true)
    expect(notReadAgain.get().size).toBe(0)
    leave()
  })

  it('is told of only while it is on the page', async () => {
    const { ask, leave, observer } = await answered('/left')
    ask.mockRejectedValueOnce(failure(500))
    await observer.refetch()
    leave()
    expect(notReadAgain.get().size).toBe(0)
  })
})
