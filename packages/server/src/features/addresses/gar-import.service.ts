import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '#db/database.ts'
import { bringRows, readDictionaries } from './gar-import.repo.ts'
import {
  addRefusals,
  beginImport,
  dropSample,
  type FileProgress,
  findProgress,
  findRefusals,
  finishImport,
  leaveImport,
  type Refusal,
  rebuildSearch,
  saveProgress,
  takeImport,
} from './gar-progress.repo.ts'
import { type Found, type Place, readGarFile, UnreadableFile } from './gar-reader.ts'
import {
  type FileKind,
  fileKinds,
  kindOfFile,
  type Reading,
  type Row,
  readRecord,
} from './gar-records.rules.ts'

/** A file of the delivery. */
interface GarFile {
  /** From the folder: `16/AS_HOUSES_….XML`. */
  readonly name: string
  readonly path: string
  readonly kind: FileKind
  readonly day: string
  readonly size: number
}

/** What went into the database. */
export interface ImportResult {
  readonly importId: number
  readonly resumed: boolean
  readonly files: readonly FileProgress[]
  readonly refusals: readonly Refusal[]
  /** Objects in the search. */
  readonly objects: number
}

/** How an import tells of itself and what it is done with. */
export interface ImportOptions {
  readonly folder: string
  readonly today: string
  readonly onStart?: (importId: number, files: number, bytes: number, resumed: boolean) => void
  readonly onFile?: (file: string, progress: FileProgress, size: number) => void
  readonly onStep?: (step: string) => void
}

/** The import cannot be done; the message says why. */
export class ImportError extends Error {}

/** Rows that are written at once: many enough to be quick, few enough for little memory. */
const batchRows = 5_000

async function entriesOf(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new ImportError(`Нет такой папки: ${folder}`)
    throw error
  }
}

