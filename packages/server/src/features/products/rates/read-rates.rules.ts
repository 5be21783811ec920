import { withoutEndZeros } from '@ipoteka-office/contract/common/trim-ends.ts'
import { compareDecimals } from '@ipoteka-office/contract/common/number-formats.ts'
import {
  cellAt,
  cellsOf,
  mostCells,
  type RateAxis,
  type RateMatrix,
  RatePercent,
  sizeOf,
} from '@ipoteka-office/contract/products/version/rate-matrix.ts'
import type { RatesImport } from '@ipoteka-office/contract/products/rates-file.ts'
import type { ReadCell, ReadRow } from '#lib/read-spreadsheet.ts'
import { addPoints, pointsBetween } from '../rate-points.rules.ts'
import { headingsOf, partText, type RatesOrigin } from './rates-sheet.rules.ts'

/** The file as a whole is not of this draft; the words say what to do. */
export class ForeignRates extends Error {}

type Cell = RatesImport['cells'][number]

/** What a file makes of a matrix: null where something in it is wrong. */
export interface ReadRates {
  readonly matrix: RateMatrix | null
  readonly cells: readonly Cell[]
}

const textOf = (cell: ReadCell | undefined): string =>
  String(cell ?? '')
    .replaceAll('\u00A0', ' ')
    .trim()
/** A number as it was typed, with a comma or a point; a date or a word stays what it is and is refused. */
const numberText = (cell: ReadCell | undefined): string => textOf(cell).replaceAll(' ', '').replace(',', '.')

function checkHeadings(axes: readonly RateAxis[], row: ReadRow | undefined): void {
  const wanted = headingsOf(axes)
  const found = (row?.cells ?? []).map(textOf)
  while (found.at(-1) === '') found.pop()
  const isSame = found.length === wanted.length && wanted.every((heading, at) => found[at] === heading)
  if (!isSame)
    throw new ForeignRates(
      `Столбцы файла должны быть такими: ${wanted.join(', ')}. Выгрузите ставки этого черновика и исправьте их в полученном файле`,
    )
}

function checkOrigin({ cells, line }: ReadRow, { code, number }: RatesOrigin): void {
  const [fileCode, fileNumber] = [textOf(cells[0]), textOf(cells[1])]
  if (fileCode !== code)
    throw new ForeignRates(
      `Строка ${line}: файл сделан из продукта «${fileCode.slice(0, 40)}», а загружают в «${code}»`,
    )
  if (fileNumber !== String(number))
    throw new ForeignRates(
      `Строка ${line}: файл сделан из выпуска ${fileNumber.slice(0, 10)}, а черновик — выпуск ${number}. Выгрузите ставки черновика`,
    )
}

const boundShape = /^\d{1,13}(\.\d{1,3})?$/
/** «20.000» and «20» are one bound. */
const plainBound = withoutEndZeros

/** Bounds or names of groups that the rows name on an axis, in their order. */
function partsNamed(axis: RateAxis, values: readonly string[]): RateAxis {
  const named = new Set(values)
  if (axis.kind === 'CODE') return { ...axis, groups: axis.groups.filter(({ name }) => named.has(name)) }
  const told = [...new Set([...named].filter((text) => boundShape.test(text)).map(plainBound))]
  // A bound that stays is written as it was.
  const from = told.map((bound) => axis.from.find((one) => compareDecimals(one, bound) === 0) ?? bound)
  return { ...axis, from: from.sort(compareDecimals) }
}

/** Why a value is no part of the axis; null when it is one. */
function wrongPart(axis: RateAxis, value: string): string | null {
  if (axis.kind === 'NUMBER')
    return boundShape.test(value) ? null : 'Граница: число, не более трёх знаков после запятой'
  return axis.groups.some(({ name }) => name === value)
    ? null
    : `Группы «${value.slice(0, 40)}» в черновике нет: добавьте её в ставках`
}

interface Line {
  readonly line: number
  /** Of each axis: a bound or a name. */
  readonly values: readonly string[]
  readonly rate: string
  readonly error: string | null
}

function readLine(axes: readonly RateAxis[], { cells, line }: ReadRow): Line {
  const values = axes.map((axis, at) =>
    axis.kind === 'NUMBER' ? numberText(cells[at + 2]) : textOf(cells[at + 2]),
  )
  const rate = numberText(cells[axes.length + 2])
  const wrong = axes.flatMap((axis, at) => wrongPart(axis, values[at] ?? '') ?? [])
  const error =
    wrong[0] ??
    (rate === ''
      ? 'Ставка не указана'
      : RatePercent.safeParse(rate).success
        ? null
        : 'Ставка: число меньше 100, не более трёх знаков после запятой')
  return {
    line,
    values: values.map((value, at) =>
      axes[at]?.kind === 'NUMBER' && boundShape.test(value) ? plainBound(value) : value,
    ),
    rate,
    error,
  }
}

const placeText = (axes: readonly RateAxis[], values: readonly string[]): string =>
  axes.map((_, at) => values[at] ?? '').join(' · ') || 'единственная ставка'

const indexOf = (axis: RateAxis, value: string): number =>
  axis.kind === 'NUMBER'
    ? axis.from.findIndex((from) => compareDecimals(from, value) === 0)
    : axis.groups.findIndex(({ name }) => name === value)

