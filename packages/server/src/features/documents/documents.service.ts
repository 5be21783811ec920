import { refuseUnknownCodes } from '#features/references/known-codes.service.ts'
import { documentFields } from '@ipoteka-office/contract/documents/document-fields.ts'
import { documentDayIssues } from '@ipoteka-office/contract/common/document-days.ts'
import {
  type Document,
  ownDocument,
  type DocumentInput,
  type DocumentList,
  type DocumentOwner,
  type DocumentOwnerType,
  type DocumentStatus,
  type DocumentTypeGroup,
  type PackageStatus,
} from '@ipoteka-office/contract/documents/documents.ts'
import type { Db } from '#db/database.ts'
import { isAnyOf } from '#db/same-person.ts'
import { documentHorizon } from '#features/parameters/horizon.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { conflict, forbidden, invalid, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { type BankClock, bankDay } from '#lib/bank-time.ts'
import { keptNumber } from '#lib/masking.ts'
import {
  noDocument,
  readDocument,
  type Reader,
  requireDocument,
  shown,
  takeAny,
  takeDocument,
} from './document-access.service.ts'
import { findOrderVersion, lockSet, setOrder } from './document-owners.repo.ts'
import { checkOwnerRights, documentsChanged, type Owner, requireOwner } from './document-owners.service.ts'
import { findAuthorities, findTypes } from './document-types.repo.ts'
import {
  clearDeleted,
  clearType,
  countDocuments,
  type DocumentRow,
  findDocuments,
  insertDocument,
  markDeleted,
  removeDocument,
  setStatus,
  updateDocument,
} from './documents.repo.ts'
import { paperTypeOf } from './paper-numbers.service.ts'
import { groupTypes, isSameSet, packageStatusOf, reviewIssues } from './documents.rules.ts'

/** Documents of one owner: as many as a person can look through, and enough for the largest case. */
const maxDocuments = 2_000

export async function listDocuments(
  reader: Reader,
  { deleted, ...key }: DocumentOwner & { deleted: boolean },
  bank: BankFigures,
): Promise<DocumentList> {
  const owner = await requireOwner(reader.db, reader.actor, key, 'read')
  return listOf(reader, owner, bank, deleted)
}

const listOf = async (
  reader: Reader,
  owner: Owner,
  bank: BankFigures,
  deleted = false,
): Promise<DocumentList> => ({
  owner,
  // Before the documents: a list that is newer than its version only costs a repeated reading.
  orderVersion: await findOrderVersion(reader.db, owner),
  documents: await shown(
    reader,
    await findDocuments(reader.db, reader.actor, owner, await documentHorizon(bank), { deleted }),
  ),
})

export async function getDocument(context: Context, id: number, bank: BankFigures): Promise<Document> {
  await requireDocument(context.db, context.actor, id)
  return readDocument(context, id, bank)
}

/** Types that documents of the owner may have. */
export const listTypes = async (
  db: Db,
  ownerType: DocumentOwnerType,
  clock: BankClock,
): Promise<DocumentTypeGroup[]> => groupTypes(ownerType, await findTypes(db, bankDay(clock)))

/** 400 for a type that is not in force or not for such an owner; the one that is there already stays. */
export async function checkType(
  db: Db,
  ownerType: DocumentOwnerType,
  code: string | null,
  clock: BankClock,
  before: string | null = null,
): Promise<void> {
  if (code === null || code === before) return
  const asked = { path: 'typeCode', dictionary: 'docType', code, label: documentFields.typeCode.label }
  await refuseUnknownCodes(db, [asked], { day: bankDay(clock) })
  const groups = await listTypes(db, ownerType, clock)
  if (!groups.some(({ types }) => types.some((type) => type.code === code)))
    throw invalid([
      { path: 'typeCode', message: 'Документы этого типа здесь не хранят: выберите другой тип' },
    ])
}

async function checkInput(
  db: Db,
  ownerType: DocumentOwnerType,
  input: DocumentInput,
  clock: BankClock,
  before: string | null = null,
): Promise<void> {
  const issues = documentDayIssues(input, bankDay(clock))
  if (issues.length > 0) throw invalid(issues)
  await checkType(db, ownerType, input.typeCode, clock, before)
}

/** A document of which nothing is known yet. */
export const blankDocument: DocumentInput = {
  typeCode: null,
  title: '',
  number: '',
  issuedOn: null,
  issuer: '',
  validTo: null,
  participant: null,
  comment: '',
}

/** What was said of the document was said of other content. */
export async function contentChanged(db: Db, row: Pick<DocumentRow, 'id' | 'status'>): Promise<void> {
  if (row.status !== 'UPLOADED') await setStatus(db, row.id, 'UPLOADED', '', null)
}

/** A new document of the owner, whose set is locked by this. */
export async function appendDocument(
  db: Db,
  owner: Owner,
  input: DocumentInput,
  createdBy: number | null,
): Promise<number> {
  await lockSet(db, owner)
  if ((await countDocuments(db, owner)) >= maxDocuments)
    throw conflict(`Документов уже ${maxDocuments}, больше не добавить`)
  const source = owner.ownerType === 'PARTNER' ? 'EXTERNAL_DOCS' : 'APPLICANT_DOCS'
  return insertDocument(db, owner, { ...input, source: input.source ?? source }, createdBy)
}

export async function createDocument(
  context: Context,
  { ownerType, ownerId, ...input }: DocumentInput & DocumentOwner,
  bank: BankFigures,
): Promise<Document> {
  const { db, actor } = context
  const owner = await requireOwner(db, actor, { ownerType, ownerId }, 'write')
  await checkInput(db, ownerType, input, bank.clock)
  keptNumber({ type: null, ownerType, number: input.number }, null)
  const id = await appendDocument(db, owner, input, actor.employeeId)
  await documentsChanged(db, owner)
  return readDocument(context, id, bank)
}

