import { setImmediate as breathe } from 'node:timers/promises'
import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import type { SheetFormat } from './spreadsheet.ts'
import { hasMergedCells } from './merged-cells.ts'

/** A cell as it was typed; a day of XLSX comes as a Date in UTC. */
export type ReadCell = string | number | boolean | Date | null

/** A row of a sheet with its number in the file, from one. */
export interface ReadRow {
  readonly line: number
  readonly cells: readonly ReadCell[]
}

/** The file is not what its name says, or is more than is read. */
export class UnreadableSheet extends Error {}

/** Rows after which other work gets its turn. */
const breatheEvery = 500
/** Unpacked size above which a small file is taken for an attack. */
const maxUnpacked = 600 * 1_048_576

/** How a sheet is read. */
export interface SheetReading {
  /** Only what a person sees and has typed: a hidden sheet, a formula, merged cells and a flood of empty rows are refused. */
  readonly plain?: true
}

/** Empty rows after which a plain file is refused: somebody has formatted the whole sheet. */
const maxEmptyRows = 20_000

/** Rows of the first sheet, empty ones left out. */
export async function* readSpreadsheet(
  format: SheetFormat,
  file: Buffer,
  { plain }: SheetReading = {},
): AsyncGenerator<ReadRow> {
  let count = 0
  let empty = 0
  for await (const row of format === 'csv' ? readCsv(file) : readXlsx(file, plain === true)) {
    if (++count % breatheEvery === 0) await breathe()
    if (row.cells.every((cell) => cell === null || cell === '')) {
      empty += 1
      if (plain === true && empty > maxEmptyRows)
        throw new UnreadableSheet('В файле слишком много пустых строк: удалите их и сохраните файл снова')
      continue
    }
    yield row
  }
}

/** UTF-8, or what Russian Excel writes otherwise. */
function decode(file: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    return new TextDecoder('windows-1251').decode(file)
  }
}

const delimiters = [';', ',', '\t'] as const

/** The one that the first line has most of. */
function delimiterOf(text: string): string {
  const end = text.search(/\r?\n/)
  const line = end === -1 ? text : text.slice(0, end)
  const count = (sign: string) => line.split(sign).length
  return [...delimiters].sort((a, b) => count(b) - count(a))[0] ?? ';'
}

/** The apostrophe that our own files put before what a program would take for a formula. */
const withoutGuard = (text: string) =>
  /^'[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? text.slice(1) : text

function* chunksOf(text: string): Generator<string> {
  const size = 65_536
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}

async function* readCsv(file: Buffer): AsyncGenerator<ReadRow> {
  const text = decode(file)
  if (text.includes('\u0000')) throw new UnreadableSheet('Это не текстовый файл CSV')
  const parser = Readable.from(chunksOf(text)).pipe(
    parse({
      bom: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      info: true,
      max_record_size: 200_000,
    }),
  )
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[]
      info: { lines: number }
    }>)
      yield { line: info.lines, cells: record.map(withoutGuard) }
  } catch (error) {
    throw new UnreadableSheet('Файл CSV повреждён: проверьте кавычки и разделители', { cause: error })
  }
}

/** Sum of the unpacked sizes that the archive's directory names; undefined when it is no archive. */
function unpackedSize(file: Buffer): number | undefined {
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end === -1 || end + 22 > file.length) return undefined
  let at = file.readUInt32LE(end + 16)
  let sum = 0
  for (let left = file.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== 0x02_01_4b_50) return undefined
    sum += file.readUInt32LE(at + 24)
    at += 46 + file.readUInt16LE(at + 28) + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return sum
}

interface RichValue {
  readonly richText?: readonly { text: string }[]
  readonly text?: unknown
  readonly result?: unknown
}

function cellOf(value: unknown): ReadCell {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  if (value instanceof Date) return value
  const { richText, text, result } = value as RichValue
  if (richText !== undefined) return richText.map((part) => part.text).join('')
  return cellOf(text ?? result ?? null)
}

const isFormula = (value: unknown) =>
  typeof value === 'object' && value !== null && ('formula' in value || 'sharedFormula' in value)

/** A value that nobody has typed is not taken: what a formula shows here, another program may count otherwise. */
function refuseFormulas(line: number, values: readonly unknown[]): void {
  if (values.some(isFormula))
    throw new UnreadableSheet(
      `В строке ${line} есть формула: вставьте вместо неё значение и загрузите файл снова`,
    )
}

function refuseHidden(sheet: object): void {
  const { state } = sheet as { readonly state?: string }
  if (state?.toLowerCase().includes('hidden') === true)
    throw new UnreadableSheet('Первый лист файла скрыт: покажите его или уберите и загрузите файл снова')
}

async function refuseMerged(file: Buffer): Promise<void> {
  const isMerged = await hasMergedCells(file).catch((error: unknown) => {
    throw new UnreadableSheet('Файл XLSX повреждён', { cause: error })
  })
  if (isMerged)
    throw new UnreadableSheet(
      'В файле есть объединённые ячейки: разъедините их, заполните каждую и загрузите файл снова',
    )
}

function rowOf(row: { readonly number: number; readonly values: unknown }, plain: boolean): ReadRow {
  const values = row.values as readonly unknown[]
  if (plain) refuseFormulas(row.number, values)
  return { line: row.number, cells: Array.from(values.slice(1), cellOf) }
}

async function* readXlsx(file: Buffer, plain: boolean): AsyncGenerator<ReadRow> {
  const size = unpackedSize(file)
  if (size === undefined) throw new UnreadableSheet('Это не файл XLSX')
  if (size > maxUnpacked) throw new UnreadableSheet('Файл XLSX слишком велик в распакованном виде')
  if (plain) await refuseMerged(file)
  const { WorkbookReader } = await import('@cj-tech-master/excelts')
  const reader = new WorkbookReader(Readable.from([file]), {
    worksheets: 'emit',
    sharedStrings: 'cache',
    hyperlinks: 'ignore',
    styles: 'cache',
    entries: 'ignore',
  })
  try {
    for await (const sheet of reader) {
      if (plain) refuseHidden(sheet)
      for await (const row of sheet) yield rowOf(row, plain)
      return
    }
  } catch (error) {
    if (error instanceof UnreadableSheet) throw error
    throw new UnreadableSheet('Файл XLSX повреждён', { cause: error })
  }
}
