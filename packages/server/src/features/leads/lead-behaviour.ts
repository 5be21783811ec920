import { leadMachine } from '@ipoteka-office/contract/cases/machines/lead.ts'
import { caseBehaviour, type GuardAsk } from '#features/cases/engine/engine.ts'
import { keepAgreedContact } from './agreed-contact.service.ts'
import { leadLabels } from './lead-labels.ts'
import { findMissingDocuments, insertAttempt } from './leads.repo.ts'

/** What leads add to their machine. */
export const leadBehaviour = caseBehaviour(leadMachine, {
  guards: {
    async leadDocuments({ db, caseId }: GuardAsk) {
      const missing = await findMissingDocuments(db, caseId)
      return missing.length === 0 ? null : `Приложите документы лида: ${missing.join(', ')}`
    },
  },
  async moved({ db, engine, mover, caseId, action, comment, isNoted }) {
    if (action === 'notReached' && !isNoted && mover.actor !== null)
      await insertAttempt(db, caseId, mover.actor.employeeId, {
        kind: 'CALL',
        outcome: 'NO_ANSWER',
        comment: comment ?? '',
        nextContactAt: null,
      })
    await keepAgreedContact(engine, db, mover, caseId)
  },
  editableStages: ['FIRST_CONTACT', 'REPEAT_CONTACT', 'MEETING_PLANNED', 'AWAITING_DOCUMENTS'],
  history: { card: 'lead', labels: leadLabels },
})
