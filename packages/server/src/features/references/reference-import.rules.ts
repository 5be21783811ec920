import { lowered } from '@ipoteka-office/contract/words.ts'
import type { AskedCode } from './asked-code.ts'
import {
  importRowKinds,
  type ImportRow,
  type ReferenceImport,
} from '@ipoteka-office/contract/references/reference-imports.ts'
import { isCleanText, messages } from '@ipoteka-office/contract/common/scalars.ts'
import type { ReferenceAttribute } from '@ipoteka-office/contract/references/references.ts'
import type { ReadCell } from '#lib/read-spreadsheet.ts'
import {
  type AttributeValue,
  periodErrors,
  readAttributes,
  readBoolean,
  readDay,
} from './dictionary-items.rules.ts'

/** Headings of an item's own properties: the first is what our files write. */
export const headings = {
  code: ['Код', 'code'],
  name: ['Название', 'name'],
  order: ['Порядок', 'order'],
  active: ['Активен', 'active'],
  validFrom: ['Действует с', 'validFrom'],
  validTo: ['Действует по', 'validTo'],
  parentCode: ['Код родителя', 'parentCode'],
} as const
export type OwnColumn = keyof typeof headings

/** Heading of an attribute's column; with the key where the label alone would be ambiguous. */
export const attributeHeading = (
  { key, label }: ReferenceAttribute,
  all: readonly ReferenceAttribute[],
): string => {
  const own = Object.values(headings).flatMap((names) => names.map((name) => name.toLowerCase()))
  const isTaken =
    own.includes(label.toLowerCase()) || all.some((one) => one.key !== key && one.label === label)
  return isTaken ? `${label} (${key})` : label
}

/** What a column of the file holds. */
export type ImportColumn = { readonly own: OwnColumn } | { readonly attribute: string }

const nameOf = (column: ImportColumn) => ('own' in column ? column.own : `attributes.${column.attribute}`)

function findColumn(heading: string, attributes: readonly ReferenceAttribute[]): ImportColumn | undefined {
  const text = heading.trim().toLowerCase()
  const own = (Object.keys(headings) as OwnColumn[]).find((key) =>
    headings[key].some((name) => name.toLowerCase() === text),
  )
  if (own !== undefined) return { own }
  const attribute = attributes.find(
    (one) => one.key.toLowerCase() === text || attributeHeading(one, attributes).toLowerCase() === text,
  )
  return attribute && { attribute: attribute.key }
}

/** Columns by the headings of the first row, or why the file cannot be read. */
export function readHeadings(
  cells: readonly ReadCell[],
  attributes: readonly ReferenceAttribute[],
): { columns: (ImportColumn | null)[]; error: string | null } {
  const columns = cells.map((cell) =>
    cell === null || String(cell).trim() === '' ? null : findColumn(String(cell), attributes),
  )
  const unknown = cells.filter((_, index) => columns[index] === undefined)
  const names = columns.flatMap((column) => (column ? [nameOf(column)] : []))
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  const lacking = (['code', 'name'] as const).find((own) => !names.includes(own))
  let error: string | null = null
  if (unknown.length > 0)
    error = `Неизвестные столбцы: ${unknown.map((cell) => `«${String(cell)}»`).join(', ')}`
  else if (twice !== undefined) error = `Столбец встречается дважды: ${twice}`
  else if (lacking !== undefined) error = `Нет столбца «${headings[lacking][0]}»`
  return { columns: columns.map((column) => column ?? null), error }
}

/** Names of the columns as they are kept: `name`, `attributes.limit`. */
export const columnNames = (columns: readonly (ImportColumn | null)[]): string[] =>
  columns.flatMap((column) => (column === null ? [] : [nameOf(column)]))

/** A row of the file as it is kept. */
export interface DraftRow {
  readonly n: number
  readonly line: number
  readonly code: string
  readonly name: string
  readonly sort_order: number | null
  readonly active: boolean
  readonly valid_from: string | null
  readonly valid_to: string | null
  readonly parent_code: string | null
  readonly attributes: Record<string, AttributeValue>
  readonly errors: string[]
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10)
const textOf = (cell: ReadCell | undefined): string => {
  if (cell === null || cell === undefined) return ''
  return cell instanceof Date ? dayOf(cell) : String(cell).trim()
}

type OwnCells = Partial<Record<OwnColumn, ReadCell>>
/** Takes down what is wrong in which column. */
type Note = (label: string, message: string) => void

function checkText(text: string, heading: string, max: number, note: Note): void {
  if (text === '') note(heading, messages.required)
  else if (text.length > max) note(heading, `Не более ${max} символов`)
  else if (!isCleanText(text)) note(heading, 'Недопустимые символы в тексте')
}

function readOrder(cell: ReadCell | undefined, note: Note): number | null {
  const text = textOf(cell)
  const order = text === '' ? null : Number(text.replace(',', '.'))
  if (order === null || (Number.isInteger(order) && Math.abs(order) < 2_000_000_000)) return order
  note(headings.order[0], 'Укажите целое число')
  return null
}

