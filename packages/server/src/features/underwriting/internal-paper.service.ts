import { Readable } from 'node:stream'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { fileKinds } from '@ipoteka-office/contract/common/file-kinds.ts'
import type { CaseRow } from '#features/cases/engine/cases.service.ts'
import { documentsChanged, requireOwner } from '#features/documents/document-owners.service.ts'
import { recordDocumentFile } from '#features/documents/document-upload.service.ts'
import { appendDocument, blankDocument } from '#features/documents/documents.service.ts'
import type { FileStore } from '#files/file-store.ts'
import type { Context } from '#http/route.ts'
import { keepInside } from './control/control.repo.ts'

async function store(files: FileStore, pdf: Buffer, name: string) {
  const object = await files.put(Readable.from([pdf]))
  return {
    ...object,
    name,
    kind: 'PDF' as const,
    contentType: fileKinds.PDF.contentType,
    sourceSha256: object.sha256,
    pages: null,
    width: null,
    height: null,
    warnings: [],
    scannedAt: null,
  }
}

/** A paper that the bank makes for itself: what is on it, and what is written when it lies among the documents. */
export interface InternalPaper {
  readonly pdf: Buffer
  readonly fileName: string
  /** Code of `docType`. */
  readonly typeCode: string
  readonly title: string
  kept(documentId: number): Promise<void>
}

/** Puts a paper among the documents of a case, where the bank alone sees it, in the caller's transaction. */
export async function keepPaper(
  files: FileStore,
  { db, actor }: Context,
  row: CaseRow,
  { pdf, fileName, typeCode, title, kept }: InternalPaper,
): Promise<void> {
  const file = await store(files, pdf, fileName)
  try {
    const place = { ownerType: caseTypes[row.type].documents.owner, ownerId: row.id }
    const owner = await requireOwner(db, actor, place, 'read')
    const documentId = await appendDocument(
      db,
      owner,
      { ...blankDocument, typeCode, title },
      actor.employeeId,
    )
    await keepInside(db, documentId)
    await recordDocumentFile(db, actor, documentId, file)
    await documentsChanged(db, owner)
    await kept(documentId)
  } catch (error) {
    // Its row is rolled back with what it belongs to.
    await files.remove(file.key)
    throw error
  }
}
