import type { Document } from '@ipoteka-office/contract/documents.ts'
import type { Db } from '#db/database.ts'
import { findLastChangeOf } from '#features/history/card-history.service.ts'
import { conflict, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import { type BankClock, bankDay } from '#lib/bank-time.ts'
import { checkOwnerRights, readableOwnerTypes } from './document-owners.service.ts'
import { type DocumentRow, findDocument, findVisible } from './documents.repo.ts'
import { lockedReason } from './documents.rules.ts'

export const noDocument = () => notFound('Документ не найден')

/** The document as the caller may see it: 404 when it is not there, removed, or another partner's. */
export async function requireDocument(db: Db, actor: Actor, id: number): Promise<DocumentRow> {
  const row = await findVisible(db, actor, id, readableOwnerTypes(actor), false)
  if (row === undefined) throw noDocument()
  return row
}

/** The whole document, whose visibility has been checked. */
export async function readDocument(db: Db, id: number, clock: BankClock): Promise<Document> {
  const document = await findDocument(db, id, bankDay(clock))
  if (document === undefined) throw noDocument()
  return document
}

/** 409 with the document as it is. */
export async function staleDocument(db: Db, id: number, clock: BankClock) {
  return stale(
    await readDocument(db, id, clock),
    await findLastChangeOf(db, { objectType: 'document', objectId: id }),
  )
}

/** The document locked for a change of whatever state it is in; `version` null: it does not matter which. */
export async function takeAny(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  id: number,
  version: number | null,
  clock: BankClock,
): Promise<DocumentRow> {
  const row = await findVisible(db, actor, id, readableOwnerTypes(actor), true)
  if (row === undefined) throw noDocument()
  checkOwnerRights(actor, row.ownerType, 'write')
  if (version !== null && version !== row.version) throw await staleDocument(db, id, clock)
  return row
}

/** The document locked for a change of its content: neither accepted nor marked as deleted. */
export async function takeDocument(
  context: Pick<Context, 'db' | 'actor'>,
  id: number,
  version: number | null,
  clock: BankClock,
): Promise<DocumentRow> {
  const row = await takeAny(context, id, version, clock)
  const reason = lockedReason(row)
  if (reason !== null) throw conflict(reason)
  return row
}
