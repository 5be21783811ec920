import {
  conditionOwners,
  conditionPoints,
} from '@ipoteka-office/contract/underwriting/conditions/condition-kinds.ts'
import { conditionMachine } from '@ipoteka-office/contract/underwriting/conditions/condition-machine.ts'
import { conditionFields } from '@ipoteka-office/contract/underwriting/conditions/condition-fields.ts'
import { conditionClearers } from '@ipoteka-office/contract/underwriting/conditions/conditions.ts'
import type { CardLabels } from '#features/history/card-history.rules.ts'

const stateNames = Object.fromEntries(
  Object.entries(conditionMachine.states).map(([code, { name }]) => [code, name]),
)

/** How the history names what is said of a condition. */
export const conditionLabels: CardLabels = {
  caseCondition: {
    title: 'Условие решения',
    subject: 'text',
    fields: {
      text: { label: conditionFields.text.label },
      point: { label: conditionFields.point.label, names: conditionPoints },
      owner: { label: conditionFields.owner.label, names: conditionOwners },
      clearer: { label: conditionFields.clearer.label, names: conditionClearers },
      due_on: { label: conditionFields.dueOn.label },
      state: { label: 'Состояние условия', names: stateNames },
      answer: { label: 'Ответ на условие' },
      verdict: { label: 'Что сказано об ответе' },
    },
  },
}
