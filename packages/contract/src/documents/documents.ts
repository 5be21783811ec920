import { z } from 'zod'
import { Day, FlagParam, IdsQuery, Version, VersionQuery } from '../common/items.ts'
import { PageQuery, pageOf } from '../common/page.ts'
import { keyOf, Code, Id, IdParam, Instant, text } from '../common/scalars.ts'
import { DocumentSource } from '../document-rules/document-sources.ts'
import { can, endpoint } from '../endpoint.ts'
import { HistoryEntry } from '../history/history.ts'
import { documentOwnerTypes } from './document-owners.ts'

export const DocumentOwnerType = keyOf(documentOwnerTypes)
export type DocumentOwnerType = z.output<typeof DocumentOwnerType>

/** `docType` of photos of an object. */
export const photoTypeCode = 'MON_PHOTO'

/** The object that documents belong to, in a query or a body. */
export const DocumentOwner = z.object({ ownerType: DocumentOwnerType, ownerId: Id })
export type DocumentOwner = z.output<typeof DocumentOwner>
export const DocumentOwnerQuery = z.object({ ownerType: DocumentOwnerType, ownerId: IdParam })

export const documentStatuses = {
  UPLOADED: 'Загружен',
  CHECKING: 'На проверке',
  ACCEPTED: 'Принят',
  REJECTED: 'Отклонён',
} as const
export const DocumentStatus = keyOf(documentStatuses)
export type DocumentStatus = z.output<typeof DocumentStatus>

/** NONE: no end is known; the last day itself is still valid. */
export const documentValidities = {
  NONE: 'Без срока',
  VALID: 'Действует',
  EXPIRES: 'Истекает',
  EXPIRED: 'Истёк',
} as const
export const DocumentValidity = keyOf(documentValidities)
export type DocumentValidity = z.output<typeof DocumentValidity>

/** Codes of `borrowerType`, with those who take part in the deal from the other side. */
export const documentParticipantRoles = {
  MAIN_BORROWER: 'Заёмщик',
  CO_BORROWER: 'Созаёмщик',
  SPOUSE: 'Супруг(а) — созаёмщик',
  SPOUSE_NOT_BORROWER: 'Супруг(а), не заёмщик',
  GUARANTOR: 'Поручитель',
  PLEDGER: 'Залогодатель',
  PARTICIPANT: 'Участник сделки',
  SELLER: 'Продавец',
  REPRESENTATIVE: 'Представитель',
} as const
export const DocumentParticipantRole = keyOf(documentParticipantRoles)
export type DocumentParticipantRole = z.output<typeof DocumentParticipantRole>
export const DocumentParticipant = z.object({
  roleCode: DocumentParticipantRole,
  /** Tells apart several of one role; empty when there is but one. */
  name: text(200).default(''),
})
export type DocumentParticipant = z.output<typeof DocumentParticipant>

/** Clockwise, in degrees; kept beside the file, whose bytes are never changed. */
export const Rotation = z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)])
export type Rotation = z.output<typeof Rotation>

/** A file of a document. Its bytes never change: a new version is another `storageId`. */
export const DocumentFile = z.object({
  storageId: z.uuid(),
  name: z.string(),
  contentType: z.string(),
  size: z.int(),
  sha256: z.string(),
  /** Pages of a PDF; null for an image, or when they are not known. */
  pages: z.int().nullable(),
  /** Pixels of an image. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  rotation: Rotation,
  /** Where it was cut out by a split: pages of the file it came from. */
  splitFrom: z.object({ storageId: z.uuid(), from: z.int(), to: z.int() }).nullable(),
  /** 1 for a file that was never replaced. */
  versionNumber: z.int(),
  uploadedAt: Instant,
  uploadedBy: z.string(),
  /** Set when it was deleted or split up. */
  deletedAt: Instant.nullable(),
  /** Set when a newer version took its place. */
  replacedAt: Instant.nullable(),
  version: z.int(),
})
export type DocumentFile = z.output<typeof DocumentFile>

