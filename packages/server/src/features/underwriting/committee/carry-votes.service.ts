import { roublesText } from '@ipoteka-office/contract/common/digits.ts'
import type { CommitteeOutcome, CommitteeVote } from '@ipoteka-office/contract/underwriting/committee.ts'
import type { ConditionTerms } from '@ipoteka-office/contract/underwriting/conditions/conditions.ts'
import type { DecisionSheet, LoanTerms } from '@ipoteka-office/contract/underwriting/decisions.ts'
import type { CaseRow } from '#features/cases/engine/cases.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { conflict } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { makeVotedOffers } from '../offers/offers.service.ts'
import { storedOffers } from '../offers/stored-offers.rules.ts'
import { recordVoted } from '../record-decision.service.ts'
import type { PutOffers } from './committee.repo.ts'
import { unfitFor, wantedOf } from './fit.service.ts'

/** What the votes have come to, and on what. */
export interface Voted {
  readonly outcome: CommitteeOutcome
  readonly votes: readonly CommitteeVote[]
  readonly sheet: DecisionSheet
  /** Other terms that were voted on; undefined: none were. */
  readonly put: PutOffers | undefined
}

const toCondition = (text: string): ConditionTerms => ({
  ...{
    template: null,
    text,
    category: 'CHECK',
    point: 'BEFORE_DEAL',
    owner: 'PARTNER',
    clearer: 'UNDERWRITER',
  },
  ...{ dueOn: null, shortens: false, documents: [], printed: true },
})

function wordsOf(votes: readonly CommitteeVote[]): string {
  const count = (...codes: CommitteeVote['vote'][]) => votes.filter(({ vote }) => codes.includes(vote)).length
  const counter = count('COUNTER')
  const others = counter === 0 ? '' : `за другие условия ${counter}, `
  return `за ${count('FOR', 'FOR_TERMS')}, ${others}против ${count('AGAINST')}, воздержались ${count('ABSTAIN')}`
}

/** What the underwriters have proposed to the committee, or what the client asks for. */
export const proposedTerms = ({ proposed, requested }: DecisionSheet): LoanTerms => {
  const { amount, termMonths, rate } = proposed ?? requested
  return { amount, termMonths, rate }
}

/** Makes the offers that the committee has voted for. */
async function offerAsVoted(engine: Engine, context: Context, row: CaseRow, { put, votes }: Voted) {
  if (put === undefined) throw new Error(`The case ${row.id} has no offers that were voted for`)
  await makeVotedOffers(engine, context, row.id, {
    version: row.version,
    offers: storedOffers(put.offers).map(wantedOf),
    comment: `Решение кредитного комитета: ${wordsOf(votes)}. ${put.comment}`,
  })
}

/**
 * Decides as the votes say: on what was proposed, under the conditions that members named, or on the other terms. 409 where
 * that cannot be carried out any more, with the two ways that are open then.
 */
export async function carryVotes(
  engine: Engine,
  context: Context,
  row: CaseRow,
  voted: Voted,
): Promise<void> {
  const { outcome, votes, sheet } = voted
  const unfit = await unfitFor(engine, context.db, row, voted)
  if (unfit !== null)
    throw conflict(
      `${unfit}. Голос не записан: откройте новый круг голосования или верните заявку андеррайтеру`,
    )
  if (outcome === 'COUNTER') return offerAsVoted(engine, context, row, voted)
  const approves = outcome === 'APPROVE'
  const named = votes.flatMap((one) => (one.vote === 'FOR_TERMS' ? [toCondition(one.terms)] : []))
  const reasons = votes.flatMap((one) => one.reasons.map(({ code }) => code))
  await recordVoted(engine, context, row.id, {
    action: approves ? 'approveByCommittee' : 'rejectByCommittee',
    version: row.version,
    ...proposedTerms(sheet),
    validTo: null,
    reasons: approves ? [] : [...new Set(reasons)],
    conditions: approves ? [...sheet.conditions, ...named] : [],
    clientText: approves ? '' : 'Банк принял решение отказать в кредите',
    comment: `Решение кредитного комитета: ${wordsOf(votes)}`,
  })
}

const termsText = ({ amount, termMonths, rate }: LoanTerms): string =>
  `кредит ${amount === null ? '' : roublesText(amount.replace(/\.00$/, ''))} на ${termMonths ?? '—'} мес. под ${rate ?? '—'} %`

/** Other terms that were voted on, in the words of the minutes. */
export const otherQuestions = (put: PutOffers | undefined): string[] =>
  storedOffers(put?.offers).map((one) => `другие условия, вариант ${one.place}: ${termsText(one)}`)

/** All that was voted on. */
export const questionsOf = ({ sheet, put }: Voted): string[] => [
  termsText(proposedTerms(sheet)),
  ...otherQuestions(put),
]
