import { trimEndOf } from '@ipoteka-office/contract/common/trim-ends.ts'
import { Money } from '@ipoteka-office/contract/common/amounts.ts'
import type { PartnerRef } from '@ipoteka-office/contract/common/refs.ts'
import { rowKeyOf } from '@ipoteka-office/contract/insurance/choosing.ts'
import type {
  DistributionContent,
  DistributionRow,
} from '@ipoteka-office/contract/insurance/distribution-content.ts'
import { insuranceTypes, oldest, youngest } from '@ipoteka-office/contract/insurance/insurance-kinds.ts'
import { fromKopecks, toKopecks } from '@ipoteka-office/contract/insurance/premium.ts'
import type { ReadCell, ReadRow } from '#lib/read-spreadsheet.ts'
import type { SheetColumn } from '#lib/spreadsheet.ts'
import type { Insurer } from '../tariffs/insurer.ts'

/** Headings of the file, in the order in which it is written. */
export const shareHeadings = {
  type: 'Вид страхования',
  region: 'Регион',
  branch: 'Номер партнёра',
  product: 'Программа',
  inn: 'ИНН страховщика',
  insurer: 'Страховщик',
  share: 'Доля, %',
  maxContracts: 'Лимит договоров',
  maxSum: 'Лимит суммы',
  ageFrom: 'Возраст от',
  ageTo: 'Возраст до',
  objects: 'Типы объектов',
} as const
type Column = keyof typeof shareHeadings
const columnsOf = Object.keys(shareHeadings) as Column[]
/** The insurer's name is for people: it is known by its ИНН. */
const needed = ['type', 'inn', 'share'] as const satisfies readonly Column[]

/** A line of the file: one insurer of a row. */
export type ShareLine = Readonly<Record<Column, string | number | null>>

/** Lines of a version: codes of dictionaries, so that names may change without the file becoming another one. */
export const linesOf = ({ rows }: DistributionContent, insurers: readonly Insurer[]): ShareLine[] =>
  rows.flatMap((row) =>
    row.cells.map((cell) => {
      const insurer = insurers.find(({ id }) => id === cell.insurerId)
      return {
        type: row.type,
        region: row.region,
        branch: row.branchId,
        product: row.product,
        inn: insurer?.inn ?? '',
        insurer: insurer?.shortName ?? '',
        share: cell.share / 100,
        maxContracts: cell.maxContracts,
        maxSum: cell.maxSum === null ? null : Number(cell.maxSum),
        ageFrom: cell.ageFrom,
        ageTo: cell.ageTo,
        objects: cell.objects.join(', '),
      }
    }),
  )

export const shareColumns: readonly SheetColumn<ShareLine>[] = columnsOf.map((column) => ({
  heading: shareHeadings[column],
  width: column === 'insurer' ? 34 : 18,
  value: (line) => line[column],
}))

export interface FileMistake {
  readonly path: string
  readonly message: string
}

/** What a file may name. */
export interface ShareNames {
  readonly insurers: readonly Insurer[]
  readonly branches: readonly PartnerRef[]
  readonly regions: ReadonlyMap<string, string>
  readonly products: ReadonlyMap<string, string>
  readonly objects: ReadonlyMap<string, string>
}

const textOf = (cell: ReadCell | undefined): string => String(cell ?? '').trim()
const keyOf = (text: string) => text.toLowerCase().replaceAll('ё', 'е')
const types = new Map(
  Object.entries(insuranceTypes).flatMap(
    ([code, name]) =>
      [
        [keyOf(code), code],
        [keyOf(name), code],
      ] as const,
  ),
)
const plainNumber = (text: string) => text.replace(/[\s\u00A0\u202F₽%]/g, '').replace(',', '.')

/** Hundredths of a percent of what a sheet holds; a number of a sheet may come with dust after the second digit. */
function shareOf(cell: ReadCell | undefined): number | undefined {
  const text = typeof cell === 'number' ? trimEndOf(cell.toFixed(6), /0/) : plainNumber(textOf(cell))
  const [, whole = '', part = ''] = /^(\d{1,3})(?:\.(\d{0,2}))?$/.exec(text) ?? []
  const share = whole === '' ? Number.NaN : Number(whole) * 100 + Number(part.padEnd(2, '0'))
  return share <= 10_000 ? share : undefined
}

/** A sum with its kopecks, where it has any. */
const exactSum = (sum: string) => (sum.includes('.') ? fromKopecks(toKopecks(sum)) : sum)

function headingsOf(
  cells: readonly ReadCell[],
): Partial<Record<Column, number>> | { readonly error: string } {
  const asked = cells.map((cell) => keyOf(textOf(cell)))
  const placesOf = (column: Column) =>
    asked.flatMap((text, at) => (text === keyOf(shareHeadings[column]) ? [at] : []))
  const quoted = (some: readonly Column[]) => some.map((column) => `«${shareHeadings[column]}»`).join(', ')
  const lacking = needed.filter((column) => placesOf(column).length === 0)
  const twice = columnsOf.filter((column) => placesOf(column).length > 1)
  if (lacking.length > 0) return { error: `Нет столбцов: ${quoted(lacking)}` }
  if (twice.length > 0) return { error: `Столбцы встречаются дважды: ${quoted(twice)}` }
  return Object.fromEntries(columnsOf.flatMap((column) => placesOf(column).map((at) => [column, at])))
}

type Cell = DistributionRow['cells'][number]
type Note = (column: Column, text: string) => void

/** Reads the cells of one line and takes down what is wrong in which column. */
class Line {
  readonly #at: (column: Column) => ReadCell | undefined
  readonly #note: Note
  isWrong = false

