import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { fileKinds } from '@ipoteka-office/contract/common/file-kinds.ts'
import { type SplitPart, splitIssues } from '@ipoteka-office/contract/documents/document-files.ts'
import type { Document } from '@ipoteka-office/contract/documents/documents.ts'
import type { Db } from '#db/database.ts'
import { writeTransaction } from '#db/transaction.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { discardRefused } from '#files/attach-file.ts'
import type { FileGate } from '#files/receive.ts'
import type { ReceivedFile } from '#files/received-file.ts'
import { conflict, invalid, notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { noDocument, readDocument, requireDocument, takeDocument } from '../document-access.service.ts'
import { type FileRow, findFile, makeRoom, markReplaced, setFileDeleted } from '../document-files.repo.ts'
import { requireFile, staleFile } from '../document-files.service.ts'
import { findOwner, lockSet } from '../document-owners.repo.ts'
import { checkOwnerRights, type Owner } from '../document-owners.service.ts'
import { recordDocumentFile } from '../document-upload.service.ts'
import { markDeleted } from '../documents.repo.ts'
import { appendDocument, blankDocument, changed, checkType, contentChanged } from '../documents.service.ts'
import { copyFromStore, workFolder } from './pdf-folder.ts'
import { runPdfWork } from './pdf-work.ts'

type Gate = Pick<FileGate, 'files' | 'spoolDir'>

/** What is asked for. */
export interface SplitRequest {
  readonly storageId: string
  readonly version: number
  readonly into: 'DOCUMENTS' | 'FILES'
  readonly parts: readonly SplitPart[]
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

/** Pages that no part names. */
export const remainingPages = (parts: readonly Pick<SplitPart, 'from' | 'to'>[], pages: number): number[] =>
  range(1, pages).filter((page) => !parts.some(({ from, to }) => from <= page && page <= to))

const pageText = ({ from, to }: Pick<SplitPart, 'from' | 'to'>) =>
  from === to ? `стр. ${from}` : `стр. ${from}–${to}`
const baseName = (name: string) => name.replace(/\.pdf$/i, '')

/** Stores the parts in their order, and after them what remains; answers what was stored. */
async function storeParts(
  { files, spoolDir }: Gate,
  file: FileRow,
  pieces: readonly { readonly name: string; readonly pages: readonly number[] }[],
): Promise<ReceivedFile[]> {
  const { path: folder, remove } = await workFolder(spoolDir)
  const stored: ReceivedFile[] = []
  try {
    const source = join(folder, 'whole')
    if (!(await copyFromStore(files, file.key, source)))
      throw notFound('Файла нет в хранилище, загрузите его заново')
    const parts = pieces.map(({ pages }, at) => ({ pages, out: join(folder, `part-${at}`) }))
    const outcome = await runPdfWork(folder, { kind: 'split', source, parts })
    if (!outcome.ok) throw conflict('Файл не удалось прочитать, загрузите его заново')
    for (const [at, { name, pages }] of pieces.entries()) {
      const object = await files.put(createReadStream(join(folder, `part-${at}`)))
      stored.push({
        ...object,
        name,
        kind: 'PDF',
        contentType: fileKinds.PDF.contentType,
        sourceSha256: object.sha256,
        pages: pages.length,
        width: null,
        height: null,
        warnings: [],
        scannedAt: null,
      })
    }
    return stored
  } catch (error) {
    await Promise.all(stored.map(({ key }) => files.remove(key)))
    throw error
  } finally {
    await remove()
  }
}

interface Work {
  readonly tx: Db
  readonly actor: Context['actor']
  readonly owner: Owner
  readonly bank: BankFigures
}

/** The parts as new documents; answers their ids. */
async function addDocuments(
  { tx, actor, owner }: Work,
  file: FileRow,
  parts: readonly SplitPart[],
  stored: readonly ReceivedFile[],
): Promise<number[]> {
  const ids: number[] = []
  for (const [at, { typeCode, title, from, to }] of parts.entries()) {
    const received = stored[at]
    if (received === undefined) continue
    const id = await appendDocument(tx, owner, { ...blankDocument, typeCode, title }, actor.employeeId)
    await recordDocumentFile(tx, actor, id, received, {
      rotation: file.rotation,
      splitFrom: { storageId: file.storageId, from, to },
    })
    ids.push(id)
  }
  return ids
}

/** The parts as files of the same document, in the whole one's place. */
async function addFiles(
  { tx, actor }: Work,
  file: FileRow,
  parts: readonly SplitPart[],
  stored: readonly ReceivedFile[],
): Promise<void> {
  await makeRoom(tx, file.documentId, file.sort, parts.length)
  for (const [at, { from, to }] of parts.entries()) {
    const received = stored[at]
    if (received === undefined) continue
    await recordDocumentFile(tx, actor, file.documentId, received, {
      sort: file.sort + at + 1,
      rotation: file.rotation,
      splitFrom: { storageId: file.storageId, from, to },
    })
  }
}

/** The whole file gives way to its remaining pages, or to nothing; it stays readable either way. */
async function retireWhole(
  { tx, actor }: Work,
  file: FileRow,
  rest: ReceivedFile | undefined,
): Promise<void> {
  if (rest === undefined) return setFileDeleted(tx, file.id, true)
  await markReplaced(tx, file.id)
  await recordDocumentFile(tx, actor, file.documentId, rest, {
    sort: file.sort,
    rotation: file.rotation,
    replaces: file,
  })
}

function checkParts(file: FileRow, parts: readonly SplitPart[]): number {
  if (file.contentType !== fileKinds.PDF.contentType) throw conflict('На части делится только PDF')
  if (file.pages === null || file.pages < 2) throw conflict('В файле одна страница, делить нечего')
  const issues = splitIssues(parts, file.pages)
  if (issues.length > 0) throw invalid(issues)
  return file.pages
}

/** Cuts a PDF into documents or files of their own; pages that no part names stay as a new version. */
export async function split(
  context: Context,
  gate: Gate,
  id: number,
  { storageId, version, into, parts }: SplitRequest,
  bank: BankFigures,
): Promise<Document[]> {
  const { db, actor, requestId } = context
  const seen = await requireDocument(db, actor, id)
  checkOwnerRights(actor, seen.ownerType, 'write')
  const file = requireFile(await findFile(db, id, storageId))
  if (file.replaced || file.deleted || file.version !== version) throw await staleFile(context, file, bank)
  const pages = checkParts(file, parts)
  for (const { typeCode } of parts) await checkType(db, seen.ownerType, typeCode, bank.clock)
  const rest = remainingPages(parts, pages)
  const pieces = [
    ...parts.map((part) => ({
      name: `${baseName(file.name)}, ${pageText(part)}.pdf`,
      pages: range(part.from, part.to),
    })),
    ...(rest.length > 0 ? [{ name: file.name, pages: rest }] : []),
  ]
  const stored = await storeParts(gate, file, pieces)
  try {
    return await writeTransaction(db, { employeeId: actor.employeeId, requestId }, async (tx) => {
      const owner = await findOwner(tx, actor, seen)
      if (owner === undefined) throw noDocument()
      await lockSet(tx, owner)
      const reader = { ...context, db: tx }
      const row = await takeDocument(reader, id, null, bank)
      const now = requireFile(await findFile(tx, id, storageId))
      if (now.replaced || now.deleted || now.version !== version) throw await staleFile(reader, now, bank)
      const work = { tx, actor, owner, bank }
      await retireWhole(work, now, stored[parts.length])
      const ids = into === 'DOCUMENTS' ? await addDocuments(work, now, parts, stored) : []
      if (into === 'FILES') await addFiles(work, now, parts, stored)
      await contentChanged(tx, row)
      const own = await readDocument(reader, id, bank)
      // Nothing is left in it: it goes out of the way, and can be brought back with the whole file.
      if (own.files.length === 0) await markDeleted(tx, id, actor.employeeId)
      return [
        await changed(reader, row, bank),
        ...(await Promise.all(ids.map((one) => readDocument(reader, one, bank)))),
      ]
    })
  } catch (error) {
    for (const { key } of stored) await discardRefused(gate.files, key, error)
    throw error
  }
}
