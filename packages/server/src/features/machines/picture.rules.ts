import type { ProcessPicture } from '@ipoteka-office/contract/common/process.ts'
import { type Machine, pauseKinds, type Transition } from '@ipoteka-office/contract/machines/machine.ts'
import { type ObjectType, operations } from '@ipoteka-office/contract/operations.ts'
import { specOf } from '@ipoteka-office/contract/parameters/declared.ts'
import { parameterText } from '@ipoteka-office/contract/parameters/parameter-text.ts'
import type { TermCode, Terms } from '@ipoteka-office/contract/parameters/terms.ts'

/** A stay in a state, and the action that ended it. */
export interface Visit {
  readonly stage: string
  readonly enteredAt: string
  readonly leftAt: string | null
  readonly action: string | null
}

/** What is drawn: a machine, whose rights its ways ask for, and its conditions in words. */
export interface Drawn {
  readonly machine: Machine
  readonly object: ObjectType
  readonly guardNames: Readonly<Record<string, string>>
}

const labelOf = (object: ObjectType, operation: string): string =>
  (operations[object] as Readonly<Record<string, string>>)[operation] ?? operation

/** When it is drawn, and the terms of that day. */
export interface PictureTime {
  readonly now: Date
  readonly terms: Terms
}

/** A term in words, as it is for whoever enters a state now. */
const termText = (terms: Terms, code: TermCode): string => parameterText(specOf(code), terms[code])

const spent = (visits: readonly Visit[], now: Date): number =>
  visits.reduce(
    (sum, { enteredAt, leftAt }) =>
      sum + (leftAt === null ? now : new Date(leftAt)).getTime() - new Date(enteredAt).getTime(),
    0,
  )

function statesOf(
  machine: Machine,
  visits: readonly Visit[],
  { now, terms }: PictureTime,
): ProcessPicture['states'] {
  return Object.entries(machine.states).map(([code, state]) => {
    const own = visits.filter(({ stage }) => stage === code)
    return {
      code,
      name: state.name,
      phase: state.phase,
      final: state.final ?? false,
      pause: state.pause === undefined ? null : pauseKinds[state.pause],
      deadline: state.deadline === undefined ? null : termText(terms, state.deadline),
      task: state.task?.title ?? null,
      visits: own.length,
      minutes: Math.max(0, Math.floor(spent(own, now) / 60_000)),
    }
  })
}

/** The stay that follows each one that was left tells how often this way was gone. */
const takenOf = ({ from, action, to }: Transition, visits: readonly Visit[]): number =>
  visits.filter((row, at) => row.stage === from && row.action === action && visits[at + 1]?.stage === to)
    .length

/** Who goes the way: nobody in particular is named of what the bank does behind the veil. */
const byOf = ({ by }: Transition, object: ObjectType): string[] => {
  if (by === 'SYSTEM') return ['Система']
  return by.length === 0 ? ['Банк'] : by.map((operation) => labelOf(object, operation))
}

/** A machine as it is drawn, with the way through it, told by its stays from the first to the present one. */
export const pictureOf = (
  { machine, object, guardNames }: Drawn,
  visits: readonly Visit[],
  time: PictureTime,
): ProcessPicture => ({
  title: machine.title,
  initial: machine.initial,
  phases: Object.entries(machine.phases).map(([code, name]) => ({ code, name })),
  states: statesOf(machine, visits, time),
  transitions: machine.transitions.map((t) => ({
    from: t.from,
    action: t.action,
    label: t.label,
    to: t.to,
    by: byOf(t, object),
    bySystem: t.by === 'SYSTEM',
    guards: [
      ...(t.guards ?? []).map((code) => guardNames[code] ?? code),
      ...(t.after === undefined ? [] : [`прошло: ${termText(time.terms, t.after)}`]),
    ],
    taken: takenOf(t, visits),
  })),
})
