import type { LoanTerms } from '@ipoteka-office/contract/calculator/calculators.ts'
import { monthsByPayment } from '#features/calculator/loan-search.rules.ts'
import { computeBrief } from '#features/calculator/loan.rules.ts'
import type { IsWorkingDay } from '#features/calendar/dates.rules.ts'
import type { LentBy } from '../offers.rules.ts'

/** The loan of the product for a term; null: the product does not fit it. */
export type AskTerm = (months: number) => LentBy | null

/** Terms one after another that are lent at one rate. */
interface Run {
  readonly terms: LoanTerms
  readonly months: number[]
}

/** Terms of the product from the shortest, by runs of one rate: only where a rate changes a schedule is looked at anew. */
export function termRuns(ask: AskTerm, { minMonths, maxMonths, monthsStep }: LentBy['limits']): Run[] {
  const runs: Run[] = []
  const first = Math.ceil(minMonths / monthsStep) * monthsStep
  for (let months = first; months <= maxMonths; months += monthsStep) {
    const terms = ask(months)?.terms ?? null
    if (terms === null) continue
    const last = runs.at(-1)
    if (last !== undefined && last.terms.rate === terms.rate) last.months.push(months)
    else runs.push({ terms, months: [months] })
  }
  return runs
}

export interface FoundTerm {
  readonly months: number
  readonly rate: string
  readonly payment: string
}

/** The shortest term of the product whose level payment is not above the given one; null: there is none. */
export function shortestTerm(
  runs: readonly Run[],
  payment: string,
  isWorking: IsWorkingDay,
): FoundTerm | null {
  for (const { terms, months } of runs) {
    const { months: _own, ...rest } = terms
    const found = monthsByPayment(rest, payment, isWorking)
    const least = found.ok ? months.find((one) => one >= found.value) : undefined
    if (least === undefined) continue
    const brief = computeBrief({ ...terms, months: least }, isWorking)
    return { months: least, rate: terms.rate, payment: brief.payment }
  }
  return null
}
