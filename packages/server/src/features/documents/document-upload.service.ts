import { documentKinds } from '@ipoteka-office/contract/common/file-kinds.ts'
import type { Document } from '@ipoteka-office/contract/documents/documents.ts'
import { maxFileBytes } from '@ipoteka-office/contract/uploads/uploads.ts'
import type { Db } from '#db/database.ts'
import { writeTransaction } from '#db/transaction.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { discardRefused, recordFile } from '#files/attach-file.ts'
import { type FileGate, receiveFile } from '#files/receive.ts'
import type { ReceivedFile } from '#files/received-file.ts'
import { conflict, invalid } from '#http/errors.ts'
import type { Context, IncomingFile } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import { readDocument, requireDocument, takeDocument } from './document-access.service.ts'
import { findFile, findSame, insertFile, markReplaced, type NewFile } from './document-files.repo.ts'
import { requireFile, staleFile } from './document-files.service.ts'
import { lockSet } from './document-owners.repo.ts'
import { checkOwnerRights, documentsChanged, type Owner, requireOwner } from './document-owners.service.ts'
import { appendDocument, blankDocument, changed, checkType, contentChanged } from './documents.service.ts'

/** Files of one document at most. */
const maxFiles = 500
const rules = { kinds: documentKinds, maxBytes: maxFileBytes }

/** Where an uploaded file goes. */
export interface AddOptions {
  /** Type of the new document; null or left out: not assigned yet. */
  readonly typeCode?: string | null
  /** The document that gets one more file; null or left out: a new document. */
  readonly documentId?: number | null
  /** Add it although the owner has such a file already. */
  readonly repeat?: boolean
}
export type AddOutcome =
  | { readonly outcome: 'ADDED'; readonly documentId: number; readonly storageId: string }
  | {
      readonly outcome: 'DUPLICATE'
      readonly documentId: number
      readonly storageId: string
      readonly name: string
    }

/** Writes the rows of a stored file that belongs to the document. */
export async function recordDocumentFile(
  tx: Db,
  actor: Actor,
  documentId: number,
  file: ReceivedFile,
  more: Omit<NewFile, 'documentId' | 'storageId' | 'name' | 'createdBy'> = {},
): Promise<string> {
  const owner = { type: 'document', id: documentId }
  const storageId = await recordFile(tx, file, owner, actor.employeeId)
  await insertFile(tx, { documentId, storageId, name: file.name, createdBy: actor.employeeId, ...more })
  return storageId
}

async function targetOf(
  tx: Db,
  actor: Actor,
  owner: Owner,
  { documentId = null, typeCode = null }: AddOptions,
  bank: BankFigures,
): Promise<number> {
  if (documentId === null) {
    await checkType(tx, owner.ownerType, typeCode, bank.clock)
    return appendDocument(tx, owner, { ...blankDocument, typeCode }, actor.employeeId)
  }
  const row = await takeDocument({ db: tx, actor, requestId: null }, documentId, null, bank)
  if (row.ownerType !== owner.ownerType || row.ownerId !== owner.ownerId)
    throw invalid([{ path: 'documentId', message: 'Документ относится к другому объекту' }])
  if (row.files >= maxFiles) throw conflict(`У документа уже ${maxFiles} файлов, заведите ещё один документ`)
  await contentChanged(tx, row)
  return documentId
}

/**
 * Makes a received file a document of the owner, or one more file of a document, in the caller's transaction.
 * The owner's set is locked, so of the same file twice at once one is a DUPLICATE; its bytes are the caller's to remove.
 */
export async function addUploadedFile(
  tx: Db,
  actor: Actor,
  key: { readonly ownerType: string; readonly ownerId: number },
  file: ReceivedFile,
  { bank, ...options }: AddOptions & { readonly bank: BankFigures },
): Promise<AddOutcome> {
  const owner = await requireOwner(tx, actor, key, 'write')
  await lockSet(tx, owner)
  const same =
    options.repeat === true ? undefined : await findSame(tx, owner, [file.sourceSha256, file.sha256])
  if (same !== undefined) return { outcome: 'DUPLICATE', ...same }
  const documentId = await targetOf(tx, actor, owner, options, bank)
  const storageId = await recordDocumentFile(tx, actor, documentId, file)
  await documentsChanged(tx, owner)
  return { outcome: 'ADDED', documentId, storageId }
}

/** Where the owner already has the bytes with this sum: asked before a long file is looked through. */
export async function findSameFile(
  db: Db,
  actor: Actor,
  key: { readonly ownerType: string; readonly ownerId: number },
  sourceSha256: string,
) {
  const owner = await requireOwner(db, actor, key, 'read')
  return (await findSame(db, owner, [sourceSha256])) ?? null
}

const twin = ({ name }: { name: string }) =>
  conflict(`Такой файл здесь уже есть: «${name}». Чтобы добавить его ещё раз, подтвердите это`)

/** Receives one more file of a document. */
export async function addFile(
  context: Context,
  gate: FileGate,
  { documentId, repeat }: { documentId: number; repeat: boolean },
  incoming: IncomingFile,
  bank: BankFigures,
): Promise<Document> {
  const { db, actor, requestId } = context
  const row = await requireDocument(db, actor, documentId)
  checkOwnerRights(actor, row.ownerType, 'write')
  const file = await receiveFile(gate, incoming, rules)
  try {
    return await writeTransaction(db, { employeeId: actor.employeeId, requestId }, async (tx) => {
      const added = await addUploadedFile(tx, actor, row, file, { documentId, repeat, bank })
      if (added.outcome === 'DUPLICATE') throw twin(added)
      return readDocument({ ...context, db: tx }, documentId, bank)
    })
  } catch (error) {
    await discardRefused(gate.files, file.key, error)
    throw error
  }
}

/** Receives a new version of a file; the old one stays readable. */
export async function replaceFile(
  context: Context,
  gate: FileGate,
  { id, storageId, version }: { id: number; storageId: string; version: number },
  incoming: IncomingFile,
  bank: BankFigures,
): Promise<Document> {
  const { db, actor, requestId } = context
  const seen = await requireDocument(db, actor, id)
  checkOwnerRights(actor, seen.ownerType, 'write')
  requireFile(await findFile(db, id, storageId))
  const file = await receiveFile(gate, incoming, rules)
  try {
    return await writeTransaction(db, { employeeId: actor.employeeId, requestId }, async (tx) => {
      const reader = { ...context, db: tx }
      const row = await takeDocument(reader, id, null, bank)
      const old = requireFile(await findFile(tx, id, storageId))
      if (old.replaced || old.deleted || old.version !== version) throw await staleFile(reader, old, bank)
      if (old.sha256 === file.sha256) throw conflict('Этот файл ничем не отличается от прежнего')
      await markReplaced(tx, old.id)
      await recordDocumentFile(tx, actor, id, file, { sort: old.sort, replaces: old })
      await contentChanged(tx, row)
      return changed(reader, row, bank)
    })
  } catch (error) {
    await discardRefused(gate.files, file.key, error)
    throw error
  }
}
