import {
  committeeOutcome,
  type CommitteeVote,
  sideOf,
} from '@ipoteka-office/contract/underwriting/committee.ts'
import type { Db } from '#db/database.ts'
import { type CaseRow, readCase } from '#features/cases/engine/cases.service.ts'
import type { Engine, Guard } from '#features/cases/engine/engine.ts'
import { barredFrom } from '#features/cases/engine/own-work.service.ts'
import { bankDay } from '#lib/bank-time.ts'
import { findHolders } from '../notices/notices.repo.ts'
import { findOffers, findVotes } from './committee.repo.ts'
import { unfitFor } from './fit.service.ts'
import { countWaiting } from './rounds.repo.ts'

/** By which numbers the committee decides. */
export async function boundsOf({ parameters, clock }: Engine) {
  const { 'committee-quorum': quorum, 'committee-majority': majority } = await parameters.figuresOn(
    bankDay(clock),
  )
  return { quorum, majority }
}

export const outcomeBy = async (engine: Engine, votes: readonly CommitteeVote[]) => {
  const { quorum, majority } = await boundsOf(engine)
  return committeeOutcome(votes, { quorum, majority: Number(majority) })
}

async function nobodyLeft(db: Db, { id, type, stage }: CaseRow): Promise<boolean> {
  const members = await findHolders(db, type, 'DecideInCommittee')
  const barred = await barredFrom(db, type, id, stage)
  return (await countWaiting(db, id, { members, barred })) === 0
}

/** Whether those who were to come have let the term pass, while there are enough of the others. */
async function isOver(engine: Engine, { dueAt }: CaseRow, votes: readonly CommitteeVote[]): Promise<boolean> {
  const { quorum } = await boundsOf(engine)
  const isLate = dueAt !== null && new Date(dueAt) < engine.clock.now()
  return isLate && votes.length >= quorum && (await outcomeBy(engine, votes)) === null
}

/**
 * Why the votes of the present round can come to nothing; null while they still may decide. Nobody takes a case away from
 * votes that may: what ends a round is a fact, not somebody's opinion of it.
 */
export async function impasseOf(engine: Engine, db: Db, row: CaseRow): Promise<string | null> {
  if (row.stage !== 'COMMITTEE') return null
  const votes = await findVotes(db, row.id, { isOpen: true })
  if (await nobodyLeft(db, row)) return 'Проголосовали все, кто вправе, а решения нет'
  if (await isOver(engine, row, votes)) return 'Срок комитета прошёл, кворум есть, а большинства нет'
  const put = await findOffers(db, row.id, { isOpen: true })
  for (const outcome of new Set(votes.flatMap(({ vote }) => sideOf(vote) ?? []))) {
    const unfit = await unfitFor(engine, db, row, { outcome, put })
    if (unfit !== null) return unfit
  }
  return null
}

/** A case goes back from the committee where its votes can come to nothing. */
const committeeStuck: Guard = async ({ db, caseId, engine }) => {
  const row = await readCase(db, caseId)
  return row === undefined || (await impasseOf(engine, db, row)) === null
    ? 'Комитет ещё может решить: заявку возвращают, когда проголосовали все или прошёл срок, а большинства нет, или условия перестали подходить'
    : null
}

/** Conditions of moves by whether the committee can still decide. */
export const impasseGuards = { committeeStuck }
