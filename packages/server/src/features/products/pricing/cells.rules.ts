import { roublesText } from '@ipoteka-office/contract/common/digits.ts'
import {
  type AxisCode,
  axisLabels,
  cellAt,
  partOf,
  type RateAxis,
  type RateMatrix,
  sizeOf,
} from '@ipoteka-office/contract/products/version/rate-matrix.ts'
import { orderedNumber } from '@ipoteka-office/contract/common/number-formats.ts'
import { lowered } from '@ipoteka-office/contract/words.ts'
import type { ClientCategory } from '@ipoteka-office/contract/products/product-kinds.ts'
import type { Known } from './known.ts'
import type { Missing } from './missing.ts'
import { greater, lesser, toPoints, percentWords } from './points.ts'

/** Cells that what is known leaves: one when everything that the axes ask for is known, none outside the matrix. */
export interface FoundCells {
  /** Thousandths of a point, the lowest and the highest of them; null: outside the matrix. */
  readonly range: { readonly lowest: bigint; readonly highest: bigint } | null
  /** The parts of the axes in words: «взнос от 20 до 30 %, срок до 240 мес.». */
  readonly place: () => string
  readonly missing: readonly Missing[]
  /** The axis whose value lies in none of its parts. */
  readonly outside: AxisCode | null
}

/** What is known for an axis, a client being of the category (null: an ordinary one); null: nothing. */
function valueOf(code: AxisCode, known: Known, category: ClientCategory | null): string | null {
  if (code === 'clientCategory') return category ?? ''
  if (code === 'downPaymentShare') return known.downPaymentShare
  if (code === 'termMonths') return known.months === null ? null : String(known.months)
  if (code === 'amount') return known.amount
  if (code === 'regionCode') return known.regionCode
  const { incomeVerification } = known.facts
  return typeof incomeVerification === 'string' ? incomeVerification : null
}

/** Bounds of axes as ordinary numbers, where they are short enough; thousands of them are looked at for one question. */
const bounds = new WeakMap<RateAxis, readonly number[] | null>()

function boundsOf(axis: RateAxis & { kind: 'NUMBER' }): readonly number[] | null {
  const before = bounds.get(axis)
  if (before !== undefined) return before
  const numbers = axis.from.map(orderedNumber)
  const found = numbers.every((one) => one !== null) ? numbers : null
  bounds.set(axis, found)
  return found
}

/** The part of an axis that a value lies in; null: in none. */
function partFor(axis: RateAxis, value: string, { ordered }: Known): number | null {
  if (axis.kind === 'CODE') return partOf(axis, value)
  const [number, from] = [ordered[axis.code], boundsOf(axis)]
  if (number === null || from === null) return partOf(axis, value)
  const at = from.findLastIndex((bound) => bound <= number)
  return at === -1 ? null : at
}

/** The fact that an axis asks for, as the page knows it. */
const factOfAxis: Readonly<Record<AxisCode, string>> = {
  downPaymentShare: 'downPaymentShare',
  termMonths: 'termMonths',
  amount: 'amount',
  regionCode: 'region',
  clientCategory: 'clientCategory',
  incomeVerification: 'incomeVerification',
}

function boundText(code: AxisCode, bound: string): string {
  if (code === 'amount') return roublesText(bound)
  return code === 'termMonths' ? `${bound}\u00A0мес.` : `${percentWords(bound)}`
}

/** A part of an axis in words; of whole months the end is the last month of it. */
export function partText(axis: RateAxis, part: number): string {
  const label = lowered(axisLabels[axis.code].label)
  if (axis.kind === 'CODE') return `${label}: ${lowered(axis.groups[part]?.name ?? '')}`
  const [from = '0', next] = [axis.from[part], axis.from[part + 1]]
  if (next === undefined) return `${label} от ${boundText(axis.code, from)}`
  if (axis.code === 'termMonths') return `${label} до ${boundText(axis.code, String(Number(next) - 1))}`
  return `${label} от ${boundText(axis.code, from)}, меньше ${boundText(axis.code, next)}`
}

/** Numbers of the cells in these parts; null: any part of that axis. */
function cellsIn(axes: readonly RateAxis[], parts: readonly (number | null)[]): number[] {
  const known = parts.filter((part) => part !== null)
  if (known.length === axes.length) return [cellAt(axes, known)]
  const all = axes.reduce<number[][]>(
    (places, axis, index) => {
      const part = parts[index] ?? null
      const wanted = part === null ? Array.from({ length: sizeOf(axis) }, (_, at) => at) : [part]
      return places.flatMap((place) => wanted.map((at) => [...place, at]))
    },
    [[]],
  )
  return all.map((place) => cellAt(axes, place))
}

/** Whether the cells are better for the client: there are rates, and the highest of them is lower. */
const isBetter = ({ range: one }: FoundCells, { range: other }: FoundCells): boolean =>
  one !== null && (other === null || one.highest < other.highest)

/**
 * The rates that the matrix has for what is known. Whoever is of several categories has the rates of the one that is best
 * for them; whoever is of none is an ordinary client.
 */
export function findCells(matrix: RateMatrix, known: Known): FoundCells {
  const axis = matrix.axes.find(({ code }) => code === 'clientCategory')
  if (axis === undefined) return cellsFor(matrix, known, null)
  const parts = new Map(known.categories.map((category) => [partOf(axis, category), category]))
  const [first = null, ...others] = parts.values()
  return others.reduce(
    (best, category) => {
      const found = cellsFor(matrix, known, category)
      return isBetter(found, best) ? found : best
    },
    cellsFor(matrix, known, first),
  )
}

/** The lowest and the highest rate of cells; null: there are none. */
function rangeOf(cells: RateMatrix['cells'], places: readonly number[]): FoundCells['range'] {
  let range: FoundCells['range'] = null
  for (const place of places) {
    const cell = cells[place]
    if (cell === null || cell === undefined) continue
    const rate = toPoints(cell)
    range =
      range === null
        ? { lowest: rate, highest: rate }
        : { lowest: lesser(range.lowest, rate), highest: greater(range.highest, rate) }
  }
  return range
}

function cellsFor({ axes, cells }: RateMatrix, known: Known, category: ClientCategory | null): FoundCells {
  const missing: Missing[] = []
  let outside: AxisCode | null = null
  const parts = axes.map((axis) => {
    const { code } = axis
    const value = valueOf(code, known, category)
    if (value === null) {
      missing.push({ fact: factOfAxis[code], label: lowered(axisLabels[code].label), isChoice: false })
      return null
    }
    const part = partFor(axis, value, known)
    if (part === null) outside ??= code
    return part
  })
  const place = () =>
    axes
      .flatMap((axis, at) => {
        const part = parts[at] ?? null
        return part === null ? [] : [partText(axis, part)]
      })
      .join(', ')
  const range = outside === null ? rangeOf(cells, cellsIn(axes, parts)) : null
  return { range, place, missing, outside }
}
