import { machine } from '@ipoteka-office/contract/machines/machine.ts'
import { CaseType, machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { expect, test } from 'vitest'
import { systemClock } from '#lib/bank-time.ts'
import { caseBehaviour } from '#features/cases/engine/engine.ts'
import { caseEngine } from './case-behaviours.ts'
import { deliveredParameters } from '#testing/delivered-parameters.ts'

const { behaviours } = caseEngine({ clock: systemClock('Europe/Moscow'), parameters: deliveredParameters })

test.each(CaseType.options)('%s lives by its own machine', (type) => {
  expect(behaviours[type].machine).toBe(machines[type])
})

test.each(CaseType.options)('%s: its data may be changed in some stage', (type) => {
  expect(behaviours[type].editableStages.length).toBeGreaterThan(0)
})

test('the compiler refuses a behaviour that does not fit its machine', () => {
  const holds = async () => null
  const toy = machine({
    title: 'Пример',
    initial: 'NEW',
    phases: { ALL: 'Всё' },
    states: { NEW: { name: 'Новое', phase: 'ALL' }, DONE: { name: 'Готово', phase: 'ALL', final: true } },
    transitions: [
      { from: 'NEW', action: 'end', label: 'Готово', to: 'DONE', by: ['Send'], guards: ['ready'] },
    ],
  })
  const made = [
    caseBehaviour(toy, { guards: { ready: holds }, editableStages: ['NEW'] }),
    // @ts-expect-error The condition `ready` is missing.
    caseBehaviour(toy, { guards: {}, editableStages: ['NEW'] }),
    // @ts-expect-error The machine has no condition `steady`, not even where it comes from another object.
    caseBehaviour(toy, { guards: { ready: holds, ...{ steady: holds } }, editableStages: ['NEW'] }),
    // @ts-expect-error The machine has no stage `OLD`.
    caseBehaviour(toy, { guards: { ready: holds }, editableStages: ['OLD'] }),
    caseBehaviour(toy, {
      guards: { ready: holds },
      editableStages: [],
      async moved({ action }) {
        // @ts-expect-error The machine has no action `start`.
        if (action === 'start') await holds()
      },
    }),
  ]
  expect(made.map(({ machine: its }) => its)).toEqual(made.map(() => toy))
})
