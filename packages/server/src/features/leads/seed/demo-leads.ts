import { writeLeads } from '#features/cases/seed/demo-case-forms.ts'
import type { DemoType } from '#features/cases/seed/demo-type.ts'

export const demoLeads: DemoType = {
  shares: {
    FIRST_CONTACT: { planMeeting: 42, notReached: 30, askForDocuments: 16, disqualify: 12 },
    REPEAT_CONTACT: { planMeeting: 46, notReached: 18, askForDocuments: 14, disqualify: 22 },
    MEETING_PLANNED: { askForDocuments: 84, disqualify: 16 },
    AWAITING_DOCUMENTS: { qualify: 80, disqualify: 20 },
  },
  standing: { FIRST_CONTACT: 12, REPEAT_CONTACT: 14, MEETING_PLANNED: 22, AWAITING_DOCUMENTS: 24 },
  past: 450,
  passing: [],
  isAlone: true,
  write: writeLeads,
}
