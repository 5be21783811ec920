import { buffer } from 'node:stream/consumers'
import {
  type Document,
  type DocumentOwner,
  documentStatuses,
  documentTitle,
  documentValidities,
} from '@ipoteka-office/contract/documents/documents.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#db/database.ts'
import { recordOpenings } from '#features/access-log/access-log.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import type { FileStore } from '#files/file-store.ts'
import { conflict } from '#http/errors.ts'
import type { Context, FileReply } from '#http/route.ts'
import { type BankClock, bankDay } from '#lib/bank-time.ts'
import { type SheetColumn, toSpreadsheet } from '#lib/spreadsheet.ts'
import { ArchivePaths, archiveName } from './archive-names.rules.ts'
import { type ArchiveEntry, archiveOf } from './archive-stream.ts'
import { type FileRow, findCurrentFiles } from '../document-files.repo.ts'
import { findCategoryNames } from '../document-types.repo.ts'
import { chosenDocuments } from '../documents.service.ts'

/** What compressing makes smaller; PDF, JPEG, PNG, DOCX and XLSX are compressed already. */
const compressible = new Set(['application/xml', 'image/tiff', 'application/pkcs7-signature'])
const unassigned = 'Неразобранные'

/** A file on its way into an archive, with what the list of contents tells of it. */
export interface DocumentEntry extends ArchiveEntry {
  readonly document: Document
  readonly file: FileRow
}

const fileName = (document: Document, file: FileRow): string => {
  const who = document.participant?.name ? ` — ${document.participant.name}` : ''
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(file.name)?.[0] ?? ''
  return document.type === null && document.title === ''
    ? file.name
    : `${archiveName(documentTitle(document) + who, 90)}${extension}`
}

/** The documents' files with their places in the archive: folders by category, names by document. */
export async function entriesOf(db: Db, documents: readonly Document[]): Promise<DocumentEntry[]> {
  const byId = new Map(documents.map((document) => [document.id, document]))
  const categories = await findCategoryNames(db)
  const paths = new ArchivePaths()
  const files = await findCurrentFiles(
    db,
    documents.map(({ id }) => id),
  )
  return files.flatMap((file) => {
    const document = byId.get(file.documentId)
    if (document === undefined) return []
    const category = document.type?.categoryCode
    const folder = category === undefined ? unassigned : (categories.get(category) ?? category)
    return {
      key: file.key,
      path: paths.take(archiveName(folder), fileName(document, file)),
      size: file.size,
      at: new Date(file.createdAt),
      compress: compressible.has(file.contentType),
      document,
      file,
    }
  })
}

const columns = (lost: ReadonlySet<string>): readonly SheetColumn<DocumentEntry>[] => [
  { heading: 'Файл в архиве', value: ({ path }) => path },
  { heading: 'В архиве', value: ({ path }) => (lost.has(path) ? 'НЕТ: файл не найден в хранилище' : 'да') },
  { heading: 'Документ', value: ({ document }) => documentTitle(document) },
  { heading: 'Номер', value: ({ document }) => document.number },
  { heading: 'Дата выдачи', value: ({ document }) => document.issuedOn },
  { heading: 'Участник', value: ({ document }) => document.participant?.name ?? '' },
  { heading: 'Состояние', value: ({ document }) => documentStatuses[document.status] },
  { heading: 'Срок', value: ({ document }) => documentValidities[document.validity] },
  { heading: 'Исходное имя', value: ({ file }) => file.name },
  { heading: 'Размер, байт', value: ({ size }) => size },
  { heading: 'SHA-256', value: ({ file }) => file.sha256 },
  { heading: 'Загружен', value: ({ at }) => at },
]

async function* listed<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items
}

/** The archive as an answer; the list of contents closes it. */
export function archiveReply(
  files: FileStore,
  entries: readonly DocumentEntry[],
  name: string,
  { timeZone }: Pick<BankClock, 'timeZone'>,
  log: Pick<FastifyBaseLogger, 'error'>,
): FileReply {
  const manifest = {
    path: 'Опись.csv',
    content: (lost: ReadonlySet<string>) =>
      buffer(toSpreadsheet('csv', columns(lost), listed(entries), { timeZone })),
  }
  const onError = (error: unknown) => log.error(error, 'an archive of documents broke off')
  return {
    name: `${archiveName(name)}.zip`,
    contentType: 'application/zip',
    body: archiveOf(files, entries, manifest, onError),
  }
}

/** How many files of each document there are. */
export const countByDocument = (entries: readonly { documentId: number }[]) =>
  [...Map.groupBy(entries, ({ documentId }) => documentId)].map(([id, list]) => ({ id, files: list.length }))

/** The chosen documents of the owner as one ZIP. */
export async function downloadArchive(
  context: Context,
  files: FileStore,
  choice: DocumentOwner & { ids?: readonly number[] | undefined },
  bank: BankFigures,
): Promise<FileReply> {
  const { owner, documents } = await chosenDocuments(context, choice, bank)
  const entries = await entriesOf(context.db, documents)
  if (entries.length === 0) throw conflict('Нет файлов, из которых можно собрать архив')
  await recordOpenings(context, 'ARCHIVE', 'document', countByDocument(entries.map(({ file }) => file)))
  return archiveReply(files, entries, `${owner.title}, ${bankDay(bank.clock)}`, bank.clock, context.log)
}
