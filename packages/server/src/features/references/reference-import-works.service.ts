import { codeIssues } from './known-codes.service.ts'
import { hasAllOperations } from '@ipoteka-office/contract/rights.ts'
import { maxImportRows } from '@ipoteka-office/contract/references/reference-imports.ts'
import type { Db } from '#db/database.ts'
import { writeTransaction } from '#db/transaction.ts'
import type { TaskRun, TaskWork } from '#features/notifications/run-task.service.ts'
import type { FileStore } from '#files/file-store.ts'
import { ApiError, conflict, forbidden, notFound } from '#http/errors.ts'
import { type ReadRow, readSpreadsheet, UnreadableSheet } from '#lib/read-spreadsheet.ts'
import { buffer } from 'node:stream/consumers'
import type { Dictionary } from '@ipoteka-office/contract/references/reference-items.ts'
import { changeDictionary, getDictionary } from './dictionaries.service.ts'
import { findLastOrder } from './dictionary-items.repo.ts'
import * as repo from './reference-import.repo.ts'
import {
  columnNames,
  countsText,
  type DraftRow,
  findCycles,
  type ImportColumn,
  readHeadings,
  readRow,
} from './reference-import.rules.ts'
import type { ReferenceReader } from './reference-reader.service.ts'

/** Names of the background works: the comparison and the application. */
export const checkWorkName = 'reference-import-check'
export const applyWorkName = 'reference-import-apply'

const batchSize = 2_000

const importOf = (input: unknown) => (input as { importId: number }).importId

function checkRight({ actor }: TaskRun): void {
  if (!hasAllOperations(actor.operations, { Dictionary: ['List', 'Import'] }))
    throw forbidden('Право на загрузку справочников отозвано')
}

async function find(db: Db, id: number): Promise<repo.ImportRecord> {
  const record = await repo.findImport(db, id)
  if (record === undefined) throw notFound('Загрузка удалена')
  return record
}

/** Where the person looks at the import, from a notification. */
async function pageOf(db: Db, importId: number): Promise<string> {
  const { dictionaryId } = await find(db, importId)
  const { code } = await getDictionary(db, dictionaryId)
  return `/references?dictionary=${encodeURIComponent(code)}&load=${importId}`
}

/** Says in the import why it ended, beside the task itself. */
async function failing<T>(db: Db, importId: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const known = error instanceof UnreadableSheet ? conflict(error.message) : error
    if (known instanceof ApiError)
      await repo.updateImport(db, importId, { state: 'FAILED', reason: known.message })
    throw known
  }
}

/** Reads the rows of the file in batches and keeps them with their errors. */
class RowReader {
  readonly #db: Db
  readonly #importId: number
  readonly #dictionary: Dictionary
  readonly #columns: readonly (ImportColumn | null)[]
  /** Line of the first row with the code. */
  readonly #seen = new Map<string, number>()
  #batch: ReturnType<typeof readRow>[] = []
  count = 0

  constructor(db: Db, importId: number, dictionary: Dictionary, columns: readonly (ImportColumn | null)[]) {
    this.#db = db
    this.#importId = importId
    this.#dictionary = dictionary
    this.#columns = columns
  }

