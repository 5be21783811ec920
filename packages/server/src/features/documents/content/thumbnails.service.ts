import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import type { FileGate } from '#files/receive.ts'
import { conflict, notFound } from '#http/errors.ts'
import type { Context, FileReply } from '#http/route.ts'
import { requireDocument } from '../document-access.service.ts'
import { type FileRow, findCurrentFiles, findFile } from '../document-files.repo.ts'
import { requireFile } from '../document-files.service.ts'
import { copyFromStore, workFolder } from './pdf-folder.ts'

type Gate = Pick<FileGate, 'files' | 'spoolDir' | 'inspector'>

const side = 480
const mebibyte = 1_048_576
/** By the sum of the content, which never changes; two who ask at once wait for one drawing. */
const drawn = new LRUCache<string, Buffer>({
  maxSize: 32 * mebibyte,
  sizeCalculation: ({ length }) => length,
})
const drawing = new Map<string, Promise<Buffer>>()

async function draw({ files, spoolDir, inspector }: Gate, { key, size }: FileRow): Promise<Buffer> {
  const { path: folder, remove } = await workFolder(spoolDir)
  try {
    const [path, out] = [join(folder, 'photo'), join(folder, 'small')]
    if (!(await copyFromStore(files, key, path)))
      throw notFound('Файла нет в хранилище, загрузите его заново')
    if (!(await inspector.shrink({ path, out, size, side })))
      throw conflict('Фотографию не удалось прочитать, загрузите её заново')
    return await readFile(out)
  } finally {
    await remove()
  }
}

async function drawnOnce(gate: Gate, file: FileRow): Promise<Buffer> {
  const known = drawn.get(file.sha256)
  if (known !== undefined) return known
  const begun = drawing.get(file.sha256) ?? draw(gate, file)
  drawing.set(file.sha256, begun)
  try {
    const picture = await begun
    drawn.set(file.sha256, picture)
    return picture
  } finally {
    drawing.delete(file.sha256)
  }
}

/** A photo of a realty object, small. */
export async function thumbnail(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  gate: Gate,
  { id, storageId }: { readonly id: number; readonly storageId: string | undefined },
): Promise<FileReply> {
  const document = await requireDocument(db, actor, id)
  const found =
    storageId === undefined ? (await findCurrentFiles(db, [id]))[0] : await findFile(db, id, storageId)
  const file = requireFile(found)
  if (document.ownerType !== 'REALTY_OBJECT' || !file.contentType.startsWith('image/'))
    throw conflict('Миниатюры есть только у фотографий предмета ипотеки')
  return { name: 'thumbnail.jpg', contentType: 'image/jpeg', body: await drawnOnce(gate, file) }
}
