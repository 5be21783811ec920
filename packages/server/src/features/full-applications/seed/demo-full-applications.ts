import type { Db } from '#db/database.ts'
import { insertRows } from '#db/seed/bulk-rows.ts'
import type { WrittenQuestionnaire } from '#features/cases/seed/demo-questionnaires.ts'
import { writeRealty } from '#features/realty-objects/seed/demo-realty.ts'
import { text } from '#features/cases/seed/demo-case-writes.ts'
import { type DemoType, reviewShares } from '#features/cases/seed/demo-type.ts'

/** The questionnaire as it was handed in, for each time it was. */
const writeSendings = (db: Db, applications: readonly WrittenQuestionnaire[]): Promise<void> =>
  insertRows(
    db,
    'full_application_sending',
    { case_id: 'int', at: 'timestamptz', actor_id: 'int', data: 'jsonb' },
    applications.flatMap(({ one, sections, people }) =>
      one.steps
        .filter(({ stage }) => stage === 'DOCS_CHECK')
        .map(({ from }) => [
          one.id,
          text(from),
          one.agentId,
          JSON.stringify({
            sections,
            participants: people.map(({ id, role, name, sections: own }) => ({
              id,
              role,
              name,
              sections: own,
            })),
          }),
        ]),
    ),
  )

export const demoFulls: DemoType = {
  shares: {
    ...reviewShares,
    AUTO_CHECKS: { checksPassed: 97, stopFactor: 3 },
    UNDERWRITING: { approve: 60, toControl: 15, verify: 13, returnForRework: 6, reject: 5, suspectFraud: 1 },
    VERIFICATION: { verified: 100 },
    FRAUD_CHECK: { fraudNotConfirmed: 70, fraudConfirmed: 30 },
    DECISION_CONTROL: { agree: 78, decline: 8, returnToUnderwriter: 8, toCommittee: 6 },
    COMMITTEE: { approveByCommittee: 75, rejectByCommittee: 25 },
    APPROVED: { selectRealty: 90, refuseByClient: 9, revoke: 1 },
    REALTY_SELECTION: { presentRealty: 92, refuseByClient: 8 },
    REALTY_CHECK: { acceptRealty: 84, reworkRealty: 11, refuseRealty: 5 },
    REALTY_APPROVED: { toDeal: 96, refuseByClient: 4 },
    EXPIRED: { close: 40 },
    REVOKED: { close: 50 },
    CLIENT_REFUSED: { close: 30 },
  },
  standing: {
    FILLING: 90,
    DOCS_CHECK: 270,
    REWORK: 50,
    UNDERWRITING: 46,
    VERIFICATION: 14,
    FRAUD_CHECK: 4,
    DECISION_CONTROL: 12,
    COMMITTEE: 4,
    APPROVED: 50,
    REALTY_SELECTION: 50,
    REALTY_CHECK: 18,
    REALTY_APPROVED: 18,
  },
  past: 2_000,
  passing: ['AUTO_CHECKS'],
  comesOf: { type: 'SHORT_APPLICATION', stage: 'CONVERTED' },
  approvesSmall: true,
  async writeWithQuestions(db, questioned) {
    await writeRealty(
      db,
      questioned.map(({ one }) => one),
    )
    await writeSendings(db, questioned)
  },
}
