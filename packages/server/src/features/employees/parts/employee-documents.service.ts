import { documentDayIssues } from '@ipoteka-office/contract/common/document-days.ts'
import { employeeDocumentFields as of } from '@ipoteka-office/contract/employees/employee-part-fields.ts'
import {
  type EmployeeDocument,
  type EmployeeDocumentInput,
} from '@ipoteka-office/contract/employees/employee-parts.ts'
import { isIdentityPaper } from '@ipoteka-office/contract/common/person/identity-papers.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import type { Db } from '#db/database.ts'
import { recordUnmasking } from '#features/access-log/access-log.service.ts'
import { paperTypeOf } from '#features/documents/paper-numbers.service.ts'
import { findLastChangeOf } from '#features/history/card-history.service.ts'
import { papersHorizon } from '#features/parameters/horizon.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { codeIssues } from '#features/references/known-codes.service.ts'
import { attachFile, openStored } from '#files/attach-file.ts'
import type { FileStore } from '#files/file-store.ts'
import type { FileGate } from '#files/receive.ts'
import { invalid, notFound, stale } from '#http/errors.ts'
import type { Context, FileReply, IncomingFile } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import { keptNumber, seesPersonalData } from '#lib/masking.ts'
import { publish } from '#live/publish.ts'
import {
  type DocumentKind,
  findDocument,
  findDocumentFile,
  findDocuments,
  type FoundDocument,
  hideDocument,
  insertDocument,
  type LockedDocument,
  lockDocument,
  setDocumentFile,
  updateDocument,
} from './employee-documents.repo.ts'
import { employeeFileRules } from '../employees.rules.ts'
import { requireEmployee } from '../employees.service.ts'

/** A document of a person's card. */
export interface DocumentKey {
  readonly employeeId: number
  readonly documentId: number
}

const noDocument = () => notFound('Документ не найден')

export async function listDocuments(
  context: Context,
  employeeId: number,
  kind: DocumentKind,
  bank: BankFigures,
): Promise<EmployeeDocument[]> {
  const { db, actor } = context
  await requireEmployee(db, actor, employeeId)
  return shown(
    context,
    employeeId,
    await findDocuments(db, actor, employeeId, kind, await papersHorizon(bank)),
  )
}

/** Writes down who is answered numbers of identity papers whole; answers the same documents. */
async function shown(
  reader: Context,
  employeeId: number,
  documents: FoundDocument[],
): Promise<FoundDocument[]> {
  const whole = documents.some((document) => document.number !== '' && isIdentityPaper(document))
  if (whole && seesPersonalData(reader.actor))
    await recordUnmasking(
      reader,
      { type: 'PartnerEmployee', id: employeeId },
      { persons: 1, what: 'Документы сотрудника' },
    )
  return documents
}

export async function getDocument(
  context: Context,
  { employeeId, documentId }: DocumentKey,
  bank: BankFigures,
): Promise<EmployeeDocument> {
  const { db, actor } = context
  await requireEmployee(db, actor, employeeId)
  const document = await findDocument(db, actor, employeeId, documentId, await papersHorizon(bank))
  if (document === undefined) throw noDocument()
  await shown(context, employeeId, [document])
  return document
}

async function check(
  db: Db,
  kind: DocumentKind,
  input: EmployeeDocumentInput,
  bank: BankFigures,
  before?: LockedDocument,
) {
  const issues = documentDayIssues(input, bankDay(bank.clock))
  const dictionary = kind === 'AUTHORITY' ? 'authorityType' : 'docType'
  const asked = (code: string) => ({ path: 'typeCode', dictionary, code, label: of.typeCode.label })
  const kept = before === undefined ? [] : [asked(before.typeCode)]
  issues.push(...(await codeIssues(db, [asked(input.typeCode)], { kept })))
  if (issues.length > 0) throw invalid(issues)
}

export async function createDocument(
  context: Context,
  employeeId: number,
  kind: DocumentKind,
  input: EmployeeDocumentInput,
  bank: BankFigures,
): Promise<EmployeeDocument> {
  const { db, actor } = context
  await requireEmployee(db, actor, employeeId)
  await check(db, kind, input, bank)
  keptNumber({ type: null, number: input.number }, null)
  const documentId = await insertDocument(db, employeeId, kind, input)
  await publish(db, topics.employee(employeeId))
  return getDocument(context, { employeeId, documentId }, bank)
}

/** The document for a change; 404 when it is not there, 409 when the version is old. */
async function takeDocument(
  context: Context,
  key: DocumentKey,
  version: number | null,
  bank: BankFigures,
): Promise<LockedDocument> {
  const { db, actor } = context
  await requireEmployee(db, actor, key.employeeId)
  const before = await lockDocument(db, key.employeeId, key.documentId)
  if (before === undefined) throw noDocument()
  if (version !== null && version !== before.version)
    throw stale(
      await getDocument(context, key, bank),
      await findLastChangeOf(db, { objectType: 'employee_document', objectId: key.documentId }),
    )
  return before
}

/** The type as far as it tells whether the number is a person's: papers on authority are not. */
const typeOf = (db: Db, kind: DocumentKind, code: string) =>
  kind === 'OTHER' ? paperTypeOf(db, code) : Promise.resolve({ code, categoryCode: 'AUTHORITY' })

const fields = ['typeCode', 'number', 'issuedOn', 'issuer', 'validTo', 'comment'] as const

export async function saveDocument(
  context: Context,
  key: DocumentKey,
  { version, ...typed }: EmployeeDocumentInput & { version: number },
  bank: BankFigures,
): Promise<EmployeeDocument> {
  const { db } = context
  const before = await takeDocument(context, key, version, bank)
  const number = keptNumber(
    { number: typed.number, type: await typeOf(db, before.kind, typed.typeCode) },
    { number: before.number, type: await typeOf(db, before.kind, before.typeCode) },
  )
  const input = { ...typed, number }
  if (fields.some((field) => before[field] !== input[field])) {
    await check(db, before.kind, input, bank, before)
    await updateDocument(db, key.documentId, input)
    await publish(db, topics.employee(key.employeeId))
  }
  return getDocument(context, key, bank)
}

export async function deleteDocument(
  context: Context,
  key: DocumentKey,
  version: number,
  bank: BankFigures,
): Promise<void> {
  await takeDocument(context, key, version, bank)
  await hideDocument(context.db, key.documentId)
  await publish(context.db, topics.employee(key.employeeId))
}

/** The file comes in first and is tied to the document in a transaction of its own. */
export async function uploadFile(
  context: Context,
  key: DocumentKey,
  file: IncomingFile,
  { gate, bank }: { gate: FileGate; bank: BankFigures },
): Promise<EmployeeDocument> {
  await getDocument(context, key, bank)
  const owner = { type: 'employee_document', id: key.documentId }
  await attachFile(context, gate, file, { ...employeeFileRules, owner }, async (tx, fileId) => {
    await takeDocument({ ...context, db: tx }, key, null, bank)
    await setDocumentFile(tx, key.documentId, fileId)
    await publish(tx, topics.employee(key.employeeId))
  })
  return getDocument(context, key, bank)
}

export async function downloadFile(
  { db, actor }: Context,
  { employeeId, documentId }: DocumentKey,
  files: FileStore,
): Promise<FileReply> {
  await requireEmployee(db, actor, employeeId)
  return openStored(files, await findDocumentFile(db, employeeId, documentId))
}
