import { z } from 'zod'
import { Day, Version, VersionQuery } from '../common/items.ts'
import { Code, Id, IdParam, Instant, requiredText, text, Option } from '../common/scalars.ts'
import { ExpiryState } from './employees.ts'
import { can, endpoint } from '../endpoint.ts'

const EmployeeKey = z.object({ employeeId: IdParam })
const ItemKey = z.object({ employeeId: IdParam, id: IdParam })
const DocumentKey = z.object({ employeeId: IdParam, documentId: IdParam })
const read = can('PartnerEmployee', 'Read')
const update = can('PartnerEmployee', 'Update')
/** Largest file of a document. */
export const maxDocumentBytes = 20 * 1_048_576
/** Kinds of file that are taken; the content decides, not the name. */
export const documentFileTypes = {
  'application/pdf': 'PDF',
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
} as const

export const StoredFileInfo = z.object({
  name: z.string(),
  contentType: z.string(),
  size: z.int(),
  uploadedAt: Instant,
})
export type StoredFileInfo = z.output<typeof StoredFileInfo>

/* Contacts */
export const contactTypes = { 1: 'Телефон', 2: 'Факс', 3: 'Эл. почта', 4: 'Сайт' } as const
export const EmployeeContact = z.object({
  id: Id,
  contactTypeId: z.int(),
  value: z.string(),
  main: z.boolean(),
  notUsed: z.boolean(),
  comment: z.string(),
  version: z.int(),
})
export type EmployeeContact = z.output<typeof EmployeeContact>
/** They are written through `/partner/{partnerId}/contact` with `employeeId`. */
export const listEmployeeContacts = endpoint({
  method: 'GET',
  path: '/employee/:employeeId/contact',
  summary: 'Контакты сотрудника',
  access: read,
  params: EmployeeKey,
  response: z.array(EmployeeContact),
})

/* Documents */
export const documentKinds = { AUTHORITY: 'Подтверждает полномочия', OTHER: 'Другой документ' } as const
export const EmployeeDocument = z.object({
  id: Id,
  kind: z.enum(['AUTHORITY', 'OTHER']),
  /** A code of `authorityType` (AUTHORITY) or `docType` (OTHER). */
  type: Option,
  number: z.string(),
  issuedOn: z.string().nullable(),
  issuer: z.string(),
  validTo: z.string().nullable(),
  comment: z.string(),
  state: ExpiryState,
  file: StoredFileInfo.nullable(),
  version: z.int(),
})
export type EmployeeDocument = z.output<typeof EmployeeDocument>
export const EmployeeDocumentInput = z.object({
  typeCode: Code,
  number: text(100).default(''),
  issuedOn: Day.nullable().default(null),
  issuer: text(300).default(''),
  validTo: Day.nullable().default(null),
  comment: text(1_000).default(''),
})
export type EmployeeDocumentInput = z.output<typeof EmployeeDocumentInput>

type Issue = { path: string; message: string }

export const listAuthorityDocuments = endpoint({
  method: 'GET',
  path: '/employee/:employeeId/documentConfirmingAuthority',
  summary: 'Документы, подтверждающие полномочия',
  access: read,
  params: EmployeeKey,
  response: z.array(EmployeeDocument),
})
export const createAuthorityDocument = endpoint({
  method: 'POST',
  path: '/employee/:employeeId/documentConfirmingAuthority',
  summary: 'Новый документ, подтверждающий полномочия',
  access: update,
  idempotent: true,
  params: EmployeeKey,
  body: EmployeeDocumentInput,
  response: EmployeeDocument,
})
export const listEmployeeDocuments = endpoint({
  method: 'GET',
  path: '/employee/:employeeId/document/',
  summary: 'Другие документы сотрудника',
  access: read,
  params: EmployeeKey,
  response: z.array(EmployeeDocument),
})
export const createEmployeeDocument = endpoint({
  method: 'POST',
  path: '/employee/:employeeId/document/',
  summary: 'Новый документ сотрудника',
  access: update,
  idempotent: true,
  params: EmployeeKey,
  body: EmployeeDocumentInput,
  response: EmployeeDocument,
})
/** Items of both kinds. */
export const getEmployeeDocument = endpoint({
  method: 'GET',
  path: '/employee/:employeeId/document/:documentId',
  summary: 'Документ сотрудника',
  access: read,
  params: DocumentKey,
  response: EmployeeDocument,
})
export const updateEmployeeDocument = endpoint({
  method: 'PUT',
  path: '/employee/:employeeId/document/:documentId',
  summary: 'Изменение документа сотрудника',
  access: update,
  params: DocumentKey,
  body: EmployeeDocumentInput.extend({ version: Version }),
  response: EmployeeDocument,
})
/** Taken out of the card; row, file and history stay. */
export const deleteEmployeeDocument = endpoint({
  method: 'DELETE',
  path: '/employee/:employeeId/document/:documentId',
  summary: 'Удаление документа сотрудника',
  access: update,
  params: DocumentKey,
  query: VersionQuery,
})
/** multipart/form-data with one part `file`; replaces the file that is there. */
export const uploadDocumentFile = endpoint({
  method: 'POST',
  path: '/employee/:employeeId/document/:documentId/file',
  summary: 'Загрузка файла документа',
  access: update,
  upload: { maxBytes: maxDocumentBytes },
  params: DocumentKey,
  response: EmployeeDocument,
})
export const downloadDocumentFile = endpoint({
  method: 'GET',
  path: '/employee/:employeeId/document/:documentId/file',
  summary: 'Файл документа',
  access: read,
  params: DocumentKey,
  produces: 'file',
})

