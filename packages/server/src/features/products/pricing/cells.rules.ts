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

const valueOf = (code: Exclude<AxisCode, 'clientCategory'>, known: Known): string | null => {
  const values: Readonly<Record<typeof code, string | null>> = {
    downPaymentShare: known.downPaymentShare,
    termMonths: known.months === null ? null : String(known.months),
    amount: known.amount,
    regionCode: known.regionCode,
    incomeVerification:
      typeof known.facts.incomeVerification === 'string' ? known.facts.incomeVerification : null,
  }
  return values[code]
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

/** The part of an axis for what is known, a client being of the category; null: an ordinary one. */
function askAxis(axis: RateAxis, known: Known, category: ClientCategory | null) {
  if (axis.code === 'clientCategory') return { axis, part: partOf(axis, category ?? ''), isKnown: true }
  const value = valueOf(axis.code, known)
  return { axis, part: value === null ? null : partOf(axis, value), isKnown: value !== null }
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

function cellsFor({ axes, cells }: RateMatrix, known: Known, category: ClientCategory | null): FoundCells {
  const asked = axes.map((axis) => askAxis(axis, known, category))
  const outside = asked.find(({ part, isKnown }) => isKnown && part === null)?.axis.code ?? null
  const missing = asked
    .filter(({ isKnown }) => !isKnown)
    .map(({ axis: { code } }) => ({
      fact: factOfAxis[code],
      label: lowered(axisLabels[code].label),
      isChoice: false,
    }))
  const place = () =>
    asked.flatMap(({ axis, part }) => (part === null ? [] : [partText(axis, part)])).join(', ')
  if (outside !== null) return { range: null, place, missing, outside }
  const rates = cellsIn(
    axes,
    asked.map(({ part }) => part),
  ).flatMap((cell) => {
    const rate = cells[cell]
    return rate === null || rate === undefined ? [] : [toPoints(rate)]
  })
  const [first, ...others] = rates
  return {
    range:
      first === undefined
        ? null
        : { lowest: others.reduce(lesser, first), highest: others.reduce(greater, first) },
    place,
    missing,
    outside: null,
  }
}