/** The rate of the parts in a matrix; undefined where it has no such cell. */
function rateIn({ axes, cells }: RateMatrix, values: readonly string[]): string | null | undefined {
  const parts = axes.map((axis, at) => indexOf(axis, values[at] ?? ''))
  return parts.includes(-1) ? undefined : (cells[cellAt(axes, parts)] ?? null)
}

/** Every combination of the parts, in words. */
function* combinations(
  axes: readonly RateAxis[],
  done: readonly string[] = [],
): Generator<readonly string[]> {
  const axis = axes[done.length]
  if (axis === undefined) {
    yield done
    return
  }
  for (let part = 0; part < sizeOf(axis); part += 1)
    yield* combinations(axes, [...done, partText(axis, part)])
}

const isEqual = (one: string | null | undefined, other: string): boolean =>
  one !== null && one !== undefined && compareDecimals(one, other) === 0

function comparedCell(before: RateMatrix, { line, values, rate }: Line): Cell {
  const place = placeText(before.axes, values)
  const old = rateIn(before, values)
  const shared = { line, place, newRate: rate, error: null }
  if (old === undefined) return { ...shared, change: 'NEW', oldRate: null, difference: null }
  if (isEqual(old, rate)) return { ...shared, change: 'SAME', oldRate: old, difference: null }
  return {
    ...shared,
    change: 'CHANGED',
    oldRate: old,
    difference: old === null ? null : pointsBetween(old, rate),
  }
}

/** Rows of one cell told twice, and combinations told never. */
function grid(
  axes: readonly RateAxis[],
  lines: readonly Line[],
): { wrong: Cell[]; byPlace: Map<string, Line> } {
  const byPlace = new Map<string, Line>()
  const wrong: Cell[] = []
  const refuse = (line: number | null, values: readonly string[], rate: string | null, error: string) =>
    wrong.push({
      change: 'WRONG',
      line,
      place: placeText(axes, values),
      oldRate: null,
      newRate: rate,
      difference: null,
      error,
    })
  for (const one of lines) {
    const key = one.values.join('\u0000')
    const twin = byPlace.get(key)
    if (one.error !== null) refuse(one.line, one.values, one.rate || null, one.error)
    else if (twin !== undefined)
      refuse(one.line, one.values, one.rate, `Эта ячейка уже есть в строке ${twin.line}: части наложились`)
    else byPlace.set(key, one)
  }
  if (wrong.length === 0)
    for (const values of combinations(axes))
      if (
        !byPlace.has(
          values.map((value, at) => (axes[at]?.kind === 'NUMBER' ? plainBound(value) : value)).join('\u0000'),
        )
      )
        refuse(null, values, null, 'В файле нет такой строки: осталась бы дыра')
  return { wrong, byPlace }
}

const rank = { WRONG: 0, CHANGED: 1, NEW: 2, GONE: 3, SAME: 4 } as const

/** What a file makes of the draft’s matrix: every cell of both, and the matrix itself where all of it is right. */
export function readRates(before: RateMatrix, origin: RatesOrigin, rows: readonly ReadRow[]): ReadRates {
  const [heading, ...body] = rows
  checkHeadings(before.axes, heading)
  if (body.length === 0) throw new ForeignRates('В файле нет ставок')
  if (body.length > mostCells) throw new ForeignRates(`В файле больше ${mostCells} ставок`)
  for (const row of body) checkOrigin(row, origin)
  const lines = body.map((row) => readLine(before.axes, row))
  const good = lines.filter(({ error }) => error === null)
  const axes = before.axes.map((axis, at) =>
    partsNamed(
      axis,
      good.map(({ values }) => values[at] ?? ''),
    ),
  )
  if (cellsOf(axes) > mostCells)
    throw new ForeignRates(`По границам файла выходит ${cellsOf(axes)} ячеек, а можно не более ${mostCells}`)
  const { wrong, byPlace } = grid(axes, lines)
  const compared = [...byPlace.values()].map((line) => comparedCell(before, line))
  const gone = [...combinations(before.axes)].flatMap((values): Cell[] => {
    const key = values
      .map((value, at) => (before.axes[at]?.kind === 'NUMBER' ? plainBound(value) : value))
      .join('\u0000')
    if (byPlace.has(key) || wrong.length > 0) return []
    const oldRate = rateIn(before, values) ?? null
    return [
      {
        change: 'GONE',
        line: null,
        place: placeText(before.axes, values),
        oldRate,
        newRate: null,
        difference: null,
        error: null,
      },
    ]
  })
  const cells = [...wrong, ...compared, ...gone].sort((a, b) => rank[a.change] - rank[b.change])
  if (wrong.length > 0) return { matrix: null, cells }
  const placed = Array.from({ length: cellsOf(axes) }, (): string | null => null)
  for (const { values, rate } of byPlace.values()) {
    const old = rateIn(before, values)
    const cell = cellAt(
      axes,
      axes.map((axis, at) => indexOf(axis, values[at] ?? '')),
    )
    // A rate that stays is written as it was: a file read back changes nothing.
    placed[cell] = isEqual(old, rate) ? (old ?? rate) : addPoints(rate, '0')
  }
  return { matrix: { axes, cells: placed }, cells }
}
