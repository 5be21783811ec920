import {
  type BlacklistKind,
  blacklistCategories,
  blacklistLevels,
  blacklistSources,
} from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import { EntryInput, EntryReason } from '@ipoteka-office/contract/blacklists/blacklists.ts'
import {
  entryCommonFields,
  entryFields,
  entryReasonFields,
} from '@ipoteka-office/contract/blacklists/entry-fields.ts'
import type { FieldError } from '@ipoteka-office/contract/common/errors.ts'
import type { FieldSpec } from '@ipoteka-office/contract/common/fields.ts'
import type { ReadCell } from '#lib/read-spreadsheet.ts'
import { checkEntry } from '../entry.rules.ts'
import { identityOf } from '../identity.rules.ts'
import type { EntryFacts } from '../stored-entry.ts'

/** Where a column of a file goes: a field of whom it is of, a common one, or one of the reason. */
interface Column {
  readonly part: 'data' | 'common' | 'reason'
  readonly name: string
  readonly field: FieldSpec
}

/** Fields of one value: lists and addresses do not stand in one cell. */
const simple = new Set(['TEXT', 'LONG_TEXT', 'DATE', 'PHONE', 'INN', 'SNILS', 'PASSPORT', 'CHOICE'])
const isSimple = ({ kind, dictionary }: FieldSpec) => simple.has(kind) && dictionary === undefined

const columnsIn = (part: Column['part'], fields: Readonly<Record<string, FieldSpec>>): Column[] =>
  Object.entries(fields).flatMap(([name, field]) => (isSimple(field) ? [{ part, name, field }] : []))

/** The columns that a file of a list may have, by their headings. */
export const sheetColumns = (kind: BlacklistKind): Column[] => [
  ...columnsIn('data', entryFields[kind]),
  ...columnsIn('common', entryCommonFields),
  ...columnsIn('reason', entryReasonFields),
]

/** Columns by the first row of a file, or why it cannot be read. */
export function readSheetHeadings(
  kind: BlacklistKind,
  cells: readonly ReadCell[],
): { columns: (Column | null)[]; error: string | null } {
  const known = sheetColumns(kind)
  const asked = cells.map((cell) => String(cell ?? '').trim())
  const columns = asked.map(
    (text) => known.find(({ field }) => field.label.toLowerCase() === text.toLowerCase()) ?? null,
  )
  const strange = asked.filter((text, at) => text !== '' && columns[at] === null)
  const twice = columns.find((column, at) => column !== null && columns.indexOf(column) !== at)
  const lacking = known.filter(({ field, name, part }) => {
    const isNeeded = field.needed !== undefined && !(part === 'common' && name in given)
    return isNeeded && !columns.some((column) => column?.name === name && column.part === part)
  })
  const named = (list: readonly string[]) => list.map((text) => `«${text.slice(0, 60)}»`).join(', ')
  if (strange.length > 0) return { columns, error: `Неизвестные столбцы: ${named(strange)}` }
  if (twice) return { columns, error: `Столбец встречается дважды: «${twice.field.label}»` }
  if (lacking.length > 0)
    return { columns, error: `Нет столбцов: ${named(lacking.map(({ field }) => field.label))}` }
  return { columns, error: null }
}

/** What a file need not say: the level of most, and the day from which it acts. */
const given: Readonly<Record<string, unknown>> = { level: 'REVIEW', validFrom: null, validTo: null }

const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  level: blacklistLevels,
  category: blacklistCategories,
  source: blacklistSources,
}
const dayText = (text: string) => {
  const [, d, m, y] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? []
  return d === undefined ? text : `${y}-${m?.padStart(2, '0')}-${d.padStart(2, '0')}`
}
const digitKinds = new Set(['INN', 'SNILS', 'PASSPORT'])

function valueOf({ name, field }: Column, cell: ReadCell | undefined): string {
  const text = cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? '').trim()
  if (field.kind === 'DATE') return dayText(text)
  if (digitKinds.has(field.kind)) return text.replace(/[\s-]/g, '')
  const choices = words[name] ?? field.choices
  if (choices === undefined) return text
  return Object.entries(choices).find(([, label]) => label.toLowerCase() === text.toLowerCase())?.[0] ?? text
}

/** A row of a file as an entry, or what is wrong with it. */
export interface SheetRow {
  readonly title: string
  readonly facts: EntryFacts | null
  readonly issues: readonly string[]
}

type Parts = Record<Column['part'], Record<string, string>>

function partsOf(columns: readonly (Column | null)[], cells: readonly ReadCell[]): Parts {
  const parts: Parts = { data: {}, common: {}, reason: {} }
  for (const [at, column] of columns.entries()) {
    if (column === null) continue
    const value = valueOf(column, cells[at])
    if (value !== '') parts[column.part][column.name] = value
  }
  return parts
}

/** What is wrong, after the heading of the column where it is. */
function tellingOf(columns: readonly (Column | null)[]) {
  const labels = new Map(
    columns.flatMap((column) =>
      column === null ? [] : [[`${column.part}.${column.name}`, column.field.label] as const],
    ),
  )
  return (part: Column['part'], name: string, message: string): string => {
    const label = labels.get(`${part}.${name}`)
    return label === undefined ? message : `${label}: ${message}`
  }
}

/** Reads the rows of a file whose columns are known. */
export function sheetRowReader(kind: BlacklistKind, columns: readonly (Column | null)[], today: string) {
  const told = tellingOf(columns)
  const issuesOf = (
    part: Column['part'],
    result: ReturnType<typeof EntryReason.safeParse | typeof EntryInput.safeParse>,
  ) => (result.error?.issues ?? []).map(({ path: [name], message }) => told(part, String(name), message))
  const wrongIn = (facts: Pick<EntryFacts, 'validTo'>, errors: readonly FieldError[]) => [
    ...errors.map(({ path, message }) =>
      path.startsWith('data.') ? told('data', path.slice(5), message) : told('common', path, message),
    ),
    ...(facts.validTo !== null && facts.validTo < today
      ? [told('common', 'validTo', 'Этот день уже прошёл')]
      : []),
  ]
  return (cells: readonly ReadCell[]): SheetRow => {
    const parts = partsOf(columns, cells)
    const common = { ...given, validFrom: today, ...parts.common }
    const input = EntryInput.safeParse({ ...common, data: parts.data, reason: null })
    const reason = EntryReason.safeParse({ evidence: '', comment: '', ...parts.reason })
    const { title } = identityOf(kind, parts.data)
    if (!input.success || !reason.success)
      return { title, facts: null, issues: [...issuesOf('common', input), ...issuesOf('reason', reason)] }
    const { data, errors } = checkEntry(kind, input.data, today)
    const issues = wrongIn(input.data, errors)
    const { level, category, validFrom, validTo } = input.data
    const { source, ...said } = reason.data
    const facts = { level, category, source, validFrom, validTo, content: { data, ...said } }
    return { title, facts: issues.length > 0 ? null : facts, issues }
  }
}
