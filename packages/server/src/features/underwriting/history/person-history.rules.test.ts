import { expect, it } from 'vitest'
import type { PersonCaseRow } from './person-history.repo.ts'
import { creditOf, stateOf } from './person-history.rules.ts'

const row = (more: Partial<PersonCaseRow>): PersonCaseRow => ({
  id: 1,
  type: 'FULL_APPLICATION',
  number: 'И-1',
  createdAt: '2026-01-01T00:00:00Z',
  partner: { id: 1, shortName: 'Банк' },
  role: 'MAIN_BORROWER',
  programme: null,
  stage: 'UNDERWRITING',
  closed: false,
  amount: '5000000.00',
  knownBy: ['PASSPORT'],
  decision: null,
  subject: null,
  ...more,
})
const decided = (outcome: 'APPROVE' | 'REJECT', amount: string | null = null) => ({
  decision: {
    at: '2026-01-02T00:00:00Z',
    outcome,
    level: 'UNDERWRITER' as const,
    amount,
    stage: 'UNDERWRITING',
    action: outcome === 'REJECT' ? 'reject' : 'approve',
    reasons: [],
  },
})

it.each([
  ['goes on', {}, 'OPEN', null],
  [
    'is lent what was decided',
    { stage: 'APPROVED', ...decided('APPROVE', '4000000.00') },
    'CREDIT',
    '4000000.00',
  ],
  [
    'is lent what was asked where no decision is kept',
    { stage: 'DEAL', closed: true },
    'CREDIT',
    '5000000.00',
  ],
  ['was refused', { stage: 'REJECTED', ...decided('REJECT') }, 'REFUSED', null],
  ['was refused and is looked into again', { ...decided('REJECT') }, 'OPEN', null],
  ['ended by itself', { stage: 'CLIENT_REFUSED', closed: true }, 'CLOSED', null],
  [
    'ended after an approval',
    { stage: 'EXPIRED', closed: true, ...decided('APPROVE', '1.00') },
    'CLOSED',
    null,
  ],
] as const)('a case that %s', (_, more, state, credit) => {
  expect(stateOf(row(more))).toBe(state)
  expect(creditOf(row(more))).toBe(credit)
})
