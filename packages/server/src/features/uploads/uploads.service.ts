import { Readable } from 'node:stream'
import {
  maxChunkBytes,
  minChunkBytes,
  type Upload,
  type UploadFile,
  uploadKinds,
} from '@ipoteka-office/contract/uploads/uploads.ts'
import type { Db } from '#db/database.ts'
import { writeTransaction } from '#db/transaction.ts'
import { requireDocument } from '#features/documents/document-access.service.ts'
import { requireOwner } from '#features/documents/document-owners.service.ts'
import { checkType } from '#features/documents/documents.service.ts'
import type { FileStore } from '#files/file-store.ts'
import { isPossible, startBytes, wrongKindText } from '#files/inspect/file-start.rules.ts'
import { wrongFile } from '#files/receive.ts'
import { ApiError, conflict, invalid, notFound } from '#http/errors.ts'
import type { Context, IncomingFile } from '#http/route.ts'
import { enqueue } from '#jobs/enqueue.ts'
import type { Actor } from '#lib/actor.ts'
import type { BankClock } from '#lib/bank-time.ts'
import * as repo from './uploads.repo.ts'

/** Announced and not finished, of one person: nobody fills the store with halves. */
const maxOpenBytes = 4 * 1_024 * 1_048_576

interface NewUpload {
  readonly ownerType: string
  readonly ownerId: number
  readonly files: readonly (Required<Pick<UploadFile, 'name' | 'size'>> & {
    readonly typeCode: string | null
    readonly documentId: number | null
  })[]
}

const noUpload = () => notFound('Загрузка не найдена: незаконченные загрузки хранятся сутки')

async function checkTargets(db: Db, actor: Actor, { files, ...owner }: NewUpload, clock: BankClock) {
  const found = await requireOwner(db, actor, owner, 'write')
  for (const code of new Set(files.map(({ typeCode }) => typeCode)))
    await checkType(db, found.ownerType, code, clock)
  for (const id of new Set(files.map(({ documentId }) => documentId))) {
    if (id === null) continue
    const document = await requireDocument(db, actor, id)
    if (document.ownerType !== found.ownerType || document.ownerId !== found.ownerId)
      throw invalid([{ path: 'files', message: 'Документ относится к другому объекту' }])
  }
}

/** Declares the files of an upload. */
export async function createUpload(
  { db, actor }: Context,
  upload: NewUpload,
  clock: BankClock,
): Promise<Upload> {
  await checkTargets(db, actor, upload, clock)
  const announced = upload.files.reduce((sum, { size }) => sum + size, 0)
  if ((await repo.countOpenBytes(db, actor.employeeId)) + announced > maxOpenBytes)
    throw conflict('Слишком много незаконченных загрузок: закончите или отмените их')
  const uid = await repo.insertUpload(db, { ...upload, createdBy: actor.employeeId })
  return readUpload(db, actor, uid)
}

async function readUpload(db: Db, actor: Actor, uid: string): Promise<Upload> {
  const upload = await repo.findUpload(db, actor.employeeId, uid)
  if (upload === undefined) throw noUpload()
  return upload
}

/** The caller's own upload; another's is not there, whoever asks. */
export async function getUpload({ db, actor }: Context, uid: string): Promise<Upload> {
  const upload = await readUpload(db, actor, uid)
  await requireOwner(db, actor, upload, 'write')
  return upload
}

async function ownItem(db: Db, actor: Actor, uid: string, item: number): Promise<repo.ItemRow> {
  const row = await repo.findItem(db, actor.employeeId, uid, item)
  if (row === undefined) throw noUpload()
  await requireOwner(db, actor, row, 'write')
  return row
}

const wrongOffset = (received: number) =>
  new ApiError(
    409,
    'ER_VALIDATION',
    `Часть файла не на своём месте: загрузка продолжается с байта ${received}`,
    {
      current: { received },
    },
  )

async function readChunk(file: IncomingFile): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of file.content) parts.push(Buffer.from(part))
  if (file.isCut()) throw new ApiError(413, 'ER_DTO_VALIDATOR', `Часть файла больше ${maxChunkBytes} байт`)
  return Buffer.concat(parts)
}

function checkSize({ size }: repo.ItemRow, offset: number, length: number): void {
  const left = size - offset
  if (length > left) throw wrongFile('Прислано больше, чем было объявлено: начните загрузку файла заново')
  if (length < Math.min(left, minChunkBytes))
    throw wrongFile(length === 0 ? 'Часть файла пуста' : `Часть файла меньше ${minChunkBytes} байт`)
}

