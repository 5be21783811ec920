import { describe, expect, it } from 'vitest'
import { parseListState } from '#ui/table/list-state.ts'
import { qrSchema, toQrQuery } from './qr-list-state.ts'

describe('the list of QR codes', () => {
  it('asks the server for what the address says', () => {
    const search = { tab: 'EXPIRED', text: 'весна', partner: '12', product: 'MORTGAGE', mine: '1', page: '3' }
    expect(toQrQuery(parseListState(qrSchema, search))).toEqual({
      page: 2,
      size: 20,
      state: 'EXPIRED',
      query: 'весна',
      partnerId: '12',
      productCode: 'MORTGAGE',
      mine: 'true',
    })
  })

  it('asks for everything by a bare address and by a broken one', () => {
    expect(toQrQuery(parseListState(qrSchema, {}))).toEqual({ page: 0, size: 20 })
    expect(toQrQuery(parseListState(qrSchema, { tab: 'x', partner: 'y' }))).toEqual({ page: 0, size: 20 })
  })
})
