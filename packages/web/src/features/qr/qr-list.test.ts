import { describe, expect, it } from 'vitest'
import { askedAt } from '#widgets/list/server-list.ts'
import { qrList } from './qr-list.ts'

describe('the list of QR codes', () => {
  it('asks the server for what the address says', () => {
    const search = { tab: 'EXPIRED', text: 'весна', partner: '12', product: 'MORTGAGE', mine: '1', page: '3' }
    expect(askedAt(qrList, search).query).toEqual({
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
    expect(askedAt(qrList, {}).query).toEqual({ page: 0, size: 20 })
    expect(askedAt(qrList, { tab: 'x', partner: 'y' }).query).toEqual({ page: 0, size: 20 })
  })
})
