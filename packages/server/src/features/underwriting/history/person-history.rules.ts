import { fromKopecks, toKopecks } from '@ipoteka-office/contract/cases/section-completeness.ts'
import { machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type {
  PersonCase,
  PersonHistory,
} from '@ipoteka-office/contract/underwriting/person-history/person-history.ts'
import { inForceOf } from '../shown-decision.service.ts'
import type { PersonCaseRow } from './person-history.repo.ts'

/** Roubles that the bank has lent in a case or is bound to lend; null where it is not bound. */
export function creditOf({ type, stage, amount, decision }: PersonCaseRow): string | null {
  if (machines[type].states[stage]?.commits !== true) return null
  return (decision?.outcome === 'APPROVE' ? decision.amount : null) ?? amount
}

/** How a case stands for whoever asks what became of it. */
export function stateOf(row: PersonCaseRow): PersonCase['state'] {
  if (machines[row.type].states[row.stage]?.commits === true) return 'CREDIT'
  const outcome = row.decision === null ? undefined : inForceOf(row, [row.decision])?.outcome
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
