import type { Machine, Transition } from '@ipoteka-office/contract/machines/machine.ts'
import { endOf, type WorkCalendar } from '#features/processes/working-clock.rules.ts'
import type { Chance } from './generator.ts'

/** A stage that a made-up case has been in. */
export interface Step {
  readonly stage: string
  readonly from: Date
  readonly to: Date | null
  /** The way by which it was left. */
  readonly left: Transition | null
}

const minute = 60_000
const day = 1_440 * minute

/** Most cases go on; some are given up; what the system alone decides has many outcomes. */
const weightOf = ({ look, by, after }: Transition): number => {
  if (after !== undefined) return 0
  if (look === 'danger') return 1
  if (by === 'SYSTEM') return 3
  return look === 'primary' ? 8 : 2
}

function choose(chance: Chance, ways: readonly Transition[]): Transition | null {
  const total = ways.reduce((sum, way) => sum + weightOf(way), 0)
  let left = chance.next() * total
  for (const way of ways) {
    left -= weightOf(way)
    if (weightOf(way) > 0 && left <= 0) return way
  }
  return null
}

interface Place {
  readonly stage: string
  readonly since: Date
  /** First entry of each stage so far, the latest one. */
  readonly entries: ReadonlyMap<string, Date>
}

/** The term after which the stage is left by itself, the nearest one. */
function termOf(machine: Machine, { stage, since, entries }: Place, calendar: WorkCalendar) {
  const timed = machine.transitions.flatMap((way) =>
    way.from === stage && way.after !== undefined
      ? [{ way, at: endOf(entries.get(way.since ?? stage) ?? since, way.after, calendar) }]
      : [],
  )
  return timed.sort((a, b) => a.at.getTime() - b.at.getTime())[0]
}

/** Stages that last exactly so long, in milliseconds. */
export type FixedStays = Readonly<Record<string, number>>

/** How long a case stays: minutes where the system works, else hours to days. */
function stay(chance: Chance, machine: Machine, stage: string, fixed: FixedStays): number {
  const known = fixed[stage]
  if (known !== undefined) return known
  const { task, pause } = machine.states[stage] ?? {}
  if (task === undefined && pause !== undefined) return chance.whole(2, 20) * minute
  return chance.percent(50) ? chance.whole(20, 600) * minute : chance.whole(600, 6 * 1_440) * minute
}

/** By which way and when a stage is left; null where nothing leads on. */
function leave(chance: Chance, machine: Machine, place: Place, calendar: WorkCalendar, fixed: FixedStays) {
  const { stage, since } = place
  const term = termOf(machine, place, calendar)
  const way = choose(
    chance,
    machine.transitions.filter(({ from }) => from === stage),
  )
  const at = new Date(since.getTime() + stay(chance, machine, stage, fixed))
  if (way === null || (term !== undefined && term.at <= at)) return term ?? null
  return { way, at }
}

interface WalkGround {
  readonly now: Date
  readonly calendar: WorkCalendar
  readonly fixed: FixedStays
}

/** A way of a case through its machine from a moment up to now; stages in `passing` are never the present one. */
export function walk(
  chance: Chance,
  machine: Machine,
  start: Date,
  { now, calendar, passing, fixed }: WalkGround & { passing: readonly string[] },
): Step[] {
  const steps: Step[] = []
  const entries = new Map<string, Date>()
  let place: Place = { stage: machine.initial, since: start, entries }
  for (;;) {
    const { stage, since } = place
    entries.set(stage, since)
    const next = leave(chance, machine, place, calendar, fixed)
    if (next === null || next.at >= now) {
      steps.push({ stage, from: since, to: null, left: null })
      return endWherePeopleWork(steps, passing)
    }
    steps.push({ stage, from: since, to: next.at, left: next.way })
    place = { stage: next.way.to, since: next.at, entries }
  }
}

/** Ways by which few cases go. */
const unusual = /Outside$|Automatically$|^stopFactor$/

type Ways = Map<string, Transition[]>

/** Goes on from each stage found so far; those that are found meanwhile are gone on from too. */
function spread(found: Ways, ways: readonly Transition[]): void {
  for (const [at, way] of found)
    for (const next of ways) if (next.from === at && !found.has(next.to)) found.set(next.to, [...way, next])
}

/** The shortest way to a stage; what happens when a term runs out is taken where nothing else leads on. */
function wayTo(machine: Machine, stage: string): Transition[] {
  const usual = machine.transitions.filter(({ action }) => !unusual.test(action))
  const found: Ways = new Map([[machine.initial, []]])
  spread(
    found,
    usual.filter(({ after }) => after === undefined),
  )
  spread(found, usual)
  const way = found.get(stage)
  if (way === undefined) throw new Error(`No way leads to ${stage}`)
  return way
}

/** The way of a case that begins at a moment and takes the given ways, each after its time. */
function take(
  machine: Machine,
  ways: readonly Transition[],
  stays: readonly number[],
  start: Date,
  calendar: WorkCalendar,
) {
  const entries = new Map<string, Date>([[machine.initial, start]])
  const steps: Step[] = []
  let since = start
  for (const [index, way] of ways.entries()) {
    const term = way.after && endOf(entries.get(way.since ?? way.from) ?? since, way.after, calendar)
    const at = term ?? new Date(since.getTime() + (stays[index] ?? 0))
    steps.push({ stage: way.from, from: since, to: at, left: way })
    since = at
    entries.set(way.to, since)
  }
  return { steps, since }
}

/** A way of a case that has come to a stage a short while ago. */
export function walkTo(
  chance: Chance,
  machine: Machine,
  stage: string,
  { now, calendar, fixed }: WalkGround,
): Step[] {
  const ways = wayTo(machine, stage)
  const stays = ways.map(({ from }) => fixed[from] ?? chance.whole(20, 300) * minute)
  const arrival = new Date(now.getTime() - chance.whole(5, 50) * minute)
  // Terms of working time do not shift with their beginning: it is come near to by turns.
  let start = arrival
  let { steps, since } = take(machine, ways, stays, start, calendar)
  for (let turn = 0; turn < 8 && Math.abs(since.getTime() - arrival.getTime()) > minute; turn += 1) {
    start = new Date(start.getTime() - since.getTime() + arrival.getTime())
    ;({ steps, since } = take(machine, ways, stays, start, calendar))
  }
  return [...steps, { stage, from: since, to: null, left: null }]
}

/** A case that the system is busy with would wait for a job that nobody has put in: it stays a step before. */
function endWherePeopleWork(steps: readonly Step[], passing: readonly string[]): Step[] {
  const kept = [...steps]
  while (kept.length > 1 && passing.includes(kept.at(-1)?.stage ?? '')) kept.pop()
  return kept.map((step, index) => (index === kept.length - 1 ? { ...step, to: null, left: null } : step))
}

/** A moment in the worked hours of a day some days ago. */
export const someDaysAgo = (chance: Chance, now: Date, days: number): Date => {
  const midnight = Math.floor((now.getTime() - chance.whole(0, days) * day) / day) * day
  return new Date(Math.min(midnight + chance.whole(6 * 60, 14 * 60) * minute, now.getTime() - 5 * minute))
}
