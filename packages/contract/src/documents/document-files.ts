import { z } from 'zod'
import { FlagParam, Version, VersionQuery } from '../common/items.ts'
import { Code, Id, IdParam, requiredText, text } from '../common/scalars.ts'
import { Document, DocumentFile, DocumentKey, Rotation } from './documents.ts'
import { can, endpoint } from '../endpoint.ts'
import { maxFileBytes } from '../uploads/uploads.ts'

const StorageId = z.uuid('Укажите идентификатор файла')
const FileKey = z.object({ id: IdParam, storageId: StorageId })
const read = can('Document', 'Read')
const create = can('Document', 'Create')
const update = can('Document', 'Update')
const remove = can('Document', 'Delete')

/** Files of a document in order; `all` adds older versions and deleted ones. */
export const listDocumentFiles = endpoint({
  method: 'GET',
  path: '/document/:id/storedobjects',
  summary: 'Файлы документа',
  access: read,
  params: DocumentKey,
  query: z.object({ all: FlagParam.default(false).describe('И прежние версии, и удалённые') }),
  response: z.array(DocumentFile),
})
/** multipart/form-data with one part `file`; 409 when the owner has the same file already, unless `repeat`. */
export const addDocumentFile = endpoint({
  method: 'POST',
  path: '/document/:id/storedobjects',
  summary: 'Ещё один файл документа',
  access: create,
  upload: { maxBytes: maxFileBytes },
  params: DocumentKey,
  query: z.object({ repeat: FlagParam.default(false).describe('Добавить, даже если такой файл уже есть') }),
  response: Document,
})
/** The order of all current files. */
export const orderDocumentFiles = endpoint({
  method: 'PUT',
  path: '/document/:id/storedobjects/order',
  summary: 'Порядок файлов документа',
  access: update,
  params: DocumentKey,
  body: z.object({ version: Version, storageIds: z.array(StorageId).max(500) }),
  response: Document,
})
/** `version` is the file's here and in the calls below. */
export const updateDocumentFile = endpoint({
  method: 'PUT',
  path: '/document/:id/storedobjects/:storageId',
  summary: 'Поворот и имя файла',
  access: update,
  params: FileKey,
  body: z.object({ version: Version, rotation: Rotation, name: requiredText(150) }),
  response: Document,
})
/** A new version in the old one's place; the old one stays readable. */
export const replaceDocumentFile = endpoint({
  method: 'POST',
  path: '/document/:id/storedobjects/:storageId/replace',
  summary: 'Новая версия файла',
  access: update,
  upload: { maxBytes: maxFileBytes },
  params: FileKey,
  query: VersionQuery,
  response: Document,
})
/** Taken out of the document; the way back is `restoreDocumentFile`. */
export const deleteDocumentFile = endpoint({
  method: 'DELETE',
  path: '/document/:id/storedobjects/:storageId',
  summary: 'Удаление файла из документа',
  access: remove,
  params: FileKey,
  query: VersionQuery,
  response: Document,
})
export const restoreDocumentFile = endpoint({
  method: 'POST',
  path: '/document/:id/storedobjects/:storageId/restore',
  summary: 'Возврат удалённого файла',
  access: remove,
  params: FileKey,
  body: z.object({ version: Version }),
  response: Document,
})
/** Newest first. */
export const listFileVersions = endpoint({
  method: 'GET',
  path: '/document/:id/storedobjects/:storageId/versions',
  summary: 'Версии файла',
  access: read,
  params: FileKey,
  response: z.array(DocumentFile),
})
const Pair = z.object({ from: Document, to: Document })
/** To another document of the same owner; null: a new document of its own. */
export const moveDocumentFile = endpoint({
  method: 'POST',
  path: '/document/:id/storedobjects/:storageId/move',
  summary: 'Перенос файла в другой документ',
  access: update,
  params: FileKey,
  body: z.object({ version: Version, toDocumentId: Id.nullable() }),
  response: Pair,
})

/** Pages are counted from 1, both ends included. */
export const SplitPart = z.object({
  from: z.int().min(1).max(10_000),
  to: z.int().min(1).max(10_000),
  typeCode: Code.nullable().default(null),
  title: text(200).default(''),
})
export type SplitPart = z.output<typeof SplitPart>
export const splitTargets = {
  DOCUMENTS: 'Каждая часть — новый документ',
  FILES: 'Части — файлы этого же документа',
} as const

/** What is wrong with the parts of a PDF of so many pages; the dialog and the server both call it. */
export function splitIssues(parts: readonly Pick<SplitPart, 'from' | 'to'>[], pages: number) {
  const issues: { path: string; message: string }[] = []
  for (const [at, { from, to }] of parts.entries()) {
    const path = `parts.${at}`
    if (to < from)
      issues.push({ path: `${path}.to`, message: 'Последняя страница не может быть раньше первой' })
    else if (to > pages) issues.push({ path: `${path}.to`, message: `В файле ${pages} стр.` })
    else if (parts.slice(0, at).some((other) => from <= other.to && other.from <= to))
      issues.push({ path: `${path}.from`, message: 'Страницы уже входят в другую часть' })
  }
  const [only] = parts
  if (parts.length === 1 && only?.from === 1 && only.to === pages)
    issues.push({ path: 'parts', message: 'Часть из всех страниц ничего не делит' })
  return issues
}

/** Pages that no part names stay in the document as a new version; the whole original stays readable. */
export const splitDocument = endpoint({
  method: 'POST',
  path: '/document/:id/split',
  summary: 'Деление PDF на части',
  access: can('Document', 'Create', 'Update'),
  ownTransactions: true,
  params: DocumentKey,
  body: z.object({
    storageId: StorageId,
    version: Version,
    into: z.enum(['DOCUMENTS', 'FILES']),
    parts: z.array(SplitPart).min(1).max(100),
  }),
  /** The document itself first, then the new ones. */
  response: z.array(Document),
})

const FileQuery = z.object({ storageId: StorageId.optional().describe('Файл; без него — все или первый') })
/** One file; several files of a document without `storageId` go as a ZIP. Byte ranges are served. */
export const downloadDocument = endpoint({
  method: 'GET',
  path: '/document/:id/download',
  summary: 'Скачивание документа',
  access: read,
  params: DocumentKey,
  query: FileQuery,
  produces: 'file',
})
/** One file to be shown in the page; without `storageId` the first one. Byte ranges are served. */
/** A small JPEG of a photo of a realty object; 409 for whatever else: scans of papers are opened, and that is written down. */
export const drawThumbnail = endpoint({
  method: 'GET',
  path: '/document/:id/thumbnail',
  summary: 'Миниатюра фотографии',
  access: read,
  params: DocumentKey,
  query: FileQuery,
  produces: 'file',
})
export const viewDocument = endpoint({
  method: 'GET',
  path: '/document/:id/view',
  summary: 'Просмотр документа',
  access: read,
  params: DocumentKey,
  query: FileQuery,
  produces: 'file',
})
