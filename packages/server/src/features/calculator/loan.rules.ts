import { type LoanCalculation, LoanTerms } from '@ipoteka-office/contract/calculator/calculators.ts'
import type { FieldError } from '@ipoteka-office/contract/common/errors.ts'
import { type Day, type IsWorkingDay, toDay } from '#features/calendar/dates.rules.ts'
import { effectiveRate } from './effective-rate.rules.ts'
import { fromUnits, sumKopecks, toUnits } from './exact.ts'
import {
  type BasePeriod,
  type DatedFlow,
  fullLoanCost,
  type MonthLength,
  periodsPerYear,
  toFlows,
} from './full-loan-cost.rules.ts'
import type { Obligation } from './limits.rules.ts'
import { buildSchedule } from './schedule.rules.ts'
import type { Schedule } from './schedule-terms.ts'
import { fullLoanCostSteps, scheduleSteps } from './worked-steps.ts'

/** Changes with every change of a rule, so that a kept result tells by which it was computed. */
export const methodVersion = '2026-11-3'

type CostAnswer = LoanCalculation['fullLoanCost']

const money = (kopecks: bigint) => fromUnits(kopecks, 2)

const rejected = (wrong: boolean, path: string, message: string) => (wrong ? [{ path, message }] : [])

/** A loan by the bank's usual rules: every page that knows only these of a loan computes it so. */
export const usualLoan = (
  loan: { readonly amount: string; readonly rate: string; readonly months: number },
  issueDate: string,
): LoanTerms => LoanTerms.parse({ ...loan, issueDate })

/** A computed loan as an obligation of whoever takes it, by its ПСК. */
export const wantedObligation = ({ terms, fullLoanCost: { percent } }: LoanCalculation): Obligation => ({
  kind: 'LOAN',
  balance: terms.amount,
  cost: percent ?? terms.rate,
  monthsLeft: terms.months,
  overdue: '0',
})

/** What of the terms contradicts the rest; empty when a schedule can be built. */
export function loanIssues(terms: LoanTerms): FieldError[] {
  const later = 'Дата должна быть позже выдачи'
  return [
    ...rejected(toUnits(terms.amount, 2) === 0n, 'amount', 'Сумма должна быть больше нуля'),
    ...rejected(
      terms.interestOnlyMonths >= terms.months,
      'interestOnlyMonths',
      'Отсрочка должна быть короче срока',
    ),
    ...rejected(
      (terms.subsidy?.months ?? 0) > terms.months,
      'subsidy.months',
      'Льготный период не может быть длиннее срока',
    ),
    ...terms.rateChanges.flatMap(({ from }, index) =>
      rejected(from <= terms.issueDate, `rateChanges.${index}.from`, later),
    ),
    ...terms.earlyRepayments.flatMap(({ date }, index) =>
      rejected(date <= terms.issueDate, `earlyRepayments.${index}.date`, later),
    ),
    ...terms.fees.flatMap(({ date }, index) =>
      rejected(
        date !== null && date < terms.issueDate,
        `fees.${index}.date`,
        'Дата не может быть раньше выдачи',
      ),
    ),
  ]
}

/** Payments of the loan and the fees that ПСК counts, by days. */
function flowsOf(terms: LoanTerms, schedule: Schedule): DatedFlow[] {
  const issue = toDay(terms.issueDate)
  const fees = terms.fees
    .filter((fee) => fee.inFullLoanCost)
    .map((fee) => ({ date: fee.date ? toDay(fee.date) : issue, kopecks: Number(toUnits(fee.amount, 2)) }))
  const payments = schedule.rows.map((row) => ({ date: row.on, kopecks: row.paid }))
  return [{ date: issue, kopecks: -Number(toUnits(terms.amount, 2)) }, ...fees, ...payments]
}

const sumOf = (flows: readonly DatedFlow[]): bigint => sumKopecks(flows.map(({ kopecks }) => kopecks))

/** ПСК of the flows of a loan, with how it was computed. */
export function costOf(
  issue: Day,
  flows: readonly DatedFlow[],
  base: BasePeriod,
  monthLength: MonthLength = 'DAYS_30',
): CostAnswer {
  const perYear = periodsPerYear(base)
  const percent = fullLoanCost(toFlows(issue, flows, base, monthLength), perYear)
  const overpaid = sumOf(flows)
  return {
    percent,
    money: money(overpaid),
    basePeriod: base,
    steps: fullLoanCostSteps({
      flows,
      base,
      perYear: perYear.toFixed(4),
      percent,
      overpaid: money(overpaid),
    }),
  }
}

/** The base period of a schedule: its payments are a month apart, whatever their days. */
const monthly: BasePeriod = { unit: 'MONTH', count: 1 }

/** The payment and ПСК that `computeLoan` has, for who needs no more: the rest takes half of the time. */
export function loanBrief(
  terms: LoanTerms,
  isWorking: IsWorkingDay,
): { readonly payment: string; readonly fullLoanCost: string | null } {
  const schedule = buildSchedule(terms, isWorking)
  const flows = toFlows(toDay(terms.issueDate), flowsOf(terms, schedule), monthly)
  return { payment: money(schedule.firstPayment), fullLoanCost: fullLoanCost(flows, periodsPerYear(monthly)) }
}

/** The brief of a loan with what is paid above it: interest and fees that ПСК counts. */
export function computeBrief(terms: LoanTerms, isWorking: IsWorkingDay) {
  const schedule = buildSchedule(terms, isWorking)
  const dated = flowsOf(terms, schedule)
  const flows = toFlows(toDay(terms.issueDate), dated, monthly)
  return {
    payment: money(schedule.firstPayment),
    fullLoanCost: fullLoanCost(flows, periodsPerYear(monthly)),
    overpayment: money(sumOf(dated)),
  }
}

/** Schedule, ПСК and effective rate of a loan with how they were computed; of terms without issues. */
export function computeLoan(terms: LoanTerms, isWorking: IsWorkingDay): LoanCalculation {
  const schedule = buildSchedule(terms, isWorking)
  const flows = flowsOf(terms, schedule)
  const issue = toDay(terms.issueDate)
  const last = schedule.rows.at(-1)
  const yearly = effectiveRate(flows)
  return {
    methodVersion,
    terms,
    firstPayment: money(schedule.firstPayment),
    maxPayment: money(schedule.rows.reduce((max, row) => (row.payment > max ? row.payment : max), 0n)),
    totalPayments: money(schedule.totalPayments),
    totalInterest: money(schedule.totalInterest),
    totalFees: money(terms.fees.reduce((sum, fee) => sum + toUnits(fee.amount, 2), 0n)),
    lastDate: last?.date ?? terms.issueDate,
    monthsPaid: schedule.rows.filter((row) => row.number !== null).length,
    fullLoanCost: costOf(issue, flows, monthly),
    effectiveRate: yearly === null ? null : (Number(yearly) * 100).toFixed(3),
    schedule: schedule.rows.map((row) => ({
      number: row.number,
      date: row.date,
      dueDate: row.dueDate,
      days: row.days,
      rate: row.rate,
      kind: row.kind,
      payment: money(row.payment),
      interest: money(row.interest),
      principal: money(row.principal),
      carried: money(row.carried),
      balance: money(row.balance),
    })),
    steps: scheduleSteps(terms, schedule),
  }
}
