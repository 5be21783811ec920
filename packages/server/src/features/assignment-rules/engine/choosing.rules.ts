import {
  type AssignmentSchedule,
  type AssignmentTarget,
  needsTargets,
  type StoredRule,
} from '@ipoteka-office/contract/assignment-rules/assignment-content.ts'
import type {
  AssignmentOutcome,
  Rejection,
} from '@ipoteka-office/contract/assignment-rules/assignment-reasons.ts'
import { type Compiled, evaluate } from '#features/document-rules/condition.rules.ts'
import type { KnownFacts } from '#features/document-rules/fact-values.rules.ts'

/** A rule whose condition is ready to be asked many times. */
export interface ReadyRule {
  readonly rule: StoredRule
  readonly when: Compiled
}

/** A moment in the bank's time: its day, the day of the week from Monday, and the minute. */
export interface Moment {
  readonly day: string
  readonly weekday: number
  readonly minute: number
}

/** Somebody whom a rule names, as they are now. */
export interface Candidate {
  readonly id: number
  readonly fullName: string
  readonly isActive: boolean
  /** Holds the operation of leading such cases. */
  readonly mayLead: boolean
  readonly isOfBank: boolean
  readonly partnerId: number
  readonly isAbsent: boolean
  /** Open cases of the type. */
  readonly load: number
  /** Keys of the targets by which they were found. */
  readonly targets: readonly string[]
}

/** Whose the case is: its partner and those above it. */
export interface CasePlace {
  readonly partnerPath: readonly number[]
}

/** Where the rounds and the shares of the rules stand. */
export interface Turn {
  readonly lastEmployeeId: number | null
  readonly given: Readonly<Record<string, number>>
}
export const firstTurn: Turn = { lastEmployeeId: null, given: {} }

/** What a rule knows of the one who opened the case, and of those who led the client before, the latest first. */
export interface Known {
  readonly authorId: number | null
  readonly leadersBefore: readonly number[]
}

/** Somebody looked at; `reason`: why not. */
export interface Looked {
  readonly id: number
  readonly fullName: string
  readonly load: number
  readonly reason: Rejection | null
}

/** What one rule says; `outcome` null: it has nobody. */
export interface RulePick {
  readonly outcome: Exclude<AssignmentOutcome, 'NOBODY'> | null
  readonly employeeId: number | null
  readonly workgroupId: number | null
  readonly reason: string
  readonly people: readonly Looked[]
  /** Where the round and the shares stand after it; null: they did not move. */
  readonly turn: Turn | null
}

export const targetKey = ({ kind, id }: Omit<AssignmentTarget, 'weight'>): string => `${kind}:${id}`

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const dayBefore = (weekday: number) => (weekday === 1 ? 7 : weekday - 1)

/** Whether a schedule holds; a night belongs to the day on which it began. */
export function isOnTime(schedule: AssignmentSchedule | null, { weekday, minute }: Moment): boolean {
  if (schedule === null) return true
  const [from, to] = [minuteOf(schedule.from), minuteOf(schedule.to)]
  const has = (day: number) => schedule.days.includes(day)
  if (from < to) return has(weekday) && minute >= from && minute < to
  return (has(weekday) && minute >= from) || (has(dayBefore(weekday)) && minute < to)
}

/** Rules that speak of the case now, in their order. */
export const fittingRules = (
  rules: readonly ReadyRule[],
  facts: KnownFacts,
  moment: Moment,
): readonly ReadyRule[] =>
  rules.filter(
    ({ rule, when }) =>
      rule.enabled &&
      (rule.validFrom === null || rule.validFrom <= moment.day) &&
      (rule.validTo === null || rule.validTo >= moment.day) &&
      isOnTime(rule.schedule, moment) &&
      evaluate(when, facts) === true,
  )

function rejectionOf(one: Candidate, { partnerPath }: CasePlace, limit: number | null): Rejection | null {
  if (!one.isActive) return 'inactive'
  if (!one.mayLead) return 'noRight'
  if (!one.isOfBank && !partnerPath.includes(one.partnerId)) return 'otherPartner'
  if (one.isAbsent) return 'absent'
  return limit !== null && one.load >= limit ? 'limit' : null
}

const leastLoaded = (people: readonly Candidate[]): Candidate | undefined =>
  people.reduce<Candidate | undefined>(
    (best, one) => (best === undefined || one.load < best.load ? one : best),
    undefined,
  )

const afterLast = (people: readonly Candidate[], { lastEmployeeId }: Turn): Candidate | undefined =>
  people.find(({ id }) => lastEmployeeId !== null && id > lastEmployeeId) ?? people[0]

interface Choice {
  readonly one: Candidate
  readonly reason: string
  readonly turn: Turn | null
  readonly target?: string
}

const openCases = (count: number) => `открытых дел: ${count}`

