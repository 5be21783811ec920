import type { Machine, Transition } from '@ipoteka-office/contract/machines/machine.ts'
import { type CaseType, machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Deadline } from '@ipoteka-office/contract/parameters/terms.ts'
import { deadlineAt } from '#db/seed/figures-at.ts'
import {
  addWorkingMinutes,
  endOf,
  minutesOf,
  runsAlways,
  type WorkCalendar,
} from '#features/cases/engine/working-clock.rules.ts'
import type { Chance } from '#db/seed/generator.ts'
import { answered, strained, worked } from '#db/seed/rulebook/ways.ts'
import { demoTypes } from './demo-types.ts'
import { workedBefore } from '#db/seed/rulebook/working-moments.ts'

/** A stage that a made-up case has been in. */
export interface Step {
  readonly stage: string
  readonly from: Date
  readonly to: Date | null
  /** The way by which it was left. */
  readonly left: Transition | null
}

const minute = 60_000

/** What a way depends on. */
export interface WayGround {
  readonly type: CaseType
  readonly now: Date
  readonly calendar: WorkCalendar
  readonly isStrained: boolean
  /** Small and without remarks: the system approves by itself. */
  readonly isClean: boolean
  /** Stages that last exactly so long, in milliseconds. */
  readonly fixed: Readonly<Record<string, number>>
}

const sharesOf = ({ type, isStrained, isClean }: WayGround, stage: string) => {
  if (stage === 'AUTO_CHECKS' && isClean && demoTypes[type]?.approvesSmall) return { approveAutomatically: 1 }
  return (isStrained ? strained[stage] : undefined) ?? demoTypes[type]?.shares[stage] ?? {}
}

function choose(chance: Chance, ground: WayGround, stage: string): Transition | null {
  const ways = machines[ground.type].transitions.filter(({ from }) => from === stage)
  const of: Readonly<Record<string, number>> = sharesOf(ground, stage)
  const sum = Object.values(of).reduce((total, share) => total + share, 0)
  // What is less than a hundred is left to the term of the stage.
  let left = chance.next() * (stage in answered ? sum : Math.max(100, sum))
  for (const way of ways) {
    left -= of[way.action] ?? 0
    if ((of[way.action] ?? 0) > 0 && left < 0) return way
  }
  return null
}

interface Place {
  readonly stage: string
  readonly since: Date
  /** First entry of each stage so far, the latest one. */
  readonly entries: ReadonlyMap<string, Date>
}

/** Milliseconds until the work of each minute sees that a term is over, be it one that ran out in an earlier stage. */
export const lookAtTerms = 20_000

/** The term after which the stage is left by itself, the nearest one. */
function termOf(machine: Machine, { stage, since, entries }: Place, calendar: WorkCalendar) {
  const timed = machine.transitions.flatMap((way) =>
    way.from === stage && way.after !== undefined
      ? [
          {
            way,
            at: endOf(
              entries.get(way.since ?? stage) ?? since,
              deadlineAt(way.after, since),
              calendar,
            ).getTime(),
          },
        ]
      : [],
  )
  const [first] = timed.sort((a, b) => a.at - b.at)
  return first && { ...first, at: new Date(Math.max(first.at, since.getTime() + lookAtTerms)) }
}

/** How long a case that came at the moment may stay in a stage. */
function deadlineOf(type: CaseType, stage: string, at: Date): Deadline | null {
  const term = machines[type].states[stage]?.deadline
  return term === undefined ? null : deadlineAt(term, at)
}

/** In so many of a thousand a deadline is missed. */
const late = 12

/** Worked minutes that people take for a stage. */
function minutesIn(chance: Chance, type: CaseType, stage: string, at: Date): number {
  const [least, most] = worked[stage] ?? [0, 0]
  if (most > 0) return chance.whole(least, most)
  const deadline = deadlineOf(type, stage, at)
  if (deadline === null || runsAlways(deadline)) return chance.whole(60, 2_000)
  const share = chance.next() * 1_000 < late ? chance.whole(103, 150) : chance.whole(8, 90)
  return Math.max(1, Math.floor((minutesOf(deadline) * share) / 100))
}

/** When a stage that was entered is left. */
function leaveAt(chance: Chance, ground: WayGround, way: Transition | null, { stage, since }: Place): Date {
  const known = ground.fixed[stage]
  // Whoever gives up does so before the period is over.
  if (known !== undefined) {
    const share = way?.by === 'SYSTEM' ? 100 : chance.whole(10, 80)
    return new Date(since.getTime() + (known * share) / 100)
  }
  if (way?.action === 'assignAutomatically') return new Date(since.getTime() + chance.whole(1, 9) * 1_000)
  const quick = answered[stage]
  if (quick !== undefined)
    return new Date(since.getTime() + chance.whole(quick[0] * 60, quick[1] * 60) * 1_000)
  return addWorkingMinutes(since, minutesIn(chance, ground.type, stage, since), ground.calendar)
}

/** By which way and when a stage is left; null where nothing leads on. */
function leave(chance: Chance, ground: WayGround, place: Place) {
  const term = termOf(machines[ground.type], place, ground.calendar)
  const way = choose(chance, ground, place.stage)
  const at = leaveAt(chance, ground, way, place)
  if (way === null || (term !== undefined && term.at <= at)) return term ?? null
  return { way, at }
}

