import { buffer } from 'node:stream/consumers'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { fileKinds } from '@ipoteka-office/contract/common/file-kinds.ts'
import { compareWithExtract } from '@ipoteka-office/contract/underwriting/objects/extract-rules.ts'
import type { ReadExtract } from '@ipoteka-office/contract/underwriting/objects/object-review.ts'
import { recordReading } from '#features/access-log/access-log.service.ts'
import { findReadableFile, type ReadableFile } from '#features/documents/documents-reading.service.ts'
import { FileMissing, type FileStore } from '#files/file-store.ts'
import { conflict, notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { type BankClock, bankDay } from '#lib/bank-time.ts'
import { BadXml } from '#lib/xml/bad-xml.ts'
import { xmlLimits } from '#lib/xml/safe-xml.ts'
import { requireObject, requireSecured } from '../review.service.ts'
import { readEgrn } from './read-egrn.rules.ts'

/** Which file of which object is meant. */
export interface ExtractPlace {
  readonly id: number
  readonly objectId: number
  readonly documentId: number
  readonly storageId: string
}

async function bytesOf(files: FileStore, { key, size }: ReadableFile): Promise<Buffer> {
  // Nothing larger is taken into memory at all.
  if (size > xmlLimits.bytes) throw conflict('Файл больше 5 МБ: выписка об одном объекте столько не занимает')
  try {
    return await buffer(await files.open(key))
  } catch (error) {
    throw error instanceof FileMissing ? notFound('Файла нет в хранилище, загрузите его заново') : error
  }
}

function read(bytes: Buffer, today: string): ReturnType<typeof readEgrn> {
  try {
    return readEgrn(bytes, today)
  } catch (error) {
    throw error instanceof BadXml ? conflict(error.message) : error
  }
}

/** What the XML of an extract says, beside what is entered of the object; nothing is saved by it. */
export async function extractOf(
  { files, clock }: { readonly files: FileStore; readonly clock: BankClock },
  context: Context,
  { id, objectId, documentId, storageId }: ExtractPlace,
): Promise<ReadExtract> {
  const row = await requireSecured(context, id)
  const object = await requireObject(context, row, objectId)
  const file = await findReadableFile(context.db, context.actor, documentId, storageId)
  const owners = [
    { ownerType: caseTypes[row.type].documents.owner, ownerId: row.id },
    { ownerType: 'REALTY_OBJECT', ownerId: objectId },
  ]
  const isOfCase = owners.some((one) => one.ownerType === file?.ownerType && one.ownerId === file.ownerId)
  if (file === null || !isOfCase) throw notFound('Документ не найден в этой заявке')
  if (file.contentType !== fileKinds.XML.contentType)
    throw conflict('Это не XML: выписку в другом виде вносят по документу')
  const { answers, unknown } = read(await bytesOf(files, file), bankDay(clock))
  await recordReading(context, 'VIEW', 'document', { id: documentId, storageId }, { isBeginning: true })
  return { answers: { ...answers }, compared: compareWithExtract(object, answers), unknown: [...unknown] }
}
