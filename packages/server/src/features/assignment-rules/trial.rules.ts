import type { AssignmentOutcome } from '@ipoteka-office/contract/assignment-rules/assignment-reasons.ts'
import type { AssignmentTarget } from '@ipoteka-office/contract/assignment-rules/assignment-content.ts'
import { factsOf, momentOf } from './engine/asked-facts.rules.ts'
import type { StoredAsk } from './engine/asked.ts'
import {
  askedPeople,
  type Candidate,
  firstTurn,
  fittingRules,
  type Known,
  pickBy,
  type ReadyRule,
  targetKey,
  type Turn,
} from './engine/choosing.rules.ts'

/** Where rules send a case. */
export interface Sent {
  readonly outcome: AssignmentOutcome
  readonly rule: { readonly id: number; readonly name: string } | null
  readonly employeeId: number | null
  readonly workgroupId: number | null
  readonly reason: string
  /** Whom the rule could have chosen, those with enough cases of their own too. */
  readonly fitting: readonly number[]
}

/** The people as they are and where the rules stand, when a trial begins. */
export interface TrialWorld {
  readonly people: readonly Candidate[]
  readonly turns: ReadonlyMap<number, Turn>
  readonly groups: ReadonlySet<number>
  readonly timeZone: string
}

const nobody: Sent = {
  outcome: 'NOBODY',
  rule: null,
  employeeId: null,
  workgroupId: null,
  reason: 'отдать некому',
  fitting: [],
}

/** A trial of lists of rules: each case moves the turns and the loads, nothing is written. */
export function beginTrial(
  lists: readonly (readonly ReadyRule[])[],
  world: TrialWorld,
): (ask: StoredAsk) => Sent {
  const turns = new Map(world.turns)
  const more = new Map<number, number>()
  const byTarget = new Map<string, Candidate[]>()
  for (const one of world.people)
    for (const key of one.targets) byTarget.set(key, [...(byTarget.get(key) ?? []), one])
  const loaded = (one: Candidate): Candidate => ({ ...one, load: one.load + (more.get(one.id) ?? 0) })
  const peopleOf = (targets: readonly AssignmentTarget[]): Candidate[] => [
    ...new Map(
      targets.flatMap((target) => byTarget.get(targetKey(target)) ?? []).map((one) => [one.id, loaded(one)]),
    ).values(),
  ]

  function askRule(one: ReadyRule, ask: StoredAsk, known: Known): Sent | null {
    const { rule } = one
    const group = rule.targets[0]?.id
    if (rule.strategy === 'MANUAL' && group !== undefined && !world.groups.has(group)) return null
    const found = rule.strategy === 'MANUAL' ? [] : peopleOf(askedPeople(one, known))
    const pick = pickBy(one, found, ask, turns.get(rule.id) ?? firstTurn, known)
    if (pick.outcome === null) return null
    if (pick.turn !== null) turns.set(rule.id, pick.turn)
    if (pick.employeeId !== null) more.set(pick.employeeId, (more.get(pick.employeeId) ?? 0) + 1)
    const { outcome, employeeId, workgroupId, reason } = pick
    const fitting = pick.people.flatMap((each) =>
      each.reason === null || each.reason === 'limit' ? [each.id] : [],
    )
    return { outcome, employeeId, workgroupId, reason, fitting, rule: { id: rule.id, name: rule.name } }
  }

  return (ask) => {
    const moment = momentOf(ask.createdAt, world.timeZone)
    const facts = factsOf(ask, ask.partnerPath, moment)
    const known = { authorId: ask.authorId, leadersBefore: ask.leadersBefore }
    for (const rules of lists)
      for (const one of fittingRules(rules, facts, moment)) {
        const sent = askRule(one, ask, known)
        if (sent !== null) return sent
      }
    return nobody
  }
}
