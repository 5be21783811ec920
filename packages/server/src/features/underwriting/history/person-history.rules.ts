import { fromKopecks, toKopecks } from '@ipoteka-office/contract/cases/section-completeness.ts'
import { type CaseType, machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { DecisionLevel, DecisionOutcome } from '@ipoteka-office/contract/underwriting/decision-kinds.ts'
import type {
  PersonCase,
  PersonHistory,
  SamePersonMark,
} from '@ipoteka-office/contract/underwriting/person-history/person-history.ts'

interface Reason {
  readonly code: string
  readonly name: string
  readonly silent: boolean
}

/** A case of the person as the tables have it. */
export interface PersonCaseRow {
  readonly id: number
  readonly type: CaseType
  readonly number: string
  readonly createdAt: string
  readonly partner: { id: number; shortName: string }
  /** Null: the client of a case without participants. */
  readonly role: string | null
  readonly programme: string | null
  readonly stage: string
  readonly closed: boolean
  readonly amount: string | null
  readonly knownBy: SamePersonMark[]
  readonly decision: {
    at: string
    outcome: DecisionOutcome
    level: DecisionLevel
    stage: string
    action: string
    amount: string | null
    reasons: Reason[]
  } | null
  readonly subject: { at: string; code: string; name: string; reasons: Reason[] } | null
}

/** Roubles that the bank has lent in a case or is bound to lend; null where it is not bound. */
export function creditOf({ type, stage, amount, decision }: PersonCaseRow): string | null {
  if (machines[type].states[stage]?.commits !== true) return null
  return (decision?.outcome === 'APPROVE' ? decision.amount : null) ?? amount
}

/** How a case stands for whoever asks what became of it; `outcome` is that of the decision in force. */
export function stateOf(
  row: Pick<PersonCaseRow, 'type' | 'stage' | 'closed'>,
  outcome: DecisionOutcome | undefined,
): PersonCase['state'] {
  if (machines[row.type].states[row.stage]?.commits === true) return 'CREDIT'
  if (outcome === 'REJECT' || outcome === 'REVOKE') return 'REFUSED'
  return row.closed ? 'CLOSED' : 'OPEN'
}

/** Counts over the cases that are told. */
export function totalsOf(cases: readonly PersonCase[]): Pick<PersonHistory, 'refusals' | 'credits'> {
  const credits = cases.filter(({ state }) => state === 'CREDIT')
  const total = credits.reduce((sum, { credit }) => sum + (credit === null ? 0n : toKopecks(credit)), 0n)
  return {
    refusals: cases.filter(({ state }) => state === 'REFUSED').length,
    credits: { count: credits.length, total: fromKopecks(total) },
  }
}
