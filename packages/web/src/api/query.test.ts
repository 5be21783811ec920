import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import { describe, expect, it, vi } from 'vitest'
import { download } from './download.ts'
import { listen } from './live.ts'
import { hashOf, query, queryClient, queryExactly, queryOnce } from './query.ts'

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
