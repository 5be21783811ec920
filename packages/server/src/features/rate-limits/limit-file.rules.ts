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
  const found = LimitGround.options.find((code) =>
    [keyOf(code), keyOf(limitGrounds[code])].includes(keyOf(text)),
  )
  return found
}

/** Reads the cells of a row. */
export function readLimitRow(
  columns: LimitColumns,
  cells: readonly ReadCell[],
  categories: readonly CreditCategory[],
): LimitDraft {
  const cell = (name: LimitColumn) => {
    const at = columns[name]
    return at === undefined ? undefined : cells[at]
  }
  const at = (name: LimitColumn) => textOf(cell(name))
  const code = at('category')
  const name = at('categoryName')
  const category = categories.find((one) =>
    code === '' ? keyOf(one.name) === keyOf(name) : one.code === code,
  )
  const quarterCell = cell('quarter')
  const quarter = quarterCell instanceof Date ? quarterOf(textOf(quarterCell)) : readQuarter(at('quarter'))
  const average = percentOf(cell('average'))
  const isSaid = at('value') !== ''
  const value = isSaid ? percentOf(cell('value')) : null
  const said = keyOf(at('applies'))
  const ground = groundOf(at('ground'))
  const publishedOn = dayOf(at('publishedOn'))
  const told = (column: LimitColumn, text: string) => `${limitColumns[column]}: ${text}`
  return {
    quarter,
    category: category ?? null,
    typedCategory: (code === '' ? name : code).slice(0, 200),
    average,
    value,
    applies: no.has(said) ? false : said === '' ? (ground ?? null) === null : true,
    ground: ground ?? null,
    publishedOn,
    notes: [
      ...(quarter === null ? [told('quarter', 'напишите «IV квартал 2026» или 2026-10-01')] : []),
      ...(category === undefined
        ? [
            told(
              code === '' && name !== '' ? 'categoryName' : 'category',
              'такой категории в справочнике нет',
            ),
          ]
        : []),
      ...(average === null
        ? [told('average', 'введите процент больше нуля, не больше трёх знаков после запятой')]
        : []),
      ...(isSaid && value === null
        ? [told('value', 'введите процент больше нуля, не больше трёх знаков после запятой')]
        : []),
      ...(said !== '' && !yes.has(said) && !no.has(said) ? [told('applies', 'напишите «да» или «нет»')] : []),
      ...(ground === undefined
        ? [
            told(
              'ground',
              `напишите ${Object.values(limitGrounds)
                .map((text) => `«${text}»`)
                .join(' или ')}`,
            ),
          ]
        : []),
      ...(publishedOn === null ? [told('publishedOn', 'введите дату: 14.11.2026')] : []),
    ],
  }
}