  constructor(at: (column: Column) => ReadCell | undefined, note: Note) {
    this.#at = at
    this.#note = note
  }

  wrong(column: Column, text: string): null {
    this.isWrong = true
    this.#note(column, text)
    return null
  }

  text(column: Column): string {
    return textOf(this.#at(column))
  }

  code(column: Column, known: ReadonlyMap<string, string>): string | null {
    const text = this.text(column)
    if (text === '') return null
    return known.get(keyOf(text)) ?? this.wrong(column, `значения «${text.slice(0, 60)}» нет в справочнике`)
  }

  whole(column: Column, least: number, most: number): number | null {
    const text = plainNumber(this.text(column))
    if (text === '') return null
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    return value >= least && value <= most
      ? value
      : this.wrong(column, `введите целое число от ${least} до ${most}`)
  }

  share(): number | null {
    return (
      shareOf(this.#at('share')) ??
      this.wrong('share', 'введите процент от 0 до 100, не больше двух знаков после запятой')
    )
  }

  sum(): string | null {
    const sum = plainNumber(this.text('maxSum'))
    if (sum === '') return null
    return Money.safeParse(sum).success ? exactSum(sum) : this.wrong('maxSum', 'введите рубли')
  }

  type(): DistributionRow['type'] | null {
    const type = types.get(keyOf(this.text('type')))
    return type === undefined
      ? this.wrong('type', 'введите вид страхования из справочника')
      : (type as DistributionRow['type'])
  }

  insurer({ insurers }: ShareNames): number | null {
    const inn = this.text('inn')
    return (
      insurers.find((one) => one.inn === inn)?.id ??
      this.wrong('inn', `страховщика с ИНН «${inn.slice(0, 20)}» нет`)
    )
  }

  branch({ branches }: ShareNames): number | null {
    const branchId = this.whole('branch', 1, 2_000_000_000)
    return branchId === null || branches.some(({ id }) => id === branchId)
      ? branchId
      : this.wrong('branch', 'такого партнёра нет')
  }

  objects(known: ReadonlyMap<string, string>): string[] {
    const named = this.text('objects')
      .split(',')
      .map((text) => text.trim())
      .filter(Boolean)
    return named.flatMap((text) => {
      const code = known.get(keyOf(text))
      if (code === undefined) this.wrong('objects', `значения «${text.slice(0, 60)}» нет в справочнике`)
      return code ?? []
    })
  }
}

function readLine(line: Line, names: ShareNames): { row: Omit<DistributionRow, 'cells'>; cell: Cell } | null {
  const type = line.type()
  const region = line.code('region', names.regions)
  const branchId = line.branch(names)
  const product = line.code('product', names.products)
  const insurerId = line.insurer(names)
  const share = line.share()
  const cell = {
    maxContracts: line.whole('maxContracts', 1, 1_000_000),
    maxSum: line.sum(),
    ageFrom: line.whole('ageFrom', youngest, oldest),
    ageTo: line.whole('ageTo', youngest, oldest),
    objects: line.objects(names.objects),
  }
  if (line.isWrong || type === null || insurerId === null || share === null) return null
  return { row: { type, region, branchId, product }, cell: { insurerId, share, ...cell } }
}

/** What a file says, or every mistake of it. */
export function readShares(
  [heading, ...lines]: readonly ReadRow[],
  names: ShareNames,
): { readonly content: DistributionContent; readonly mistakes: readonly FileMistake[] } {
  const refused = (message: string) => ({ content: { rows: [] }, mistakes: [{ path: 'file', message }] })
  if (heading === undefined || lines.length === 0) return refused('В файле нет строк')
  const places = headingsOf(heading.cells)
  if ('error' in places) return refused(places.error)
  const mistakes: FileMistake[] = []
  const rows = new Map<string, DistributionRow>()
  for (const { line, cells } of lines) {
    const at = (column: Column) => {
      const place = places[column]
      return place === undefined ? undefined : cells[place]
    }
    const note: Note = (column, text) =>
      mistakes.push({ path: `line.${line}`, message: `Строка ${line}. ${shareHeadings[column]}: ${text}` })
    const read = readLine(new Line(at, note), names)
    if (read === null) continue
    const key = rowKeyOf(read.row)
    const row = rows.get(key) ?? { ...read.row, cells: [] }
    row.cells.push(read.cell)
    rows.set(key, row)
  }
  return { content: { rows: [...rows.values()] }, mistakes }
}

/** A cell in one way of writing: a sum is the same with zeros after the point and without. */
const toldCell = ({ insurerId, share, maxContracts, maxSum, ageFrom, ageTo, objects }: Cell) => [
  ...[insurerId, share, maxContracts, ageFrom, ageTo],
  maxSum === null ? null : fromKopecks(toKopecks(maxSum)),
  objects.toSorted(),
]

/** Rows of a file against those of the draft. */
export function compareRows(
  read: DistributionContent,
  draft: DistributionContent,
): { added: number; changed: number; gone: number; same: number } {
  const told = ({ cells }: DistributionRow) =>
    JSON.stringify(cells.toSorted((a, b) => a.insurerId - b.insurerId).map(toldCell))
  const old = new Map(draft.rows.map((row) => [rowKeyOf(row), row]))
  const counts = { added: 0, changed: 0, gone: 0, same: 0 }
  for (const row of read.rows) {
    const before = old.get(rowKeyOf(row))
    if (before === undefined) counts.added += 1
    else if (told(before) === told(row)) counts.same += 1
    else counts.changed += 1
    old.delete(rowKeyOf(row))
  }
  return { ...counts, gone: old.size }
}
