import { describe, expect, it } from 'vitest'
import { CaseType, machines } from '#cases/types/case-types.ts'
import { isVeiled, machineForPartners, shownExit, shownStage, tellsWords } from './shown-to-partners.ts'

const full = machines.FULL_APPLICATION

describe.each(CaseType.options)('what people of partners see of %s', (type) => {
  const machine = machines[type]
  const shown = machineForPartners(machine)
  const states = Object.keys(machine.states)

  it('is a state of the machine that is shown as itself, and never its first or last one', () => {
    for (const stage of states.filter((one) => isVeiled(machine, one))) {
      expect([stage, shownStage(machine, shownStage(machine, stage))]).toEqual([
        stage,
        shownStage(machine, stage),
      ])
      expect([stage, stage === machine.initial, machine.states[stage]?.final]).toEqual([
        stage,
        false,
        undefined,
      ])
    }
  })

  it('is a machine whose ways lead between its own states, each action once', () => {
    const ways = shown.transitions.map(({ from, action }) => `${from} ${action}`)
    expect(ways).toEqual([...new Set(ways)])
    for (const { from, to } of shown.transitions)
      for (const stage of [from, to]) expect(Object.keys(shown.states)).toContain(stage)
    for (const { phase } of Object.values(shown.states)) expect(Object.keys(shown.phases)).toContain(phase)
  })

  it('names nothing of the states that are shown as others', () => {
    const hidden = states.filter((stage) => shownStage(machine, stage) !== stage)
    const text = JSON.stringify({
      ...shown,
      transitions: shown.transitions.map(({ guards: _, ...way }) => way),
    })
    for (const stage of hidden) {
      expect(text).not.toContain(`"${stage}"`)
      expect(text).not.toContain(machine.states[stage]?.name)
    }
  })
})

it('a stage that two types share is shown alike in both: a filter over a list of both means one thing', () => {
  const shown = new Map<string, string>()
  for (const type of CaseType.options)
    for (const stage of Object.keys(machines[type].states)) {
      const seen = shownStage(machines[type], stage)
      expect([type, stage, shown.get(stage) ?? seen]).toEqual([type, stage, seen])
      shown.set(stage, seen)
    }
})

it('checks, verification, the inquiry into fraud, control, committee and the object’s examination are underwriting', () => {
  const hidden = Object.keys(full.states).filter((stage) => shownStage(full, stage) === 'UNDERWRITING')
  expect(hidden).toEqual([
    'AUTO_CHECKS',
    'UNDERWRITING',
    'VERIFICATION',
    'FRAUD_CHECK',
    'DECISION_CONTROL',
    'COMMITTEE',
    'REALTY_CHECK',
  ])
  const out = machineForPartners(full).transitions.filter(({ from }) => from === 'UNDERWRITING')
  expect(out.map(({ action, by }) => [action, by])).toEqual(
    [
      'REJECTED',
      'APPROVED',
      'REWORK',
      'WAITING_DOCS',
      'COUNTER_OFFER',
      'REALTY_SELECTION',
      'REALTY_APPROVED',
    ].map((to) => [shownExit(to), []]),
  )
})

it('words are told of the client’s own moves and of what the bank sends back, not of its decisions', () => {
  const told = (stage: string, action: string) => tellsWords(full, stage, action)
  expect([told('FILLING', 'submit'), told('APPROVED', 'refuseByClient')]).toEqual([true, true])
  expect([told('UNDERWRITING', 'returnForRework'), told('DOCS_CHECK', 'returnForRework')]).toEqual([
    true,
    true,
  ])
  expect([told('DOCS_CHECK', 'accept'), told('APPROVED', 'revoke')]).toEqual([false, false])
  expect([told('UNDERWRITING', 'requestDocuments'), told('COMMITTEE', 'counterOffer')]).toEqual([true, true])
  expect([told('APPROVED', 'askReconsideration'), told('APPROVED', 'reconsiderTerms')]).toEqual([true, false])
  expect([told('UNDERWRITING', 'reject'), told('FRAUD_CHECK', 'fraudConfirmed')]).toEqual([false, false])
})
