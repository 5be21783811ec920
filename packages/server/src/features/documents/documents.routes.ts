import { listDocumentAccess } from '@ipoteka-office/contract/documents/document-access.ts'
import * as files from '@ipoteka-office/contract/documents/document-files.ts'
import * as api from '@ipoteka-office/contract/documents/documents.ts'
import { listOpenings } from '#features/access-log/access-log.service.ts'
import { listCardHistory } from '#features/history/card-history.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import type { FileGate } from '#files/receive.ts'
import { type Route, route } from '#http/route.ts'
import { requireDocument } from './document-access.service.ts'
import { downloadArchive } from './content/document-archive.service.ts'
import { download, view } from './content/document-bytes.service.ts'
import { thumbnail } from './content/thumbnails.service.ts'
import {
  listFiles,
  listVersions,
  moveFile,
  orderFiles,
  removeFile,
  restoreFile,
  saveFile,
} from './document-files.service.ts'
import { documentLabels } from './document-labels.ts'
import { split } from './content/document-split.service.ts'
import { addFile, replaceFile } from './document-upload.service.ts'
import {
  checkMayRead,
  createDocument,
  getDocument,
  listAuthorities,
  listDocuments,
  listTypes,
  markAsDeleted,
  order,
  packageStatus,
  remove,
  restore,
  review,
  saveDocument,
  unassign,
} from './documents.service.ts'
import { generatePdf } from './content/generated-pdf.service.ts'
import { asReaderSees } from './paper-numbers.service.ts'

interface Parts {
  readonly bank: BankFigures
  readonly gate: FileGate
}

const cardRoutes = ({ bank }: Parts): Route[] => [
  route(api.listDocuments, ({ query }, context) => listDocuments(context, query, bank)),
  route(api.createDocument, ({ body }, context) => createDocument(context, body, bank)),
  route(api.listUsableDocumentTypes, async ({ query }, context) => {
    checkMayRead(context, query.ownerType)
    return listTypes(context.db, query.ownerType, bank.clock)
  }),
  route(api.getPackageStatus, ({ query }, context) => packageStatus(context, query, bank)),
  route(api.listRegistryRightAuthorities, ({ query }, { db }) => listAuthorities(db, query.region)),
  route(api.orderDocuments, ({ body }, context) => order(context, body, bank)),
  route(api.getDocument, ({ params }, context) => getDocument(context, params.id, bank)),
  route(api.updateDocument, ({ params, body }, context) => saveDocument(context, params.id, body, bank)),
  route(api.deleteDocument, ({ params, query }, context) => remove(context, params.id, query.version, bank)),
  route(api.unassignDocument, ({ params, body }, context) =>
    unassign(context, params.id, body.version, bank),
  ),
  route(api.markDocumentDeleted, ({ params, body }, context) =>
    markAsDeleted(context, params.id, body.version, bank),
  ),
  route(api.restoreDocument, ({ params, body }, context) => restore(context, params.id, body.version, bank)),
  route(api.reviewDocument, ({ params, body }, context) => review(context, params.id, body, bank)),
  route(api.listDocumentHistory, async ({ params: { id }, query }, context) => {
    await requireDocument(context.db, context.actor, id)
    return listCardHistory(
      context,
      { objectType: 'document', objectId: id },
      documentLabels,
      query,
      (changes) => asReaderSees(context, changes, ['document'], { type: 'Document', id }),
    )
  }),
  route(listDocumentAccess, async ({ params, query }, { db, actor }) => {
    await requireDocument(db, actor, params.id)
    return listOpenings(db, { type: 'document', id: params.id }, query)
  }),
]

const fileRoutes = ({ bank, gate }: Parts): Route[] => [
  route(files.listDocumentFiles, ({ params, query }, context) => listFiles(context, params.id, query)),
  route(files.addDocumentFile, ({ params, query, file }, context) =>
    addFile(context, gate, { documentId: params.id, repeat: query.repeat }, file, bank),
  ),
  route(files.orderDocumentFiles, ({ params, body }, context) => orderFiles(context, params.id, body, bank)),
  route(files.updateDocumentFile, ({ params, body }, context) =>
    saveFile(context, { ...params, version: body.version }, body, bank),
  ),
  route(files.replaceDocumentFile, ({ params, query, file }, context) =>
    replaceFile(context, gate, { ...params, ...query }, file, bank),
  ),
  route(files.deleteDocumentFile, ({ params, query }, context) =>
    removeFile(context, { ...params, ...query }, bank),
  ),
  route(files.restoreDocumentFile, ({ params, body }, context) =>
    restoreFile(context, { ...params, ...body }, bank),
  ),
  route(files.listFileVersions, ({ params }, context) => listVersions(context, params)),
  route(files.moveDocumentFile, ({ params, body }, context) =>
    moveFile(context, { ...params, ...body }, bank),
  ),
  route(files.splitDocument, ({ params, body }, context) => split(context, gate, params.id, body, bank)),
]

const byteRoutes = ({ bank, gate }: Parts): Route[] => [
  route(files.viewDocument, ({ params, query }, context) =>
    view(context, gate, { ...params, storageId: query.storageId }),
  ),
  route(files.drawThumbnail, ({ params, query }, context) =>
    thumbnail(context, gate, { ...params, storageId: query.storageId }),
  ),
  route(files.downloadDocument, ({ params, query }, context) =>
    download(context, gate, { ...params, storageId: query.storageId }, bank),
  ),
  route(api.downloadArchive, ({ query }, context) => downloadArchive(context, gate.files, query, bank)),
  route(api.generatePdf, ({ query }, context) => generatePdf(context, gate, query, bank)),
]

/** Calls of documents but for those of the uploads in parts. */
export const documentsRoutes = (parts: Parts): Route[] => [
  ...cardRoutes(parts),
  ...fileRoutes(parts),
  ...byteRoutes(parts),
]
