import type { Transition } from '@ipoteka-office/contract/machines/machine.ts'
import { type CaseType, caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Chance } from '../generator.ts'

/** An approver who checks sets of documents. */
export interface SeedChecker {
  readonly approverId: number
  readonly employeeId: number
}

/** The people of the bank, by what their roles let them do. */
export interface SeedStaff {
  /** By operation. */
  readonly may: Readonly<Record<string, readonly number[]>>
  /** By department. */
  readonly checkers: Readonly<Record<'oic' | 'nis', readonly SeedChecker[]>>
}

/** Who works on a case of the bank's people: everybody does one thing, so that nobody decides on their own work. */
export interface Team {
  readonly checker: SeedChecker | null
  readonly by: Readonly<Record<string, number>>
}

/** Who has the work of an operation, and who none of it. */
export interface TeamWishes {
  readonly given?: Readonly<Record<string, number>>
  readonly away?: readonly number[]
}

const operations = [
  'Underwrite',
  'Verify',
  'CheckRealty',
  'InvestigateFraud',
  'ControlDecision',
  'DecideInCommittee',
]

/** People for a case, each for one kind of work where there are enough of them; those who keep away do none of it. */
export function makeTeam(
  chance: Chance,
  { may, checkers }: SeedStaff,
  type: CaseType,
  department: 'oic' | 'nis',
  { given = {}, away = [] }: TeamWishes = {},
): Team {
  const known = checkers[department].filter(({ employeeId }) => !Object.values(given).includes(employeeId))
  const checker = known.length > 0 ? chance.of(known) : null
  const taken = new Set([...Object.values(given), ...away, ...(checker === null ? [] : [checker.employeeId])])
  const by: Record<string, number> = { ...given }
  const choose = (operation: string) => {
    if (by[operation] !== undefined) return
    const able = may[operation] ?? []
    const free = able.filter((id) => !taken.has(id))
    if (free.length === 0) return
    const id = chance.of(free)
    taken.add(id)
    by[operation] = id
  }
  // Those of whom there are few come first.
  for (const operation of operations.toReversed()) choose(operation)
  if (checker !== null && caseTypes[type].queuedStages !== undefined)
    return { checker, by: { ...by, Check: checker.employeeId } }
  choose('Check')
  return { checker, by }
}

/** Who has taken a way; null: the system. */
export function actorOf({ by }: Transition, team: Team, agentId: number | null): number | null {
  if (by === 'SYSTEM') return null
  for (const operation of by) {
    const id = operation === 'Send' ? agentId : team.by[operation]
    if (id !== undefined && id !== null) return id
  }
  throw new Error(`Nobody may do what asks for ${by.join(', ')}`)
}
