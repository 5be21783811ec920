import { Readable } from 'node:stream'
import { maxDocumentBytes } from '@ipoteka-office/contract/employee-parts.ts'
import type { Db } from '#db/database.ts'
import { writeTransaction } from '#db/transaction.ts'
import { FileMissing, type FileStore } from '#files/file-store.ts'
import { ApiError, invalid, notFound } from '#http/errors.ts'
import type { Context, FileReply, IncomingFile } from '#http/route.ts'
import { kindBytes, kindOf, safeName } from './file-kind.rules.ts'
import { findStoredKeys, insertStoredObject } from './stored-files.repo.ts'

type Kind = NonNullable<ReturnType<typeof kindOf>>

const wrongFile = (message: string) => invalid([{ path: 'file', message }], message)
const tooLarge = () =>
  new ApiError(413, 'ER_DTO_VALIDATOR', `Файл больше ${maxDocumentBytes / 1_048_576} МБ`, {
    fields: [{ path: 'file', message: `Файл больше ${maxDocumentBytes / 1_048_576} МБ` }],
  })

/** Looks at the beginning before anything is stored; what is refused is read to its end, so that the answer arrives. */
async function inspect(content: Readable): Promise<{ kind: Kind; whole: Readable }> {
  const chunks = content[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  const first: Buffer[] = []
  let length = 0
  while (length < kindBytes) {
    const { done, value } = await chunks.next()
    if (done === true) break
    first.push(value)
    length += value.length
  }
  const start = Buffer.concat(first)
  const kind = kindOf(start)
  if (kind === null) {
    while ((await chunks.next()).done !== true);
    throw wrongFile(length === 0 ? 'Файл пуст' : 'Принимаются файлы PDF, PNG и JPEG')
  }
  async function* whole(): AsyncGenerator<Buffer> {
    yield start
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value
  }
  return { kind, whole: Readable.from(whole(), { objectMode: false }) }
}

/** Stores an incoming file and lets `attach` tie it to its row; what cannot be tied is removed again. */
export async function receiveFile(
  { db, actor, requestId }: Context,
  files: FileStore,
  file: IncomingFile,
  owner: { type: string; id: number },
  attach: (tx: Db, fileId: string) => Promise<void>,
): Promise<void> {
  const { kind, whole } = await inspect(file.content)
  const stored = await files.put(whole)
  try {
    if (file.isCut()) throw tooLarge()
    const author = { employeeId: actor.employeeId, requestId }
    await writeTransaction(db, author, async (tx) => {
      const fileId = await insertStoredObject(tx, {
        ...stored,
        name: safeName(file.name, kind),
        contentType: kind,
        ownerType: owner.type,
        ownerId: owner.id,
        createdBy: actor.employeeId,
      })
      await attach(tx, fileId)
    })
  } catch (error) {
    await files.remove(stored.key)
    throw error
  }
}

/** The stored file as a download. */
export async function openStored(
  files: FileStore,
  file: { key: string; name: string; contentType: string } | null,
): Promise<FileReply> {
  if (file === null) throw notFound('Файл не приложен')
  try {
    return { name: file.name, contentType: file.contentType, body: await files.open(file.key) }
  } catch (error) {
    if (error instanceof FileMissing) throw notFound('Файл не найден в хранилище, приложите его заново')
    throw error
  }
}

/** Keys of every file that a row tells of: what a clean-up of the store must keep. */
export const listStoredKeys = findStoredKeys
