import { describe, expect, it } from 'vitest'
import { planMoves, refusalOfTransfer, type TransferredApplication } from './transfer.rules.ts'

const application = (more: Partial<TransferredApplication> = {}): TransferredApplication => ({
  id: 1,
  type: 'oic',
  partnerId: 2,
  region: '16',
  closed: false,
  holderId: 7,
  holderEmployeeId: 70,
  holderFits: true,
  successorId: null,
  successorFits: false,
  successorRoom: 0,
  ...more,
})
const order = { fromPartnerId: 2, toPartnerId: 4, fromEmployeeId: null, regions: new Set(['16', '63']) }

describe('an application', () => {
  it.each([
    ['is unknown', undefined, order, 'Заявка не найдена'],
    ['is closed', application({ closed: true }), order, 'Рассмотрение заявки завершено'],
    ['has left the partner', application({ partnerId: 9 }), order, 'Заявка уже у другого партнёра'],
    [
      'is of another region',
      application({ region: '77' }),
      order,
      'Партнёр-получатель не работает в регионе заявки',
    ],
    [
      'has left the employee',
      application(),
      { ...order, fromEmployeeId: 71 },
      'Заявка уже не у этого сотрудника',
    ],
  ])('that %s does not move', (_, one, asked, reason) => {
    expect(refusalOfTransfer(one, asked)).toBe(reason)
  })

  it('of a region in which the new partner works moves, and of any region to one that works everywhere', () => {
    expect(refusalOfTransfer(application(), order)).toBeNull()
    expect(refusalOfTransfer(application({ region: '77' }), { ...order, regions: null })).toBeNull()
  })
})

describe('the holder afterwards', () => {
  const holders = (list: TransferredApplication[], asked = order as Parameters<typeof planMoves>[1]) =>
    planMoves(list, asked).map(({ approverId }) => approverId)

  it('stays when they may work for the new partner, and goes when not', () => {
    expect(holders([application(), application({ id: 2, holderFits: false })])).toEqual([7, null])
  })

  it('is nobody where nobody held it', () => {
    expect(holders([application({ holderId: null, holderEmployeeId: null })])).toEqual([null])
  })

  it('of an employee is the successor while there is room, then whom the distribution finds', () => {
    const one = (id: number) => application({ id, successorId: 8, successorFits: true, successorRoom: 2 })
    expect(holders([one(1), one(2), one(3)], { ...order, fromEmployeeId: 70 })).toEqual([8, 8, null])
  })

  it('is not a successor whom the application does not fit', () => {
    const unfit = application({ successorId: 8, successorFits: false, successorRoom: 5 })
    expect(holders([unfit], { ...order, fromEmployeeId: 70 })).toEqual([null])
  })
})
