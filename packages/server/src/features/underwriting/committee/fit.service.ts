import type { CommitteeOutcome } from '@ipoteka-office/contract/underwriting/committee.ts'
import type { Db } from '#db/database.ts'
import type { CaseRow } from '#features/cases/engine/cases.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { transitionOf } from '#features/cases/engine/machine.rules.ts'
import { openConditions } from '../conditions/decided-conditions.service.ts'
import { findDecisions } from '../decisions.repo.ts'
import { offerSetOf } from '../offers/offer-set.service.ts'
import { type StoredOffer, storedOffers } from '../offers/stored-offers.rules.ts'
import { approvalFaults } from '../record-decision.service.ts'
import type { PutOffers } from './committee.repo.ts'

const ways: Readonly<Record<CommitteeOutcome, string>> = {
  APPROVE: 'approveByCommittee',
  COUNTER: 'counterOffer',
  REJECT: 'rejectByCommittee',
}

/** What the way waits for beside the votes. */
async function openGuard(engine: Engine, db: Db, row: CaseRow, outcome: CommitteeOutcome) {
  const guards = transitionOf(row.type, row.stage, ways[outcome])?.guards ?? []
  for (const code of guards.filter((one) => one !== 'committeeVoted')) {
    const guard = engine.behaviours[row.type].guards[code]
    const mover = { actor: null, requestId: null }
    const reason = (await guard?.({ db, caseId: row.id, mover, engine })) ?? null
    if (reason !== null) return reason
  }
  return null
}

/** What the underwriters have proposed to the committee; terms null: what the client asks for. */
async function proposalOf(db: Db, row: CaseRow) {
  const [latest] = await findDecisions(db, row.id)
  if (latest?.outcome !== 'ESCALATE') return { terms: null, conditions: await openConditions(db, row.id) }
  const { amount, termMonths, rate, conditions } = latest
  return { terms: { amount, termMonths, rate }, conditions }
}

/** An offer as it is asked for again. */
export const wantedOf = ({ place: _, ...one }: StoredOffer) => {
  const { amount, termMonths, rate, addedIncome, clientText } = one
  const paidOff = one.paidOff.map(({ participantId, key }) => ({ participantId, key }))
  return { amount, termMonths, rate, addedIncome, clientText, paidOff }
}

/** Why what members vote for cannot be carried out on the facts of now, in words; null: it can. */
export async function unfitFor(
  engine: Engine,
  db: Db,
  row: CaseRow,
  { outcome, put }: { readonly outcome: CommitteeOutcome; readonly put: PutOffers | undefined },
): Promise<string | null> {
  // A refusal needs no terms.
  if (outcome === 'REJECT') return null
  const reason = await openGuard(engine, db, row, outcome)
  if (reason !== null) return `Выполнить решение сейчас нельзя: ${reason}`
  if (outcome === 'APPROVE') {
    const [issue] = await approvalFaults(engine, db, row, await proposalOf(db, row))
    return issue === undefined ? null : `Предложенные условия больше не подходят: ${issue.message}`
  }
  if (put === undefined) return null
  const { issues } = await offerSetOf(engine, db, row, storedOffers(put.offers).map(wantedOf))
  const [issue] = issues
  return issue === undefined ? null : `Вынесенные условия больше не подходят: ${issue.message}`
}
