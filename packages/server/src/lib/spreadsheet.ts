import { PassThrough, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'

/** What a cell may hold; a Date is shown as date and time in the options' zone, null as nothing. */
export type CellValue = string | number | Date | null

/** One column of a sheet. */
export interface SheetColumn<T> {
  readonly heading: string
  /** In characters; XLSX only. */
  readonly width?: number
  readonly value: (row: T) => CellValue
}

/** A sum or an area, kept as decimal text, as a number that the sheet can add up: fifteen digits go into one exactly. */
export const amountCell = (text: string | null): CellValue => (text === null ? null : Number(text))

export type SheetFormat = 'xlsx' | 'csv'

export interface SheetOptions {
  readonly sheetName?: string
  /** Zone in which moments are shown, such as the bank's. */
  readonly timeZone?: string
}

/** Content types of the formats. */
export const sheetContentTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const satisfies Record<SheetFormat, string>

/** Limits of a sheet in Excel; a longer text would make the file unreadable. */
const maxCellLength = 32_767
const maxRows = 1_048_576 - 1

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what XML forbids
const notXml = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu
const cleaned = (text: string) => text.replace(notXml, '').slice(0, maxCellLength)

/** Writes rows into a sheet as they are read: memory does not grow with their number. Errors of the rows end the stream. */
export function toSpreadsheet<T>(
  format: SheetFormat,
  columns: readonly SheetColumn<T>[],
  rows: AsyncIterable<T>,
  { sheetName = 'Лист 1', timeZone = 'UTC' }: SheetOptions = {},
): Readable {
  return format === 'csv' ? toCsv(columns, rows, timeZone) : toXlsx(columns, rows, sheetName, timeZone)
}

/** The same clock face in UTC: spreadsheets know no zones. */
const shifted = (date: Date, timeZone: string) =>
  new Date(`${date.toTemporalInstant().toZonedDateTimeISO(timeZone).toPlainDateTime().toString()}Z`)

const dateText = (date: Date) =>
  date.toISOString().replace(/^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d).*$/, '$3.$2.$1 $4')

/** For Russian Excel: BOM, semicolons, decimal comma. Text that a program would take for a formula gets an apostrophe. */
function toCsv<T>(columns: readonly SheetColumn<T>[], rows: AsyncIterable<T>, timeZone: string): Readable {
  const neutral = (text: string) => (/^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${text}` : text)
  const cell = (value: CellValue): string => {
    if (value === null) return ''
    if (typeof value === 'number') return String(value).replace('.', ',')
    return value instanceof Date ? dateText(shifted(value, timeZone)) : neutral(cleaned(value))
  }
  const records = async function* () {
    yield columns.map((column) => neutral(column.heading))
    for await (const row of rows) yield columns.map((column) => cell(column.value(row)))
  }
  const source = Readable.from(records())
  const output = source.pipe(stringify({ bom: true, delimiter: ';', record_delimiter: 'windows' }))
  source.on('error', (error) => output.destroy(error))
  output.on('close', () => source.destroy())
  return output
}

function toXlsx<T>(
  columns: readonly SheetColumn<T>[],
  rows: AsyncIterable<T>,
  sheetName: string,
  timeZone: string,
): Readable {
  const output = new PassThrough()
  const cell = (value: CellValue): CellValue => {
    if (typeof value === 'string') return cleaned(value)
    return value instanceof Date ? shifted(value, timeZone) : value
  }
  const write = async () => {
    // Loaded by the first file: the library is as large as a seventh of the server.
    const { WorkbookWriter } = await import('@cj-tech-master/excelts')
    const workbook = new WorkbookWriter({
      stream: output,
      trueStreaming: true,
      useStyles: true,
      useSharedStrings: false,
    })
    const sheet = workbook.addWorksheet(sheetName, { views: [{ state: 'frozen', ySplit: 1 }] })
    sheet.columns = columns.map(({ heading, width = 20 }) => ({ header: heading, width }))
    sheet.getRow(1).font = { bold: true }
    sheet.getRow(1).commit()
    let count = 0
    for await (const row of rows) {
      if (output.destroyed) return
      if (++count > maxRows) throw new Error('Больше строк, чем помещается на лист')
      const line = sheet.addRow(columns.map((column) => cell(column.value(row))))
      line.eachCell((filled) => {
        if (filled.value instanceof Date) filled.numFmt = 'dd.mm.yyyy hh:mm'
      })
      line.commit()
      if (output.writableNeedDrain) await drained(output)
    }
    sheet.commit()
    await workbook.commit()
  }
  write().catch((error: unknown) =>
    output.destroy(error instanceof Error ? error : new Error('Выгрузка прервана', { cause: error })),
  )
  return output
}

/** Resolves when the stream takes more, or will take no more at all. */
function drained(output: PassThrough): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      output.off('drain', done)
      output.off('close', done)
      resolve()
    }
    output.on('drain', done)
    output.on('close', done)
  })
}
