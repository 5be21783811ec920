import type { QuestionnaireParticipant } from '@ipoteka-office/contract/cases/section-completeness.ts'
import { incomeCeilings } from '@ipoteka-office/contract/parameters/underwriting-parameters.ts'
import type { Figures, FiguresOf } from '@ipoteka-office/contract/parameters/figures.ts'
import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import type { RecognisedField, RecognitionCheck } from '@ipoteka-office/contract/recognition/recognition.ts'
import {
  averageOfMonths,
  confirmedIncome,
  type IncomeMonth,
  type IncomeSource,
  incomeSources,
  lessPercent,
  monthsOf,
  morePercent,
  type Payment,
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

/** A certificate that was read, and what its arithmetic says. */
export interface CertificatePaper {
  readonly title: string
  /** A later one of the same payer and year counts in its place. */
  readonly replaced: boolean
  readonly checks: readonly Pick<RecognitionCheck, 'label' | 'passed' | 'message'>[]
}

/** The income of a participant as far as somebody but themselves tells of it. */
export interface IncomeSheet {
  readonly lines: readonly IncomeLine[]
  /** The most that is confirmed; null: nothing is. */
  readonly confirmed: string | null
  /** The most that the bank believes of such a position there; null: no position is told. */
  readonly ceiling: string | null
  readonly papers: readonly CertificatePaper[]
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

/** Certificates of one payer, year and rate tell of the same money: the latest of them counts. */
function latestOnly(certificates: readonly HeldPaper[]): HeldPaper[] {
  const groups = Map.groupBy(certificates, ({ paper: { documentId, result } }) => {
    const told = (name: string) => valueIn(result.documentFields, name) ?? ''
    const payer = told('agentInn') || told('agentName')
    return payer === '' ? `document ${documentId}` : [payer, told('year'), told('taxRate')].join(' ')
  })
  const isLater = (one: HeldPaper, other: HeldPaper): boolean => {
    const [day, otherDay] = [one, other].map(
      ({ paper }) => valueIn(paper.result.documentFields, 'certificateDate') ?? '',
    )
    return day === otherDay ? one.paper.documentId > other.paper.documentId : (day ?? '') > (otherDay ?? '')
  }
  return [...groups.values()].map((group) =>
    group.reduce((latest, one) => (isLater(one, latest) ? one : latest)),
  )
}

function paidByCertificate({ paper }: HeldPaper, usualTax: string): Payment[] {
  const { documentFields, incomes } = paper.result
  const year = valueIn(documentFields, 'year')
  const tax = taxShare(documentFields) ?? usualTax
  const payer = valueIn(documentFields, 'agentName') ?? ''
  return year === null
    ? []
    : incomes.map(({ month, incomeCode, amount }) => ({
        month: `${year}-${twoDigits(month)}`,
        amount: lessPercent(amount, tax),
        code: incomeCode,
        payer,
      }))
}

function paperOf({ paper }: HeldPaper, latest: readonly HeldPaper[]): CertificatePaper {
  const { documentFields, checks } = paper.result
  const told = (name: string) => valueIn(documentFields, name)
  const [payer, year, day] = [told('agentName'), told('year'), told('certificateDate')]
  return {
    title: [
      payer ?? 'Налоговый агент не прочитан',
      year === null ? 'год не прочитан' : `${year} год`,
      ...(day === null ? [] : [`от ${dayText(day)}`]),
    ].join(', '),
    replaced: !latest.some((one) => one.paper === paper),
    checks: checks.map(({ label, passed, message }) => ({ label, passed, message })),
  }
}

const isCeiling = (code: string): code is keyof typeof incomeCeilings => code in incomeCeilings

/** The parameter that is the ceiling of a position; null: none is. */
export function ceilingCode(level: unknown): keyof typeof incomeCeilings | null {
  const code = `income-ceiling-${String(level)}`
  return isCeiling(code) ? code : null
}
/** Whether people earn more in a region. */
export const isCapital = (region: unknown, figures: FiguresOf<'capital-regions'>): boolean =>
  typeof region === 'string' && figures['capital-regions'].includes(region)

/** The ceiling of a position in a region. */
export function ceilingOf(level: unknown, region: unknown, figures: Figures): string | null {
  const code = ceilingCode(level)
  if (code === null) return null
  return isCapital(region, figures)
    ? morePercent(figures[code], figures['income-ceiling-capitals'])
    : figures[code]
}

interface Known {
  readonly papers: readonly HeldPaper[]
  readonly runs: readonly RegisterRun[]
  readonly row: IncomeRow | undefined
  readonly region: unknown
  readonly figures: Figures
}

type Paid = Readonly<Record<IncomeSource, readonly Payment[]>>

/** Everything that was paid to a participant, by who tells of it. */
export function paymentsOf({ papers, runs, row, figures }: Omit<Known, 'region'>): Paid {
  const certificates = papers.filter(({ paper }) => paper.kind === 'INCOME_CERTIFICATE')
  const tax = figures['income-tax']
  const plain = { code: null, payer: '' }
  return {
    CERTIFICATE: latestOnly(certificates).flatMap((one) => paidByCertificate(one, tax)),
    REGISTER: fundIncomes(runs).map(({ month, amount }) => ({
      ...plain,
      month,
      amount: lessPercent(amount, tax),
    })),
    ACCOUNT: (row?.account ?? []).map((one) => ({ ...plain, ...one })),
  }
}

/** The grid of a participant: papers, the fund and a typed statement, each by months after tax. */
export function incomeSheetOf(person: Pick<QuestionnaireParticipant, 'sections'>, known: Known): IncomeSheet {
  const { papers, row, region, figures } = known
  const certificates = papers.filter(({ paper }) => paper.kind === 'INCOME_CERTIFICATE')
  const latest = latestOnly(certificates)
  const paid = paymentsOf(known)
  const counting = { exclusions: row?.excluded ?? [], most: figures['income-months'] }
  const lines = (Object.keys(incomeSources) as IncomeSource[]).map((source): IncomeLine => {
    const months = monthsOf(source, paid[source], counting)
    return { source, months, average: averageOfMonths(months) }
  })
  return {
    lines,
    confirmed: confirmedIncome(lines.map(({ average }) => average)),
    ceiling: ceilingOf(person.sections.EMPLOYMENT?.['positionLevel'], region, figures),
    papers: certificates.map((one) => paperOf(one, latest)),
  }
}
