import { caseBehaviour, type GuardAsk } from '#features/cases/engine/engine.ts'
import { requireCase } from '#features/cases/engine/cases.service.ts'
import { claimMachine } from './claim.ts'

/** How claims live beside their machine. */
export const claimBehaviour = caseBehaviour(claimMachine, {
  guards: {
    async phone({ db, caseId, mover }: GuardAsk) {
      if (mover.actor === null) return null
      const { clientPhone } = await requireCase(db, mover.actor, caseId, 'Read')
      return clientPhone === null ? 'Укажите телефон клиента: ответ сообщают по нему' : null
    },
  },
  editableStages: ['RECEIVED'],
})
