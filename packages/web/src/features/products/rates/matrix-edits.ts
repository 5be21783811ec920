import { trimEndOf, withoutEndZeros } from '@ipoteka-office/contract/common/trim-ends.ts'
import {
  axisLabels,
  cellAt,
  cellsOf,
  type AxisCode,
  type CodeAxis,
  mostCells,
  type NumberAxis,
  numberAxes,
  placeOf,
  type RateAxis,
  type RateMatrix,
  sizeOf,
} from '@ipoteka-office/contract/products/version/rate-matrix.ts'
import { formatPercent, formatRoubles, formatTermFrom } from '#lib/format.ts'
import { toDecimal } from '@ipoteka-office/contract/common/number-formats.ts'

/** A place in the sheet: its rows are the parts of all axes but the last one, its columns those of the last. */
export interface Spot {
  readonly row: number
  readonly column: number
}
/** A block of the sheet; both ends belong to it. */
export interface Block {
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

/** How large the sheet of a matrix is. */
export function sheetSize({ axes }: RateMatrix): { rows: number; columns: number } {
  const last = axes.at(-1)
  const columns = last ? sizeOf(last) : 1
  return { rows: cellsOf(axes) / columns, columns }
}

/** The parts of the axes of a row, without the last axis. */
export const rowPlace = (axes: readonly RateAxis[], row: number): number[] => placeOf(axes.slice(0, -1), row)

/** The block between two places, whichever comes first. */
export const blockOf = (one: Spot, other: Spot): Block => ({
  top: Math.min(one.row, other.row),
  left: Math.min(one.column, other.column),
  bottom: Math.max(one.row, other.row),
  right: Math.max(one.column, other.column),
})

const scale = 1_000n

/** Thousandths of a decimal of at most three digits after the point. */
const thousandths = (decimal: string): bigint => {
  const [whole = '0', part = ''] = decimal.replace('-', '').split('.')
  const value = BigInt(whole) * scale + BigInt(part.slice(0, 3).padEnd(3, '0'))
  return decimal.startsWith('-') ? -value : value
}

const decimalOf = (value: bigint): string => {
  const part = trimEndOf(String(value % scale).padStart(3, '0'), /0/)
  return part === '' ? String(value / scale) : `${value / scale}.${part}`
}

const most = 99_999n

/** A rate changed by points; never below zero and below a hundred. */
export function stepped(rate: string, points: string): string {
  const value = thousandths(rate) + thousandths(points)
  return decimalOf(value < 0n ? 0n : value > most ? most : value)
}

/** What a typed or pasted text means: a rate, a hole, or undefined where it is neither. */
export function readRate(text: string): string | null | undefined {
  const bare = text.trim()
  if (bare === '' || bare === '−' || bare === '-') return null
  const plain = bare.replace(/[\s\u00A0%]/g, '').replace(',', '.')
  if (!/^\d{1,2}(\.\d*)?$/.test(plain)) return undefined
  const decimal = toDecimal(plain, 3)
  if (decimal === null || trimEndOf(plain.split('.')[1] ?? '', /0/).length > 3) return undefined
  return decimalOf(thousandths(decimal))
}

/** A rate as it stands in a cell: «21,4». */
export const rateText = (rate: string | null): string => withoutEndZeros(rate ?? '').replace('.', ',')

const replaced = (
  matrix: RateMatrix,
  block: Block,
  next: (old: string | null, spot: Spot) => string | null,
): RateMatrix => {
  const { columns } = sheetSize(matrix)
  const cells = matrix.cells.slice()
  for (let row = block.top; row <= block.bottom; row += 1)
    for (let column = block.left; column <= block.right; column += 1) {
      const at = row * columns + column
      cells[at] = next(cells[at] ?? null, { row, column })
    }
  return { ...matrix, cells }
}

/** The matrix with one value in the whole block. */
export const filled = (matrix: RateMatrix, block: Block, rate: string | null): RateMatrix =>
  replaced(matrix, block, () => rate)

/** Every rate of the block changed by points; holes stay. */
export const steppedBlock = (matrix: RateMatrix, block: Block, points: string): RateMatrix =>
  replaced(matrix, block, (old) => (old === null ? null : stepped(old, points)))

/** The first row of the block copied to those under it. */
export function filledDown(matrix: RateMatrix, block: Block): RateMatrix {
  const { columns } = sheetSize(matrix)
  return replaced(matrix, block, (_, { column }) => matrix.cells[block.top * columns + column] ?? null)
}

/** The first column of the block copied to those beside it. */
export function filledRight(matrix: RateMatrix, block: Block): RateMatrix {
  const { columns } = sheetSize(matrix)
  return replaced(matrix, block, (_, { row }) => matrix.cells[row * columns + block.left] ?? null)
}

/** The block as a spreadsheet takes it: tabs between columns, a line for each row. */
export function copied(matrix: RateMatrix, block: Block): string {
  const { columns } = sheetSize(matrix)
  const lines: string[] = []
  for (let row = block.top; row <= block.bottom; row += 1)
    lines.push(
      matrix.cells
        .slice(row * columns + block.left, row * columns + block.right + 1)
        .map(rateText)
        .join('\t'),
    )
  return lines.join('\n')
}

/** What became of a paste: the matrix and the block that was filled, or why nothing was taken. */
export type Pasted = { readonly matrix: RateMatrix; readonly block: Block } | { readonly refusal: string }

/** A copied block of a spreadsheet put at the top left of the chosen one; one value goes into the whole of it. All or nothing. */
export function pasted(matrix: RateMatrix, chosen: Block, text: string): Pasted {
  const lines = trimEndOf(text.replaceAll('\r', ''), /\n/).split('\n')
  const grid = lines.map((line) => line.split('\t'))
  const { rows, columns } = sheetSize(matrix)
  const isOne = grid.length === 1 && grid[0]?.length === 1
  const width = Math.max(...grid.map((line) => line.length))
  const block = isOne
    ? chosen
    : {
        top: chosen.top,
        left: chosen.left,
        bottom: chosen.top + grid.length - 1,
        right: chosen.left + width - 1,
      }
  if (block.bottom >= rows || block.right >= columns)
    return {
      refusal: `Не помещается: вставляется ${grid.length} × ${width}, а места ${rows - chosen.top} × ${columns - chosen.left}`,
    }
  const values = grid.map((line) => line.map(readRate))
  for (const [at, line] of values.entries()) {
    const wrong = line.indexOf(undefined)
    if (wrong !== -1)
      return {
        refusal: `Строка ${at + 1}, столбец ${wrong + 1}: «${grid[at]?.[wrong]}» — не ставка. Нужно число меньше 100 с тремя знаками после запятой`,
      }
  }
  const next = replaced(matrix, block, (old, { row, column }) => {
    const value = isOne ? values[0]?.[0] : values[row - block.top]?.[column - block.left]
    return value === undefined ? old : value
  })
  return { matrix: next, block }
}

/** The cells of other axes, taken from where `from` says; null where it says nothing. */
function recut(
  matrix: RateMatrix,
  axes: readonly RateAxis[],
  from: (parts: readonly number[]) => readonly number[] | null,
): RateMatrix {
  const cells = Array.from({ length: cellsOf(axes) }, (_, cell) => {
    const parts = from(placeOf(axes, cell))
    return parts === null ? null : (matrix.cells[cellAt(matrix.axes, parts)] ?? null)
  })
  return { axes: [...axes], cells }
}

/** The matrix with another axis in the place of one; `from` names the old part of each new one, null for a new part: a hole. */
export const withAxis = (
  matrix: RateMatrix,
  at: number,
  axis: RateAxis,
  from: (part: number) => number | null,
): RateMatrix =>
  recut(matrix, matrix.axes.with(at, axis), (parts) => {
    const old = from(parts[at] ?? 0)
    return old === null ? null : parts.with(at, old)
  })

/** A new part of an axis at this place: its cells are holes until they are filled. */
export function withPart(matrix: RateMatrix, at: number, place: number): RateMatrix {
  const axis = matrix.axes[at]
  if (axis === undefined) return matrix
  const grown: RateAxis =
    axis.kind === 'NUMBER'
      ? { ...axis, from: axis.from.toSpliced(place, 0, nextBound(axis.from, place)) }
      : { ...axis, groups: axis.groups.toSpliced(place, 0, { name: 'Новая группа', codes: [] }) }
  return withAxis(matrix, at, grown, (part) => (part === place ? null : part > place ? part - 1 : part))
}

/** The bound that a new part begins with: between its neighbours, or a step after the last one. */
function nextBound(bounds: readonly string[], place: number): string {
  const [before, after] = [bounds[place - 1], bounds[place]].map((bound) =>
    bound === undefined ? undefined : Number(bound),
  )
  if (before !== undefined && after !== undefined) return String(Math.floor((before + after) / 2))
  const last = Number(bounds.at(-1) ?? 0)
  const step = last - Number(bounds.at(-2) ?? 0)
  return String(last + (step > 0 ? step : 10))
}

/** The axis without a part; its cells go with it. The last part stays. */
export function withoutPart(matrix: RateMatrix, at: number, place: number): RateMatrix {
  const axis = matrix.axes[at]
  if (axis === undefined || sizeOf(axis) < 2) return matrix
  const less: RateAxis =
    axis.kind === 'NUMBER'
      ? { ...axis, from: axis.from.toSpliced(place, 1) }
      : { ...axis, groups: axis.groups.toSpliced(place, 1) }
  return withAxis(matrix, at, less, (part) => (part < place ? part : part + 1))
}

const starts: Readonly<Record<NumberAxis, readonly string[]>> = {
  downPaymentShare: ['20', '30', '50'],
  termMonths: ['1', '121', '241'],
  amount: ['0', '6000000'],
}

/** An axis as it begins: bounds that are to be mended, or one group that holds everything. */
export const newAxis = (code: AxisCode): RateAxis =>
  code in numberAxes
    ? { kind: 'NUMBER', code: code as NumberAxis, from: [...starts[code as NumberAxis]] }
    : { kind: 'CODE', code: code as CodeAxis, groups: [{ name: 'Все остальные', codes: [] }] }

/** One more axis, the last one: each rate stands in all of its parts. Null where there would be too many cells. */
export function withNewAxis(matrix: RateMatrix, code: AxisCode): RateMatrix | null {
  const axes = [...matrix.axes, newAxis(code)]
  if (cellsOf(axes) > mostCells) return null
  return recut(matrix, axes, (parts) => parts.slice(0, -1))
}

/** The matrix without an axis: what stood in its first part stays. */
export const withoutAxis = (matrix: RateMatrix, at: number): RateMatrix =>
  recut(matrix, matrix.axes.toSpliced(at, 1), (parts) => parts.toSpliced(at, 0, 0))

/** The axis at a place made the last one, whose parts are the columns. */
export function asColumns(matrix: RateMatrix, at: number): RateMatrix {
  const axis = matrix.axes[at]
  if (axis === undefined || at === matrix.axes.length - 1) return matrix
  const axes = [...matrix.axes.toSpliced(at, 1), axis]
  return recut(matrix, axes, (parts) => parts.slice(0, -1).toSpliced(at, 0, parts.at(-1) ?? 0))
}

/** A bound in short words: «20 %», «6 млн ₽». */
function boundText(code: Exclude<NumberAxis, 'termMonths'>, bound: string): string {
  if (code === 'downPaymentShare') return formatPercent(bound, 3)
  const millions = Number(bound) / 1_000_000
  return millions >= 1 && Number.isInteger(millions * 10)
    ? `${String(millions).replace('.', ',')}\u00A0млн\u00A0₽`
    : formatRoubles(bound)
}

/** A part of the axis of terms: one that begins with the 121st month is «свыше 10 лет», one that ends before it «до 10 лет». */
function termText(from: number, to: number | null): string {
  const begins = from % 12 === 0 ? `от ${formatTermFrom(from)}` : `свыше ${formatTermFrom(from - 1)}`
  const ends = to === null ? '' : `до ${formatTermFrom(to % 12 === 1 ? to - 1 : to)}`
  if (from <= 1) return ends || 'любой'
  return [begins, ends].filter(Boolean).join(' ')
}

/** A part of an axis in words: «от 20 % до 30 %», «от 6 млн ₽», «Москва и область». */
export function partText(axis: RateAxis, part: number): string {
  if (axis.kind === 'CODE') return axis.groups[part]?.name ?? ''
  const [from = '', to] = [axis.from[part], axis.from[part + 1]]
  if (axis.code === 'termMonths') return termText(Number(from), to === undefined ? null : Number(to))
  const begins = `от ${boundText(axis.code, from)}`
  return to === undefined ? begins : `${begins} до ${boundText(axis.code, to)}`
}

/** A cell in words: «Первоначальный взнос от 20 % до 30 %, Срок до 10 лет». */
export const cellText = (axes: readonly RateAxis[], cell: number): string =>
  placeOf(axes, cell)
    .map((part, at) => {
      const axis = axes[at]
      return axis ? `${axisLabels[axis.code].label} ${partText(axis, part)}` : ''
    })
    .join(', ')
