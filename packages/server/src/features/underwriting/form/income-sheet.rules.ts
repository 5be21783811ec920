import type { QuestionnaireParticipant } from '@ipoteka-office/contract/cases/section-completeness.ts'
import { incomeCeilings } from '@ipoteka-office/contract/parameters/underwriting-parameters.ts'
import type { Figures } from '@ipoteka-office/contract/parameters/figures.ts'
import { familyTerms } from '@ipoteka-office/contract/programmes/state-terms.ts'
import type { RecognisedField } from '@ipoteka-office/contract/recognition/recognition.ts'
import {
  averageOfMonths,
  confirmedIncome,
  type IncomeMonth,
  type IncomeSource,
  incomeSources,
  lessPercent,
  monthsOf,
  morePercent,
} from '@ipoteka-office/contract/underwriting/form/income-grid.ts'
import { fromUnits, toUnits } from '#features/calculator/exact.ts'
import type { HeldPaper } from '#features/recognised-papers/recognised-papers.rules.ts'
import { fundIncomes, type RegisterRun } from './registers.rules.ts'
import type { IncomeRow } from './taken.rules.ts'

/** A row of the grid: a source by months, with its mean. */
export interface IncomeLine {
  readonly source: IncomeSource
  readonly months: readonly IncomeMonth[]
  readonly average: string | null
}

/** The income of a participant as far as somebody but themselves tells of it. */
export interface IncomeSheet {
  readonly lines: readonly IncomeLine[]
  /** The most that is confirmed; null: nothing is. */
  readonly confirmed: string | null
  /** The most that the bank believes of such a position there; null: no position is told. */
  readonly ceiling: string | null
  /** What the arithmetic of the certificates says. */
  readonly checks: readonly {
    readonly label: string
    readonly passed: boolean | null
    readonly message: string
  }[]
}

const valueIn = (fields: readonly RecognisedField[], name: string): string | null => {
  const value = fields.find((field) => field.name === name)?.value ?? ''
  return value === '' ? null : value
}

/** The share of the tax in what a certificate tells, percent; null where it does not tell both sums. */
function taxShare(fields: readonly RecognisedField[]): string | null {
  const [total, tax] = [valueIn(fields, 'totalIncome'), valueIn(fields, 'taxCalculated')]
  if (total === null || tax === null) return null
  const [whole, part] = [toUnits(total, 2), toUnits(tax, 2)]
  return whole <= 0n || part > whole ? null : fromUnits((part * 1_000_000n) / whole, 4)
}

const twoDigits = (month: number) => String(month).padStart(2, '0')

function paidByCertificate({ paper }: HeldPaper, usualTax: string) {
  const { documentFields, incomes } = paper.result
  const year = valueIn(documentFields, 'year')
  const tax = taxShare(documentFields) ?? usualTax
  return year === null
    ? []
    : incomes.map(({ month, amount }) => ({
        month: `${year}-${twoDigits(month)}`,
        amount: lessPercent(amount, tax),
      }))
}

const isCeiling = (code: string): code is keyof typeof incomeCeilings => code in incomeCeilings

/** The ceiling of a position in a region. */
export function ceilingOf(level: unknown, region: unknown, figures: Figures): string | null {
  const code = `income-ceiling-${String(level)}`
  if (!isCeiling(code)) return null
  const isCapital = typeof region === 'string' && familyTerms.metropolitan.includes(region)
  return isCapital ? morePercent(figures[code], figures['income-ceiling-capitals']) : figures[code]
}

interface Known {
  readonly papers: readonly HeldPaper[]
  readonly runs: readonly RegisterRun[]
  readonly row: IncomeRow | undefined
  readonly region: unknown
  readonly figures: Figures
}

/** The grid of a participant: papers, the fund and a typed statement, each by months after tax. */
export function incomeSheetOf(
  person: Pick<QuestionnaireParticipant, 'sections'>,
  { papers, runs, row, region, figures }: Known,
): IncomeSheet {
  const certificates = papers.filter(({ paper }) => paper.kind === 'INCOME_CERTIFICATE')
  const tax = figures['income-tax']
  const paid: Readonly<Record<IncomeSource, readonly { month: string; amount: string }[]>> = {
    CERTIFICATE: certificates.flatMap((one) => paidByCertificate(one, tax)),
    REGISTER: fundIncomes(runs).map(({ month, amount }) => ({ month, amount: lessPercent(amount, tax) })),
    ACCOUNT: row?.account ?? [],
  }
  const lines = (Object.keys(incomeSources) as IncomeSource[]).map((source): IncomeLine => {
    const months = monthsOf(source, paid[source], row?.excluded ?? [])
    return { source, months, average: averageOfMonths(months) }
  })
  return {
    lines,
    confirmed: confirmedIncome(lines.map(({ average }) => average)),
    ceiling: ceilingOf(person.sections.EMPLOYMENT?.['positionLevel'], region, figures),
    checks: certificates.flatMap(({ paper }) =>
      paper.result.checks.map(({ label, passed, message }) => ({ label, passed, message })),
    ),
  }
}
