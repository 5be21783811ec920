import {
  axisLabels,
  cellsOf,
  placeOf,
  type RateAxis,
  type RateMatrix,
} from '@ipoteka-office/contract/products/version/rate-matrix.ts'
import { amountCell, type SheetColumn } from '#lib/spreadsheet.ts'

/** Whose rates a file holds: every row says it, so that a file of something else is known by any of them. */
export interface RatesOrigin {
  readonly code: string
  readonly number: number
}

export const fixedHeadings = { code: 'Код продукта', number: 'Выпуск', rate: 'Ставка, %' } as const

/** The heading of an axis: of numbers it says where its part begins. */
export const axisHeading = (axis: RateAxis): string =>
  axis.kind === 'NUMBER'
    ? `${axisLabels[axis.code].label} от, ${(axisLabels[axis.code] as { unit: string }).unit}`
    : axisLabels[axis.code].label

/** Headings of a file of rates in their order. */
export const headingsOf = (axes: readonly RateAxis[]): string[] => [
  fixedHeadings.code,
  fixedHeadings.number,
  ...axes.map(axisHeading),
  fixedHeadings.rate,
]

/** What a part of an axis is called in a file. */
export const partText = (axis: RateAxis, part: number): string =>
  axis.kind === 'NUMBER' ? (axis.from[part] ?? '') : (axis.groups[part]?.name ?? '')

/** A row of a file: a cell of the matrix. */
export interface RatesRow {
  readonly parts: readonly number[]
  readonly rate: string | null
}

/** Cells of the matrix in their order. */
export const rowsOf = ({ axes, cells }: RateMatrix): RatesRow[] =>
  Array.from({ length: cellsOf(axes) }, (_, cell) => ({
    parts: placeOf(axes, cell),
    rate: cells[cell] ?? null,
  }))

/** Columns of a file of rates. */
export const columnsOf = (
  axes: readonly RateAxis[],
  { code, number }: RatesOrigin,
): SheetColumn<RatesRow>[] => {
  const headings = headingsOf(axes)
  return [
    { heading: headings[0] ?? '', width: 20, value: () => code },
    { heading: headings[1] ?? '', width: 10, value: () => number },
    ...axes.map((axis, at) => ({
      heading: headings[at + 2] ?? '',
      width: 26,
      value: ({ parts }: RatesRow) => {
        const text = partText(axis, parts[at] ?? 0)
        return axis.kind === 'NUMBER' ? amountCell(text) : text
      },
    })),
    { heading: headings.at(-1) ?? '', width: 14, value: ({ rate }) => amountCell(rate) },
  ]
}
