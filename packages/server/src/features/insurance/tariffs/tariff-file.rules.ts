import { Money, Percent } from '@ipoteka-office/contract/common/amounts.ts'
import { compareDecimals } from '@ipoteka-office/contract/common/number-formats.ts'
import { isCleanText } from '@ipoteka-office/contract/common/scalars.ts'
import {
  insuranceTypes,
  insuredSexes,
  oldest,
  youngest,
} from '@ipoteka-office/contract/insurance/insurance-kinds.ts'
import type { TariffLine } from '@ipoteka-office/contract/insurance/premium.ts'
import {
  neededColumns,
  type TariffColumn,
  tariffHeadings,
} from '@ipoteka-office/contract/insurance/tariffs.ts'
import type { ReadCell } from '#lib/read-spreadsheet.ts'

const names = Object.keys(tariffHeadings) as TariffColumn[]

/** Where each column stands in the file; those that may be absent are absent. */
export type TariffColumns = Readonly<Partial<Record<TariffColumn, number>>>

const textOf = (cell: ReadCell | undefined): string =>
  cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? '').trim()
const keyOf = (text: string) => text.toLowerCase().replaceAll('ё', 'е').replace(/\s+/g, ' ')
const quoted = (some: readonly TariffColumn[]) => some.map((name) => `«${tariffHeadings[name]}»`).join(', ')

/** Columns by the first row of the file, or why it cannot be read; columns that are not ours are passed by. */
export function readTariffHeadings(cells: readonly ReadCell[]): TariffColumns | { readonly error: string } {
  const asked = cells.map((cell) => keyOf(textOf(cell)))
  const placesOf = (name: TariffColumn) =>
    asked.flatMap((text, at) => (text === keyOf(tariffHeadings[name]) ? [at] : []))
  const lacking = neededColumns.filter((name) => placesOf(name).length === 0)
  const twice = names.filter((name) => placesOf(name).length > 1)
  if (lacking.length > 0)
    return { error: `Нет столбцов: ${quoted(lacking)}. Названия столбцов стоят в первой строке файла` }
  if (twice.length > 0) return { error: `Столбцы встречаются дважды: ${quoted(twice)}` }
  return Object.fromEntries(
    names.flatMap((name) => placesOf(name).map((place) => [name, place] as const)),
  ) as TariffColumns
}

/** Codes and names of the dictionaries that a file names, in lower case → the code. */
export type TariffNames = Readonly<
  Record<'type' | 'product' | 'occupation' | 'object' | 'material', ReadonlyMap<string, string>>
>

/** Names by which the values of closed lists are known beside their codes. */
export const namesOfList = (list: Readonly<Record<string, string>>): Map<string, string> =>
  new Map(
    Object.entries(list).flatMap(
      ([code, name]) =>
        [
          [keyOf(code), code],
          [keyOf(name), code],
        ] as const,
    ),
  )

/** Names of a dictionary's items in the same way. */
export const namesOfItems = (
  items: readonly { readonly code: string; readonly name: string }[],
): Map<string, string> => namesOfList(Object.fromEntries(items.map(({ code, name }) => [code, name])))

const sexes = new Map([...namesOfList(insuredSexes), ['м', 'MALE'], ['ж', 'FEMALE']])
const typeNames = namesOfList(insuranceTypes)

type Note = (column: TariffColumn, text: string) => void

