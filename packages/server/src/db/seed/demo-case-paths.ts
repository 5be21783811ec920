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

/** How long a case stays: minutes where the system works, else hours to days. */
function stay(chance: Chance, machine: Machine, stage: string): number {
  const { task, pause } = machine.states[stage] ?? {}
  if (task === undefined && pause !== undefined) return chance.whole(2, 20) * minute
  return chance.percent(50) ? chance.whole(20, 600) * minute : chance.whole(600, 6 * 1_440) * minute
}

/** By which way and when a stage is left; null where nothing leads on. */
function leave(chance: Chance, machine: Machine, place: Place, calendar: WorkCalendar) {
  const { stage, since } = place
  const term = termOf(machine, place, calendar)
  const way = choose(
    chance,
    machine.transitions.filter(({ from }) => from === stage),
  )
  const at = new Date(since.getTime() + stay(chance, machine, stage))
  if (way === null || (term !== undefined && term.at <= at)) return term ?? null
  return { way, at }
}

/** A way of a case through its machine from a moment up to now; stages in `passing` are never the present one. */
export function walk(
  chance: Chance,
  machine: Machine,
  start: Date,
  { now, calendar, passing }: { now: Date; calendar: WorkCalendar; passing: readonly string[] },
): Step[] {
  const steps: Step[] = []
  const entries = new Map<string, Date>()
  let place: Place = { stage: machine.initial, since: start, entries }
  for (;;) {
    const { stage, since } = place
    entries.set(stage, since)
    const next = leave(chance, machine, place, calendar)
    if (next === null || next.at >= now) {
      steps.push({ stage, from: since, to: null, left: null })
      return endWherePeopleWork(steps, passing)
    }
    steps.push({ stage, from: since, to: next.at, left: next.way })
    place = { stage: next.way.to, since: next.at, entries }
  }
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
