import { limitGrounds, LimitGround } from '@ipoteka-office/contract/rate-limits/limit-kinds.ts'
import { DateText } from '@ipoteka-office/contract/common/amounts.ts'
import { type LimitColumn, limitColumns } from '@ipoteka-office/contract/rate-limits/limits.ts'
import { LimitPercent } from '@ipoteka-office/contract/rate-limits/points.ts'
import { type Quarter, quarterOf, readQuarter } from '@ipoteka-office/contract/rate-limits/quarters.ts'
import type { CreditCategory } from '@ipoteka-office/contract/rate-limits/verdict.ts'
import type { ReadCell } from '#lib/read-spreadsheet.ts'

/** Columns without which a file says nothing. */
const needed = ['quarter', 'average', 'publishedOn'] as const
/** A category is named by its code or by its name. */
const naming = ['category', 'categoryName'] as const

/** Where the columns stand in a file; absent ones are missing. */
export type LimitColumns = Readonly<Partial<Record<LimitColumn, number>>>

const keyOf = (text: string) => text.trim().toLowerCase().replaceAll('ё', 'е').replace(/\s+/g, ' ')
const textOf = (cell: ReadCell | undefined): string =>
  cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? '').trim()
const quoted = (names: readonly LimitColumn[]) => names.map((name) => `«${limitColumns[name]}»`).join(', ')

/** Columns by the first row of the file, or why it cannot be read; columns that are not ours are passed by. */
export function readLimitHeadings(cells: readonly ReadCell[]): LimitColumns | { readonly error: string } {
  const asked = cells.map((cell) => keyOf(textOf(cell)))
  const names = Object.keys(limitColumns) as LimitColumn[]
  const places = names.map((name) =>
    asked.flatMap((text, at) => (text === keyOf(limitColumns[name]) ? [at] : [])),
  )
  const twice = names.filter((_, at) => (places[at]?.length ?? 0) > 1)
  if (twice.length > 0) return { error: `Столбцы встречаются дважды: ${quoted(twice)}` }
  const found = Object.fromEntries(
    names.flatMap((name, at) => (places[at]?.[0] === undefined ? [] : [[name, places[at][0]]])),
  ) as LimitColumns
  const lacking = [
    ...needed.filter((name) => found[name] === undefined),
    ...(naming.some((name) => found[name] !== undefined) ? [] : [naming[0]]),
  ]
  return lacking.length > 0
    ? { error: `Нет столбцов: ${quoted(lacking)}. Названия столбцов стоят в первой строке файла` }
    : found
}

/** `2026-11-20` of that or of `20.11.2026`. */
function dayOf(text: string): string | null {
  const [, day = '', month = '', year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? []
  const iso = year === undefined ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return DateText.safeParse(iso).success ? iso : null
}

/** Percent of what people write: a comma or a point, a sign of percent or none; more than three digits are no percent here. */
function percentOf(cell: ReadCell | undefined): string | null {
  const text = textOf(cell)
    .replace(/[\s\u00A0\u202F%]/g, '')
    .replace(',', '.')
  // A program keeps 28.267 as 28.267000000000003.
  const plain = typeof cell === 'number' && /\.\d{9,}$/.test(text) ? String(Number(cell.toFixed(6))) : text
  return LimitPercent.safeParse(plain).success ? plain : null
}

const yes = new Set(['да', '+', '1', 'true', 'применяется'])
const no = new Set(['нет', '-', '0', 'false', 'не применяется'])

/** What a row of a file says, as far as it can be read. */
export interface LimitDraft {
  readonly quarter: Quarter | null
  readonly category: CreditCategory | null
  /** As it was typed, where no category is called so. */
  readonly typedCategory: string
  readonly average: string | null
  /** What the file itself says of the limit; null: nothing. */
  readonly value: string | null
  readonly applies: boolean
  readonly ground: LimitGround | null
  readonly publishedOn: string | null
  readonly notes: readonly string[]
}

const groundOf = (text: string): LimitGround | null | undefined => {
  if (text === '') return null
  return LimitGround.options.find((code) => [keyOf(code), keyOf(limitGrounds[code])].includes(keyOf(text)))
}

const wrong = {
  quarter: 'напишите «IV квартал 2026» или 2026-10-01',
  category: 'такой категории в справочнике нет',
  percent: 'введите процент больше нуля, не больше трёх знаков после запятой',
  applies: 'напишите «да» или «нет»',
  ground: `напишите ${Object.values(limitGrounds)
    .map((text) => `«${text}»`)
    .join(' или ')}`,
  day: 'введите дату: 14.11.2026',
} as const

/** The cells of a row by their columns. */
class Cells {
  readonly #columns: LimitColumns
  readonly #cells: readonly ReadCell[]

  constructor(columns: LimitColumns, cells: readonly ReadCell[]) {
    this.#columns = columns
    this.#cells = cells
  }

  of(name: LimitColumn): ReadCell | undefined {
    const at = this.#columns[name]
    return at === undefined ? undefined : this.#cells[at]
  }

  text(name: LimitColumn): string {
    return textOf(this.of(name))
  }
}

function quarterIn(cells: Cells): Quarter | null {
  const cell = cells.of('quarter')
  return cell instanceof Date ? quarterOf(textOf(cell)) : readQuarter(cells.text('quarter'))
}

/** The category by its code or, where none is given, by its name, with what it was called. */
function categoryIn(cells: Cells, categories: readonly CreditCategory[]) {
  const [code, name] = [cells.text('category'), cells.text('categoryName')]
  const column: LimitColumn = code === '' && name !== '' ? 'categoryName' : 'category'
  const found = categories.find((one) => (code === '' ? keyOf(one.name) === keyOf(name) : one.code === code))
  return { column, found, typed: (code === '' ? name : code).slice(0, 200) }
}

/** Whether the limit applies: what is not said follows from the ground. */
function appliesIn(cells: Cells, ground: LimitGround | null): boolean | undefined {
  const said = keyOf(cells.text('applies'))
  if (said === '') return ground === null
  if (no.has(said)) return false
  return yes.has(said) ? true : undefined
}

/** Reads the cells of a row. */
export function readLimitRow(
  columns: LimitColumns,
  row: readonly ReadCell[],
  categories: readonly CreditCategory[],
): LimitDraft {
  const cells = new Cells(columns, row)
  const quarter = quarterIn(cells)
  const category = categoryIn(cells, categories)
  const average = percentOf(cells.of('average'))
  const isSaid = cells.text('value') !== ''
  const value = isSaid ? percentOf(cells.of('value')) : null
  const ground = groundOf(cells.text('ground'))
  const applies = appliesIn(cells, ground ?? null)
  const publishedOn = dayOf(cells.text('publishedOn'))
  const wrongs: readonly (readonly [boolean, LimitColumn, string])[] = [
    [quarter === null, 'quarter', wrong.quarter],
    [category.found === undefined, category.column, wrong.category],
    [average === null, 'average', wrong.percent],
    [isSaid && value === null, 'value', wrong.percent],
    [applies === undefined, 'applies', wrong.applies],
    [ground === undefined, 'ground', wrong.ground],
    [publishedOn === null, 'publishedOn', wrong.day],
  ]
  return {
    ...{ quarter, average, value, publishedOn },
    category: category.found ?? null,
    typedCategory: category.typed,
    applies: applies ?? true,
    ground: ground ?? null,
    notes: wrongs.flatMap(([is, column, text]) => (is ? [`${limitColumns[column]}: ${text}`] : [])),
  }
}
