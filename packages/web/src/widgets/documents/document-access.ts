import { lowered } from '#lib/words.ts'
import {
  documentOwnerRights,
  documentOwnerTypes,
} from '@ipoteka-office/contract/documents/document-owners.ts'
import {
  createDocument,
  type DocumentOwnerType,
  downloadArchive,
  listDocuments,
  markDocumentDeleted,
  reviewDocument,
  updateDocument,
} from '@ipoteka-office/contract/documents/documents.ts'
import { useRights } from '#api/rights.ts'

const no = (what: string) => `Нет права на ${what}. Обратитесь к администратору`

/** Why something may not be done with documents of an owner; null: it may. The server decides by itself. */
export interface DocumentAccess {
  readonly read: string | null
  readonly create: string | null
  readonly update: string | null
  readonly review: string | null
  readonly remove: string | null
  readonly archive: string | null
}

/** What the person may do with the documents of an owner, and why not. */
export function useDocumentAccess(ownerType: DocumentOwnerType): DocumentAccess {
  const rights = useRights()
  const { read, write } = documentOwnerRights[ownerType]
  const owner = lowered(documentOwnerTypes[ownerType])
  const seen = rights.all(read) ? null : no(`просмотр: ${owner}`)
  const changed = rights.all(write) ? null : no(`изменение: ${owner}`)
  const of = (endpoint: Parameters<typeof rights.mayCall>[0], what: string, owned: string | null) =>
    rights.mayCall(endpoint) ? owned : no(what)
  return {
    read: of(listDocuments, 'просмотр документов', seen),
    create: of(createDocument, 'загрузку документов', changed),
    update: of(updateDocument, 'изменение документов', changed),
    review: of(reviewDocument, 'проверку документов', changed),
    remove: of(markDocumentDeleted, 'удаление документов', changed),
    archive: of(downloadArchive, 'скачивание архива документов', seen),
  }
}