/** A document with its files in order. */
export const Document = z.object({
  id: Id,
  ownerType: DocumentOwnerType,
  ownerId: Id,
  /** Null: not assigned yet («Неразобранные»). */
  type: z.object({ code: z.string(), name: z.string(), categoryCode: z.string() }).nullable(),
  /** Own name; empty: the type's. */
  title: z.string(),
  number: z.string(),
  issuedOn: z.string().nullable(),
  issuer: z.string(),
  /** As people gave it. */
  validTo: z.string().nullable(),
  /** Last day in force: `validTo`, or the type's `validDays` from `issuedOn`; null: no end is known. */
  validUntil: z.string().nullable(),
  validity: DocumentValidity,
  participant: z.object({ roleCode: DocumentParticipantRole, name: z.string() }).nullable(),
  source: DocumentSource,
  status: DocumentStatus,
  /** Why it was rejected; empty otherwise. */
  reason: z.string(),
  reviewedAt: Instant.nullable(),
  reviewedBy: z.string().nullable(),
  comment: z.string(),
  files: z.array(DocumentFile),
  /** The reader has brought one of the files: somebody else accepts it. */
  own: z.boolean(),
  /** The delete mark. */
  deletedAt: Instant.nullable(),
  deletedBy: z.string().nullable(),
  createdAt: Instant,
  createdBy: z.string(),
  version: z.int(),
})
export type Document = z.output<typeof Document>

/** Why whoever brought a document does not accept it. */
export const ownDocument = 'Этот документ загрузили вы: принимает его другой сотрудник'

/** What people call a document. */
export const documentTitle = ({ title, type, files }: Pick<Document, 'title' | 'type' | 'files'>): string =>
  title || type?.name || files[0]?.name || 'Документ без файла'

export const DocumentInput = z.object({
  typeCode: Code.nullable().default(null),
  title: text(200).default(''),
  number: text(100).default(''),
  issuedOn: Day.nullable().default(null),
  issuer: text(300).default(''),
  validTo: Day.nullable().default(null),
  participant: DocumentParticipant.nullable().default(null),
  source: DocumentSource.optional(),
  comment: text(1_000).default(''),
})
export type DocumentInput = z.output<typeof DocumentInput>

export const DocumentKey = z.object({ id: IdParam })
const read = can('Document', 'Read')
const create = can('Document', 'Create')
const update = can('Document', 'Update')
const review = can('Document', 'Read', 'Review')
const remove = can('Document', 'Delete')

/** Documents of an owner in order; those with a delete mark too when asked. */
export const DocumentList = z.object({
  owner: z.object({ ownerType: DocumentOwnerType, ownerId: Id, title: z.string() }),
  /** Of the order: raised by every `PUT /document/order`. */
  orderVersion: z.int(),
  documents: z.array(Document),
})
export type DocumentList = z.output<typeof DocumentList>
export const listDocuments = endpoint({
  method: 'GET',
  path: '/document',
  summary: 'Документы заявки или партнёра',
  access: read,
  query: DocumentOwnerQuery.extend({
    deleted: FlagParam.default(false).describe('И помеченные на удаление'),
  }),
  response: DocumentList,
})
/** A document without a file yet. */
export const createDocument = endpoint({
  method: 'POST',
  path: '/document',
  summary: 'Новый документ без файла',
  access: create,
  idempotent: true,
  body: DocumentInput.extend(DocumentOwner.shape),
  response: Document,
})
export const getDocument = endpoint({
  method: 'GET',
  path: '/document/:id',
  summary: 'Документ',
  access: read,
  params: DocumentKey,
  response: Document,
})
export const updateDocument = endpoint({
  method: 'PUT',
  path: '/document/:id',
  summary: 'Изменение реквизитов документа',
  access: update,
  params: DocumentKey,
  body: DocumentInput.extend({ version: Version }),
  response: Document,
})
/** Only of one that has the delete mark or never had a file; row and history stay. */
export const deleteDocument = endpoint({
  method: 'DELETE',
  path: '/document/:id',
  summary: 'Удаление помеченного документа',
  access: remove,
  params: DocumentKey,
  query: VersionQuery,
})
const VersionBody = z.object({ version: Version })
/** The type is taken off: the document goes back to «Неразобранные». */
export const unassignDocument = endpoint({
  method: 'POST',
  path: '/document/:id/unassign',
  summary: 'Снятие типа с документа',
  access: update,
  params: DocumentKey,
  body: VersionBody,
  response: Document,
})
export const markDocumentDeleted = endpoint({
  method: 'POST',
  path: '/document/:id/markDeleted',
  summary: 'Пометка на удаление',
  access: remove,
  params: DocumentKey,
  body: VersionBody,
  response: Document,
})
export const restoreDocument = endpoint({
  method: 'POST',
  path: '/document/:id/restore',
  summary: 'Снятие пометки на удаление',
  access: remove,
  params: DocumentKey,
  body: VersionBody,
  response: Document,
})
/** `UPLOADED` takes a decision back; `REJECTED` needs a reason. */
export const reviewDocument = endpoint({
  method: 'POST',
  path: '/document/:id/review',
  summary: 'Проверка документа: принять, отклонить, вернуть',
  access: review,
  params: DocumentKey,
  body: z.object({ version: Version, status: DocumentStatus, reason: text(1_000).default('') }),
  response: Document,
})
/** All documents of the owner without a delete mark in their new order; 409 with the list when somebody was faster. */
export const orderDocuments = endpoint({
  method: 'PUT',
  path: '/document/order',
  summary: 'Порядок документов',
  access: update,
  body: DocumentOwner.extend({ orderVersion: z.int().min(0), ids: z.array(Id).max(2_000) }),
  response: DocumentList,
})
export const listDocumentHistory = endpoint({
  method: 'GET',
  path: '/document/:id/history',
  summary: 'История документа и его файлов',
  access: read,
  params: DocumentKey,
  query: PageQuery,
  response: pageOf(HistoryEntry),
})

