import { caseTypesWith, machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { type ShownDecision, shownOutcomes } from '@ipoteka-office/contract/underwriting/shown-decision.ts'
import { isReviewed, reviewedStages } from '@ipoteka-office/contract/underwriting/reviewed-stages.ts'
import type { Db } from '#db/database.ts'
import type { CaseRow } from '#features/cases/engine/cases.service.ts'
import { transitionOf } from '#features/cases/engine/machine.rules.ts'
import { type DecisionRow, findEndings } from './decisions.repo.ts'

type Place = Pick<CaseRow, 'id' | 'type' | 'stage'>
type Ending = Pick<DecisionRow, 'outcome' | 'stage' | 'action'>

/** `type stage` of every stage in which a case can stand on a decision: others need not be asked for theirs. */
const decided = new Set(
  caseTypesWith(({ machine }) => machine.transitions.some(({ decides }) => decides !== undefined)).flatMap(
    (type) => {
      const { states, transitions } = machines[type]
      const ends = transitions.filter(({ decides }) => decides !== undefined).map(({ to }) => to)
      const bound = Object.keys(states).filter((stage) => states[stage]?.commits)
      return [...ends, ...bound, ...reviewedStages(type), 'ARCHIVE'].map((stage) => `${type} ${stage}`)
    },
  ),
)

/** The last decision that ended a review holds while the case stands where it led, an approval up to the money. */
export function inForceOf<D extends Ending>(row: Place, decisions: readonly D[]): D | undefined {
  return stillHolds(
    row,
    decisions.find(({ outcome }) => outcome !== 'ESCALATE'),
  )
}

/** The approval that was suspended and that no decision has taken the place of yet. */
export function suspendedOf(row: Place, decisions: readonly DecisionRow[]): DecisionRow | undefined {
  const [last, ...earlier] = decisions.filter(({ outcome }) => outcome !== 'ESCALATE')
  if (last?.outcome !== 'SUSPEND' || !isReviewed(row.type, row.stage)) return undefined
  const stood = earlier.find(({ outcome }) => outcome !== 'SUSPEND')
  return stood?.outcome === 'APPROVE' ? stood : undefined
}

function stillHolds<D extends Ending>(row: Place, last: D | undefined): D | undefined {
  if (last === undefined || last.outcome === 'SUSPEND') return undefined
  if (last.outcome === 'APPROVE') return machines[row.type].states[row.stage]?.commits ? last : undefined
  const to = transitionOf(row.type, last.stage, last.action)?.to
  return row.stage === to || (row.stage === 'ARCHIVE' && last.outcome !== 'COUNTER') ? last : undefined
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
  const endings = await findEndings(db, row.id)
  const suspended = suspendedOf(row, endings)
  const last = suspended ?? stillHolds(row, endings[0])
  if (last === undefined || !isShown(last.outcome)) return null
  const { at, outcome, reasons, clientText, validTo } = last
  return {
    at,
    outcome,
    suspended: suspended !== undefined,
    ...(outcome === 'APPROVE'
      ? termsOf(last)
      : { ...noTerms, validTo: outcome === 'COUNTER' ? validTo : null }),
    reasons: reasons.filter(({ silent }) => !silent).map(({ name }) => name),
    text: clientText,
  }
}
