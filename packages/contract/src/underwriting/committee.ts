import { z } from 'zod'
import { Availability, PersonRef } from '../common/refs.ts'
import { Code, Id, IdParam, Instant, keyOf, Option, requiredText, text } from '../common/scalars.ts'
import { endpoint, signedIn } from '../endpoint.ts'
import type { DecisionOutcome } from './decision-kinds.ts'

/** What a member of the committee says. */
export const committeeVotes = {
  FOR: 'За',
  FOR_TERMS: 'За с условием',
  AGAINST: 'Против',
  ABSTAIN: 'Воздержаться',
} as const
export type CommitteeVoteCode = keyof typeof committeeVotes

export const CommitteeVote = z.object({
  id: Id,
  member: PersonRef,
  chairman: z.boolean(),
  at: Instant,
  vote: keyOf(committeeVotes),
  /** The condition under which the member is for it. */
  terms: z.string(),
  /** Of a vote against. */
  reasons: z.array(Option),
  comment: z.string(),
})
export type CommitteeVote = z.output<typeof CommitteeVote>

export const CommitteeSheet = z.object({
  caseId: Id,
  /** The case waits for the committee now. */
  open: z.boolean(),
  quorum: z.int(),
  /** Percent of those present: more than that decides. */
  majority: z.string(),
  votes: z.array(CommitteeVote),
  /** Whether the caller may vote now. */
  may: Availability,
  minutes: z.array(
    z.object({ number: z.string(), at: Instant, approved: z.boolean(), documentId: Id.nullable() }),
  ),
})
export type CommitteeSheet = z.output<typeof CommitteeSheet>

const Params = z.object({ id: IdParam })

export const getCommittee = endpoint({
  method: 'GET',
  path: '/underwriting/:id/committee',
  summary: 'Голоса кредитного комитета по заявке',
  access: signedIn,
  params: Params,
  response: CommitteeSheet,
})

/**
 * One vote of one human being. The vote with which quorum and majority are reached decides on the application in the same
 * transaction; 409 where the decision cannot be carried out, and then the vote is not taken either.
 */
export const castVote = endpoint({
  method: 'POST',
  path: '/underwriting/:id/committee/votes',
  summary: 'Проголосовать в кредитном комитете',
  access: signedIn,
  params: Params,
  body: z.object({
    vote: keyOf(committeeVotes),
    terms: text(1_000).default(''),
    reasons: z.array(Code).max(10).default([]),
    comment: requiredText(2_000),
  }),
  response: CommitteeSheet,
  idempotent: true,
})

/** What a vote lacks, by the rules that form and server share. */
export function voteIssues({
  vote,
  terms,
  reasons,
}: {
  readonly vote: CommitteeVoteCode
  readonly terms: string
  readonly reasons: readonly string[]
}): { path: string; message: string }[] {
  return [
    ...(vote === 'FOR_TERMS' && terms.trim() === ''
      ? [{ path: 'terms', message: 'Напишите условие, при котором вы за' }]
      : []),
    ...(vote === 'AGAINST' && reasons.length === 0
      ? [{ path: 'reasons', message: 'Назовите хотя бы одну причину' }]
      : []),
  ]
}

/** A vote as it counts. */
export interface Counted {
  readonly vote: CommitteeVoteCode
  readonly chairman: boolean
}

const says: Readonly<Record<CommitteeVoteCode, 'YES' | 'NO' | null>> = {
  FOR: 'YES',
  FOR_TERMS: 'YES',
  AGAINST: 'NO',
  ABSTAIN: null,
}

/**
 * What follows from the votes of those present: nothing below the quorum; then what more than the majority says, and of equal
 * sides that of the chairman. `majority` is percent.
 */
export function committeeOutcome(
  votes: readonly Counted[],
  { quorum, majority }: { readonly quorum: number; readonly majority: number },
): Extract<DecisionOutcome, 'APPROVE' | 'REJECT'> | null {
  if (votes.length < quorum) return null
  const count = (side: 'YES' | 'NO') => votes.filter(({ vote }) => says[vote] === side).length
  const [yes, no] = [count('YES'), count('NO')]
  const isEnough = (side: number) => side * 100 > majority * votes.length
  if (isEnough(yes)) return 'APPROVE'
  if (isEnough(no)) return 'REJECT'
  if (yes !== no) return null
  const casting = votes.find(({ chairman }) => chairman)
  const side = casting === undefined ? null : says[casting.vote]
  if (side === null) return null
  return side === 'YES' ? 'APPROVE' : 'REJECT'
}