/** Tells of the change and answers the document as it is now. */
export async function changed(reader: Reader, row: DocumentRow, bank: BankFigures): Promise<Document> {
  await documentsChanged(reader.db, row)
  return readDocument(reader, row.id, bank)
}

/** The document as `keptNumber` wants it, of the type with such a code. */
const paperOf = async (db: Db, { ownerType }: DocumentRow, typeCode: string | null, number: string) => ({
  ownerType,
  number,
  type: await paperTypeOf(db, typeCode),
})

export async function saveDocument(
  context: Context,
  id: number,
  { version, ...input }: DocumentInput & { version: number },
  bank: BankFigures,
): Promise<Document> {
  const { db } = context
  const row = await takeDocument(context, id, version, bank)
  await checkInput(db, row.ownerType, input, bank.clock, row.typeCode)
  const typed = await paperOf(db, row, input.typeCode, input.number)
  const number = keptNumber(typed, await paperOf(db, row, row.typeCode, row.number))
  await updateDocument(db, id, { ...input, number })
  return changed(context, row, bank)
}

export async function unassign(
  context: Context,
  id: number,
  version: number,
  bank: BankFigures,
): Promise<Document> {
  const { db } = context
  const row = await takeDocument(context, id, version, bank)
  if (row.typeCode === null) throw conflict('У документа и так нет типа')
  await clearType(db, id)
  // What was said of it was said of another type.
  if (row.status !== 'UPLOADED') await setStatus(db, id, 'UPLOADED', '', null)
  return changed(context, row, bank)
}

export async function review(
  context: Context,
  id: number,
  { version, ...decision }: { version: number; status: DocumentStatus; reason: string },
  bank: BankFigures,
): Promise<Document> {
  const { db, actor } = context
  const row = await takeAny(context, id, version, bank)
  if (row.deleted) throw conflict('Документ помечен на удаление, сначала верните его')
  // To reject what one has brought is to take it back; to accept it is to check oneself.
  if (decision.status === 'ACCEPTED' && (await isAnyOf(db, actor.employeeId, row.broughtBy)))
    throw forbidden(ownDocument)
  const issues = reviewIssues(await readDocument(context, id, bank), decision)
  if (issues.length > 0) throw invalid(issues, issues[0]?.message)
  const reviewer = decision.status === 'UPLOADED' ? null : actor.employeeId
  await setStatus(db, id, decision.status, decision.reason, reviewer)
  return changed(context, row, bank)
}

export async function markAsDeleted(
  context: Context,
  id: number,
  version: number,
  bank: BankFigures,
): Promise<Document> {
  const row = await takeDocument(context, id, version, bank)
  await markDeleted(context.db, id, context.actor.employeeId)
  return changed(context, row, bank)
}

export async function restore(
  context: Context,
  id: number,
  version: number,
  bank: BankFigures,
): Promise<Document> {
  const row = await takeAny(context, id, version, bank)
  if (!row.deleted) throw conflict('Документ не помечен на удаление')
  await clearDeleted(context.db, id)
  return changed(context, row, bank)
}

/** For good: one that is marked, or one that never had a file. */
export async function remove(
  context: Context,
  id: number,
  version: number,
  bank: BankFigures,
): Promise<void> {
  const { db, actor } = context
  const row = await takeAny(context, id, version, bank)
  if (!row.deleted && (row.files > 0 || row.status === 'ACCEPTED'))
    throw conflict('Удаляются только документы с пометкой на удаление, сначала поставьте её')
  await removeDocument(db, id, actor.employeeId)
  await documentsChanged(db, row)
}

export async function order(
  context: Context,
  { orderVersion, ids, ...key }: DocumentOwner & { orderVersion: number; ids: readonly number[] },
  bank: BankFigures,
): Promise<DocumentList> {
  const { db, actor } = context
  const owner = await requireOwner(db, actor, key, 'write')
  const current = await lockSet(db, owner)
  const list = await listOf(context, owner, bank)
  const isSame = isSameSet(
    ids,
    list.documents.map(({ id }) => id),
  )
  // Who orders what he does not see loses somebody's work, whatever the version says.
  if (current !== orderVersion || !isSame) throw stale(list, undefined)
  await setOrder(db, owner, ids)
  await documentsChanged(db, owner)
  return listOf(context, owner, bank)
}

export async function packageStatus(
  { db, actor }: Context,
  key: DocumentOwner,
  bank: BankFigures,
): Promise<PackageStatus> {
  const owner = await requireOwner(db, actor, key, 'read')
  return packageStatusOf(await findDocuments(db, actor, owner, await documentHorizon(bank)))
}

/** The chosen documents of the owner, or all; 404 when one of the chosen is not among them. */
export async function chosenDocuments(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  { ids, ...key }: DocumentOwner & { ids?: readonly number[] | undefined },
  bank: BankFigures,
): Promise<{ owner: Owner; documents: Document[] }> {
  const owner = await requireOwner(db, actor, key, 'read')
  const documents = await findDocuments(db, actor, owner, await documentHorizon(bank), {
    deleted: ids !== undefined,
    ids,
  })
  if (ids !== undefined && documents.length < ids.length) throw noDocument()
  return { owner, documents }
}

/** What only asks whether the caller may look at documents of the kind. */
export const checkMayRead = ({ actor }: Pick<Context, 'actor'>, ownerType: DocumentOwnerType): void =>
  checkOwnerRights(actor, ownerType, 'read')

/** Bodies that register rights to real estate, those of a region when it is named. */
export const listAuthorities = (db: Db, region: string | undefined) => findAuthorities(db, region)
