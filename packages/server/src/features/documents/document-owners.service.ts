import {
  documentOwnerRights,
  documentOwnerTypes,
} from '@ipoteka-office/contract/documents/document-owners.ts'
import type { DocumentOwner, DocumentOwnerType } from '@ipoteka-office/contract/documents/documents.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { hasAllOperations } from '@ipoteka-office/contract/rights.ts'
import { ownersWithPapers } from '@ipoteka-office/contract/recognition/recognition.ts'
import type { Db } from '#db/database.ts'
import { forbidden, notFound } from '#http/errors.ts'
import { enqueue } from '#jobs/enqueue.ts'
import type { Actor } from '#lib/actor.ts'
import { publish } from '#live/publish.ts'
import { findOwner, type OwnerRow } from './document-owners.repo.ts'

export type Owner = OwnerRow
export type Purpose = 'read' | 'write'

const noOwner = () => notFound('Объект, к которому относятся документы, не найден')

/** Whether the caller has what the owner's area asks for beside `Document.*`. */
export const hasOwnerRights = (
  { operations }: Pick<Actor, 'operations'>,
  ownerType: DocumentOwnerType,
  purpose: Purpose,
): boolean => hasAllOperations(operations, documentOwnerRights[ownerType][purpose])

/** Owner types whose documents the caller may read at all. */
export const readableOwnerTypes = (actor: Pick<Actor, 'operations'>): DocumentOwnerType[] =>
  (Object.keys(documentOwnerTypes) as DocumentOwnerType[]).filter((type) =>
    hasOwnerRights(actor, type, 'read'),
  )

/** 403 unless the caller may do this with documents of the owner type. */
export function checkOwnerRights(actor: Actor, ownerType: DocumentOwnerType, purpose: Purpose): void {
  if (!hasOwnerRights(actor, ownerType, purpose)) throw forbidden()
}

const isOwnerType = (code: string): code is DocumentOwnerType => Object.hasOwn(documentOwnerTypes, code)

/** The owner: 404 when there is none or it is another partner's, 403 without the rights of its area. */
export async function requireOwner(
  db: Db,
  actor: Actor,
  { ownerType, ownerId }: { readonly ownerType: string; readonly ownerId: number },
  purpose: Purpose,
): Promise<Owner> {
  if (!isOwnerType(ownerType)) throw noOwner()
  checkOwnerRights(actor, ownerType, purpose)
  const owner = await findOwner(db, actor, { ownerType, ownerId })
  if (owner === undefined) throw noOwner()
  return owner
}

/** Tells open panels of the owner's documents that something changed, once the transaction is committed. */
export async function documentsChanged(
  db: Db,
  { ownerType, ownerId, partnerId }: DocumentOwner & { partnerId: number },
): Promise<void> {
  await publish(db, topics.documents(ownerType, ownerId), {}, { partnerIds: [partnerId] })
  // Whatever has changed, a scan that is asked about later has been read by then.
  if (ownersWithPapers.includes(ownerType)) await enqueue(db, 'paper-reading', { ownerType, ownerId })
}
