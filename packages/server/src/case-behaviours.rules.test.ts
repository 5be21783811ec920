import { CaseType, machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { expect, test } from 'vitest'
import { systemClock } from '#lib/bank-time.ts'
import { caseEngine } from './case-behaviours.ts'

const { behaviours } = caseEngine({ clock: systemClock('Europe/Moscow') })

test.each(CaseType.options)('%s lives by its own machine', (type) => {
  expect(behaviours[type].machine).toBe(machines[type])
})

test.each(CaseType.options)('%s: its data may be changed in some stage', (type) => {
  expect(behaviours[type].editableStages.length).toBeGreaterThan(0)
})
