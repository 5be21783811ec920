import { describe, expect, it } from 'vitest'
import { committeeOutcome, type CommitteeVoteCode, voteIssues } from './committee.ts'

const bounds = { quorum: 3, majority: 50 }
const votes = (...codes: CommitteeVoteCode[]) => codes.map((vote) => ({ vote, chairman: false }))
const led = (first: CommitteeVoteCode, ...others: CommitteeVoteCode[]) => [
  { vote: first, chairman: true },
  ...votes(...others),
]

describe('what follows from the votes', () => {
  it.each([
    ['below the quorum nothing', votes('FOR', 'FOR'), null],
    ['a majority of those present', votes('FOR', 'FOR_TERMS', 'AGAINST'), 'APPROVE'],
    ['a majority against', votes('AGAINST', 'AGAINST', 'FOR'), 'REJECT'],
    ['equal sides without the chairman: nothing yet', votes('FOR', 'AGAINST', 'ABSTAIN'), null],
    ['equal sides: the chairman’s', led('FOR', 'AGAINST', 'ABSTAIN'), 'APPROVE'],
    ['equal sides: the chairman’s no', led('AGAINST', 'FOR', 'FOR', 'AGAINST'), 'REJECT'],
    ['an abstaining chairman casts nothing', led('ABSTAIN', 'FOR', 'AGAINST'), null],
    ['nobody says anything', led('ABSTAIN', 'ABSTAIN', 'ABSTAIN'), null],
    ['a majority for other terms', votes('COUNTER', 'COUNTER', 'FOR'), 'COUNTER'],
    ['three ways without the chairman: nothing yet', votes('COUNTER', 'AGAINST', 'FOR'), null],
    ['three ways: the chairman’s', led('COUNTER', 'AGAINST', 'FOR'), 'COUNTER'],
    [
      'the chairman casts only between those that lead',
      led('AGAINST', 'COUNTER', 'COUNTER', 'FOR', 'FOR'),
      null,
    ],
    ['half is no majority', votes('FOR', 'FOR', 'ABSTAIN', 'ABSTAIN'), null],
  ] as const)('%s', (_, cast, outcome) => {
    expect(committeeOutcome(cast, bounds)).toBe(outcome)
  })

  it('a stronger majority asks for more', () => {
    const two = votes('FOR', 'FOR', 'AGAINST')
    expect(committeeOutcome(two, { quorum: 3, majority: 66 })).toBe('APPROVE')
    expect(committeeOutcome(two, { quorum: 3, majority: 67 })).toBeNull()
  })
})

it('a vote with a condition names it, one against names a reason', () => {
  expect(voteIssues({ vote: 'FOR_TERMS', terms: ' ', reasons: [], offerId: null })).toMatchObject([
    { path: 'terms' },
  ])
  expect(voteIssues({ vote: 'AGAINST', terms: '', reasons: [], offerId: null })).toMatchObject([
    { path: 'reasons' },
  ])
  expect(voteIssues({ vote: 'COUNTER', terms: '', reasons: [], offerId: null })).toMatchObject([
    { path: 'offerId' },
  ])
  expect(voteIssues({ vote: 'FOR', terms: '', reasons: [], offerId: null })).toEqual([])
})