  async add({ line, cells }: ReadRow): Promise<void> {
    this.count += 1
    if (this.count > maxImportRows) throw conflict(`В файле больше ${maxImportRows} строк: разделите его`)
    const read = readRow({ n: this.count, line, cells }, this.#columns, this.#dictionary.attributes)
    const { code } = read.row
    const first = this.#seen.get(code)
    if (code !== '' && first !== undefined) read.row.errors.push(`Код: уже есть в строке ${first}`)
    else this.#seen.set(code, line)
    this.#batch.push(read)
    if (this.#batch.length >= batchSize) await this.flush()
  }

  async flush(): Promise<void> {
    const batch = this.#batch
    this.#batch = []
    const issues = await codeIssues(
      this.#db,
      batch.flatMap(({ named }, at) => named.map((one) => ({ ...one, path: String(at) }))),
      { alsoOff: true },
    )
    const rows = batch.map(({ row }, at): DraftRow => {
      const own = issues.filter(({ path }) => path === String(at))
      return { ...row, errors: [...row.errors, ...own.map(({ message }) => message)] }
    })
    if (rows.length > 0) await repo.insertRows(this.#db, this.#importId, rows)
  }
}

async function readFile(
  run: TaskRun,
  files: FileStore,
  record: repo.ImportRecord,
  dictionary: Dictionary,
): Promise<string[]> {
  const { db, signal, progress } = run
  const format = /\.csv$/i.test(record.fileName) ? 'csv' : 'xlsx'
  const rows = readSpreadsheet(format, await buffer(await files.open(record.fileKey)))
  const heading = await rows.next()
  if (heading.done === true) throw conflict('В файле нет строк')
  const { columns, error } = readHeadings(heading.value.cells, dictionary.attributes)
  if (error !== null) throw conflict(error)
  const reader = new RowReader(db, record.id, dictionary, columns)
  for await (const row of rows) {
    signal.throwIfAborted()
    await reader.add(row)
    progress(reader.count)
  }
  await reader.flush()
  if (reader.count === 0) throw conflict('В файле нет строк')
  return columnNames(columns)
}

async function compare(
  db: Db,
  record: repo.ImportRecord,
  dictionary: Dictionary,
  columns: string[],
): Promise<void> {
  const { id } = record
  const { code, hierarchical, attributes } = dictionary
  await repo.compareWithItems(db, id, code, columns)
  await repo.markWrongCodes(db, id)
  await repo.markLackingAttributes(
    db,
    id,
    attributes.filter((one) => one.required && !columns.includes(`attributes.${one.key}`)),
  )
  await repo.markWrongParents(db, id, code, hierarchical)
  if (hierarchical) {
    const cycles = findCycles(await repo.findParents(db, id, code))
    if (cycles.length > 0)
      await repo.markRows(db, id, cycles, 'Код родителя: элемент лежит внутри самого себя')
  }
  if (record.missing === 'deactivate') await repo.addMissing(db, id, code)
}

/** Compares the file with the dictionary; changes nothing but the import itself. */
export const checkWork =
  (files: FileStore): TaskWork =>
  async (run) => {
    const { db, input } = run
    const importId = importOf(input)
    return failing(db, importId, async () => {
      checkRight(run)
      const record = await find(db, importId)
      // The revision first: what changes meanwhile makes the comparison old.
      const dictionary = await getDictionary(db, record.dictionaryId)
      await repo.deleteRows(db, importId)
      const columns = await readFile(run, files, record, dictionary)
      await compare(db, record, dictionary, columns)
      const counts = await repo.countRows(db, importId)
      const { revision } = dictionary
      await repo.updateImport(db, importId, { state: 'READY', columns, counts, revision })
      return { text: countsText(counts), link: await pageOf(db, importId) }
    })
  }

/** Does what the comparison says, all or nothing, when the dictionary is still as it was compared. */
export const applyWork =
  (references: ReferenceReader): TaskWork =>
  async (run) => {
    const { db, actor, input, signal, progress } = run
    const importId = importOf(input)
    return failing(db, importId, async () => {
      checkRight(run)
      const author = { employeeId: actor.employeeId, requestId: `import-${importId}` }
      const counts = await writeTransaction(db, author, async (tx) => {
        const record = await repo.lockImport(tx, importId)
        if (record?.state === 'APPLIED') return record.counts
        if (record?.state !== 'APPLYING') throw conflict('Загрузка не готова к применению')
        const dictionary = await changeDictionary(tx, references, record.dictionaryId)
        if (dictionary.revision !== record.revision)
          throw conflict('Справочник изменился после проверки файла: загрузите файл заново')
        const last = await repo.findLastRow(tx, importId)
        const lastOrder = await findLastOrder(tx, dictionary.code)
        for (let from = 1; from <= last; from += batchSize) {
          signal.throwIfAborted()
          await repo.applyRows(tx, importId, dictionary, { from, to: from + batchSize - 1, lastOrder })
          progress(Math.min(from + batchSize - 1, last))
        }
        await repo.updateImport(tx, importId, { state: 'APPLIED' })
        return record.counts
      })
      return { text: countsText(counts), link: await pageOf(db, importId) }
    })
  }
