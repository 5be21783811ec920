import type { DocumentStage } from '@ipoteka-office/contract/document-rule-content.ts'
import { questionnaireCompleteness } from '@ipoteka-office/contract/section-completeness.ts'
import type { Db } from '#db/database.ts'
import { whyNotHolder } from '#features/applications/queue-entry.service.ts'
import { readQuestionnaire } from '#features/case-sections/questionnaire.service.ts'
import { completenessOf } from '#features/document-rules/completeness.service.ts'
import { blocksStage } from '#features/document-rules/stage-gates.rules.ts'
import type { Guard, GuardAsk } from '#features/processes/engine.ts'
import { realtyGuard } from '#features/realty-objects/realty-completeness.service.ts'
import type { ReferenceReader } from '#features/references/reference-reader.service.ts'
import { documentsReason, gapsReason, remarkReasons } from './full-application.rules.ts'
import { countRemarks, findMoved } from './full-applications.repo.ts'

/** Stages of documents that open with the move out of a stage. */
const documentStageAfter: Readonly<Record<string, DocumentStage>> = {
  FILLING: 'DOCS_CHECK',
  REWORK: 'DOCS_CHECK',
  DOCS_CHECK: 'UNDERWRITING',
  EXPIRED: 'UNDERWRITING',
  REALTY_SELECTION: 'REALTY_CHECK',
}

/** Whether the questionnaire is whole; an application that another system handed in has none. */
async function sectionsReason(db: Db, caseId: number): Promise<string | null> {
  const stored = await readQuestionnaire(db, caseId, 'FULL_APPLICATION')
  if (stored.rows.length === 0 && stored.people.length === 0) return null
  return gapsReason(questionnaireCompleteness(stored).flatMap(({ gaps }) => [...gaps]))
}

/** Conditions about documents, asked by the rules of the set; the system's own moves are not held up by them. */
const documents =
  (references: ReferenceReader | undefined): Guard =>
  async ({ db, caseId, mover, engine }) => {
    const { stage } = await findMoved(db, caseId)
    const next = documentStageAfter[stage]
    if (mover.actor === null || next === undefined) return null
    if (references === undefined) throw new Error('Conditions about documents need the dictionaries')
    const owner = { ownerType: 'APPLICATION', ownerId: caseId } as const
    const reader = { db, actor: mover.actor }
    const parts = { references, clock: engine.clock }
    return documentsReason(blocksStage(await completenessOf(reader, parts, owner), next))
  }

const remarks =
  (code: keyof typeof remarkReasons): Guard =>
  async ({ db, caseId }) =>
    remarkReasons[code](await countRemarks(db, caseId))

/** In a move (a request has a number, a look at the head has none) the place in the queue is held. */
const holder: Guard = async ({ db, caseId, mover }: GuardAsk) =>
  mover.actor === null ? null : whyNotHolder(db, caseId, mover.actor.employeeId, mover.requestId !== null)

/** Conditions of the moves of a full application, by the codes of its machine. */
export const fullApplicationGuards = (
  references: ReferenceReader | undefined,
): Readonly<Record<string, Guard>> => ({
  sections: ({ db, caseId }) => sectionsReason(db, caseId),
  documents: documents(references),
  holder,
  openRemarks: remarks('openRemarks'),
  answeredRemarks: remarks('answeredRemarks'),
  noOpenRemarks: remarks('noOpenRemarks'),
  realty: ({ db, caseId }) => realtyGuard(db, caseId),
  realtyDocuments: documents(references),
})
