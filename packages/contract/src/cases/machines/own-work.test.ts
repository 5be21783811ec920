import { describe, expect, it } from 'vitest'
import type { Machine } from '#machines/machine.ts'
import { type CaseType, machines } from '../types/case-types.ts'

const types = Object.keys(machines) as CaseType[]
/** Operations of those who bring the client; every other one checks what they brought. */
const ofAgents = new Set(['Send', 'Update'])

const takenBack = new Set(['revoke', 'close', 'reconsiderTerms', 'withdrawRequest'])

const byHand = ({ transitions }: Machine) => transitions.filter(({ by }) => by !== 'SYSTEM')
const isOfAgents = (by: 'SYSTEM' | readonly string[]) =>
  by !== 'SYSTEM' && by.every((one) => ofAgents.has(one))

/** Every stage that one person alone can bring a case of their own to, the system helping; and what they did last. */
function reachedAlone(machine: Machine): { action: string; to: string; bySystem: boolean }[] {
  const done: { action: string; to: string; bySystem: boolean }[] = []
  const seen = new Set<string>()
  const open: { stage: string; left: readonly string[] }[] = [{ stage: machine.initial, left: [] }]
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { stage, left } = place
    const key = `${stage} ${[...left].sort().join()}`
    if (seen.has(key)) continue
    seen.add(key)
    const isBarred = machine.states[stage]?.controls?.some((one) => left.includes(one)) ?? false
    for (const { from, action, to, by } of machine.transitions) {
      const bySystem = by === 'SYSTEM'
      if (from !== stage || (isBarred && !bySystem)) continue
      done.push({ action, to, bySystem })
      open.push({ stage: to, left: bySystem || left.includes(stage) ? left : [...left, stage] })
    }
  }
  return done
}

describe.each(types)('%s', (type) => {
  const machine: Machine = machines[type]

  it('says of every stage that a checker decides in what it controls', () => {
    // Taking back an approval is no control of it.
    const decided = byHand(machine).filter(({ by, action }) => !isOfAgents(by) && !takenBack.has(action))
    const silent = decided.filter(({ from }) => machine.states[from]?.controls === undefined)
    expect(silent.map(({ from, action }) => `${from} → ${action}`)).toEqual([])
  })

  it('bars whoever sent a case to a control from it, unless the control above gave it back', () => {
    const open = byHand(machine).filter(({ from, to, takesBack }) => {
      if (takesBack) return false
      const controls = machine.states[to]?.controls
      return (
        controls !== undefined && !controls.includes(from) && !machine.states[from]?.controls?.includes(to)
      )
    })
    expect(open.map(({ from, action }) => `${from} → ${action}`)).toEqual([])
  })

  it('lets nobody take a case back to themselves but those who check there', () => {
    const back = machine.transitions.filter(({ takesBack }) => takesBack)
    for (const { to, by } of back) {
      const deciding = byHand(machine).flatMap((way) =>
        way.from === to && way.by !== 'SYSTEM' ? way.by : [],
      )
      expect(by).not.toContain('Send')
      expect(by).toContain(deciding.find((one) => !ofAgents.has(one)))
    }
  })

  it('names only stages that there are', () => {
    for (const { controls = [] } of Object.values(machine.states))
      for (const code of controls) expect(Object.keys(machine.states)).toContain(code)
  })
})

it('alone nobody brings an application of their own to an approval: the system or a second person does', () => {
  for (const type of ['FULL_APPLICATION', 'LOAN_APPLICATION'] as const) {
    const alone = reachedAlone(machines[type]).filter(
      ({ to, bySystem }) => !bySystem && ['APPROVED', 'REALTY_APPROVED', 'REJECTED'].includes(to),
    )
    expect([type, alone.map(({ action }) => action)]).toEqual([type, []])
  }
})
