import {
  deleteDocumentFile,
  moveDocumentFile,
  orderDocumentFiles,
  replaceDocumentFile,
  updateDocumentFile,
} from '@ipoteka-office/contract/documents/document-files.ts'
import {
  type Document,
  type DocumentFile,
  type DocumentStatus,
  deleteDocument,
  documentTitle,
  markDocumentDeleted,
  restoreDocument,
  reviewDocument,
  unassignDocument,
  updateDocument,
} from '@ipoteka-office/contract/documents/documents.ts'
import { call } from '#api/call.ts'
import { confirm } from '#ui/overlay/confirm-dialog.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { inputOf } from './document-values.ts'
import { pickFiles } from './upload/pick-file.ts'
import { fileIssue } from './upload/upload-queue.ts'
import { changeDocuments } from './use-documents.ts'

const key = ({ id }: Pick<Document, 'id'>) => ({ params: { id: String(id) } })
const versioned = ({ version }: Pick<Document, 'version'>) => ({ body: { version } })

/** Calls over one document, for a row and for several at once; each rejects when it is refused. */
export const documentCalls = {
  assign: (document: Document, typeCode: string) =>
    call(updateDocument, {
      ...key(document),
      body: { ...inputOf(document), typeCode, version: document.version },
    }),
  unassign: (document: Document) => call(unassignDocument, { ...key(document), ...versioned(document) }),
  remove: (document: Document) => call(markDocumentDeleted, { ...key(document), ...versioned(document) }),
  restore: (document: Document) => call(restoreDocument, { ...key(document), ...versioned(document) }),
  review: (document: Document, status: DocumentStatus, reason = '') =>
    call(reviewDocument, { ...key(document), body: { version: document.version, status, reason } }),
}

/** Takes the type off. */
export const unassign = (document: Document) =>
  changeDocuments(() => documentCalls.unassign(document), 'Документ вернулся в «Неразобранные»')

/** Puts the delete mark; the way back is offered at once. */
export async function markDeleted(document: Document): Promise<void> {
  let marked: Document | null = null
  const done = await changeDocuments(async () => {
    marked = await documentCalls.remove(document)
  })
  if (!done || !marked) return
  const undo: Document = marked
  toast.success(`«${documentTitle(document)}» помечен на удаление`, {
    action: { label: 'Вернуть', onClick: () => void restore(undo) },
  })
}

/** Takes the delete mark off. */
export const restore = (document: Document) =>
  changeDocuments(() => documentCalls.restore(document), 'Документ восстановлен')

/** Takes a marked document out of sight for good, after a question. */
export async function deleteForGood(document: Document): Promise<void> {
  const yes = await confirm({
    text: `Удалить «${documentTitle(document)}» окончательно? Вернуть его будет нельзя, в истории он останется.`,
    okText: 'Удалить',
    danger: true,
  })
  if (yes)
    await changeDocuments(
      () => call(deleteDocument, { ...key(document), query: { version: document.version } }),
      'Документ удалён',
    )
}

const fileKey = (document: Document, { storageId }: DocumentFile) => ({
  params: { id: String(document.id), storageId },
})

/** Turns a file by a quarter. */
export const turnFile = (document: Document, file: DocumentFile) =>
  changeDocuments(() =>
    call(updateDocumentFile, {
      ...fileKey(document, file),
      body: {
        version: file.version,
        name: file.name,
        rotation: ((file.rotation + 90) % 360) as 0 | 90 | 180 | 270,
      },
    }),
  )

/** Asks for a file and puts it in the place of another; the old one stays among the versions. */
export async function replaceFile(document: Document, file: DocumentFile): Promise<void> {
  const [chosen] = await pickFiles({ multiple: false })
  if (!chosen) return
  const issue = fileIssue(chosen)
  if (issue !== null) {
    toast.error(`${chosen.name}: ${issue}`)
    return
  }
  const key = toast.info(`Загружаем новую версию: ${chosen.name}`, { key: `replace ${file.storageId}` })
  await changeDocuments(
    () =>
      call(
        replaceDocumentFile,
        { ...fileKey(document, file), query: { version: file.version } },
        { file: chosen },
      ),
    'Новая версия загружена',
  )
  toast.close(key)
}

/** Takes a file out of its document; it stays among the versions and can be brought back. */
export async function removeFile(document: Document, file: DocumentFile): Promise<void> {
  const yes = await confirm({
    text: `Убрать файл «${file.name}» из документа? Его можно будет вернуть в «Файлы и версии».`,
    okText: 'Убрать',
    danger: true,
  })
  if (yes)
    await changeDocuments(
      () => call(deleteDocumentFile, { ...fileKey(document, file), query: { version: file.version } }),
      'Файл убран из документа',
    )
}

/** Makes a document of its own of a file. */
export const separateFile = (document: Document, file: DocumentFile) =>
  changeDocuments(
    () =>
      call(moveDocumentFile, {
        ...fileKey(document, file),
        body: { version: file.version, toDocumentId: null },
      }),
    'Файл вынесен в отдельный документ',
  )

/** Puts the files of a document into another order. */
export const orderFiles = (document: Document, storageIds: readonly string[]) =>
  changeDocuments(() =>
    call(orderDocumentFiles, {
      ...key(document),
      body: { version: document.version, storageIds: [...storageIds] },
    }),
  )
