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
import { lowered } from '@ipoteka-office/contract/document-rules/document-condition-texts.ts'
import type { Known } from './known.ts'
import type { Missing } from './missing.ts'
import { toPoints, percentWords } from './points.ts'

/** Cells that what is known leaves: one when everything that the axes ask for is known, none outside the matrix. */
export interface FoundCells {
  /** Thousandths of a point, the lowest and the highest of them; null: outside the matrix. */
  readonly range: { readonly lowest: bigint; readonly highest: bigint } | null
  /** The parts of the axes in words: «взнос от 20 до 30 %, срок до 240 мес.». */
  readonly place: string
  readonly missing: readonly Missing[]
  /** The axis whose value lies in none of its parts. */
  readonly outside: AxisCode | null
}

const valueOf = (code: AxisCode, known: Known): string | null => {
  const values: Readonly<Record<AxisCode, string | null>> = {
    downPaymentShare: known.downPaymentShare,
    termMonths: known.months === null ? null : String(known.months),
    amount: known.amount,
    regionCode: known.regionCode,
    clientCategory: known.question.clientCategory,
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

/** The rates that the matrix has for what is known. A category that nobody named is an ordinary client. */
export function findCells({ axes, cells }: RateMatrix, known: Known): FoundCells {
  const asked = axes.map((axis) => {
    const value = valueOf(axis.code, known)
    const isOrdinary = value === null && axis.code === 'clientCategory'
    const part = value === null && !isOrdinary ? null : partOf(axis, value ?? '')
    return { axis, part, isKnown: value !== null || isOrdinary }
  })
  const outside = asked.find(({ part, isKnown }) => isKnown && part === null)?.axis.code ?? null
  const missing = asked
    .filter(({ isKnown }) => !isKnown)
    .map(({ axis: { code } }) => ({
      fact: factOfAxis[code],
      label: lowered(axisLabels[code].label),
      isChoice: false,
    }))
  const place = asked.flatMap(({ axis, part }) => (part === null ? [] : [partText(axis, part)])).join(', ')
  if (outside !== null) return { range: null, place, missing, outside }
  const rates = cellsIn(
    axes,
    asked.map(({ part }) => part),
  ).flatMap((cell) => {
    const rate = cells[cell]
    return rate === null || rate === undefined ? [] : [toPoints(rate)]
  })
  const sorted = rates.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0))
  const [lowest, highest] = [sorted[0], sorted.at(-1)]
  return {
    range: lowest === undefined || highest === undefined ? null : { lowest, highest },
    place,
    missing,
    outside: null,
  }
}
