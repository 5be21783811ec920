import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { DocumentOwnerType } from '@ipoteka-office/contract/documents/documents.ts'
import { type CaseRow, requireCase } from '#features/cases/engine/cases.service.ts'
import { meansOfCase } from '#features/cases/means/case-means.service.ts'
import { readQuestionnaire } from '#features/cases/sections/questionnaire.service.ts'
import type { CaseData } from '#features/document-rules/completeness/case-facts.rules.ts'
import { caseByCard, caseSources } from '#features/document-rules/completeness/case-sources.service.ts'
import type { CasePricingParts, PriceReader as Reader } from './case-price.service.ts'
import type { Applicant } from './setup.ts'

/** What is known of a case: by its card, or by its questionnaire. */
export async function toldOf(
  parts: CasePricingParts,
  { db, actor }: Reader,
  row: CaseRow,
): Promise<CaseData | null> {
  const { card } = parts.engine.behaviours[row.type]
  if (card !== undefined) {
    const data = await card.read(db, row.id)
    return data === null ? null : caseByCard(db, actor, parts, row.id, data)
  }
  const source = caseSources[caseTypes[row.type].documents.owner as DocumentOwnerType]
  return (await source?.find(db, actor, parts, row.id)) ?? null
}

/** The questionnaire of a case that has one: requirements ask its people. */
export async function applicantOf(
  { engine }: CasePricingParts,
  { db, actor }: Reader,
  caseId: number,
): Promise<Applicant | null> {
  const { id, type } = await requireCase(db, actor, caseId, 'Read')
  if (caseTypes[type].product === null) return null
  const card = engine.behaviours[type].card
  if (card !== undefined) {
    const told = await card.read(db, id)
    return told === null ? null : { data: told, objects: [] }
  }
  const data = await readQuestionnaire(db, id, type)
  return { data, objects: (await meansOfCase(db, engine, id, data)).objects }
}
