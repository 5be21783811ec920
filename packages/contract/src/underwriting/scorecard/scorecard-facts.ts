import type { CaseMeans } from '../../cases/case-means.ts'
import { monthlyIncome } from '../../cases/monthly-means.ts'
import type { QuestionnaireData } from '../../cases/section-completeness.ts'
import type { SectionValues } from '../../common/fields.ts'
import { compareDecimals } from '../../common/number-formats.ts'
import { yearsBetween } from '../../products/eligibility/rule.ts'
import type { ScorecardFacts } from './characteristics.ts'

/** What bureaus of credit histories know of the main borrower; null: nothing was asked or answered. */
export interface HistoryFacts {
  readonly depthMonths: number | null
  /** The longest delay of the last 24 months, days. */
  readonly worstDelay: number | null
  readonly enquiries30: number | null
}
export const noHistory: HistoryFacts = { depthMonths: null, worstDelay: null, enquiries30: null }

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const numberOf = (value: number | null): string | null => (value === null ? null : String(value))
const rowsOf = (value: unknown): SectionValues[] => (Array.isArray(value) ? (value as SectionValues[]) : [])

function monthsBetween(from: string, to: string): number {
  const [y1 = 0, m1 = 0, d1 = 0] = from.split('-').map(Number)
  const [y2 = 0, m2 = 0, d2 = 0] = to.split('-').map(Number)
  return Math.max(0, (y2 - y1) * 12 + m2 - m1 - (d2 < d1 ? 1 : 0))
}

const adult = 18

function dependantsOf(personal: SectionValues, today: string): string | null {
  if (personal['hasChildren'] === undefined && personal['dependants'] === undefined) return null
  const children = rowsOf(personal['children']).filter(({ birthDate }) => {
    const born = textOf(birthDate)
    return born !== null && yearsBetween(born, today) < adult
  }).length
  const others = personal['dependants']
  return String(children + (typeof others === 'number' ? others : 0))
}

/** Kind of the income that gives most. */
function mainIncome(income: SectionValues | undefined): string | null {
  const told = rowsOf(income?.['incomes']).flatMap((source) => {
    const amount = monthlyIncome(source)
    const type = textOf(source['type'])
    return amount === null || type === null ? [] : [{ amount, type }]
  })
  return told.toSorted((a, b) => compareDecimals(b.amount, a.amount))[0]?.type ?? null
}

/** What a scorecard weighs of an application on a day. */
export function scorecardFacts(
  data: QuestionnaireData,
  {
    means,
    history,
    today,
  }: {
    readonly means: Pick<CaseMeans, 'debtLoad' | 'loanToValue'>
    readonly history: HistoryFacts
    readonly today: string
  },
): ScorecardFacts {
  const borrower = data.participants.find(({ role }) => role === 'MAIN_BORROWER')?.sections ?? {}
  const personal = borrower.PERSONAL ?? {}
  const birthDate = textOf(personal['birthDate'])
  const since = textOf(borrower.EMPLOYMENT?.['employedSince'])
  return {
    AGE: birthDate === null ? null : String(yearsBetween(birthDate, today)),
    SENIORITY: since === null ? null : String(monthsBetween(since, today)),
    EDUCATION: textOf(personal['education']),
    MARITAL: textOf(personal['maritalStatus']),
    DEPENDANTS: dependantsOf(personal, today),
    OWNERSHIP: textOf(personal['residenceCause']),
    DEBT_LOAD: means.debtLoad,
    LOAN_TO_VALUE: means.loanToValue,
    HISTORY_DEPTH: numberOf(history.depthMonths),
    DELAYS: numberOf(history.worstDelay),
    ENQUIRIES: numberOf(history.enquiries30),
    INCOME_SOURCE: mainIncome(borrower.INCOME),
    REGION: textOf((data.sections.CREDIT ?? data.sections.LOAN)?.['regionCode']),
  }
}