/** Types that documents of the owner may have, by category. */
export const DocumentTypeGroup = z.object({
  code: z.string(),
  name: z.string(),
  types: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      /** Days in force from the issue date; null: no end. */
      validDays: z.int().nullable(),
      leadUsageTypeCode: z.string().nullable(),
    }),
  ),
})
export type DocumentTypeGroup = z.output<typeof DocumentTypeGroup>
export const listUsableDocumentTypes = endpoint({
  method: 'GET',
  path: '/document/types',
  summary: 'Типы документов по категориям',
  access: read,
  query: z.object({ ownerType: DocumentOwnerType }),
  response: z.array(DocumentTypeGroup),
})

/** In the order in which they are tried: the first that fits is the package's. */
export const packageStatuses = {
  EMPTY: 'Нет документов',
  REJECTED: 'Есть отклонённые',
  EXPIRED: 'Есть просроченные',
  UNASSIGNED: 'Есть неразобранные',
  UPLOADED: 'Ждёт проверки',
  CHECKING: 'На проверке',
  ACCEPTED: 'Все приняты',
} as const
const Count = z.int().min(0)
/** What became of the documents of an owner, without those with a delete mark. */
export const PackageStatus = z.object({
  status: keyOf(packageStatuses),
  total: Count,
  unassigned: Count,
  withoutFiles: Count,
  expires: Count,
  expired: Count,
  byStatus: z.record(DocumentStatus, Count),
  files: Count,
  bytes: Count,
  /** The newest change among them. */
  changedAt: Instant.nullable(),
})
export type PackageStatus = z.output<typeof PackageStatus>
export const getPackageStatus = endpoint({
  method: 'GET',
  path: '/document/package-status',
  summary: 'Состояние пакета документов',
  access: read,
  query: DocumentOwnerQuery,
  response: PackageStatus,
})
/** Bodies that register rights to real estate: items of the dictionary `registryRightAuthority`. */
export const listRegistryRightAuthorities = endpoint({
  method: 'GET',
  path: '/document/registry-right-authorities',
  summary: 'Органы регистрации прав',
  access: read,
  query: z.object({ region: Code.optional().describe('Код региона') }),
  response: z.array(z.object({ code: z.string(), name: z.string(), regionCodes: z.array(z.string()) })),
})

/** All documents of the owner, or the chosen ones. */
export const DocumentChoice = DocumentOwnerQuery.extend({ ids: IdsQuery.shape.ids.optional() })
/** A ZIP with folders by category and a list of contents; ZIP64 when it is large. */
export const downloadArchive = endpoint({
  method: 'GET',
  path: '/document/download-archive',
  summary: 'Документы одним архивом',
  access: can('Document', 'Read', 'DownloadArchive'),
  query: DocumentChoice,
  produces: 'file',
})
/** Most of what one PDF is made of. */
export const generatedPdfLimits = { files: 200, pages: 1_000, bytes: 100 * 1_048_576 } as const
/** PDFs and images in their order, as they are rotated, in one PDF. */
export const generatePdf = endpoint({
  method: 'GET',
  path: '/document/generatedPdf',
  summary: 'Документы одним PDF',
  access: read,
  query: DocumentChoice,
  produces: 'file',
})
