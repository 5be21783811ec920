import {
  employeeHeadings,
  type LoadSubject,
  partnerHeadings,
} from '@ipoteka-office/contract/organisation-loads/organisation-loads.ts'
import type { ReadCell } from '#lib/read-spreadsheet.ts'

/** Values of a row by column, as they were typed; an empty cell is absent. */
export type Cells = Readonly<Record<string, string>>

const headingsOf = { PARTNERS: partnerHeadings, EMPLOYEES: employeeHeadings } as const

/** Without these a row says nothing. */
const needed: Readonly<Record<LoadSubject, readonly string[]>> = {
  PARTNERS: ['inn', 'shortName', 'fullName'],
  EMPLOYEES: ['partnerInn', 'lastName', 'firstName', 'login'],
}

/** Heading of a column; that of another name, as errors of the forms have it, is the name itself. */
export function headingOf(what: LoadSubject, column: string): string {
  const known: Readonly<Record<string, string>> = headingsOf[what]
  const own = {
    PARTNERS: { parentId: known.headInn },
    EMPLOYEES: { userRoleIds: known.userRoles, createAccount: known.account },
  }
  const [name = column] = column.split('.')
  return known[name] ?? (own[what] as Readonly<Record<string, string | undefined>>)[name] ?? name
}

/** Columns by the headings of the first row, or why the file cannot be read. */
export function readColumns(
  what: LoadSubject,
  cells: readonly ReadCell[],
): { columns: (string | null)[] } | { error: string } {
  const known = Object.entries(headingsOf[what])
  const texts = cells.map((cell) => (cell === null ? '' : String(cell).trim()))
  const columns = texts.map(
    (text) => known.find(([, heading]) => heading.toLowerCase() === text.toLowerCase())?.[0] ?? null,
  )
  const unknown = texts.filter((text, at) => text !== '' && columns[at] === null)
  if (unknown.length > 0)
    return { error: `Неизвестные столбцы: ${unknown.map((text) => `«${text}»`).join(', ')}` }
  const twice = columns.find((column, at) => column !== null && columns.indexOf(column) !== at)
  if (twice) return { error: `Столбец «${headingOf(what, twice)}» встречается дважды` }
  const lacking = needed[what].filter((column) => !columns.includes(column))
  if (lacking.length > 0)
    return { error: `Нет столбцов: ${lacking.map((column) => `«${headingOf(what, column)}»`).join(', ')}` }
  return { columns }
}

/** Spreadsheets take codes for numbers and lose their first zeros: lengths that a code may have. */
const lengths: Readonly<Record<string, readonly number[]>> = {
  inn: [10, 12],
  headInn: [10, 12],
  partnerInn: [10, 12],
  kpp: [9],
  headKpp: [9],
  partnerKpp: [9],
  ogrn: [13, 15],
  regionCode: [2],
}

function asTyped(column: string, cell: ReadCell): string {
  if (cell === null) return ''
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  if (typeof cell === 'boolean') return cell ? 'да' : 'нет'
  const text = String(cell).trim()
  const wanted = lengths[column]?.find((length) => length >= text.length)
  return typeof cell === 'number' && wanted !== undefined ? text.padStart(wanted, '0') : text
}

/** A row by its columns. */
export const readCells = (columns: readonly (string | null)[], cells: readonly ReadCell[]): Cells =>
  Object.fromEntries(
    columns.flatMap((column, at) => {
      const value = column === null ? '' : asTyped(column, cells[at] ?? null)
      return column === null || value === '' ? [] : [[column, value]]
    }),
  )

/** What a row is told apart by: two rows of one are a mistake. */
export const keyOfRow = (what: LoadSubject, cells: Cells): string =>
  what === 'PARTNERS' ? `${cells.inn ?? ''} ${cells.kpp ?? ''}` : (cells.login ?? '').toLowerCase()

/** How a row is called in lists. */
export const titleOfRow = (what: LoadSubject, cells: Cells): string =>
  what === 'PARTNERS'
    ? (cells.shortName ?? cells.inn ?? '')
    : [cells.lastName, cells.firstName, cells.middleName].filter((part) => part !== undefined).join(' ')

/** «MANAGER; 2» → its parts. */
export const listOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(/[;,]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** «+7 (999) 123-45-67», «89991234567» → the way phones are kept; anything else as it is, to be refused by the form. */
export function phoneOf(text: string): string {
  const digits = text.replace(/\D/g, '')
  return digits.length === 11 && /^[78]/.test(digits) ? `+7${digits.slice(1)}` : text
}

const yes = new Set(['да', '1', 'yes', 'true', '+'])
const no = new Set(['нет', '0', 'no', 'false', '-', ''])

/** Whether an account is asked for; null: neither yes nor no. */
export function isWanted(text: string | undefined): boolean | null {
  const word = (text ?? '').toLowerCase()
  return yes.has(word) ? true : no.has(word) ? false : null
}

/** Heads before their branches, otherwise in the order of the file. */
export function headsFirst<T extends { readonly cells: Cells }>(rows: readonly T[]): T[] {
  const own = new Map(rows.map((row) => [keyOfRow('PARTNERS', row.cells), row]))
  const byInn = new Map(
    rows.filter(({ cells }) => cells.headInn === undefined).map((row) => [row.cells.inn, row]),
  )
  const done = new Set<T>()
  const add = (row: T, above: ReadonlySet<T>) => {
    if (done.has(row) || above.has(row)) return
    const { headInn, headKpp } = row.cells
    const head =
      headInn === undefined
        ? undefined
        : headKpp === undefined
          ? byInn.get(headInn)
          : own.get(`${headInn} ${headKpp}`)
    if (head !== undefined) add(head, new Set([...above, row]))
    done.add(row)
  }
  for (const row of rows) add(row, new Set())
  return [...done]
}

/** «Должность: «Агент» → «Старший агент»» of every column that differs. */
export function differences(
  what: LoadSubject,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] {
  const shown = (value: unknown) => {
    const text = typeof value === 'object' && value !== null && 'value' in value ? value.value : value
    return text === null || text === undefined || text === '' ? 'пусто' : `«${String(text)}»`
  }
  return Object.keys(after)
    .filter((column) => shown(before[column]) !== shown(after[column]))
    .map((column) => `${headingOf(what, column)}: ${shown(before[column])} → ${shown(after[column])}`)
}