/* Powers of attorney */
export const Procuracy = z.object({
  id: Id,
  number: z.string(),
  dateFrom: z.string(),
  dateTo: z.string(),
  scope: z.string(),
  issuer: z.string(),
  notary: z.string(),
  revokedOn: z.string().nullable(),
  state: ExpiryState,
  /** Negative once it has ended. */
  daysLeft: z.int(),
  file: StoredFileInfo.nullable(),
  version: z.int(),
})
export type Procuracy = z.output<typeof Procuracy>
export const ProcuracyInput = z.object({
  number: requiredText(100),
  dateFrom: Day,
  dateTo: Day,
  scope: requiredText(2_000),
  issuer: text(300).default(''),
  notary: text(300).default(''),
  /** Set to revoke it, null to take the revocation back. */
  revokedOn: Day.nullable().default(null),
})
export type ProcuracyInput = z.output<typeof ProcuracyInput>
/** The form and the server both call it. */
export function procuracyIssues({ dateFrom, dateTo, revokedOn }: ProcuracyInput): Issue[] {
  const issues: Issue[] = []
  if (dateTo < dateFrom) issues.push({ path: 'dateTo', message: 'Дата окончания раньше даты начала' })
  if (revokedOn !== null && revokedOn < dateFrom)
    issues.push({ path: 'revokedOn', message: 'Доверенность не может быть отозвана до начала действия' })
  return issues
}

export const listProcuracies = endpoint({
  method: 'GET',
  path: '/employee/:employeeId/procuracy/',
  summary: 'Доверенности сотрудника',
  access: read,
  params: EmployeeKey,
  response: z.array(Procuracy),
})
export const createProcuracy = endpoint({
  method: 'POST',
  path: '/employee/:employeeId/procuracy/',
  summary: 'Новая доверенность',
  access: update,
  idempotent: true,
  params: EmployeeKey,
  body: ProcuracyInput,
  response: Procuracy,
})
export const getProcuracy = endpoint({
  method: 'GET',
  path: '/employee/:employeeId/procuracy/:id',
  summary: 'Доверенность',
  access: read,
  params: ItemKey,
  response: Procuracy,
})
export const updateProcuracy = endpoint({
  method: 'PUT',
  path: '/employee/:employeeId/procuracy/:id',
  summary: 'Изменение доверенности',
  access: update,
  params: ItemKey,
  body: ProcuracyInput.extend({ version: Version }),
  response: Procuracy,
})
export const deleteProcuracy = endpoint({
  method: 'DELETE',
  path: '/employee/:employeeId/procuracy/:id',
  summary: 'Удаление доверенности',
  access: update,
  params: ItemKey,
  query: VersionQuery,
})
export const uploadProcuracyFile = endpoint({
  method: 'POST',
  path: '/employee/:employeeId/procuracy/:id/file',
  summary: 'Загрузка файла доверенности',
  access: update,
  upload: { maxBytes: maxDocumentBytes },
  params: ItemKey,
  response: Procuracy,
})
export const downloadProcuracyFile = endpoint({
  method: 'GET',
  path: '/employee/:employeeId/procuracy/:id/file',
  summary: 'Файл доверенности',
  access: read,
  params: ItemKey,
  produces: 'file',
})
