import { CaseType, machines } from '@ipoteka-office/contract/cases/machines/machines.ts'
import { expect, test } from 'vitest'
import { systemClock } from '#lib/bank-time.ts'
import { caseEngine } from './case-behaviours.ts'

const { behaviours } = caseEngine({ clock: systemClock('Europe/Moscow') })

test.each(CaseType.options)('%s: every condition of the machine is known, and no other', (type) => {
  const named = new Set(machines[type].transitions.flatMap(({ guards = [] }) => guards))
  expect(Object.keys(behaviours[type].guards).sort()).toEqual([...named].sort())
})

test.each(CaseType.options)('%s: stages of the behaviour are the machine’s', (type) => {
  const { editableStages, queuedStages = [] } = behaviours[type]
  expect(editableStages.length).toBeGreaterThan(0)
  for (const stage of [...editableStages, ...queuedStages])
    expect(Object.keys(machines[type].states)).toContain(stage)
})
