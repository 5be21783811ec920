import { z } from 'zod'
import { Availability, PersonRef } from '../common/refs.ts'
import { Code, Id, IdParam, Instant, keyOf, Option, requiredText, text } from '../common/scalars.ts'
import { endpoint, signedIn } from '../endpoint.ts'
import type { DecisionOutcome } from './decision-kinds.ts'
import { Offer, OffersBody } from './offers.ts'

/** What a member of the committee says. */
export const committeeVotes = {
  FOR: 'За',
  FOR_TERMS: 'За с условием',
  AGAINST: 'Против',
  COUNTER: 'За встречное предложение',
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
  /** Which of the offers the vote is for. */
  offerId: Id.nullable(),
  comment: z.string(),
})
export type CommitteeVote = z.output<typeof CommitteeVote>

/** How the committee may decide. */
export const committeeOutcomes = {
  APPROVE: 'одобрить',
  REJECT: 'отказать',
  COUNTER: 'предложить другие условия',
} as const satisfies Partial<Record<DecisionOutcome, string>>
export type CommitteeOutcome = keyof typeof committeeOutcomes

/** Other terms that a member has put to the vote beside those that were proposed to the committee. */
export const CommitteeOffer = z.object({
  id: Id,
  author: PersonRef,
  at: Instant,
  offers: z.array(Offer),
  /** For the bank: on what it is grounded. */
  comment: z.string(),
})
export type CommitteeOffer = z.output<typeof CommitteeOffer>

/** A vote that came to nothing: another one was opened, or the case went back. */
export const CommitteeRound = z.object({
  /** Of those in the same stay before the committee. */
  number: z.int(),
  votes: z.array(CommitteeVote),
  offer: CommitteeOffer.nullable(),
  /** When it was ended, by whom, and why. */
  endedAt: Instant.nullable(),
  endedBy: PersonRef.nullable(),
  reason: z.string(),
})
export type CommitteeRound = z.output<typeof CommitteeRound>

export const CommitteeSheet = z.object({
  caseId: Id,
  /** The case waits for the committee now. */
  open: z.boolean(),
  /** Which vote it is in this stay; the votes below are of this one, or of the last one that decided. */
  round: z.int(),
  quorum: z.int(),
  /** Percent of those present: more than that decides. */
  majority: z.string(),
  votes: z.array(CommitteeVote),
  /** Whether the caller may vote now. */
  may: Availability,
  /** What is voted on beside what was proposed; null: nobody has put anything else to the vote. */
  offer: CommitteeOffer.nullable(),
  /** Whether the caller may put other terms to the vote. */
  mayOffer: Availability,
  /** Why the votes can come to nothing any more; null: they still can. */
  impasse: z.string().nullable(),
  /** Whether the caller may open another vote. */
  mayOpenRound: Availability,
  /** Votes of before that came to nothing, the first one first. */
  rounds: z.array(CommitteeRound),
  minutes: z.array(
    z.object({
      number: z.string(),
      at: Instant,
      outcome: keyOf(committeeOutcomes),
      documentId: Id.nullable(),
    }),
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
 * Puts other terms to the vote: up to three, whatever the authority of whoever puts them, for it is the committee that will
 * sign. They take the place of the ones before until somebody has voted for those.
 */
export const putOffers = endpoint({
  method: 'POST',
  path: '/underwriting/:id/committee/offers',
  summary: 'Вынести встречное предложение на голосование комитета',
  access: signedIn,
  params: Params,
  body: OffersBody,
  response: CommitteeSheet,
  idempotent: true,
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
    /** Which of the offers the vote is for, as the voter has read them. */
    offerId: Id.nullable().default(null),
    comment: requiredText(2_000),
  }),
  response: CommitteeSheet,
  idempotent: true,
})

/**
 * Opens another vote where the present one can come to nothing: everybody has voted or the term has passed without a majority,
 * or what members vote for cannot be carried out any more. The votes of before stay in the sheet and in the minutes.
 */
export const openRound = endpoint({
  method: 'POST',
  path: '/underwriting/:id/committee/rounds',
  summary: 'Открыть новый круг голосования комитета',
  access: signedIn,
  params: Params,
  body: z.object({
    /** The vote that is over, as the person has read it. */
    round: z.int(),
    reason: requiredText(1_000),
  }),
  response: CommitteeSheet,
  idempotent: true,
})

/** What a vote lacks, by the rules that form and server share. */
export function voteIssues({
  vote,
  terms,
  reasons,
  offerId,
}: {
  readonly vote: CommitteeVoteCode
  readonly terms: string
  readonly reasons: readonly string[]
  readonly offerId: number | null
}): { path: string; message: string }[] {
  return [
    ...(vote === 'FOR_TERMS' && terms.trim() === ''
      ? [{ path: 'terms', message: 'Напишите условие, при котором вы за' }]
      : []),
    ...(vote === 'AGAINST' && reasons.length === 0
      ? [{ path: 'reasons', message: 'Назовите хотя бы одну причину' }]
      : []),
    ...(vote === 'COUNTER' && offerId === null
      ? [{ path: 'offerId', message: 'Вынесите встречное предложение: голосуют за определённые условия' }]
      : []),
  ]
}

/** A vote as it counts. */
export interface Counted {
  readonly vote: CommitteeVoteCode
  readonly chairman: boolean
}

const says: Readonly<Record<CommitteeVoteCode, CommitteeOutcome | null>> = {
  FOR: 'APPROVE',
  FOR_TERMS: 'APPROVE',
  AGAINST: 'REJECT',
  COUNTER: 'COUNTER',
  ABSTAIN: null,
}
/** What a vote is for; null: for nothing. */
export const sideOf = (vote: CommitteeVoteCode): CommitteeOutcome | null => says[vote]
const sides = Object.keys(committeeOutcomes) as CommitteeOutcome[]

/**
 * What follows from the votes of those present: nothing below the quorum; then what more than the majority says, and of equal
 * sides that of the chairman. `majority` is percent.
 */
export function committeeOutcome(
  votes: readonly Counted[],
  { quorum, majority }: { readonly quorum: number; readonly majority: number },
): CommitteeOutcome | null {
  if (votes.length < quorum) return null
  const counted = sides.map((side) => ({
    side,
    count: votes.filter(({ vote }) => says[vote] === side).length,
  }))
  const decided = counted.find(({ count }) => count * 100 > majority * votes.length)
  if (decided !== undefined) return decided.side
  const most = Math.max(...counted.map(({ count }) => count))
  const leading = counted.filter(({ count }) => count === most)
  const casting = votes.find(({ chairman }) => chairman)
  const side = casting === undefined ? null : says[casting.vote]
  return leading.length > 1 && leading.some((one) => one.side === side) ? side : null
}
