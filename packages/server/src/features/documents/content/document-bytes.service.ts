import { recordOpenings, recordReading } from '#features/access-log/access-log.service.ts'
import { documentHorizon } from '#features/parameters/horizon.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { FileMissing } from '#files/file-store.ts'
import type { FileGate } from '#files/receive.ts'
import { conflict, notFound } from '#http/errors.ts'
import type { Context, FileReply, RangedFileReply } from '#http/route.ts'
import { requireDocument } from '../document-access.service.ts'
import { archiveReply, entriesOf } from './document-archive.service.ts'
import { type FileRow, findCurrentFiles, findFile } from '../document-files.repo.ts'
import { requireFile } from '../document-files.service.ts'
import { findDocuments } from '../documents.repo.ts'
import { toOnePdf } from './generated-pdf.service.ts'

type Gate = Pick<FileGate, 'files' | 'spoolDir'>

/** What a browser shows without running anything that came with it. */
const shownTypes = new Set(['application/pdf', 'image/png', 'image/jpeg'])
/** Shown as a PDF that is made of it. */
const drawnTypes = new Set(['image/tiff'])

const missing = () => notFound('Файла нет в хранилище, загрузите его заново')

/** The file that is asked for, whichever version, or the first one; several come back when none was asked for. */
async function filesOf(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  id: number,
  storageId: string | undefined,
): Promise<FileRow[]> {
  await requireDocument(db, actor, id)
  if (storageId !== undefined) return [requireFile(await findFile(db, id, storageId))]
  const files = await findCurrentFiles(db, [id])
  if (files.length === 0) throw notFound('У документа нет файлов')
  return files
}

function rangedReply(
  context: Context,
  { files }: Gate,
  file: FileRow,
  action: 'VIEW' | 'DOWNLOAD',
): RangedFileReply {
  const { name, contentType, size, sha256, key, documentId, storageId } = file
  return {
    name,
    contentType,
    size,
    sha256,
    inline: action === 'VIEW',
    opened: (isBeginning) =>
      recordReading(context, action, 'document', { id: documentId, storageId }, { isBeginning }),
    open: async (range) => {
      try {
        return await files.open(key, range)
      } catch (error) {
        throw error instanceof FileMissing ? missing() : error
      }
    },
  }
}

/** One file to be shown in the page. */
export async function view(
  context: Context,
  gate: Gate,
  { id, storageId }: { id: number; storageId: string | undefined },
): Promise<FileReply | RangedFileReply> {
  const [file] = await filesOf(context, id, storageId)
  const found = requireFile(file)
  if (shownTypes.has(found.contentType)) return rangedReply(context, gate, found, 'VIEW')
  if (!drawnTypes.has(found.contentType))
    throw conflict('Файл этого вида не показывается в браузере, скачайте его')
  const drawn = await toOnePdf(gate, [{ ...found, rotation: 0 }], found.name)
  await recordOpenings(context, 'VIEW', 'document', [{ id, files: 1, storageId: found.storageId }])
  return drawn
}

async function wholeDocument(context: Context, gate: Gate, id: number, bank: BankFigures) {
  const row = await requireDocument(context.db, context.actor, id)
  const documents = await findDocuments(context.db, context.actor, row, await documentHorizon(bank), {
    deleted: true,
    ids: [id],
  })
  const entries = await entriesOf(context.db, documents)
  await recordOpenings(context, 'DOWNLOAD', 'document', [{ id, files: entries.length }])
  return archiveReply(gate.files, entries, `Документ ${id}`, bank.clock, context.log)
}

/** One file, or all files of the document as a ZIP. */
export async function download(
  context: Context,
  gate: Gate,
  { id, storageId }: { id: number; storageId: string | undefined },
  bank: BankFigures,
): Promise<FileReply | RangedFileReply> {
  const files = await filesOf(context, id, storageId)
  const [only] = files
  return files.length === 1 && only !== undefined
    ? rangedReply(context, gate, only, 'DOWNLOAD')
    : wholeDocument(context, gate, id, bank)
}
