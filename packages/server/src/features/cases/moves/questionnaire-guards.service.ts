import { type CaseType, caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { questionnaireCompleteness } from '@ipoteka-office/contract/cases/section-completeness.ts'
import { readQuestionnaire } from '#features/cases/sections/questionnaire.service.ts'
import { completenessOf } from '#features/document-rules/completeness/completeness.service.ts'
import { blocksStage } from '#features/document-rules/completeness/stage-gates.rules.ts'
import type { Guard } from '#features/cases/engine/engine.ts'
import { askedFieldsOfCase } from '#features/products/terms/asked-fields.service.ts'
import { foreignPassportReason } from '#features/recognised-papers/recognised-papers.service.ts'
import type { ReferenceReader } from '#features/references/reference-reader.service.ts'
import { countRemarks, findStage } from './case-moves.repo.ts'
import { documentsReason, gapsReason, remarkReasons } from './guard-reasons.rules.ts'

const sections =
  (type: CaseType): Guard =>
  async ({ db, caseId, engine }) => {
    const stored = await readQuestionnaire(db, caseId, type)
    if (caseTypes[type].isHandedIn && stored.rows.length === 0 && stored.people.length === 0) return null
    const asks = await askedFieldsOfCase(engine, db, caseId, type)
    return gapsReason(questionnaireCompleteness({ ...stored, asks }).flatMap(({ gaps }) => [...gaps]))
  }

/** Conditions about documents, asked by the rules of the set; the system's own moves are not held up by them. */
const documents =
  (type: CaseType, references: ReferenceReader | undefined): Guard =>
  async ({ db, caseId, mover: { actor }, engine: { clock, parameters } }) => {
    const { owner: ownerType, rules } = caseTypes[type].documents
    const next = rules?.after[await findStage(db, caseId)]
    if (actor === null || next === undefined) return null
    if (references === undefined) throw new Error('Conditions about documents need the dictionaries')
    const answer = await completenessOf(
      { db, actor },
      { references, clock, parameters },
      { ownerType, ownerId: caseId },
    )
    return documentsReason(blocksStage(answer, next))
  }

const remarks =
  (code: keyof typeof remarkReasons): Guard =>
  async ({ db, caseId }) =>
    remarkReasons[code](await countRemarks(db, caseId))

/** Conditions that applications with a questionnaire share, by the codes of their machines. */
export const questionnaireGuards = (type: CaseType, references: ReferenceReader | undefined) => ({
  sections: sections(type),
  documents: documents(type, references),
  papers: ({ db, caseId }: Parameters<Guard>[0]) => foreignPassportReason(db, caseId, type),
  openRemarks: remarks('openRemarks'),
  answeredRemarks: remarks('answeredRemarks'),
  noOpenRemarks: remarks('noOpenRemarks'),
})