/** A wrong kind shows in the first bytes: the rest need not come. */
async function refuseAtStart(db: Db, item: number, start: Buffer): Promise<void> {
  const reason = wrongKindText(start, uploadKinds)
  await repo.setOutcome(db, item, { state: 'REFUSED', reason })
}

/** Ties a stored part to its item; false when another request has brought the same part meanwhile. */
async function addChunk(tx: Db, { id, uid }: repo.ItemRow, chunk: repo.ChunkRow): Promise<boolean> {
  const item = await repo.lockItem(tx, id)
  if (item?.state !== 'RECEIVING' || item.received !== chunk.at) return false
  await repo.insertChunk(tx, id, chunk)
  await repo.touchUpload(tx, uid)
  if (chunk.at + chunk.size === item.size) {
    await repo.setOutcome(tx, id, { state: 'CHECKING' })
    await enqueue(tx, 'upload-check', { item: id })
  }
  return true
}

/** Takes the next part of an item; one that is here already changes nothing. */
export async function receiveChunk(
  { db, actor, requestId }: Context,
  files: FileStore,
  { uid, item, offset }: { uid: string; item: number; offset: number },
  file: IncomingFile,
): Promise<Upload> {
  const row = await ownItem(db, actor, uid, item)
  const isHere =
    row.state !== 'RECEIVING' || (offset < row.received && (await repo.hasChunkAt(db, item, offset)))
  if (isHere) return readUpload(db, actor, uid)
  if (offset !== row.received) throw wrongOffset(row.received)
  const content = await readChunk(file)
  checkSize(row, offset, content.length)
  const start = content.subarray(0, startBytes)
  if (offset === 0 && !isPossible(start, uploadKinds)) {
    await refuseAtStart(db, item, start)
    return readUpload(db, actor, uid)
  }
  const { key } = await files.put(Readable.from([content]))
  const chunk = { key, at: offset, size: content.length }
  const author = { employeeId: actor.employeeId, requestId }
  const added = await writeTransaction(db, author, (tx) => addChunk(tx, row, chunk))
  if (!added) await files.remove(key)
  return readUpload(db, actor, uid)
}

async function giveUp(tx: Db, items: readonly number[]): Promise<string[]> {
  const keys: string[] = []
  for (const item of items) {
    keys.push(...(await repo.deleteChunks(tx, item)))
    await repo.setOutcome(tx, item, { state: 'ABANDONED' })
  }
  return keys
}

/** Removes objects that no row holds any more; what cannot be removed now the check of the store removes. */
export async function removeAll(files: FileStore, keys: readonly string[]): Promise<void> {
  for (const key of keys) await files.remove(key)
}

/** Gives up what has not become documents: all of an upload, or one item of it. */
export async function abandon(
  { db, actor, requestId }: Context,
  files: FileStore,
  uid: string,
  item?: number,
): Promise<Upload> {
  await readUpload(db, actor, uid)
  if (item !== undefined) await ownItem(db, actor, uid, item)
  const author = { employeeId: actor.employeeId, requestId }
  const keys = await writeTransaction(db, author, async (tx) => {
    const open = await repo.lockOpenItems(tx, uid)
    return giveUp(tx, item === undefined ? open : open.filter((id) => id === item))
  })
  await removeAll(files, keys)
  return readUpload(db, actor, uid)
}

/** Stores a duplicate all the same. */
export async function keepDuplicate({ db, actor }: Context, uid: string, item: number): Promise<Upload> {
  await ownItem(db, actor, uid, item)
  const row = await repo.lockItem(db, item)
  if (row?.state !== 'DUPLICATE') throw conflict('Этот файл не ждёт решения: он уже загружен или отменён')
  await repo.setOutcome(db, item, { state: 'CHECKING', keepDuplicate: true })
  await repo.touchUpload(db, uid)
  await enqueue(db, 'upload-check', { item })
  return readUpload(db, actor, uid)
}

/** Forgets uploads that nobody has gone on with for a day, and wakes checks that have got stuck; part of the sweep. */
export async function tidyUploads(db: Db, files: FileStore): Promise<void> {
  await removeAll(files, await repo.deleteOldUploads(db))
  for (const item of await repo.findStuckItems(db)) await enqueue(db, 'upload-check', { item })
}
