import type { CaseClock } from '@ipoteka-office/contract/cases/cases.ts'
import { type CaseType, machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Machine } from '@ipoteka-office/contract/machines/machine.ts'
import { type Deadline, deadlineIn, paceOf, type Terms } from '@ipoteka-office/contract/parameters/terms.ts'
import { isVeiledFrom, type Reader } from '#lib/shown-stages.ts'
import { addMinutes, minutesBetween, minutesOf, type WorkCalendar } from './working-clock.rules.ts'

/** A stretch of a clock as it is stored; the last one is open. */
export interface StoredSegment {
  readonly kind: 'RUN' | 'PAUSE'
  readonly stage: string
  readonly from: string
  readonly to: string | null
  readonly minutes: number
}

/** A clock as it is stored: of the present stage, or of the one that the present stage keeps waiting. */
export interface StoredClock {
  readonly stage: string
  readonly targetMinutes: number | null
  /** Before the present run. */
  readonly spentMinutes: number
  readonly runningSince: Date | null
  readonly dueAt: Date | null
  readonly segments: readonly StoredSegment[]
}

interface ClockTime {
  readonly now: Date
  readonly calendar: WorkCalendar
}

/** What entering a stage needs beside: the terms of the day. */
interface EntryTime extends ClockTime {
  readonly terms: Terms
}

/** Of a stretch that stood, and of clocks whose stage has no deadline any more: every minute counts. */
const always: Deadline = { days: 0 }

/** How the clock of a stage runs. */
function paceIn(machine: Machine, stage: string): Deadline {
  const term = machine.states[stage]?.deadline
  return term === undefined ? always : paceOf(term)
}

function segmentMinutes(
  machine: Machine,
  clock: StoredClock,
  segment: StoredSegment,
  { now, calendar }: ClockTime,
) {
  const pace = segment.kind === 'RUN' ? paceIn(machine, clock.stage) : always
  const to = segment.to === null ? now : new Date(segment.to)
  return minutesBetween(new Date(segment.from), to, pace, calendar)
}

/** Ends the open stretch. */
function closed(machine: Machine, clock: StoredClock, time: ClockTime): readonly StoredSegment[] {
  return clock.segments.map((segment) =>
    segment.to === null
      ? { ...segment, to: time.now.toISOString(), minutes: segmentMinutes(machine, clock, segment, time) }
      : segment,
  )
}

const opened = (kind: StoredSegment['kind'], stage: string, now: Date): StoredSegment => ({
  kind,
  stage,
  from: now.toISOString(),
  to: null,
  minutes: 0,
})

/** Minutes worked off up to now. */
export function spentOf(machine: Machine, clock: StoredClock, { now, calendar }: ClockTime): number {
  const { runningSince, spentMinutes, stage } = clock
  if (runningSince === null) return spentMinutes
  return spentMinutes + minutesBetween(runningSince, now, paceIn(machine, stage), calendar)
}

function paused(machine: Machine, clock: StoredClock | null, stage: string, time: ClockTime): StoredClock {
  const pause = opened('PAUSE', stage, time.now)
  if (clock === null)
    return { stage, targetMinutes: null, spentMinutes: 0, runningSince: null, dueAt: null, segments: [pause] }
  return {
    ...clock,
    spentMinutes: spentOf(machine, clock, time),
    runningSince: null,
    dueAt: null,
    segments: [...closed(machine, clock, time), pause],
  }
}

function running(
  machine: Machine,
  clock: StoredClock | null,
  stage: string,
  deadline: Deadline,
  time: ClockTime,
): StoredClock {
  const { now, calendar } = time
  const target = minutesOf(deadline)
  // A stage that was waited for goes on where its clock stood; entered in any other way it begins anew.
  const goesOn = clock !== null && clock.stage === stage && clock.runningSince === null ? clock : null
  const spent = goesOn?.spentMinutes ?? 0
  return {
    stage,
    targetMinutes: target,
    spentMinutes: spent,
    runningSince: now,
    dueAt: addMinutes(now, Math.max(0, target - spent), deadline, calendar),
    segments: [...(goesOn ? closed(machine, goesOn, time) : []), opened('RUN', stage, now)],
  }
}

/** The clock after the case has entered a stage; null: nothing is measured there. */
export function clockAfter(
  machine: Machine,
  clock: StoredClock | null,
  stage: string,
  time: EntryTime,
): StoredClock | null {
  const state = machine.states[stage]
  if (state === undefined) throw new Error(`${machine.title} has no state ${stage}`)
  if (state.pause !== undefined) return paused(machine, clock, stage, time)
  if (state.deadline === undefined) return null
  return running(machine, clock, stage, deadlineIn(time.terms, state.deadline), time)
}

/** The clock as people see it. */
export function clockView(machine: Machine, clock: StoredClock | null, time: ClockTime): CaseClock {
  if (clock === null)
    return { state: 'NONE', dueAt: null, targetMinutes: null, spentMinutes: 0, share: 0, segments: [] }
  const spent = spentOf(machine, clock, time)
  const { targetMinutes } = clock
  return {
    state: clock.runningSince === null ? 'PAUSED' : 'RUNNING',
    dueAt: clock.dueAt?.toISOString() ?? null,
    targetMinutes,
    spentMinutes: spent,
    share:
      targetMinutes === null || targetMinutes === 0 ? 0 : Math.round((spent / targetMinutes) * 1_000) / 1_000,
    segments: clock.segments.map((segment) => ({
      ...segment,
      stageName: machine.states[segment.stage]?.name ?? segment.stage,
      minutes: segment.to === null ? segmentMinutes(machine, clock, segment, time) : segment.minutes,
    })),
  }
}

/**
 * The clock of a case as the person sees it. In a stage that is kept from them there is none; of one that waits behind a
 * stage they see they learn that it waits, neither its term nor its past.
 */
export function clockFor(
  reader: Reader,
  { type, stage }: { readonly type: CaseType; readonly stage: string },
  clock: StoredClock | null,
  time: ClockTime,
): CaseClock {
  const machine = machines[type]
  if (isVeiledFrom(reader, type, stage)) return clockView(machine, null, time)
  const isHidden = (one: string) => isVeiledFrom(reader, type, one)
  const seen =
    clock === null || !isHidden(clock.stage) ? clock : { ...clock, targetMinutes: null, spentMinutes: 0 }
  const view = clockView(machine, seen, time)
  return { ...view, segments: view.segments.filter((segment) => !isHidden(segment.stage)) }
}
