import type { Machine, MachineState, Transition } from './machine.ts'

/** Whether people of partners see the state as another one, or as one of several. */
export const isVeiled = ({ states }: Machine, stage: string): boolean =>
  states[stage]?.shownToPartners !== undefined

/** The state as people of partners see it. */
export const shownStage = ({ states }: Machine, stage: string): string =>
  states[stage]?.shownToPartners ?? stage

/** The action by which the bank has led a case out of what partners do not see: they learn where to, not how. */
export const shownExit = (to: string): string => `bank:${to}`

/** Of a state with something inside there is no term and no task; of none is told whose work it controls. */
function shownStates({ states }: Machine): Record<string, MachineState> {
  const kept = Object.entries(states).filter(([code, { shownToPartners = code }]) => shownToPartners === code)
  return Object.fromEntries(
    kept.map(([code, { controls: _, ...state }]) => {
      const { name, phase, shownToPartners } = state
      return [code, shownToPartners === undefined ? state : { name, phase, shownToPartners }]
    }),
  )
}

function shownWays(machine: Machine): Transition[] {
  const ways = new Map<string, Transition>()
  for (const way of machine.transitions) {
    const [from, to] = [shownStage(machine, way.from), shownStage(machine, way.to)]
    if (isVeiled(machine, way.from) && from === to) continue
    const shown: Transition = isVeiled(machine, way.from)
      ? { from, to, action: shownExit(to), label: machine.states[to]?.name ?? to, by: [] }
      : { ...way, to }
    ways.set(`${shown.from} ${shown.action} ${shown.to}`, shown)
  }
  return [...ways.values()]
}

/** The machine as people of partners see it: what is shown to them as one state is one, with one way to each next state. */
export function machineForPartners(machine: Machine): Machine {
  const states = shownStates(machine)
  const phases = new Set(Object.values(states).map(({ phase }) => phase))
  return {
    ...machine,
    phases: Object.fromEntries(Object.entries(machine.phases).filter(([code]) => phases.has(code))),
    states,
    transitions: shownWays(machine),
  }
}

/** Operations of those who bring the client: they read what is said with their own kind of moves. */
const ofPartners: ReadonlySet<string> = new Set(['Send', 'Update'])

/** Whether people of partners read what was said when a case left a state by an action. */
export function tellsWords({ transitions }: Machine, stage: string, action: string): boolean {
  const way = transitions.find((one) => one.from === stage && one.action === action)
  return (
    way?.told === true ||
    (way !== undefined && way.by !== 'SYSTEM' && way.by.some((one) => ofPartners.has(one)))
  )
}
