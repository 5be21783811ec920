import type { Db } from '#db/database.ts'
import { writeTransaction } from '#db/transaction.ts'
import { ApiError, notFound } from '#http/errors.ts'
import type { Context, FileReply, IncomingFile } from '#http/route.ts'
import { FileMissing, type FileStore } from './file-store.ts'
import { type FileGate, type ReceiveOptions, receiveFile } from './receive.ts'
import type { FileRules, ReceivedFile } from './received-file.ts'
import { insertStoredObject } from './stored-objects.repo.ts'

/** The row that a stored file belongs to: its table and id. */
export interface FileOwner {
  readonly type: string
  readonly id: number
}

/** Writes the row of a received file; answers its id. */
export const recordFile = (
  tx: Db,
  file: ReceivedFile,
  owner: FileOwner,
  createdBy: number | null,
): Promise<string> => insertStoredObject(tx, file, owner, createdBy)

/**
 * Removes a stored file whose row was refused. After any other failure the row may be there (an answer to a commit can
 * be lost), so the file stays, and the check of the store decides.
 */
export async function discardRefused(files: FileStore, key: string, error: unknown): Promise<void> {
  if (error instanceof ApiError) await files.remove(key)
}

/** Receives a file and lets `attach` tie it to its row in one transaction of the caller; what is refused is not kept. */
export async function attachFile<T>(
  { db, actor, requestId }: Pick<Context, 'db' | 'actor' | 'requestId'>,
  gate: FileGate,
  incoming: IncomingFile,
  { owner, ...rules }: FileRules & ReceiveOptions & { readonly owner: FileOwner },
  attach: (tx: Db, fileId: string, file: ReceivedFile) => Promise<T>,
): Promise<T> {
  const file = await receiveFile(gate, incoming, rules)
  try {
    return await writeTransaction(db, { employeeId: actor.employeeId, requestId }, async (tx) =>
      attach(tx, await recordFile(tx, file, owner, actor.employeeId), file),
    )
  } catch (error) {
    await discardRefused(gate.files, file.key, error)
    throw error
  }
}

/** The stored file as a download. */
export async function openStored(
  files: FileStore,
  file: { readonly key: string; readonly name: string; readonly contentType: string } | null,
): Promise<FileReply> {
  if (file === null) throw notFound('Файл не приложен')
  try {
    return { name: file.name, contentType: file.contentType, body: await files.open(file.key) }
  } catch (error) {
    if (error instanceof FileMissing) throw notFound('Файл не найден в хранилище, приложите его заново')
    throw error
  }
}
