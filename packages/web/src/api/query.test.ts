import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import { describe, expect, it, vi } from 'vitest'
import { download } from './download.ts'
import { listen } from './live.ts'
import { hashOf, queryClient } from './query.ts'

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
