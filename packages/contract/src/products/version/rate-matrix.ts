import { z } from 'zod'
import type { FieldError } from '../../common/errors.ts'
import { compareDecimals } from '../../common/number-formats.ts'
import { Code, keyOf, requiredText } from '../../common/scalars.ts'

/** Points of rate as a decimal text: at most two digits before the point and three after it. */
export const RatePercent = z
  .string()
  .regex(/^\d{1,2}(\.\d{1,3})?$/, 'Ставка: не более трёх знаков после запятой, меньше 100 %')
/** The same that may be below zero: what an option takes off. */
export const RatePoints = z
  .string()
  .regex(/^-?\d{1,2}(\.\d{1,3})?$/, 'Пункты ставки: не более трёх знаков после запятой')

/** Axes that are numbers, each with the unit of its bounds. */
export const numberAxes = {
  downPaymentShare: { label: 'Первоначальный взнос', unit: '%' },
  termMonths: { label: 'Срок', unit: 'мес.' },
  amount: { label: 'Сумма', unit: '₽' },
} as const
/** Axes that are codes, each with the dictionary of its values. */
export const codeAxes = {
  regionCode: { label: 'Регион', dictionary: 'region' },
  clientCategory: { label: 'Категория клиента', dictionary: null },
  incomeVerification: { label: 'Подтверждение дохода', dictionary: 'incomeVerificationType' },
} as const
export type NumberAxis = keyof typeof numberAxes
export type CodeAxis = keyof typeof codeAxes
export type AxisCode = NumberAxis | CodeAxis
export const axisLabels = { ...numberAxes, ...codeAxes } as const

const Bound = z.string().regex(/^\d{1,13}(\.\d{1,3})?$/, 'Граница: число, не более трёх знаков после запятой')

/**
 * A side of the matrix. By numbers: each part begins at its bound, which belongs to it, and ends before the next one; the
 * last has no end. By codes: each group has its codes; one without codes holds all the others and stands last.
 */
export const RateAxis = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('NUMBER'),
    code: keyOf(numberAxes),
    from: z.array(Bound).min(1, 'Добавьте хотя бы одну границу').max(100, 'Не более 100 границ'),
  }),
  z.object({
    kind: z.literal('CODE'),
    code: keyOf(codeAxes),
    groups: z
      .array(z.object({ name: requiredText(80), codes: z.array(Code).max(100) }))
      .min(1, 'Добавьте хотя бы одну группу')
      .max(100, 'Не более 100 групп'),
  }),
])
export type RateAxis = z.output<typeof RateAxis>

/** Cells of a matrix at most: more is a mistake of the file rather than a tariff. */
export const mostCells = 5_000

/** Rates by the parts of the axes. Cells go in the order of the axes, the last axis the fastest; null is a hole. */
export const RateMatrix = z.object({
  axes: z.array(RateAxis).max(4, 'Не более четырёх осей'),
  cells: z.array(RatePercent.nullable()).min(1).max(mostCells, `Не более ${mostCells} ячеек`),
})
export type RateMatrix = z.output<typeof RateMatrix>

/** Parts of an axis. */
export const sizeOf = (axis: RateAxis): number =>
  axis.kind === 'NUMBER' ? axis.from.length : axis.groups.length
/** Cells that the axes ask for. */
export const cellsOf = (axes: readonly RateAxis[]): number =>
  axes.reduce((count, axis) => count * sizeOf(axis), 1)

/** Parts of each axis that a cell lies in, by the number of the cell. */
export function placeOf(axes: readonly RateAxis[], cell: number): number[] {
  let rest = cell
  return axes
    .toReversed()
    .map((axis) => {
      const at = rest % sizeOf(axis)
      rest = Math.floor(rest / sizeOf(axis))
      return at
    })
    .toReversed()
}
/** The number of the cell in these parts of the axes. */
export const cellAt = (axes: readonly RateAxis[], parts: readonly number[]): number =>
  axes.reduce((cell, axis, at) => cell * sizeOf(axis) + (parts[at] ?? 0), 0)

/** The place of the last bound that is not above the value, of bounds in ascending order; -1: all of them are. */
function lastNotAbove(bounds: readonly string[], value: string): number {
  let [low, high] = [-1, bounds.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (compareDecimals(value, bounds[middle] ?? '') < 0) high = middle - 1
    else low = middle
  }
  return low
}

/** The part that a value lies in; null: in none. */
export function partOf(axis: RateAxis, value: string): number | null {
  if (axis.kind === 'NUMBER') {
    const at = lastNotAbove(axis.from, value)
    return at < 0 ? null : at
  }
  const named = axis.groups.findIndex(({ codes }) => codes.includes(value))
  if (named !== -1) return named
  const others = axis.groups.findIndex(({ codes }) => codes.length === 0)
  return others === -1 ? null : others
}

const at = (path: string, message: string): FieldError => ({ path, message })

function axisIssues(axis: RateAxis, path: string): FieldError[] {
  if (axis.kind === 'NUMBER')
    return axis.from.flatMap((from, index) => {
      const before = axis.from[index - 1]
      return before !== undefined && compareDecimals(from, before) <= 0
        ? [
            at(
              `${path}.from.${index}`,
              'Границы идут по возрастанию: эта не больше предыдущей, части наложились',
            ),
          ]
        : []
    })
  const seen = new Map<string, string>()
  return axis.groups.flatMap(({ name, codes }, index) => {
    const here = `${path}.groups.${index}.codes`
    const taken = codes.filter((code) => seen.has(code))
    for (const code of codes) seen.set(code, name)
    const isEarlyRest = codes.length === 0 && index < axis.groups.length - 1
    return [
      ...(taken.length > 0 ? [at(here, `Значения стоят и в другой группе: ${taken.join(', ')}`)] : []),
      ...(isEarlyRest ? [at(here, 'Группа без значений — «все остальные» — бывает только последней')] : []),
    ]
  })
}

/** What is wrong with a matrix beside the shape of its values: parts that overlap, holes, cells too many or too few. */
export function matrixIssues({ axes, cells }: RateMatrix, path = 'rate.matrix'): FieldError[] {
  const repeated = axes.findIndex(({ code }, index) => axes.findIndex((one) => one.code === code) < index)
  const wanted = cellsOf(axes)
  const holes = cells.flatMap((cell, index) => (cell === null ? [index] : []))
  return [
    ...(repeated === -1 ? [] : [at(`${path}.axes.${repeated}.code`, 'Такая ось уже есть')]),
    ...axes.flatMap((axis, index) => axisIssues(axis, `${path}.axes.${index}`)),
    ...(cells.length === wanted
      ? []
      : [at(`${path}.cells`, `Ячеек ${cells.length}, а по осям нужно ${wanted}`)]),
    ...holes.map((index) => at(`${path}.cells.${index}`, 'Ставка не указана')),
  ]
}