/** A way of a case through its machine from a moment up to now; stages in `passing` are never the present one. */
export function walk(chance: Chance, ground: WayGround, start: Date, passing: readonly string[]): Step[] {
  const steps: Step[] = []
  const entries = new Map<string, Date>()
  let place: Place = { stage: machines[ground.type].initial, since: start, entries }
  for (;;) {
    const { stage, since } = place
    entries.set(stage, since)
    const next = leave(chance, ground, place)
    if (next === null || next.at >= ground.now) {
      steps.push({ stage, from: since, to: null, left: null })
      return endWherePeopleWork(steps, passing)
    }
    steps.push({ stage, from: since, to: next.at, left: next.way })
    place = { stage: next.way.to, since: next.at, entries }
  }
}

/** Ways by which few cases go. */
const unusual = /Outside$|Automatically$|^stopFactor$/
/** Ways that are no step to anywhere else: a case goes them when it is to stand where they lead. */
const aside = /^(?:counterOffer|requestDocuments|askReconsideration|reconsiderTerms)$/

type Ways = Map<string, Transition[]>

/** Goes on from each stage found so far; those that are found meanwhile are gone on from too. */
function spread(found: Ways, ways: readonly Transition[]): void {
  for (const [at, way] of found)
    for (const next of ways) if (next.from === at && !found.has(next.to)) found.set(next.to, [...way, next])
}

/** The shortest way to a stage; what happens when a term runs out is taken where nothing else leads on. */
function wayTo(machine: Machine, stage: string, isClean: boolean): Transition[] {
  const usual = machine.transitions.filter(
    ({ action, to }) =>
      (!unusual.test(action) || (isClean && action === 'approveAutomatically')) &&
      (!aside.test(action) || (to === stage && to !== 'UNDERWRITING')),
  )
  const found: Ways = new Map([[machine.initial, []]])
  spread(
    found,
    usual.filter(({ after, action }) => after === undefined && !(isClean && action === 'checksPassed')),
  )
  spread(found, usual)
  const way = found.get(stage)
  if (way === undefined) throw new Error(`No way leads to ${stage}`)
  return way
}

/** Some sets come back once before they are taken. */
const cameBack = 30
function withRework(chance: Chance, machine: Machine, ways: readonly Transition[]): readonly Transition[] {
  const at = ways.findIndex(({ action }) => action === 'submit')
  const out = machine.transitions.find(
    ({ action, from }) => action === 'returnForRework' && from === 'DOCS_CHECK',
  )
  const back = machine.transitions.find(({ action }) => action === 'resubmit')
  if (at < 0 || out === undefined || back === undefined || !chance.percent(cameBack)) return ways
  return [...ways.slice(0, at + 1), out, back, ...ways.slice(at + 1)]
}

/** The moment at which a stage was entered that was left by a way at `end`. */
function enteredBefore(chance: Chance, ground: WayGround, way: Transition, end: Date): Date {
  const { type, calendar, fixed } = ground
  const { from: stage, after } = way
  const term = after === undefined ? null : deadlineAt(after, end)
  if (term !== null)
    return runsAlways(term)
      ? new Date(end.getTime() - minutesOf(term) * minute)
      : workedBefore(end, minutesOf(term), calendar)
  const known = fixed[stage]
  if (known !== undefined) return new Date(end.getTime() - known)
  const quick = answered[stage]
  if (quick !== undefined) return new Date(end.getTime() - chance.whole(quick[0] * 60, quick[1] * 60) * 1_000)
  return workedBefore(end, minutesIn(chance, type, stage, end), calendar)
}

/** A way of a case that stands in a stage now, since a part of its deadline, or somewhat longer than it may. */
export function walkTo(chance: Chance, ground: WayGround, stage: string, isLate = false): Step[] {
  const { type, now, calendar } = ground
  const machine = machines[type]
  const deadline = deadlineOf(type, stage, now)
  const canBeLate = deadline !== null && !runsAlways(deadline)
  const since =
    isLate && canBeLate
      ? workedBefore(now, Math.ceil((minutesOf(deadline) * chance.whole(104, 150)) / 100), calendar)
      : stoodSince(chance, ground, stage)
  const ways = withRework(chance, machine, wayTo(machine, stage, ground.isClean))
  const steps: Step[] = [{ stage, from: since, to: null, left: null }]
  for (const way of ways.toReversed()) {
    const to = steps[0]?.from ?? since
    steps.unshift({ stage: way.from, from: enteredBefore(chance, ground, way, to), to, left: way })
  }
  return steps
}

function stoodSince(chance: Chance, { type, now, calendar, fixed }: WayGround, stage: string): Date {
  const known = fixed[stage]
  // What ends by itself has some of its time left.
  if (known !== undefined) return new Date(now.getTime() - (known * chance.whole(5, 80)) / 100)
  const term = machines[type].transitions.find(
    ({ from, after }) => from === stage && after !== undefined,
  )?.after
  const end = term === undefined ? null : deadlineAt(term, now)
  if (end !== null && !runsAlways(end))
    return workedBefore(now, (minutesOf(end) * chance.whole(5, 80)) / 100, calendar)
  if (worked[stage] === undefined) {
    const deadline = deadlineOf(type, stage, now)
    if (deadline !== null && !runsAlways(deadline))
      return workedBefore(now, Math.max(2, (minutesOf(deadline) * chance.whole(8, 85)) / 100), calendar)
  }
  return workedBefore(now, chance.whole(30, 1_500), calendar)
}

/** A case that the system is busy with would wait for a job that nobody has put in: it stays a step before. */
function endWherePeopleWork(steps: readonly Step[], passing: readonly string[]): Step[] {
  const kept = [...steps]
  while (kept.length > 1 && passing.includes(kept.at(-1)?.stage ?? '')) kept.pop()
  return kept.map((step, index) => (index === kept.length - 1 ? { ...step, to: null, left: null } : step))
}
