import { expect, it } from 'vitest'
import { creditOf, type PersonCaseRow, stateOf } from './person-history.rules.ts'

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
const approved = (amount: string) => ({
  decision: {
    at: '2026-01-02T00:00:00Z',
    outcome: 'APPROVE' as const,
    level: 'UNDERWRITER' as const,
    amount,
    stage: 'UNDERWRITING',
    action: 'approve',
    reasons: [],
  },
})

it.each([
  ['goes on', {}, undefined, 'OPEN', null],
  [
    'is lent what was decided',
    { stage: 'APPROVED', ...approved('4000000.00') },
    'APPROVE',
    'CREDIT',
    '4000000.00',
  ],
  [
    'is lent what was asked where no decision is kept',
    { stage: 'DEAL', closed: true },
    undefined,
    'CREDIT',
    '5000000.00',
  ],
  ['was refused', { stage: 'REJECTED' }, 'REJECT', 'REFUSED', null],
  ['was refused and is looked into again', {}, undefined, 'OPEN', null],
  ['was approved and taken back', { stage: 'REVOKED', ...approved('1.00') }, 'REVOKE', 'REFUSED', null],
  ['ended by itself', { stage: 'CLIENT_REFUSED', closed: true }, undefined, 'CLOSED', null],
  [
    'ended after an approval',
    { stage: 'EXPIRED', closed: true, ...approved('1.00') },
    undefined,
    'CLOSED',
    null,
  ],
] as const)('a case that %s', (_, more, outcome, state, credit) => {
  expect(stateOf(row(more), outcome)).toBe(state)
  expect(creditOf(row(more))).toBe(credit)
})
