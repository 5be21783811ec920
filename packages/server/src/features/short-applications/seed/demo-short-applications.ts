import { writeShorts } from '#features/cases/seed/demo-case-forms.ts'
import type { DemoType } from '#features/cases/seed/demo-type.ts'

export const demoShorts: DemoType = {
  shares: {
    DRAFT: { submit: 94, disqualify: 6 },
    NEW: { assignAutomatically: 70, takeToWork: 25, disqualify: 3, refuseByClient: 2 },
    IN_WORK: { startScoring: 78, askClient: 13, refuseByClient: 6, disqualify: 3 },
    WAITING_CLIENT: { clientAnswered: 84, refuseByClient: 12, disqualify: 4 },
    PRE_SCORING: { preApprove: 88, preReject: 12 },
    PRE_APPROVED: { convert: 82, refuseByClient: 18 },
    REJECTED: { archive: 30 },
    CLIENT_REFUSED: { archive: 30 },
    DISQUALIFIED: { archive: 30 },
  },
  standing: { DRAFT: 22, NEW: 10, IN_WORK: 52, WAITING_CLIENT: 22, PRE_APPROVED: 40 },
  past: 850,
  passing: ['PRE_SCORING'],
  lateStage: 'IN_WORK',
  comesOf: { type: 'LEAD', stage: 'QUALIFIED' },
  write: writeShorts,
}
