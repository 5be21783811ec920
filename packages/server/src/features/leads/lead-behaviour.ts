import type { CaseBehaviour } from '#features/processes/engine.ts'
import { findMissingDocuments } from './leads.repo.ts'

/** What leads add to their machine. */
export const leadBehaviour: CaseBehaviour = {
  guards: {
    async leadDocuments({ db, caseId }) {
      const missing = await findMissingDocuments(db, caseId)
      return missing.length === 0 ? null : `Приложите документы лида: ${missing.join(', ')}`
    },
  },
  editableStages: ['FIRST_CONTACT', 'REPEAT_CONTACT', 'MEETING_PLANNED', 'AWAITING_DOCUMENTS'],
}
