import { describe, expect, test } from 'vitest'
import { operations } from '#operations.ts'
import { guardNames } from './guard-names.ts'
import type { Machine } from '#machines/machine.ts'
import { CaseType, caseTypes, machines } from '../types/case-types.ts'

const statesOf = (machine: Machine) => Object.entries(machine.states)
const exitsOf = (machine: Machine, state: string) => machine.transitions.filter(({ from }) => from === state)

function reachable(machine: Machine, start: string): Set<string> {
  const seen = new Set([start])
  for (const state of seen) for (const { to } of exitsOf(machine, state)) seen.add(to)
  return seen
}

describe.each(CaseType.options)('%s', (type) => {
  const machine = machines[type]
  const known = Object.keys(operations[caseTypes[type].object])

  test('every state can be reached', () => {
    expect([...reachable(machine, machine.initial)].sort()).toEqual(Object.keys(machine.states).sort())
  })

  test('every state leads to an end, and nothing leads out of an end', () => {
    const ends = statesOf(machine).flatMap(([code, { final }]) => (final ? [code] : []))
    for (const [code, { final }] of statesOf(machine)) {
      expect([code, exitsOf(machine, code).length > 0]).toEqual([code, final !== true])
      expect([code, ends.some((end) => reachable(machine, code).has(end))]).toEqual([code, true])
    }
  })

  test('no state is left by the system alone without a term after which it is left', () => {
    const endless = statesOf(machine).filter(([code, { final }]) => {
      const exits = exitsOf(machine, code)
      return final !== true && exits.every(({ by, after }) => by === 'SYSTEM' && after === undefined)
    })
    expect(endless.map(([code]) => code)).toEqual([])
  })

  test('an action leads one way, between states that exist', () => {
    const ways = machine.transitions.map(({ from, action }) => `${from} ${action}`)
    expect(ways).toEqual([...new Set(ways)])
    for (const { from, to, since = from } of machine.transitions)
      for (const code of [from, to, since]) expect(Object.keys(machine.states)).toContain(code)
  })

  test('phases, operations and terms are known', () => {
    for (const [, { phase, task }] of statesOf(machine)) {
      expect(Object.keys(machine.phases)).toContain(phase)
      if (task) expect(known).toContain(task.operation)
    }
    for (const { by, after } of machine.transitions) {
      if (by !== 'SYSTEM') for (const operation of by) expect(known).toContain(operation)
      // Only the system waits.
      if (after !== undefined) expect(by).toBe('SYSTEM')
    }
  })

  test('who does the task of a state may also end it', () => {
    for (const [code, { task }] of statesOf(machine)) {
      if (task === undefined) continue
      const actions = exitsOf(machine, code).flatMap(({ by }) => (by === 'SYSTEM' ? [] : by))
      expect([code, actions]).toEqual([code, expect.arrayContaining([task.operation])])
    }
  })
})

test('every condition has words for the picture, and no other has', () => {
  const named = Object.values(machines).flatMap(({ transitions }) =>
    transitions.flatMap(({ guards = [] }) => guards),
  )
  expect(Object.keys(guardNames).sort()).toEqual([...new Set(named)].sort())
})

/** Types whose cases are decided on with a record. */
const decided = Object.values(machines).filter(({ transitions }) =>
  transitions.some(({ decides }) => decides !== undefined),
)

test('whatever binds the bank, refuses or takes an approval back carries a decision out', () => {
  expect(decided).toHaveLength(2)
  for (const { states, transitions } of decided) {
    const commits = (state: string) => states[state]?.commits === true
    const silent = transitions.filter(
      ({ from, to, decides }) =>
        decides === undefined && (['REJECTED', 'REVOKED'].includes(to) || (commits(to) && !commits(from))),
    )
    expect(silent.map(({ from, action }) => `${from} ${action}`)).toEqual([])
  }
})
