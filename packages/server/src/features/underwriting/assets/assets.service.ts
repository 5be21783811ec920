import { isDebtor } from '@ipoteka-office/contract/cases/case-participants.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { AssetsSheet } from '@ipoteka-office/contract/underwriting/assets/assets-sheet.ts'
import { papersOf } from '@ipoteka-office/contract/underwriting/papers/participant-papers.ts'
import { meansOfCase } from '#features/cases/means/case-means.service.ts'
import { readQuestionnaire } from '#features/cases/sections/questionnaire.service.ts'
import type { SectionParts } from '#features/cases/sections/save-section.service.ts'
import { chosenDocuments } from '#features/documents/documents.service.ts'
import { codeNames } from '#features/references/code-names.service.ts'
import { notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { requireForm } from '../form/access.service.ts'
import { assetsSheet } from './assets.rules.ts'

/** What a debtor owns by the questionnaire, with the papers of it and what it is worth to the deal. */
export async function participantAssets(
  { engine, references }: SectionParts,
  context: Context,
  { id, participantId }: { readonly id: number; readonly participantId: number },
): Promise<AssetsSheet> {
  const { db } = context
  const row = await requireForm(context, id)
  const stored = await readQuestionnaire(db, row.id, row.type)
  const person = stored.participants.find((one) => one.id === participantId)
  if (person === undefined || !isDebtor(person.role))
    throw notFound('Имущество спрашивают у тех, кто отвечает по кредиту: такого участника в заявке нет')
  const owner = { ownerType: caseTypes[row.type].documents.owner, ownerId: row.id }
  const { documents } = await chosenDocuments(context, owner, engine)
  const { payment } = await meansOfCase(db, engine, row.id, stored)
  return assetsSheet({
    section: person.sections.ASSETS,
    credit: stored.sections.CREDIT,
    papers: papersOf(documents, stored.participants, person.id),
    payment,
    nameOf: await codeNames(references, ['propertyType']),
  })
}
