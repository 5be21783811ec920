import type { Document } from '@ipoteka-office/contract/documents/documents.ts'

/** A file of a document. */
export interface FilePlace {
  readonly documentId: number
  readonly storageId: string
}

/** The files before and after one, through all documents of the owner, and which one of how many it is. */
export function neighbours(
  documents: readonly Pick<Document, 'id' | 'files'>[],
  here: FilePlace,
): { previous: FilePlace | null; next: FilePlace | null; text: string } {
  const places = documents.flatMap(({ id, files }) =>
    files.map(({ storageId }) => ({ documentId: id, storageId })),
  )
  const at = places.findIndex((place) => place.storageId === here.storageId)
  if (at >= 0)
    return {
      previous: places[at - 1] ?? null,
      next: places[at + 1] ?? null,
      text: `${at + 1} из ${places.length}`,
    }
  // An older version is not among them: the way on leads to what the document has now.
  const now = places.find(({ documentId }) => documentId === here.documentId) ?? null
  return { previous: null, next: now, text: '' }
}
