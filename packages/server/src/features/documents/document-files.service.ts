import { trimEndOf } from '@ipoteka-office/contract/common/trim-ends.ts'
import type { Document, DocumentFile, Rotation } from '@ipoteka-office/contract/documents/documents.ts'
import { findLastChangeOf } from '#features/history/card-history.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { type ApiError, conflict, invalid, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import {
  noDocument,
  type Reader,
  readDocument,
  requireDocument,
  staleDocument,
  takeDocument,
} from './document-access.service.ts'
import {
  type FileRow,
  findFile,
  findFiles,
  findVersions,
  moveFiles,
  setFileDeleted,
  setFileOrder,
  updateFile,
} from './document-files.repo.ts'
import { findOwner } from './document-owners.repo.ts'
import { type DocumentRow, touchDocument } from './documents.repo.ts'
import { isSameSet } from './documents.rules.ts'
import { appendDocument, blankDocument, changed, contentChanged } from './documents.service.ts'

/** A file of a document with the version that the caller saw. */
export interface FileKey {
  readonly id: number
  readonly storageId: string
  readonly version: number
}

/** The file, or 404. */
export function requireFile(row: FileRow | undefined): FileRow {
  if (row === undefined) throw notFound('Файл не найден')
  return row
}

/** 409 with the document as it is: it holds the file in its present state. */
export async function staleFile(reader: Reader, file: FileRow, bank: BankFigures): Promise<ApiError> {
  return stale(
    await readDocument(reader, file.documentId, bank),
    await findLastChangeOf(reader.db, { objectType: 'document_file', objectId: file.id }),
  )
}

export async function listFiles(
  { db, actor }: Context,
  id: number,
  which: { readonly all: boolean },
): Promise<DocumentFile[]> {
  await requireDocument(db, actor, id)
  return findFiles(db, id, which)
}

export async function listVersions(
  { db, actor }: Context,
  { id, storageId }: Omit<FileKey, 'version'>,
): Promise<DocumentFile[]> {
  await requireDocument(db, actor, id)
  requireFile(await findFile(db, id, storageId))
  return findVersions(db, id, storageId)
}

/** The document and a current file of it, both for a change. */
async function takeFile(
  context: Context,
  { id, storageId, version }: FileKey,
  bank: BankFigures,
): Promise<{ row: DocumentRow; file: FileRow }> {
  const row = await takeDocument(context, id, null, bank)
  const file = requireFile(await findFile(context.db, id, storageId))
  if (file.replaced || file.deleted || file.version !== version) throw await staleFile(context, file, bank)
  return { row, file }
}

/** The name as it is saved: the extension tells the kind and stays. */
function renamed(file: FileRow, name: string): string {
  const extension = /\.[^.]+$/.exec(file.name)?.[0] ?? ''
  const clean = trimEndOf(name.replace(/[\p{C}<>:"/\\|?*]/gu, '').replace(/^\.+/, ''), /[. ]/)
  if (clean === '') throw invalid([{ path: 'name', message: 'Укажите имя файла' }])
  return clean.toLowerCase().endsWith(extension.toLowerCase()) ? clean : clean + extension
}

export async function saveFile(
  context: Context,
  key: FileKey,
  input: { name: string; rotation: Rotation },
  bank: BankFigures,
): Promise<Document> {
  const { row, file } = await takeFile(context, key, bank)
  await updateFile(context.db, file.id, { ...input, name: renamed(file, input.name) })
  return changed(context, row, bank)
}

export async function orderFiles(
  context: Context,
  id: number,
  { version, storageIds }: { version: number; storageIds: readonly string[] },
  bank: BankFigures,
): Promise<Document> {
  const { db } = context
  const row = await takeDocument(context, id, version, bank)
  const present = (await findFiles(db, id)).map((file) => file.storageId)
  if (!isSameSet(storageIds, present)) throw await staleDocument(context, id, bank)
  await setFileOrder(db, storageIds)
  await touchDocument(db, id)
  return changed(context, row, bank)
}

export async function removeFile(context: Context, key: FileKey, bank: BankFigures): Promise<Document> {
  const { row, file } = await takeFile(context, key, bank)
  await setFileDeleted(context.db, file.id, true)
  await contentChanged(context.db, row)
  return changed(context, row, bank)
}

export async function restoreFile(
  context: Context,
  { id, storageId, version }: FileKey,
  bank: BankFigures,
): Promise<Document> {
  const { db } = context
  const row = await takeDocument(context, id, null, bank)
  const file = requireFile(await findFile(db, id, storageId))
  if (file.version !== version) throw await staleFile(context, file, bank)
  if (!file.deleted) throw conflict('Файл не удалён')
  if (file.replaced) throw conflict('Это прежняя версия файла, вместо неё действует новая')
  await setFileDeleted(db, file.id, false)
  await contentChanged(db, row)
  return changed(context, row, bank)
}

/** Both documents in the order of their ids, so that two moves against each other do not lock each other. */
async function takeBoth(context: Context, fromId: number, toId: number, bank: BankFigures) {
  const first = await takeDocument(context, Math.min(fromId, toId), null, bank)
  const second = await takeDocument(context, Math.max(fromId, toId), null, bank)
  return fromId < toId ? { from: first, to: second } : { from: second, to: first }
}

async function newDocument({ db, actor }: Context, from: DocumentRow): Promise<number> {
  const owner = await findOwner(db, actor, from)
  if (owner === undefined) throw noDocument()
  return appendDocument(db, owner, blankDocument, actor.employeeId)
}

/** To another document of the same owner, or to a new one of its own; older versions go along. */
export async function moveFile(
  context: Context,
  { toDocumentId, ...key }: FileKey & { toDocumentId: number | null },
  bank: BankFigures,
): Promise<{ from: Document; to: Document }> {
  const { db } = context
  const sameDocument = [{ path: 'toDocumentId', message: 'Файл уже в этом документе' }]
  if (toDocumentId === key.id) throw invalid(sameDocument)
  // A new document takes the owner's set first, as everything does that gives out places.
  const toId = toDocumentId ?? (await newDocument(context, await requireDocument(db, context.actor, key.id)))
  const { from, to } = await takeBoth(context, key.id, toId, bank)
  if (from.ownerType !== to.ownerType || from.ownerId !== to.ownerId)
    throw invalid([{ path: 'toDocumentId', message: 'Документ относится к другому объекту' }])
  await takeFile(context, key, bank)
  const versions = await findVersions(db, key.id, key.storageId)
  await moveFiles(
    db,
    versions.map(({ storageId }) => storageId),
    toId,
  )
  await contentChanged(db, from)
  await contentChanged(db, to)
  return { from: await changed(context, from, bank), to: await readDocument(context, toId, bank) }
}
