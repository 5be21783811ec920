import { z } from 'zod'
import { Money } from '#common/amounts.ts'
import { Code, Id, keyOf } from '#common/scalars.ts'
import { rowKeyOf, wholeShare } from './choosing.ts'
import { insuranceTypes, type Lending, oldest, typesOfLending, youngest } from './insurance-kinds.ts'

export const maxShareRows = 1_000
export const maxInsurers = 60

const Age = z
  .int('Введите целое число')
  .min(youngest, `Не меньше ${youngest}`)
  .max(oldest, `Не больше ${oldest}`)

const Cell = z.object({
  insurerId: Id,
  share: z.int().min(0, 'Доля не меньше 0 %').max(wholeShare, 'Доля не больше 100 %'),
  maxContracts: z.int().min(1, 'Не меньше 1').max(1_000_000, 'Не больше 1 000 000').nullable(),
  maxSum: Money.nullable(),
  ageFrom: Age.nullable(),
  ageTo: Age.nullable(),
  objects: z.array(Code).max(50),
})
const Row = z.object({
  type: keyOf(insuranceTypes),
  region: Code.nullable(),
  branchId: Id.nullable(),
  product: Code.nullable(),
  cells: z.array(Cell).min(1, 'Добавьте страховщика').max(maxInsurers),
})

/** What a version says: rows of the matrix. */
export const DistributionContent = z.object({
  rows: z.array(Row).max(maxShareRows, `Не больше ${maxShareRows} строк`),
})
export type DistributionContent = z.output<typeof DistributionContent>
export type DistributionRow = DistributionContent['rows'][number]

export interface DistributionIssue {
  /** Of the content: `rows.0.cells`. */
  readonly path: string
  readonly message: string
}

/** «99,5 %» of hundredths of a percent. */
export function shareText(share: number): string {
  const part = share % 100
  const digits = part === 0 ? '' : `,${String(part).padStart(2, '0').replace(/0$/, '')}`
  return `${Math.trunc(share / 100)}${digits}\u00a0%`
}

/** The sum of a row's shares. */
export const rowSum = ({ cells }: Pick<DistributionRow, 'cells'>): number =>
  cells.reduce((sum, { share }) => sum + share, 0)

function cellIssues({ cells }: DistributionRow, path: string): DistributionIssue[] {
  const seen = new Set<number>()
  return cells.flatMap((cell, at) => {
    const here = `${path}.cells.${at}`
    const issues: DistributionIssue[] = []
    if (seen.has(cell.insurerId))
      issues.push({ path: `${here}.insurerId`, message: 'Страховщик в строке встречается дважды' })
    seen.add(cell.insurerId)
    if (cell.ageFrom !== null && cell.ageTo !== null && cell.ageFrom > cell.ageTo)
      issues.push({ path: `${here}.ageTo`, message: 'Возраст «до» меньше возраста «от»' })
    return issues
  })
}

/** What is wrong with a version as a whole, each at its place; empty when it may be put to work. */
export function distributionIssues({ rows }: DistributionContent, lending: Lending): DistributionIssue[] {
  const allowed: readonly string[] = typesOfLending[lending]
  const seen = new Set<string>()
  if (rows.length === 0) return [{ path: 'rows', message: 'Добавьте хотя бы одну строку' }]
  return rows.flatMap((row, at) => {
    const path = `rows.${at}`
    const key = rowKeyOf(row)
    const sum = rowSum(row)
    const issues = cellIssues(row, path)
    if (!allowed.includes(row.type))
      issues.push({ path: `${path}.type`, message: `«${insuranceTypes[row.type]}» здесь не страхуют` })
    if (seen.has(key)) issues.push({ path, message: 'Такая строка уже есть' })
    seen.add(key)
    if (sum !== wholeShare)
      issues.push({
        path: `${path}.cells`,
        message:
          sum < wholeShare
            ? `Доли дают ${shareText(sum)}: не хватает ${shareText(wholeShare - sum)}`
            : `Доли дают ${shareText(sum)}: лишние ${shareText(sum - wholeShare)}`,
      })
    return issues
  })
}
