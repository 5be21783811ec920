import type { CommitteeRound, CommitteeSheet } from '@ipoteka-office/contract/underwriting/committee.ts'
import type { Db } from '#db/database.ts'
import type { CaseRow } from '#features/cases/engine/cases.service.ts'
import { holds } from '#features/cases/engine/machine.rules.ts'
import type { Actor } from '#lib/actor.ts'
import { storedOffers } from '../offers/stored-offers.rules.ts'
import type { PutOffers } from './committee.repo.ts'
import { findEndedRounds, findOffersOf, findVotesOf } from './rounds.repo.ts'

/** Other terms as they are read. */
export const shownOffers = ({
  votes: _,
  offers,
  ...rest
}: PutOffers): NonNullable<CommitteeSheet['offer']> => ({
  ...rest,
  offers: storedOffers(offers).map(({ paidOff, ...one }) => ({
    ...one,
    paidOff: paidOff.map(({ name }) => name),
  })),
})

/** Votes on a case that came to nothing, with what was said and why each of them was ended. */
export async function endedRounds(
  db: Db,
  caseId: number,
  { isOpen }: { readonly isOpen: boolean },
): Promise<(CommitteeRound & { readonly put: PutOffers | undefined; readonly since: string })[]> {
  const rounds = await findEndedRounds(db, caseId, { isOpen })
  return Promise.all(
    rounds.map(async (round) => {
      const put = await findOffersOf(db, caseId, round.since)
      const votes = await findVotesOf(db, caseId, round.since)
      return { ...round, votes, put, offer: put === undefined ? null : shownOffers(put) }
    }),
  )
}

/** Members and heads open another vote: that decides nothing. */
export const mayOpen = (actor: Actor, { type }: Pick<CaseRow, 'type'>): boolean =>
  holds(actor, type, 'DecideInCommittee') || holds(actor, type, 'ControlDecision')

/** Why the person opens no other vote now; null: they may. */
export function refusalToOpen(actor: Actor, row: CaseRow, impasse: string | null): string | null {
  if (row.stage !== 'COMMITTEE') return 'Новый круг открывают, пока заявка на кредитном комитете'
  if (!mayOpen(actor, row)) return 'Новый круг открывает член комитета или руководитель'
  return impasse === null
    ? 'Голосование ещё может решить: новый круг открывают, когда проголосовали все или прошёл срок, а большинства нет, или условия перестали подходить'
    : null
}
