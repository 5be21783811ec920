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
import type { Insurer } from '../tariffs/insurers.repo.ts'

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
  const text = typeof cell === 'number' ? cell.toFixed(6).replace(/0+$/, '') : plainNumber(textOf(cell))
  const [, whole = '', part = ''] = /^(\d{1,3})(?:\.(\d{0,2}))?$/.exec(text) ?? []
  const share = whole === '' ? Number.NaN : Number(whole) * 100 + Number(part.padEnd(2, '0'))
  return share <= 10_000 ? share : undefined
}

/** A sum with its kopecks, where it has any; what is no sum is told of elsewhere. */
const exactSum = (sum: string) =>
  Money.safeParse(sum).success && sum.includes('.') ? fromKopecks(toKopecks(sum)) : sum

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

function readLine(
  at: (column: Column) => ReadCell | undefined,
  names: ShareNames,
  note: Note,
): { row: Omit<DistributionRow, 'cells'>; cell: Cell } | null {
  let isWrong = false
  const wrong: Note = (column, text) => {
    isWrong = true
    note(column, text)
  }
  const code = (column: Column, known: ReadonlyMap<string, string>) => {
    const text = textOf(at(column))
    if (text === '') return null
    const found = known.get(keyOf(text))
    if (found === undefined) wrong(column, `значения «${text.slice(0, 60)}» нет в справочнике`)
    return found ?? null
  }
  const whole = (column: Column, least: number, most: number) => {
    const text = plainNumber(textOf(at(column)))
    if (text === '') return null
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    if (value >= least && value <= most) return value
    wrong(column, `введите целое число от ${least} до ${most}`)
    return null
  }
  const type = types.get(keyOf(textOf(at('type'))))
  if (type === undefined) wrong('type', 'введите вид страхования из справочника')
  const inn = textOf(at('inn'))
  const insurer = names.insurers.find((one) => one.inn === inn)
  if (insurer === undefined) wrong('inn', `страховщика с ИНН «${inn.slice(0, 20)}» нет`)
  const share = shareOf(at('share'))
  if (share === undefined) wrong('share', 'введите процент от 0 до 100, не больше двух знаков после запятой')
  const branchId = whole('branch', 1, 2_000_000_000)
  if (branchId !== null && !names.branches.some(({ id }) => id === branchId))
    wrong('branch', 'такого партнёра нет')
  const sum = plainNumber(textOf(at('maxSum')))
  if (sum !== '' && !Money.safeParse(sum).success) wrong('maxSum', 'введите рубли')
  const objects = textOf(at('objects'))
    .split(',')
    .map((text) => text.trim())
    .filter(Boolean)
    .map((text) => ({ text, code: names.objects.get(keyOf(text)) }))
  const unknown = objects.find((one) => one.code === undefined)
  if (unknown !== undefined) wrong('objects', `значения «${unknown.text.slice(0, 60)}» нет в справочнике`)
  const row = { region: code('region', names.regions), branchId, product: code('product', names.products) }
  const cell = {
    maxContracts: whole('maxContracts', 1, 1_000_000),
    maxSum: sum === '' ? null : exactSum(sum),
    ageFrom: whole('ageFrom', youngest, oldest),
    ageTo: whole('ageTo', youngest, oldest),
    objects: objects.flatMap((one) => one.code ?? []),
  }
  if (isWrong || type === undefined || insurer === undefined || share === undefined) return null
  return {
    row: { type: type as DistributionRow['type'], ...row },
    cell: { insurerId: insurer.id, share, ...cell },
  }
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
    const read = readLine(at, names, (column, text) =>
      mistakes.push({ path: `line.${line}`, message: `Строка ${line}. ${shareHeadings[column]}: ${text}` }),
    )
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
