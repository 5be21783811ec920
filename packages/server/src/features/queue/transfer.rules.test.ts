import { describe, expect, it } from 'vitest'
import type { Candidate } from './distribution/eligibility.rules.ts'
import { planMoves, type TransferOrder, type TransferredApplication } from './transfer.rules.ts'

const application = (more: Partial<TransferredApplication> = {}): TransferredApplication => ({
  id: 1,
  type: 'oic',
  level: 'LEVEL_2',
  status: 'DOCS_CHECK',
  partnerId: 2,
  region: '16',
  barredEmployees: [],
  holderId: 7,
  ...more,
})
const approver = (id: number, more: Partial<Candidate> = {}): Candidate => ({
  id,
  employeeId: id * 10,
  workStatus: 'ACTIVE',
  // At home: work that is handed over waits for the shift.
  shiftFrom: null,
  shiftBy: null,
  levels: ['LEVEL_2'],
  statuses: [],
  partnerIds: [],
  allPartners: true,
  regions: [],
  allRegions: true,
  limit: 2,
  open: 0,
  lastAssignedAt: null,
  ...more,
})
const people = (...list: Candidate[]) => new Map([['oic' as const, list]])
const order = { toPartnerId: 4, employees: null }
const handover = { ...order, employees: { from: 70, to: 80 } }

describe('the holder afterwards', () => {
  const holders = (
    list: TransferredApplication[],
    asked: TransferOrder,
    ...approvers: Candidate[]
  ): (number | null)[] => planMoves(list, asked, people(...approvers)).map(({ approverId }) => approverId)

  it('stays when they may work for the new partner, and goes when not', () => {
    const narrow = approver(9, { allPartners: false, partnerIds: [2] })
    const both = [application(), application({ id: 2, holderId: 9 })]
    expect(holders(both, order, approver(7), narrow)).toEqual([7, null])
  })

  it('is nobody where nobody held it', () => {
    expect(holders([application({ holderId: null })], order)).toEqual([null])
  })

  it('of an employee is the successor while there is room, then whom the distribution finds', () => {
    const three = [1, 2, 3].map((id) => application({ id }))
    expect(holders(three, handover, approver(7), approver(8))).toEqual([8, 8, null])
  })

  it('of what somebody else checks stays: only what the employee held goes to the successor', () => {
    expect(holders([application({ holderId: 9 })], handover, approver(7), approver(8), approver(9))).toEqual([
      9,
    ])
  })

  it.each<[string, Partial<Candidate>, Partial<TransferredApplication>]>([
    ['who is on pause', { workStatus: 'PAUSE' }, {}],
    ['of another level', { levels: ['LEVEL_3'] }, {}],
    ['who does not work for the new partner', { allPartners: false, partnerIds: [2] }, {}],
    ['who does not work in the region', { allRegions: false, regions: ['77'] }, {}],
    ['without room', { open: 2 }, {}],
    ['who prepared the case', {}, { barredEmployees: [80] }],
  ])('is not a successor %s', (_, successor, one) => {
    expect(holders([application(one)], handover, approver(7), approver(8, successor))).toEqual([null])
  })
})