function readActive(cell: ReadCell | undefined, note: Note): boolean {
  const text = textOf(cell)
  const active = text === '' ? true : readBoolean(text)
  if (active === undefined) note(headings.active[0], 'Укажите «да» или «нет»')
  return active ?? true
}

function readDayCell(cell: ReadCell | undefined, heading: string, note: Note): string | null {
  const text = textOf(cell)
  const day = text === '' ? null : readDay(text)
  if (day === undefined) note(heading, 'Укажите дату')
  return day ?? null
}

function readOwn(own: OwnCells, note: Note) {
  const code = textOf(own.code)
  const name = textOf(own.name)
  checkText(code, headings.code[0], 64, note)
  checkText(name, headings.name[0], 1_000, note)
  const validFrom = readDayCell(own.validFrom, headings.validFrom[0], note)
  const validTo = readDayCell(own.validTo, headings.validTo[0], note)
  for (const { message } of periodErrors(validFrom, validTo)) note(headings.validTo[0], message)
  const sortOrder = readOrder(own.order, note)
  return { code, name, sortOrder, active: readActive(own.active, note), validFrom, validTo }
}

/** One row of the file with what is wrong with it; `named` are the items of other dictionaries that it names. */
export function readRow(
  { n, line, cells }: { n: number; line: number; cells: readonly ReadCell[] },
  columns: readonly (ImportColumn | null)[],
  attributes: readonly ReferenceAttribute[],
): { row: DraftRow; named: readonly AskedCode[] } {
  const own: OwnCells = {}
  const given: Record<string, string | number | boolean | null> = {}
  for (const [index, column] of columns.entries()) {
    const cell = cells[index] ?? null
    if (column === null) continue
    if ('own' in column) own[column.own] = cell
    else given[column.attribute] = cell instanceof Date ? dayOf(cell) : cell
  }
  const errors: string[] = []
  const note = (label: string, message: string) => errors.push(`${label}: ${message}`)
  const read = readOwn(own, note)
  // Of attributes the file does not have nothing is known here.
  const present = attributes.filter(({ key }) => Object.hasOwn(given, key))
  const labelOf = (path: string) => present.find(({ key }) => `attributes.${key}` === path)?.label ?? path
  const extra = readAttributes(present, given)
  for (const { path, message } of extra.errors) note(labelOf(path), message)
  const row: DraftRow = {
    n,
    line,
    code: isCleanText(read.code) ? read.code.slice(0, 200) : '',
    name: isCleanText(read.name) ? read.name.slice(0, 1_000) : '',
    sort_order: read.sortOrder,
    active: read.active,
    valid_from: read.validFrom,
    valid_to: read.validTo,
    parent_code: textOf(own.parentCode) || null,
    attributes: extra.values,
    errors,
  }
  return { row, named: extra.named }
}

/** Codes that lie under themselves; `parents` maps every code to its parent. */
export function findCycles(parents: ReadonlyMap<string, string | null>): string[] {
  const state = new Map<string, 'open' | 'sound' | 'cycle'>()
  for (const start of parents.keys()) {
    const path: string[] = []
    let code: string | null = start
    while (code !== null && !state.has(code)) {
      state.set(code, 'open')
      path.push(code)
      code = parents.get(code) ?? null
    }
    const end = code === null || state.get(code) === 'sound' ? 'sound' : 'cycle'
    for (const passed of path) state.set(passed, end)
  }
  return [...state].filter(([, found]) => found === 'cycle').map(([code]) => code)
}

/** An item and the import's row that changes it, property by property. */
export interface ComparedRow {
  readonly name: string
  readonly order: number | null
  readonly active: boolean
  readonly validFrom: string | null
  readonly validTo: string | null
  readonly parentCode: string | null
  readonly attributes: Readonly<Record<string, unknown>>
}

const shown = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '−'
  return typeof value === 'boolean' ? (value ? 'да' : 'нет') : String(value)
}

/** What becomes of what, as people read it. */
export function differences(
  before: ComparedRow,
  after: ComparedRow,
  attributes: readonly ReferenceAttribute[],
): ImportRow['changes'] {
  const own = (Object.keys(headings) as OwnColumn[])
    .filter((key): key is Exclude<OwnColumn, 'code'> => key !== 'code')
    .map((key) => ({ label: headings[key][0] as string, old: before[key], now: after[key] }))
  const extra = attributes.map(({ key, label }) => ({
    label,
    old: before.attributes[key],
    now: after.attributes[key],
  }))
  return [...own, ...extra]
    .map(({ label, old, now }) => ({ label, oldValue: shown(old), newValue: shown(now) }))
    .filter(({ oldValue, newValue }) => oldValue !== newValue)
}

/** «новых 2, изменённых 1, …» for the notification. */
export function countsText(counts: ReferenceImport['counts']): string {
  const parts = (Object.keys(importRowKinds) as (keyof typeof importRowKinds)[])
    .filter((kind) => counts[kind] > 0)
    .map((kind) => `${lowered(importRowKinds[kind])} — ${counts[kind]}`)
  return parts.length > 0 ? parts.join(', ') : 'строк нет'
}
