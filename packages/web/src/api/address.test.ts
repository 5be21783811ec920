import { fillPath } from '@ipoteka-office/contract/path.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { addressOf, queryText } from './address.ts'
import { fileNameOf } from './download.ts'
import { noteServerTime, serverNow } from './server-time.ts'

describe('path templates', () => {
  it('are filled with encoded values', () => {
    expect(fillPath('/partner/:type/:id', { type: 'nis', id: 7 })).toBe('/partner/nis/7')
    expect(fillPath('/views/:listKey', { listKey: 'a/b ?' })).toBe('/views/a%2Fb%20%3F')
  })

  it.each([[{}], [{ type: 'nis' }], [{ type: 'nis', id: '' }], [{ type: 'nis', id: null }]])(
    'raise an error when not fully resolved: %j',
    (params) => {
      expect(() => fillPath('/partner/:type/:id', params)).toThrow('/partner/:type/:id')
    },
  )
})

describe('queries', () => {
  it('join lists by commas that are not encoded', () => {
    expect(queryText({ codes: ['77', '50', 'а,б'], page: 0 })).toBe('codes=77,50,%D0%B0%2C%D0%B1&page=0')
  })

  it('leave empty values out', () => {
    expect(queryText({ a: undefined, b: null, c: '', d: [], e: false })).toBe('e=false')
  })
})

describe('addresses', () => {
  it('carry a random guard on GET only', () => {
    const get = { method: 'GET', path: '/partner' }
    expect(addressOf(get, { query: { size: 5 } }, () => 'r')).toBe('/api/partner?size=5&_=r')
    expect(addressOf({ ...get, method: 'POST' }, { query: {} }, () => 'r')).toBe('/api/partner')
  })
})

describe('names of downloaded files', () => {
  it.each([
    ["attachment; filename*=UTF-8''%D0%A1%D0%BF%D0%B8%D1%81%D0%BE%D0%BA.xlsx", 'Список.xlsx'],
    ['attachment; filename="list \\"1\\".csv"', 'list "1".csv'],
    ['attachment; filename=list.csv', 'list.csv'],
    ['attachment; filename="../../etc/passwd"', '.._.._etc_passwd'],
    ["attachment; filename*=UTF-8''%E0%A4%A.csv", '%E0%A4%A.csv'],
    ['attachment', 'файл'],
    [null, 'файл'],
  ])('%s gives %s', (header, name) => {
    expect(fileNameOf(header, 'файл')).toBe(name)
  })
})

describe("the server's clock", () => {
  afterEach(() => vi.useRealTimers())

  it('moves «now» by the offset of the last answer, and a broken header changes nothing', () => {
    vi.useFakeTimers({ now: new Date('2026-11-20T10:00:00Z') })
    noteServerTime('2026-11-20T10:05:00Z')
    noteServerTime('never')
    noteServerTime(null)
    vi.advanceTimersByTime(1_000)
    expect(serverNow().toISOString()).toBe('2026-11-20T10:05:01.000Z')
  })
})
