import { Readable } from 'node:stream'
import { maxFileBytes, uploadKinds } from '@ipoteka-office/contract/uploads/uploads.ts'
import type { Db } from '#db/database.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { writeTransaction } from '#db/transaction.ts'
import { addUploadedFile, findSameFile } from '#features/documents/document-upload.service.ts'
import { discardRefused } from '#files/attach-file.ts'
import { FileMissing, type FileStore } from '#files/file-store.ts'
import { type FileGate, receiveFile } from '#files/receive.ts'
import type { ReceivedFile } from '#files/received-file.ts'
import { ApiError, conflict, forbidden } from '#http/errors.ts'
import type { JobHandler } from '#jobs/jobs.ts'
import type { Actor } from '#lib/actor.ts'
import * as repo from './uploads.repo.ts'
import { removeAll } from './uploads.service.ts'

/** What the check of uploads needs. */
export interface UploadCheckParts {
  readonly db: Db
  readonly gate: FileGate
  readonly findActor: (db: Db, employeeId: number) => Promise<Actor | null>
  readonly bank: BankFigures
}

/** The owner has the same bytes already. */
class Duplicate extends Error {
  readonly same: repo.SameFileRow

  constructor(same: repo.SameFileRow) {
    super(same.name)
    this.same = same
  }
}

const lostParts = () => conflict('Части файла потеряны, загрузите его заново')
const failedText = 'Файл не удалось проверить, загрузите его ещё раз'

/** The parts one after another, each opened when its turn comes. */
async function* joined(files: FileStore, chunks: readonly repo.ChunkRow[]): AsyncGenerator<Buffer> {
  for (const { key } of chunks) yield* await files.open(key)
}

async function receive(
  { db, gate }: UploadCheckParts,
  actor: Actor,
  item: repo.ItemRow,
): Promise<ReceivedFile> {
  const chunks = await repo.findChunks(db, item.id)
  if (chunks.reduce((sum, { size }) => sum + size, 0) !== item.size) throw lostParts()
  const content = Readable.from(joined(gate.files, chunks), { objectMode: false })
  const beforeStore = async (sha256: string) => {
    const same = item.keepDuplicate ? null : await findSameFile(db, actor, item, sha256)
    if (same !== null) throw new Duplicate(same)
  }
  const incoming = { name: item.name, content, isCut: () => false }
  try {
    return await receiveFile(gate, incoming, { kinds: uploadKinds, maxBytes: maxFileBytes, beforeStore })
  } catch (error) {
    throw error instanceof FileMissing ? lostParts() : error
  }
}

const sameReason = ({ name }: repo.SameFileRow) => `Такой файл здесь уже есть: «${name}»`

/** Makes a checked file a document; answers the keys whose objects are not needed any more. */
async function attach(
  tx: Db,
  actor: Actor,
  { id, ...item }: repo.ItemRow,
  file: ReceivedFile,
  bank: BankFigures,
): Promise<string[]> {
  const now = await repo.lockItem(tx, id)
  // Another worker was faster.
  if (now?.state !== 'CHECKING') return [file.key]
  const { typeCode, documentId, keepDuplicate: repeat } = item
  const added = await addUploadedFile(tx, actor, item, file, { typeCode, documentId, repeat, bank })
  if (added.outcome === 'DUPLICATE') {
    await repo.setOutcome(tx, id, duplicateOutcome(added))
    return [file.key]
  }
  await repo.setOutcome(tx, id, { state: 'DONE', warnings: file.warnings, ...placeOf(added) })
  return repo.deleteChunks(tx, id)
}

const placeOf = ({ documentId, storageId }: { documentId: number; storageId: string }) => ({
  documentId,
  storageId,
})
const duplicateOutcome = ({ documentId, storageId, name }: repo.SameFileRow): repo.ItemOutcome => ({
  state: 'DUPLICATE',
  same: { documentId, storageId, name },
  reason: sameReason({ documentId, storageId, name }),
})

async function settle(parts: UploadCheckParts, item: repo.ItemRow): Promise<void> {
  const { db, gate, findActor, bank } = parts
  const actor = await findActor(db, item.createdBy)
  if (actor === null) throw forbidden('Сотрудник больше не работает в системе')
  const file = await receive(parts, actor, item)
  const author = { employeeId: actor.employeeId, requestId: `upload-${item.id}` }
  try {
    const keys = await writeTransaction(db, author, (tx) => attach(tx, actor, item, file, bank))
    await removeAll(gate.files, keys)
  } catch (error) {
    await discardRefused(gate.files, file.key, error)
    throw error
  }
}

/** Ends an item that cannot become a document. */
async function end({ db, gate }: UploadCheckParts, item: number, outcome: repo.ItemOutcome): Promise<void> {
  const keys = await db.transaction().execute(async (tx) => {
    if ((await repo.lockItem(tx, item))?.state !== 'CHECKING') return []
    await repo.setOutcome(tx, item, outcome)
    // A duplicate may still be wanted.
    return outcome.state === 'DUPLICATE' ? [] : repo.deleteChunks(tx, item)
  })
  await removeAll(gate.files, keys)
}

/** Handler of the queue `upload-check`: looks through a file that is whole and makes it a document. */
export const uploadChecker =
  (parts: UploadCheckParts): JobHandler<{ item: number }> =>
  async ({ item }, { isLastAttempt }) => {
    const row = await repo.findAnyItem(parts.db, item)
    if (row?.state !== 'CHECKING') return
    try {
      await settle(parts, row)
    } catch (error) {
      if (error instanceof Duplicate) return end(parts, item, duplicateOutcome(error.same))
      const isRefused = error instanceof ApiError && error.status < 500
      if (!isRefused && !isLastAttempt) throw error
      const reason = error instanceof ApiError ? error.message : failedText
      await end(parts, item, { state: 'REFUSED', reason })
      if (!(error instanceof ApiError)) throw error
    }
  }
