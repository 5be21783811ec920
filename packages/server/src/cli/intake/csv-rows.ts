import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { Readable } from 'node:stream'
import { IntakeItem } from '@ipoteka-office/contract/queue/queue.ts'
import { parse } from 'csv-parse/sync'

/** A line of the file: an item in order, or what is wrong with it. `line` counts from 1, the heading included. */
export type CsvRow =
  | { readonly line: number; readonly item: IntakeItem }
  | { readonly line: number; readonly number: string; readonly errors: readonly string[] }

/** The file cannot be read as a list of applications at all. */
export class CsvFileError extends Error {}

/** Headings in Russian and English, without regard to case, spaces and «ё». */
const headings: Readonly<Record<string, keyof IntakeItem>> = {
  number: 'number',
  номер: 'number',
  номерзаявки: 'number',
  clientname: 'clientName',
  клиент: 'clientName',
  заемщик: 'clientName',
  фио: 'clientName',
  programme: 'programme',
  program: 'programme',
  программа: 'programme',
  type: 'type',
  подразделение: 'type',
  level: 'level',
  уровень: 'level',
  status: 'status',
  статус: 'status',
  partnerid: 'partnerId',
  партнер: 'partnerId',
  region: 'region',
  регион: 'region',
  receivedat: 'receivedAt',
  поступила: 'receivedAt',
  получена: 'receivedAt',
  dueat: 'dueAt',
  срок: 'dueAt',
}
const required = ['number', 'clientName', 'programme', 'level', 'status', 'partnerId', 'region'] as const
const names: Readonly<Record<keyof IntakeItem, string>> = {
  number: 'номер',
  clientName: 'клиент',
  programme: 'программа',
  type: 'подразделение',
  level: 'уровень',
  status: 'статус',
  partnerId: 'партнёр',
  region: 'регион',
  receivedAt: 'поступила',
  dueAt: 'срок',
}
const departments: Readonly<Record<string, string>> = { ОИК: 'oic', НИС: 'nis' }

/** The Russian name of a field's path, for messages. */
export const nameOf = (path: string): string => names[path as keyof IntakeItem] ?? path

const headBytes = 64 * 1024

interface FileForm {
  readonly encoding: 'utf-8' | 'windows-1251'
  readonly delimiter: ';' | ',' | '\t'
}

/** Excel saves Russian CSV in windows-1251 with semicolons, other programs in UTF-8 with commas: both are taken. */
async function formOf(path: string): Promise<FileForm> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    const head = buffer.subarray(0, bytesRead)
    let encoding: FileForm['encoding'] = 'utf-8'
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    } catch {
      encoding = 'windows-1251'
    }
    const [heading = ''] = new TextDecoder(encoding).decode(head).split(/\r?\n/, 1)
    const count = (sign: string) => heading.split(sign).length
    const [delimiter] = ([';', ',', '\t'] as const).toSorted((a, b) => count(b) - count(a))
    return { encoding, delimiter: delimiter ?? ';' }
  } finally {
    await file.close()
  }
}

function fieldsOf(heading: readonly string[]): (keyof IntakeItem | null)[] {
  const fields = heading.map((text) => {
    const plain = text
      .toLowerCase()
      .replaceAll('ё', 'е')
      .replace(/[^\p{L}]/gu, '')
    return headings[plain] ?? null
  })
  const missing = required.filter((field) => !fields.includes(field))
  if (missing.length > 0)
    throw new CsvFileError(
      `В первой строке нет столбцов: ${missing.map(nameOf).join(', ')}. Первая строка — заголовки, по-русски или по-английски.`,
    )
  return fields
}

/** `20.11.2026 14:30` in the bank's zone as ISO 8601; other texts go on as they are and are checked later. */
function instantOf(text: string, timeZone: string): string {
  const [, day, month, year, hour, minute] = /^(\d\d)\.(\d\d)\.(\d{4})(?: (\d\d):(\d\d))?$/.exec(text) ?? []
  if (day === undefined) return text
  try {
    return Temporal.PlainDateTime.from(`${year}-${month}-${day}T${hour ?? '00'}:${minute ?? '00'}`)
      .toZonedDateTime(timeZone)
      .toInstant()
      .toString()
  } catch {
    return text
  }
}

const readers: Partial<Record<keyof IntakeItem, (text: string, timeZone: string) => unknown>> = {
  partnerId: (text) => (/^\d{1,10}$/.test(text) ? Number(text) : text),
  type: (text) => departments[text.toUpperCase()] ?? text.toLowerCase(),
  // Programs that take codes for numbers lose the leading zero: region 1 is 01.
  region: (text) => (/^\d$/.test(text) ? `0${text}` : text),
  receivedAt: instantOf,
  dueAt: instantOf,
}

function rowOf(
  line: number,
  cells: readonly string[],
  fields: readonly (keyof IntakeItem | null)[],
  timeZone: string,
): CsvRow {
  const raw: Partial<Record<keyof IntakeItem, unknown>> = {}
  for (const [index, field] of fields.entries()) {
    const text = cells[index]?.trim() ?? ''
    if (field !== null && text !== '') raw[field] = readers[field]?.(text, timeZone) ?? text
  }
  const number = typeof raw.number === 'string' ? raw.number : ''
  if (cells.length !== fields.length)
    return { line, number, errors: [`столбцов ${cells.length}, а в заголовке ${fields.length}`] }
  const parsed = IntakeItem.safeParse(raw)
  if (parsed.success) return { line, item: parsed.data }
  const errors = parsed.error.issues.map(({ path, message }) => {
    const field = String(path[0] ?? '')
    return `${nameOf(field)}: ${field in raw ? message : 'не заполнено'}`
  })
  return { line, number, errors }
}

/** One line by itself: a quote that is never closed spoils this line and not the rest of the file. */
function cellsOf(line: string, delimiter: string): string[] | null {
  try {
    const records: string[][] = parse(line, { delimiter, relax_column_count: true, relax_quotes: true })
    return records[0] ?? []
  } catch {
    return null
  }
}

async function* linesOf(path: string, encoding: string): AsyncGenerator<string> {
  const decoded = Readable.toWeb(createReadStream(path)).pipeThrough(new TextDecoderStream(encoding) as never)
  yield* createInterface({ input: Readable.fromWeb(decoded as never), crlfDelay: Number.POSITIVE_INFINITY })
}

/** Reads the file as a stream, line by line: a wrong one is told by its number and the rest goes on. */
export async function* readCsv(path: string, timeZone: string): AsyncGenerator<CsvRow> {
  const { encoding, delimiter } = await formOf(path)
  let fields: (keyof IntakeItem | null)[] | undefined
  let line = 0
  for await (const text of linesOf(path, encoding)) {
    line += 1
    if (text.trim() === '') continue
    const cells = cellsOf(text, delimiter)
    if (fields === undefined) fields = fieldsOf(cells ?? [])
    else if (cells === null) yield { line, number: '', errors: ['строка не разбирается: кавычки не закрыты'] }
    else yield rowOf(line, cells, fields, timeZone)
  }
  if (fields === undefined) throw new CsvFileError('Файл пуст')
}
