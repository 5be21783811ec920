import { rowKeyOf, wholeShare } from '@ipoteka-office/contract/insurance/choosing.ts'
import {
  distributionIssues,
  type DistributionContent,
  type DistributionRow,
  shareText,
} from '@ipoteka-office/contract/insurance/distribution-content.ts'
import type { DistributionCard } from '@ipoteka-office/contract/insurance/distributions.ts'
import { insuranceTypes, type Lending } from '@ipoteka-office/contract/insurance/insurance-kinds.ts'
import { z } from 'zod'
import { formatDate } from '#lib/dates.ts'
import type { Difference } from '#widgets/record/difference.ts'

const Cell = z.object({
  insurerId: z.number(),
  /** Percent as it is typed. */
  share: z.string(),
  maxContracts: z.number().nullable(),
  maxSum: z.string().nullable(),
  ageFrom: z.number().nullable(),
  ageTo: z.number().nullable(),
  objects: z.array(z.string()),
})
export type CellValue = z.output<typeof Cell>

const Row = z.object({
  type: z.enum(Object.keys(insuranceTypes) as [DistributionRow['type'], ...DistributionRow['type'][]]),
  region: z.string().nullable(),
  branchId: z.number().nullable(),
  product: z.string().nullable(),
  cells: z.array(Cell),
})
export type RowValue = z.output<typeof Row>

/** What the form of a version edits; a draft of an older shape does not pass. */
export const MatrixValues = z.object({ title: z.string(), validFrom: z.string(), rows: z.array(Row) })
export type MatrixValues = z.output<typeof MatrixValues>

export const matrixLabels = { title: 'Название', validFrom: 'Действует с', rows: 'Доли' } as const

/** Percent as it is typed, of hundredths. */
export const typedShare = (share: number): string => shareText(share).replace(/\u00a0%$/, '')

/** Hundredths of a percent of what is typed; null when it is no share. */
export function readShare(text: string): number | null {
  const [, whole, part = ''] = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? []
  if (whole === undefined) return null
  const share = Number(whole) * 100 + Number(part.padEnd(2, '0'))
  return share <= wholeShare ? share : null
}

export const toRowValues = ({ rows }: DistributionContent): RowValue[] =>
  rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell) => ({ ...cell, share: typedShare(cell.share) })),
  }))

export const toMatrixValues = ({ title, validFrom, content }: DistributionCard): MatrixValues => ({
  title,
  validFrom,
  rows: toRowValues(content),
})

/** The rows as the server takes them; a share that cannot be read is none. */
export const toContent = (rows: readonly RowValue[]): DistributionContent => ({
  rows: rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell) => ({ ...cell, share: readShare(cell.share) ?? 0 })),
  })),
})

/** The sum of a row's shares; null while one cannot be read. */
export function sumOf({ cells }: RowValue): number | null {
  let sum = 0
  for (const { share } of cells) {
    const read = readShare(share)
    if (read === null) return null
    sum += read
  }
  return sum
}

/** What stands in the way of a save; rows that are no whole may wait, shares that are no numbers may not. */
export function matrixMistakes({
  title,
  validFrom,
  rows,
}: MatrixValues): { path: string[]; message: string }[] {
  const wrong: { path: string[]; message: string }[] = []
  if (title.trim() === '') wrong.push({ path: ['title'], message: 'Поле должно быть заполнено' })
  if (!/^\d{4}-\d\d-\d\d$/.test(validFrom)) wrong.push({ path: ['validFrom'], message: 'Укажите дату' })
  const bad = rows.findIndex((row) => sumOf(row) === null)
  if (bad !== -1)
    wrong.push({ path: ['rows'], message: `Строка ${bad + 1}: доля — число от 0 до 100, до двух знаков` })
  const empty = rows.findIndex(({ cells }) => cells.length === 0)
  if (empty !== -1)
    wrong.push({ path: ['rows'], message: `Строка ${empty + 1}: укажите долю хотя бы одного страховщика` })
  const keys = rows.map(rowKeyOf)
  const twice = keys.findIndex((key, at) => keys.indexOf(key) !== at)
  if (twice !== -1) wrong.push({ path: ['rows'], message: `Строка ${twice + 1}: такая строка уже есть` })
  return wrong
}

/** What keeps a version from being handed in. */
export const unfinished = (rows: readonly RowValue[], lending: Lending): number =>
  distributionIssues(toContent(rows), lending).length

type Words = (row: RowValue) => string

/** Where mine and the server's differ, row by row of the matrix together. */
export function matrixDifferences(
  mine: MatrixValues,
  server: DistributionCard,
  placeOf: Words,
): Difference[] {
  const theirs = toMatrixValues(server)
  const told = (rows: readonly RowValue[]) =>
    rows.map((row) => `${placeOf(row)}: ${row.cells.map(({ share }) => `${share} %`).join(' + ')}`).join('; ')
  const found: Difference[] = []
  if (mine.title !== theirs.title)
    found.push({ key: 'title', label: 'Название', mine: mine.title, server: theirs.title })
  if (mine.validFrom !== theirs.validFrom)
    found.push({
      key: 'validFrom',
      label: 'Действует с',
      mine: formatDate(mine.validFrom),
      server: formatDate(theirs.validFrom),
    })
  if (JSON.stringify(toContent(mine.rows)) !== JSON.stringify(toContent(theirs.rows)))
    found.push({ key: 'rows', label: 'Доли', mine: told(mine.rows), server: told(theirs.rows) })
  return found
}

/** Limits of a cell in a line; empty: there are none. */
export function limitWords({ maxContracts, maxSum, ageFrom, ageTo, objects }: CellValue): string {
  const parts = [
    maxContracts !== null && `до ${maxContracts} дог.`,
    maxSum !== null && 'лимит суммы',
    ageFrom !== null && `от ${ageFrom} лет`,
    ageTo !== null && `до ${ageTo} лет`,
    objects.length > 0 && `объекты: ${objects.length}`,
  ].filter((part) => part !== false)
  return parts.join(', ')
}
