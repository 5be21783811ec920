import type { ProcessPicture } from '@ipoteka-office/contract/common/process.ts'
import { type Machine, pauseKinds, type Transition } from '@ipoteka-office/contract/cases/machines/machine.ts'
import { type ObjectType, operations } from '@ipoteka-office/contract/operations.ts'
import { deadlineText } from '#features/cases/engine/deadline-text.rules.ts'

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

const spent = (visits: readonly Visit[], now: Date): number =>
  visits.reduce(
    (sum, { enteredAt, leftAt }) =>
      sum + (leftAt === null ? now : new Date(leftAt)).getTime() - new Date(enteredAt).getTime(),
    0,
  )

function statesOf(machine: Machine, visits: readonly Visit[], now: Date): ProcessPicture['states'] {
  return Object.entries(machine.states).map(([code, state]) => {
    const own = visits.filter(({ stage }) => stage === code)
    return {
      code,
      name: state.name,
      phase: state.phase,
      final: state.final ?? false,
      pause: state.pause === undefined ? null : pauseKinds[state.pause],
      deadline: state.deadline === undefined ? null : deadlineText(state.deadline),
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

/** A machine as it is drawn, with the way through it, told by its stays from the first to the present one. */
export const pictureOf = (
  { machine, object, guardNames }: Drawn,
  visits: readonly Visit[],
  now: Date,
): ProcessPicture => ({
  title: machine.title,
  initial: machine.initial,
  phases: Object.entries(machine.phases).map(([code, name]) => ({ code, name })),
  states: statesOf(machine, visits, now),
  transitions: machine.transitions.map((t) => ({
    from: t.from,
    action: t.action,
    label: t.label,
    to: t.to,
    by: t.by === 'SYSTEM' ? ['Система'] : t.by.map((operation) => labelOf(object, operation)),
    bySystem: t.by === 'SYSTEM',
    guards: [
      ...(t.guards ?? []).map((code) => guardNames[code] ?? code),
      ...(t.after === undefined ? [] : [`прошло: ${deadlineText(t.after)}`]),
    ],
    taken: takenOf(t, visits),
  })),
})