/** The target that is furthest behind its share and has somebody: shares hold exactly, however cases come. */
function byShares(rule: StoredRule, people: readonly Candidate[], turn: Turn): Choice | null {
  const total = 1 + rule.targets.reduce((sum, target) => sum + (turn.given[targetKey(target)] ?? 0), 0)
  const behind = rule.targets
    .map((target) => ({
      key: targetKey(target),
      weight: target.weight ?? 0,
      // In hundredths of a case: whole numbers alone.
      lack: (target.weight ?? 0) * total - 100 * (turn.given[targetKey(target)] ?? 0),
    }))
    .toSorted((a, b) => b.lack - a.lack)
  for (const { key, weight } of behind) {
    const one = leastLoaded(people.filter(({ targets }) => targets.includes(key)))
    if (one === undefined) continue
    const given = { ...turn.given, [key]: (turn.given[key] ?? 0) + 1 }
    return {
      one,
      reason: `доля ${weight} %: дальше всех от неё; ${openCases(one.load)}`,
      turn: { ...turn, given },
      target: key,
    }
  }
  return null
}

/** The most skilled who fits, the least loaded of equals. */
function bySkill(rule: StoredRule, people: readonly Candidate[]): Choice | null {
  const skill = new Map(rule.targets.map((target) => [targetKey(target), target.weight ?? 0]))
  const levelOf = ({ targets }: Candidate) => Math.max(0, ...targets.map((key) => skill.get(key) ?? 0))
  const best = Math.max(0, ...people.map(levelOf))
  const one = leastLoaded(people.filter((each) => levelOf(each) === best))
  return one === undefined
    ? null
    : { one, reason: `навык уровня ${best}; ${openCases(one.load)}`, turn: null }
}

function byRound(people: readonly Candidate[], turn: Turn): Choice | null {
  const one = afterLast(people, turn)
  return one === undefined
    ? null
    : { one, reason: 'следующий по кругу', turn: { ...turn, lastEmployeeId: one.id } }
}

function byLoad(people: readonly Candidate[]): Choice | null {
  const one = leastLoaded(people)
  return one === undefined ? null : { one, reason: `меньше всех занят: ${openCases(one.load)}`, turn: null }
}

function byMemory(people: readonly Candidate[], { leadersBefore }: Known): Choice | null {
  const one = leadersBefore
    .map((id) => people.find((each) => each.id === id))
    .find((each) => each !== undefined)
  return one === undefined ? null : { one, reason: 'вёл этого клиента раньше', turn: null }
}

function choose(rule: StoredRule, people: readonly Candidate[], turn: Turn, known: Known): Choice | null {
  switch (rule.strategy) {
    case 'ROUND_ROBIN':
      return byRound(people, turn)
    case 'LEAST_LOADED':
      return byLoad(people)
    case 'SHARES':
      return byShares(rule, people, turn)
    case 'SKILL':
      return bySkill(rule, people)
    case 'STICKY':
      return byMemory(people, known)
    case 'AUTHOR': {
      const one = people.find(({ id }) => id === known.authorId)
      return one === undefined ? null : { one, reason: 'завёл это дело', turn: null }
    }
    case 'MANUAL':
      return null
  }
}

const groupOf = (rule: StoredRule, one: Candidate, target?: string): number | null =>
  rule.targets.find(
    (each) =>
      each.kind === 'WORKGROUP' &&
      (target === undefined ? one.targets.includes(targetKey(each)) : targetKey(each) === target),
  )?.id ?? null

/** Whom a rule chooses of the people that were found for it. */
export function pickBy(
  { rule }: ReadyRule,
  found: readonly Candidate[],
  place: CasePlace,
  turn: Turn,
  known: Known,
): RulePick {
  const people = found.map((one) => ({ one, reason: rejectionOf(one, place, rule.limit) }))
  const looked = people.map(
    ({ one, reason }): Looked => ({ id: one.id, fullName: one.fullName, load: one.load, reason }),
  )
  if (rule.strategy === 'MANUAL') {
    const group = rule.targets[0]?.id ?? null
    const reason = group === null ? 'ждёт в общей очереди' : 'ждёт в очереди группы: её возьмут вручную'
    return { outcome: 'QUEUED', employeeId: null, workgroupId: group, reason, people: [], turn: null }
  }
  const fitting = people
    .flatMap(({ one, reason }) => (reason === null ? [one] : []))
    .toSorted((a, b) => a.id - b.id)
  const choice = choose(rule, fitting, turn, known)
  if (choice === null)
    return { outcome: null, employeeId: null, workgroupId: null, reason: '', people: looked, turn: null }
  return {
    outcome: 'ASSIGNED',
    employeeId: choice.one.id,
    workgroupId: groupOf(rule, choice.one, choice.target),
    reason: choice.reason,
    people: looked,
    turn: choice.turn,
  }
}

/** Whether the rule changes where rounds and shares stand, or counts what people have: one case at a time. */
export const takesTurns = ({ rule }: ReadyRule): boolean => needsTargets(rule.strategy) || rule.limit !== null

/** Whom a rule may choose: its targets, the one who opened the case, or those who led the client before. */
export function askedPeople(
  { rule }: ReadyRule,
  { authorId, leadersBefore }: Known,
): readonly AssignmentTarget[] {
  const people = (ids: readonly number[]): AssignmentTarget[] =>
    [...new Set(ids)].map((id) => ({ kind: 'EMPLOYEE', id, weight: null }))
  if (rule.strategy === 'AUTHOR') return authorId === null ? [] : people([authorId])
  if (rule.strategy === 'STICKY' && rule.targets.length === 0) return people(leadersBefore)
  return rule.targets
}