/** Files of the delivery in the order they are taken: by kind, then by day, then by region. */
async function filesOf(folder: string): Promise<GarFile[]> {
  const names: string[] = []
  for (const entry of (await entriesOf(folder)).toSorted()) {
    if (!/^\d{2}$/.test(entry)) names.push(entry)
    else names.push(...(await entriesOf(join(folder, entry))).toSorted().map((name) => `${entry}/${name}`))
  }
  const files: GarFile[] = []
  for (const name of names) {
    const known = kindOfFile(name.replace(/^\d{2}\//, ''))
    if (known === null) continue
    const path = join(folder, name)
    files.push({ name, path, ...known, size: (await stat(path)).size })
  }
  return files.toSorted(
    (a, b) =>
      fileKinds.indexOf(a.kind) - fileKinds.indexOf(b.kind) ||
      a.day.localeCompare(b.day) ||
      a.name.localeCompare(b.name),
  )
}

const fingerprintOf = (files: readonly GarFile[]) =>
  createHash('sha256')
    .update(files.map(({ name, size }) => `${name}:${size}`).join('\n'))
    .digest('hex')

const fresh = (file: string): FileProgress => ({
  file,
  offset: 0,
  line: 1,
  records: 0,
  taken: 0,
  refused: 0,
  done: false,
})

/** What was read of a file and is not yet written. */
class Batch {
  rows: Row[] = []
  refusals: Refusal[] = []
  records = 0
  readonly #file: GarFile
  readonly #reading: Reading
  readonly #before: number

  constructor(file: GarFile, reading: Reading, before: number) {
    this.#file = file
    this.#reading = reading
    this.#before = before
  }

  /** Also when nothing of it is kept, so that a stop loses little. */
  get isFull(): boolean {
    return this.rows.length + this.refusals.length >= batchRows || this.records >= batchRows * 10
  }

  take(found: Found): void {
    this.records += 1
    if ('problem' in found) return this.#refuse(found.line, found.problem)
    const read = readRecord(this.#file.kind, found.attributes, this.#reading)
    if ('row' in read) this.rows.push(read.row)
    else if ('reason' in read) this.#refuse(found.line, read.reason)
  }

  #refuse(line: number, reason: string): void {
    this.refusals.push({ file: this.#file.name, line, record: this.#before + this.records, reason })
  }
}

/** Reads one file and writes it batch by batch, each with how far it was read: what was written is never lost or counted twice. */
class FileImport {
  readonly #db: Db
  readonly #importId: number
  readonly #file: GarFile
  readonly #reading: Reading
  #progress: FileProgress
  #batch: Batch

  constructor(db: Db, importId: number, file: GarFile, reading: Reading, progress: FileProgress) {
    this.#db = db
    this.#importId = importId
    this.#file = file
    this.#reading = reading
    this.#progress = progress
    this.#batch = new Batch(file, reading, progress.records)
  }

  async run(onProgress: (progress: FileProgress) => void): Promise<FileProgress> {
    let last: Place = { offset: this.#progress.offset, line: this.#progress.line }
    try {
      for await (const piece of readGarFile(this.#file.path, this.#progress)) {
        for (const found of piece.found) this.#batch.take(found)
        if (piece.offset !== null) last = { offset: piece.offset, line: piece.line }
        if (!this.#batch.isFull) continue
        // After a broken byte places are not known: what follows would be read again, which changes nothing.
        const { offset, line } = piece.offset === null ? this.#progress : { ...piece, offset: piece.offset }
        await this.#write({ offset, line, done: false })
        onProgress(this.#progress)
      }
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error
      this.#batch.take({
        line: last.line,
        problem: `${error.message}; остаток файла не прочитан`,
      })
    }
    await this.#write({ ...last, done: true })
    onProgress(this.#progress)
    return this.#progress
  }

  async #write(place: Pick<FileProgress, 'offset' | 'line' | 'done'>): Promise<void> {
    const { rows, refusals, records } = this.#batch
    const { file, records: before, taken, refused } = this.#progress
    this.#progress = await this.#db.transaction().execute(async (tx) => {
      const brought = await bringRows(tx, this.#file.kind, rows)
      const progress: FileProgress = {
        file,
        ...place,
        records: before + records,
        taken: taken + brought,
        refused: refused + refusals.length,
      }
      await addRefusals(tx, this.#importId, refusals)
      await saveProgress(tx, this.#importId, progress)
      return progress
    })
    this.#batch = new Batch(this.#file, this.#reading, this.#progress.records)
  }
}

async function importFiles(
  db: Db,
  importId: number,
  files: readonly GarFile[],
  { today, onFile }: ImportOptions,
): Promise<FileProgress[]> {
  const known = await findProgress(db, importId)
  const results: FileProgress[] = []
  for (const file of files) {
    const progress = known.get(file.name) ?? fresh(file.name)
    if (progress.done) {
      results.push(progress)
      continue
    }
    // The delivery's own dictionaries were read before: numbers may be new.
    const reading: Reading = { today, ...(await readDictionaries(db)) }
    const work = new FileImport(db, importId, file, reading, progress)
    results.push(await work.run((now) => onFile?.(file.name, now, file.size)))
  }
  return results
}

/**
 * Brings a delivery of the register from a folder: goes on where the same delivery stopped, repeated it changes nothing, a
 * newer one updates. `db` must have one connection, which keeps others from importing at the same time.
 */
export async function importGar(db: Db, options: ImportOptions): Promise<ImportResult> {
  const files = await filesOf(options.folder)
  if (!files.some(({ kind }) => kind === 'ADDR_OBJ'))
    throw new ImportError(
      `В папке ${options.folder} нет файлов AS_ADDR_OBJ_*.XML: укажите папку распакованной выгрузки ГАР`,
    )
  if (!(await takeImport(db))) throw new ImportError('Загрузка ГАР уже идёт: дождитесь её конца')
  const { id, resumed } = await beginImport(db, options.folder, fingerprintOf(files))
  options.onStart?.(
    id,
    files.length,
    files.reduce((sum, { size }) => sum + size, 0),
    resumed,
  )
  await dropSample(db)
  const done = await importFiles(db, id, files, options)
  options.onStep?.('строится поиск')
  const objects = await rebuildSearch(db)
  await finishImport(db, id)
  const refusals = await findRefusals(db, id)
  // The end of a connection is noticed later than the caller goes on.
  await leaveImport(db)
  return { importId: id, resumed, files: done, refusals, objects }
}
