import type { DocumentOwner, Rotation } from '@ipoteka-office/contract/documents/documents.ts'
import type { Db } from '#db/database.ts'
import { nullIfAbsent } from '#http/errors.ts'
import type { Actor } from '#lib/actor.ts'
import { requireDocument } from './document-access.service.ts'
import { findFile } from './document-files.repo.ts'

/** A file that the caller may read, whichever version of it. */
export interface ReadableFile extends DocumentOwner {
  readonly documentId: number
  readonly storageId: string
  /** In the file store. */
  readonly key: string
  readonly name: string
  readonly contentType: string
  readonly size: number
  readonly sha256: string
  readonly pages: number | null
  readonly rotation: Rotation
}

/** A file of a document; null when there is none or the caller may not see it. */
export async function findReadableFile(
  db: Db,
  actor: Actor,
  documentId: number,
  storageId: string,
): Promise<ReadableFile | null> {
  const row = await requireDocument(db, actor, documentId).catch(nullIfAbsent)
  const file = row === null ? undefined : await findFile(db, documentId, storageId)
  if (row === null || file === undefined) return null
  const { key, name, contentType, size, sha256, pages, rotation } = file
  const { ownerType, ownerId } = row
  return { documentId, ownerType, ownerId, storageId, key, name, contentType, size, sha256, pages, rotation }
}
