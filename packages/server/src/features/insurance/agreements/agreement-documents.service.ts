import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { ParsedRequest } from '@ipoteka-office/contract/endpoint.ts'
import type { Agreement, attachAgreementDocuments } from '@ipoteka-office/contract/insurance/agreements.ts'
import { chosenDocuments } from '#features/documents/documents.service.ts'
import { conflict } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { attachingRefusal } from './agreement-papers.rules.ts'
import { writeDocuments } from './agreements.repo.ts'
import { type AgreementParts, getAgreement, takeAgreement } from './agreements.service.ts'

/** Attaches papers of the application to the agreement and takes away those that are not named. */
export async function attachDocuments(
  parts: AgreementParts,
  context: Context,
  id: number,
  { version, documentIds }: ParsedRequest<typeof attachAgreementDocuments>['body'],
): Promise<Agreement> {
  const one = await takeAgreement(parts, context, { id, version })
  const refusal = attachingRefusal(one.state)
  if (refusal !== null) throw conflict(refusal)
  const ids = [...new Set(documentIds)]
  const ownerType = caseTypes[one.case.type].documents.owner
  const { documents } = await chosenDocuments(context, { ownerType, ownerId: one.case.id, ids }, parts)
  if (documents.some(({ deletedAt }) => deletedAt !== null))
    throw conflict('Один из документов помечен удалённым: восстановите его или уберите отметку')
  await writeDocuments(context.db, id, ids)
  return getAgreement(parts, context, id)
}