/** `2026-11-20` of that or of `20.11.2026`; undefined for what is no day. */
function dayOf(text: string): string | undefined {
  const [, day = '', month = '', year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? []
  const iso = year === undefined ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  if (!/^(19|20|21)\d\d-\d\d-\d\d$/.test(iso)) return undefined
  const date = new Date(`${iso}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== iso ? undefined : iso
}

const plainNumber = (text: string) => text.replace(/[\s\u00A0\u202F₽%]/g, '').replace(',', '.')

/** Reads the cells of one row and takes down what is wrong in which column. */
class Cells {
  readonly #at: (column: TariffColumn) => string
  readonly #note: Note

  constructor(columns: TariffColumns, cells: readonly ReadCell[], note: Note) {
    this.#at = (column) => {
      const place = columns[column]
      return place === undefined ? '' : textOf(cells[place])
    }
    this.#note = note
  }

  text(column: TariffColumn): string {
    return this.#at(column)
  }

  code(column: TariffColumn, known: ReadonlyMap<string, string>): string | null {
    const text = this.#at(column)
    if (text === '') return null
    const code = known.get(keyOf(text))
    if (code === undefined)
      this.#note(column, `значения «${isCleanText(text) ? text.slice(0, 60) : ''}» нет в справочнике`)
    return code ?? null
  }

  whole(column: TariffColumn, least: number, most: number): number | null {
    const text = this.#at(column)
    if (text === '') return null
    const value = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN
    if (value >= least && value <= most) return value
    this.#note(column, `введите целое число от ${least} до ${most}`)
    return null
  }

  day(column: TariffColumn): string | null {
    const text = this.#at(column)
    if (text === '') return null
    const day = dayOf(text)
    if (day === undefined) this.#note(column, 'введите дату: 20.11.2026')
    return day ?? null
  }

  decimal(column: TariffColumn, schema: typeof Percent, hint: string): string | null {
    const text = plainNumber(this.#at(column))
    if (text === '') return null
    if (schema.safeParse(text).success && /[1-9]/.test(text)) return text
    this.#note(column, hint)
    return null
  }
}

/** A row of the file: the line where it could be read, the insurer's ИНН, and what is wrong in words. */
export interface ReadTariffRow {
  readonly inn: string
  readonly line: TariffLine | null
  readonly notes: readonly string[]
}

const ofProperty = new Set(['MORTGAGEDPROPERTY', 'OWNERSHIP'])

const isBelow = (to: number | string | null, from: number | string | null) =>
  to !== null && from !== null && to < from

/** Columns that a kind of insurance does not ask. */
function strangeColumns(line: TariffLine): TariffColumn[] {
  if (ofProperty.has(line.type)) return line.occupation === null ? [] : ['occupation']
  const given: readonly [TariffColumn, unknown][] = [
    ['object', line.object],
    ['material', line.material],
    ['builtFrom', line.builtFrom ?? line.builtTo],
  ]
  return given.flatMap(([column, value]) => (value === null ? [] : [column]))
}

/** Ranges that end before they begin, and what a kind of insurance does not ask. */
function checkLine(line: TariffLine, note: Note): void {
  if (isBelow(line.ageTo, line.ageFrom)) note('ageTo', 'меньше, чем «Возраст от»')
  if (isBelow(line.builtTo, line.builtFrom)) note('builtTo', 'меньше, чем «Год постройки от»')
  if (isBelow(line.to, line.from)) note('to', 'раньше, чем «Действует с»')
  for (const column of strangeColumns(line))
    note(
      column,
      column === 'occupation'
        ? 'для имущества и титула не указывается'
        : 'указывается только для имущества и титула',
    )
}

/** Reads one row of an insurer's file. */
export function readTariffRow(
  columns: TariffColumns,
  { line, cells: raw }: { readonly line: number; readonly cells: readonly ReadCell[] },
  known: Omit<TariffNames, 'type'>,
): ReadTariffRow {
  const notes: string[] = []
  const note: Note = (column, text) => notes.push(`${tariffHeadings[column]}: ${text}`)
  const cells = new Cells(columns, raw, note)
  const inn = cells.text('inn').replace(/\s/g, '')
  if (!/^\d{10}(\d{2})?$/.test(inn)) note('inn', 'введите 10 или 12 цифр')
  for (const column of ['type', 'rate', 'from'] as const)
    if (cells.text(column) === '') note(column, 'поле должно быть заполнено')
  const rate = cells.decimal('rate', Percent, 'введите процент больше нуля, не больше четырёх знаков')
  if (rate !== null && compareDecimals(rate, '100') > 0) note('rate', 'больше 100 % в год не бывает')
  const read = {
    type: cells.code('type', typeNames),
    product: cells.code('product', known.product),
    ageFrom: cells.whole('ageFrom', youngest, oldest),
    ageTo: cells.whole('ageTo', youngest, oldest),
    sex: cells.code('sex', sexes),
    occupation: cells.code('occupation', known.occupation),
    object: cells.code('object', known.object),
    builtFrom: cells.whole('builtFrom', 1700, 2100),
    builtTo: cells.whole('builtTo', 1700, 2100),
    material: cells.code('material', known.material),
    rate,
    minPremium: cells.decimal('minPremium', Money, 'введите рубли больше нуля, не больше двух знаков'),
    from: cells.day('from'),
    to: cells.day('to'),
  }
  if (notes.length > 0 || read.type === null || read.rate === null || read.from === null)
    return { inn, line: null, notes }
  const one = { ...read, line } as TariffLine
  checkLine(one, note)
  return { inn, line: notes.length === 0 ? one : null, notes }
}

const scopeOf = (one: TariffLine): string =>
  JSON.stringify([
    one.type,
    one.product,
    one.ageFrom,
    one.ageTo,
    one.sex,
    one.occupation,
    one.object,
    one.builtFrom,
    one.builtTo,
    one.material,
  ])

const isSame = (one: TariffLine, other: TariffLine) =>
  compareDecimals(one.rate, other.rate) === 0 &&
  compareDecimals(one.minPremium ?? '0', other.minPremium ?? '0') === 0 &&
  one.to === other.to

/** A line as it is stored: what becomes of it against the tariff before. */
export interface ComparedLine extends TariffLine {
  readonly kind: 'new' | 'changed' | 'gone' | 'same'
  readonly before: Pick<TariffLine, 'rate' | 'minPremium' | 'to'> | null
}

/** What a file changes in the tariff that is in force on its first day; a line is known by whom and what it is for. */
export function compareLines(
  lines: readonly TariffLine[],
  before: readonly TariffLine[],
): readonly ComparedLine[] {
  const old = new Map<string, TariffLine[]>()
  for (const one of before) old.set(scopeOf(one), [...(old.get(scopeOf(one)) ?? []), one])
  const compared = lines.map((line): ComparedLine => {
    // Of several with one scope, which follow each other by days, the nearest one is the same line.
    const rest = old.get(scopeOf(line)) ?? []
    const at = Math.max(
      0,
      rest.findIndex((one) => isSame(line, one)),
    )
    const [found] = rest.splice(at, 1)
    if (found === undefined) return { ...line, kind: 'new', before: null }
    if (isSame(line, found)) return { ...line, kind: 'same', before: null }
    const { rate, minPremium, to } = found
    return { ...line, kind: 'changed', before: { rate, minPremium, to } }
  })
  const gone = [...old.values()].flat().map((line): ComparedLine => ({ ...line, kind: 'gone', before: null }))
  return [...compared, ...gone]
}
