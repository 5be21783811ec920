import type { Waiting } from '#features/queue/distribution/distribution.rules.ts'
import type { Candidate } from '#features/queue/distribution/eligibility.rules.ts'

/** An approver who takes everything of `waitingOf` at noon, but for the changes. */
export const candidateOf = (id: number, changes: Partial<Candidate> = {}): Candidate => ({
  id,
  employeeId: 100 + id,
  workStatus: 'ACTIVE',
  shiftFrom: 9 * 60,
  shiftBy: 18 * 60,
  levels: ['LEVEL_2'],
  statuses: ['UNDERWRITING'],
  partnerIds: [],
  allPartners: true,
  regions: [],
  allRegions: true,
  limit: 10,
  open: 0,
  lastAssignedAt: null,
  ...changes,
})

/** An application that waits for somebody. */
export const waitingOf = (id: number, changes: Partial<Waiting> = {}): Waiting => ({
  id,
  level: 'LEVEL_2',
  status: 'UNDERWRITING',
  partnerId: 7,
  region: '77',
  seenBy: [],
  barredEmployees: [],
  ...changes,
})
