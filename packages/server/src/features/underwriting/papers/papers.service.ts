import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { ParsedRequest, ReplyOf } from '@ipoteka-office/contract/endpoint.ts'
import { refusalText } from '@ipoteka-office/contract/underwriting/papers/participant-papers.ts'
import type * as api from '@ipoteka-office/contract/underwriting/papers/papers.ts'
import { addRemark } from '#features/cases/talk/remarks.service.ts'
import { getDocument, review } from '#features/documents/documents.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { nameOfCode } from '#features/references/known-codes.service.ts'
import { conflict, notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { requireForm } from '../form/access.service.ts'
import { isInternal } from './papers.repo.ts'

type Params = ParsedRequest<typeof api.refusePaper>['params']
type Input = ParsedRequest<typeof api.refusePaper>['body']

/** Rejects a document of the case and tells its agent why, in one transaction; what either may not is refused as it is there. */
export async function refusePaper(
  bank: BankFigures,
  context: Context,
  { id, documentId }: Params,
  { version, type, text }: Input,
): Promise<ReplyOf<typeof api.refusePaper>> {
  const { db, actor } = context
  const row = await requireForm(context, id)
  const found = await getDocument(context, documentId, bank)
  if (found.ownerType !== caseTypes[row.type].documents.owner || found.ownerId !== row.id)
    throw notFound('Документ не найден в этой заявке')
  if (await isInternal(db, documentId))
    throw conflict('Это внутренний документ банка: агент его не видит и исправить не может')
  // The remark comes first: a type that the dictionary has not is told before anything is rejected.
  const remark = await addRemark(db, actor, row.id, {
    section: 'DOCUMENTS',
    type,
    text: refusalText(found, text),
    documentId,
  })
  const name = (await nameOfCode(db, 'remarksType', type)) ?? type
  const reason = text === '' ? name : `${name}: ${text}`
  const document = await review(context, documentId, { version, status: 'REJECTED', reason }, bank)
  return { document, remark }
}
