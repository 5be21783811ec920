import type { Document } from '@ipoteka-office/contract/documents/documents.ts'
import { isIdentityPaper } from '@ipoteka-office/contract/common/person/identity-papers.ts'
import type { Db } from '#db/database.ts'
import { recordUnmasking } from '#features/access-log/access-log.service.ts'
import { findLastChangeOf } from '#features/history/card-history.service.ts'
import { documentHorizon } from '#features/parameters/horizon.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { conflict, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import { seesPersonalData } from '#lib/masking.ts'
import { checkOwnerRights, readableOwnerTypes } from './document-owners.service.ts'
import { type DocumentRow, findDocument, findVisible } from './documents.repo.ts'
import { lockedReason } from './documents.rules.ts'

export const noDocument = () => notFound('Документ не найден')

/** The document as the caller may see it: 404 when it is not there, removed, or another partner's. */
export async function requireDocument(db: Db, actor: Actor, id: number): Promise<DocumentRow> {
  const row = await findVisible(db, actor, id, readableOwnerTypes(actor))
  if (row === undefined) throw noDocument()
  return row
}

/** Who is answered documents, and in which request; null: the product works for them after it. */
export type Reader = Pick<Context, 'db' | 'actor'> & { readonly requestId: string | null }

/** Writes down whose numbers of identity papers are answered whole; answers the same documents. */
export async function shown<T extends Document>(reader: Reader, documents: T[]): Promise<T[]> {
  if (!seesPersonalData(reader.actor)) return documents
  for (const document of documents)
    if (document.number !== '' && isIdentityPaper(document))
      await recordUnmasking(
        reader,
        { type: 'Document', id: document.id },
        { persons: 1, what: 'Номер документа' },
      )
  return documents
}

/** The whole document, whose visibility has been checked. */
export async function readDocument(reader: Reader, id: number, bank: BankFigures): Promise<Document> {
  const document = await findDocument(reader.db, reader.actor, id, await documentHorizon(bank))
  if (document === undefined) throw noDocument()
  await shown(reader, [document])
  return document
}

/** 409 with the document as it is. */
export async function staleDocument(reader: Reader, id: number, bank: BankFigures) {
  return stale(
    await readDocument(reader, id, bank),
    await findLastChangeOf(reader.db, { objectType: 'document', objectId: id }),
  )
}

/** The document locked for a change of whatever state it is in; `version` null: it does not matter which. */
export async function takeAny(
  reader: Reader,
  id: number,
  version: number | null,
  bank: BankFigures,
): Promise<DocumentRow> {
  const { db, actor } = reader
  const row = await findVisible(db, actor, id, readableOwnerTypes(actor), { lock: true })
  if (row === undefined) throw noDocument()
  checkOwnerRights(actor, row.ownerType, 'write')
  if (version !== null && version !== row.version) throw await staleDocument(reader, id, bank)
  return row
}

/** The document locked for a change of its content: neither accepted nor marked as deleted. */
export async function takeDocument(
  context: Reader,
  id: number,
  version: number | null,
  bank: BankFigures,
): Promise<DocumentRow> {
  const row = await takeAny(context, id, version, bank)
  const reason = lockedReason(row)
  if (reason !== null) throw conflict(reason)
  return row
}
