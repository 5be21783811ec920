import { createHash } from 'node:crypto'
import { createGzip } from 'node:zlib'
import type { AccessArchive } from '@ipoteka-office/contract/access-log/archives.ts'
import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { Db } from '#db/database.ts'
import { addMonths, fromDay, toDay } from '#features/calendar/dates.rules.ts'
import { type BankFigures, figuresToday } from '#features/parameters/parameter-reader.service.ts'
import { FileMissing, type FileStore } from '#files/file-store.ts'
import { notFound } from '#http/errors.ts'
import type { Context, FileReply } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import { readPage } from '#lib/paging.ts'
import { type SheetColumn, toSpreadsheet } from '#lib/spreadsheet.ts'
import { recordExport } from './access-log.service.ts'
import {
  closeMonth,
  countArchives,
  findArchive,
  findArchives,
  findKept,
  findMonthBefore,
  findSealed,
  type KeptEvent,
  makeMonths,
  type Month,
} from './archives.repo.ts'

/** Entries that are read at once. */
const portion = 5_000

const columns: readonly SheetColumn<KeptEvent>[] = [
  { heading: 'Номер', value: (row) => row.id },
  { heading: 'Время UTC', value: (row) => row.at },
  { heading: 'Сотрудник, номер', value: (row) => row.employeeId },
  { heading: 'Сотрудник', value: (row) => row.employee },
  { heading: 'Партнёр', value: (row) => row.partner },
  { heading: 'Действие', value: (row) => row.action },
  { heading: 'Объект', value: (row) => row.objectType },
  { heading: 'Номер объекта', value: (row) => row.objectId },
  { heading: 'Файл', value: (row) => row.storageId },
  { heading: 'Записей', value: (row) => row.rowCount },
  { heading: 'Подробности', value: (row) => row.details },
  { heading: 'Номер запроса', value: (row) => row.requestId },
]

async function* entriesOf(db: Db, month: Month, counted: { rows: number }): AsyncGenerator<KeptEvent> {
  for (let after = '0'; ; ) {
    const some = await findKept(db, month, { after, limit: portion })
    yield* some
    counted.rows += some.length
    const last = some.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

async function archiveMonth(db: Db, files: FileStore, month: Month): Promise<void> {
  const counted = { rows: 0 }
  const text = toSpreadsheet('csv', columns, entriesOf(db, month, counted))
  const packed = createGzip()
  // A row that could not be read ends the file, and the month stays where it is.
  text.on('error', (error) => packed.destroy(error))
  const file = await files.put(text.pipe(packed))
  await closeMonth(db, month, file, counted.rows)
}

/** What the months of the journal are kept with. */
export interface ArchiveParts {
  readonly db: Db
  readonly files: FileStore
  readonly bank: BankFigures
}

/**
 * Makes places for the months to come, and puts into files those that the database has kept long enough, the oldest first.
 * A file whose month could not be closed belongs to no row, and the check of the store removes it. Answers how many months.
 */
export async function keepMonths({ db, files, bank }: ArchiveParts): Promise<number> {
  await makeMonths(db)
  const { 'access-log-months': months } = await figuresToday(bank)
  const before = new Date(`${fromDay(addMonths(toDay(bankDay(bank.clock)), -months))}T00:00:00Z`)
  let closed = 0
  for (let month = await findMonthBefore(db, before); month; month = await findMonthBefore(db, before)) {
    await archiveMonth(db, files, month)
    closed += 1
  }
  return closed
}

export const listArchives = (db: Db, query: PageQuery): Promise<Page<AccessArchive>> =>
  readPage(query, { rows: () => findArchives(db, query), count: () => countArchives(db) })

/** The file of an archive; that it was taken is written into the journal first. */
export async function openArchive(context: Context, files: FileStore, id: number): Promise<FileReply> {
  const archive = await findArchive(context.db, id)
  if (archive === undefined) throw notFound('Такого архива журнала нет')
  const day = archive.to.slice(0, 10)
  await recordExport(context, 'AccessLog', archive.rows, {
    what: `Архив до ${dayText(day)}`,
    archive: archive.to,
  })
  return {
    name: `Журнал доступа до ${day}.csv.gz`,
    contentType: 'application/gzip',
    body: await files.open(archive.key),
  }
}

/** The first archive that is not what was sealed. */
export interface BrokenArchive {
  readonly id: number
  readonly reason: 'row' | 'file' | 'gone'
}

async function sumOf(files: FileStore, key: string): Promise<string | null> {
  try {
    const hash = createHash('sha256')
    for await (const part of await files.open(key)) hash.update(part as Buffer)
    return hash.digest('hex')
  } catch (error) {
    if (error instanceof FileMissing) return null
    throw error
  }
}

/** Reads every archive again: its row under the seal, its file under the sum. */
export async function verifyArchives(
  db: Db,
  files: FileStore,
): Promise<{ archives: number; broken: BrokenArchive | null }> {
  const archives = await findSealed(db)
  for (const { id, key, sha256, isSealed } of archives) {
    if (!isSealed) return { archives: archives.length, broken: { id, reason: 'row' } }
    const sum = await sumOf(files, key)
    if (sum !== sha256)
      return { archives: archives.length, broken: { id, reason: sum === null ? 'gone' : 'file' } }
  }
  return { archives: archives.length, broken: null }
}
