import { caseTypesWith, machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { type ShownDecision, shownOutcomes } from '@ipoteka-office/contract/underwriting/shown-decision.ts'
import type { Db } from '#db/database.ts'
import type { CaseRow } from '#features/cases/engine/cases.service.ts'
import { transitionOf } from '#features/cases/engine/machine.rules.ts'
import { type DecisionRow, findLastEnding } from './decisions.repo.ts'

type Place = Pick<CaseRow, 'id' | 'type' | 'stage'>

/** `type stage` of every stage in which a case can stand on a decision: others need not be asked for theirs. */
const decided = new Set(
  caseTypesWith(({ machine }) => machine.transitions.some(({ decides }) => decides !== undefined)).flatMap(
    (type) => {
      const { states, transitions } = machines[type]
      const ends = transitions.filter(({ decides }) => decides !== undefined).map(({ to }) => to)
      const bound = Object.keys(states).filter((stage) => states[stage]?.commits)
      return [...ends, ...bound, 'ARCHIVE'].map((stage) => `${type} ${stage}`)
    },
  ),
)

/** The last decision that ended a review holds while the case stands where it led, an approval up to the money. */
export function inForceOf(row: Place, decisions: readonly DecisionRow[]): DecisionRow | undefined {
  return stillHolds(
    row,
    decisions.find(({ outcome }) => outcome !== 'ESCALATE'),
  )
}

function stillHolds(row: Place, last: DecisionRow | undefined): DecisionRow | undefined {
  if (last === undefined) return undefined
  if (last.outcome === 'APPROVE') return machines[row.type].states[row.stage]?.commits ? last : undefined
  const to = transitionOf(row.type, last.stage, last.action)?.to
  return row.stage === to || row.stage === 'ARCHIVE' ? last : undefined
}

const isShown = (outcome: string): outcome is keyof typeof shownOutcomes => outcome in shownOutcomes

const termsOf = ({ amount, termMonths, rate, payment, fullLoanCost, validTo }: DecisionRow) => ({
  amount,
  termMonths,
  rate,
  payment,
  fullLoanCost,
  validTo,
})
const noTerms = {
  amount: null,
  termMonths: null,
  rate: null,
  payment: null,
  fullLoanCost: null,
  validTo: null,
}

/** The decision that a case stands on, in the words for the client; null where there is none. */
export async function shownDecision(db: Db, row: Place): Promise<ShownDecision | null> {
  if (!decided.has(`${row.type} ${row.stage}`)) return null
  const last = stillHolds(row, await findLastEnding(db, row.id))
  if (last === undefined || !isShown(last.outcome)) return null
  const { at, outcome, reasons, clientText } = last
  return {
    at,
    outcome,
    ...(outcome === 'APPROVE' ? termsOf(last) : noTerms),
    reasons: reasons.filter(({ silent }) => !silent).map(({ name }) => name),
    text: clientText,
  }
}
