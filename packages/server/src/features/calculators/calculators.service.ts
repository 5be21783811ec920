import type {
  calculateFullLoanCost,
  evaluateCreditor,
  evaluateTerm,
  LoanCalculation,
  LoanTerms,
  WorkedStep,
} from '@ipoteka-office/contract/calculators.ts'
import type { ParsedRequest, ReplyOf } from '@ipoteka-office/contract/endpoint.ts'
import type { Db } from '#db/database.ts'
import { invalid } from '#http/errors.ts'
import { annuityPayment, paymentsOfTerm } from './annuity.rules.ts'
import { loadCalendar } from './calendar.service.ts'
import { type Day, toDay } from './dates.rules.ts'
import { effectiveRate } from './effective-rate.rules.ts'
import { fromUnits, toUnits } from './exact.ts'
import {
  type BasePeriod,
  basePeriodOf,
  type DatedFlow,
  fullLoanCost,
  type MonthLength,
  periodsPerYear,
  toFlows,
} from './full-loan-cost.rules.ts'
import { debtLoad, loanToValue, maximumAmount, type Obligation } from './limits.rules.ts'
import { buildSchedule } from './schedule.rules.ts'
import type { Schedule } from './schedule-terms.ts'
import { annuitySteps, fullLoanCostSteps, limitSteps, rubles, scheduleSteps } from './worked-steps.ts'

/** Changes with every change of a rule, so that a kept result tells by which it was computed. */
export const methodVersion = '2026-11-1'

type CostAnswer = LoanCalculation['fullLoanCost']

const money = (kopecks: bigint) => fromUnits(kopecks, 2)

const rejected = (wrong: boolean, path: string, message: string) => (wrong ? [{ path, message }] : [])

function refuseWrongTerms(terms: LoanTerms): void {
  const later = 'Дата должна быть позже выдачи'
  const wrong = [
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
  if (wrong.length > 0) throw invalid(wrong)
}

/** Payments of the loan and the fees that ПСК counts, by days. */
function flowsOf(terms: LoanTerms, schedule: Schedule): DatedFlow[] {
  const issue = toDay(terms.issueDate)
  const fees = terms.fees
    .filter((fee) => fee.inFullLoanCost)
    .map((fee) => ({ date: fee.date ? toDay(fee.date) : issue, amount: fee.amount }))
  const payments = schedule.rows.map((row) => ({ date: toDay(row.date), amount: money(row.payment) }))
  return [{ date: issue, amount: `-${terms.amount}` }, ...fees, ...payments]
}

function costOf(
  issue: Day,
  flows: readonly DatedFlow[],
  base: BasePeriod,
  monthLength: MonthLength = 'DAYS_30',
): CostAnswer {
  const perYear = periodsPerYear(base)
  const percent = fullLoanCost(toFlows(issue, flows, base, monthLength), perYear)
  const overpaid = flows.reduce((sum, flow) => sum + toUnits(flow.amount, 2), 0n)
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

/** Schedule, ПСК and effective rate of a loan with how they were computed. */
export async function calculate(db: Db, terms: LoanTerms): Promise<LoanCalculation> {
  refuseWrongTerms(terms)
  const schedule = buildSchedule(terms, await loadCalendar(db))
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
    // The payments of the schedule are a month apart, whatever their days.
    fullLoanCost: costOf(issue, flows, { unit: 'MONTH', count: 1 }),
    effectiveRate: yearly === null ? null : (Number(yearly) * 100).toFixed(3),
    schedule: schedule.rows.map((row) => ({
      ...row,
      payment: money(row.payment),
      interest: money(row.interest),
      principal: money(row.principal),
      balance: money(row.balance),
    })),
    steps: scheduleSteps(terms, schedule),
  }
}

/** ПСК alone, of terms or of ready flows. */
export async function calculateCost(
  db: Db,
  body: ParsedRequest<typeof calculateFullLoanCost>['body'],
): Promise<ReplyOf<typeof calculateFullLoanCost>> {
  if ('terms' in body) return { ...(await calculate(db, body.terms)).fullLoanCost, methodVersion }
  const issue = toDay(body.issueDate)
  const flows = body.flows.map((flow) => ({ date: toDay(flow.date), amount: flow.amount }))
  if (flows.some((flow) => flow.date < issue))
    throw invalid([{ path: 'flows', message: 'Потоки не могут быть раньше выдачи' }])
  const cost = costOf(issue, flows, basePeriodOf(flows.map((flow) => flow.date)), body.monthLength)
  return { ...cost, methodVersion }
}

/** How long a loan takes at a payment that the client can bear. */
export function calculateTerm({
  amount,
  rate,
  payment,
}: ParsedRequest<typeof evaluateTerm>['body']): ReplyOf<typeof evaluateTerm> {
  const count = paymentsOfTerm(amount, rate, payment)
  const months = count !== null && count <= 1_200 ? count : null
  const steps: WorkedStep[] = months === null ? [] : annuitySteps(amount, rate, months)
  return {
    methodVersion,
    months,
    payment: months === null ? null : annuityPayment(amount, rate, months).toFixed(2),
    message: months === null ? 'Платёж не покрывает проценты: увеличьте платёж или уменьшите сумму' : null,
    steps,
  }
}

const limitLabels = {
  INCOME: 'По доходу и ПДН',
  LOAN_TO_VALUE: 'По стоимости предмета (К/З)',
  DOWN_PAYMENT: 'По цене и первоначальному взносу',
  PROGRAMME: 'По программе',
} as const

const leastOf = (price: string | null, appraised: string | null): string | null => {
  if (price === null || appraised === null) return price ?? appraised
  return toUnits(price, 2) < toUnits(appraised, 2) ? price : appraised
}

type CreditorInput = ParsedRequest<typeof evaluateCreditor>['body']

/** How much a borrower can take and what load the wanted amount would be. */
export function evaluateBorrower(input: CreditorInput): ReplyOf<typeof evaluateCreditor> {
  const others = debtLoad(input.obligations, '0').payments
  const otherPayments = money(others.reduce((sum, payment) => sum + toUnits(payment, 2), 0n))
  const { limits, amount: maximum } = maximumAmount({
    income: input.income,
    debtLoadLimit: fromUnits(toUnits(input.debtLoadLimit, 4), 6),
    otherPayments,
    rate: input.rate,
    months: input.months,
    value: leastOf(input.price, input.appraisedValue),
    loanToValueLimit: input.loanToValueLimit,
    price: input.price,
    downPayment: input.downPayment,
    programmeMax: input.programmeMax,
  })
  const amount = input.amount ?? maximum
  const wanted: Obligation[] =
    amount === null
      ? []
      : [
          {
            kind: 'LOAN',
            balance: amount,
            cost: input.fullLoanCost ?? input.rate,
            monthsLeft: input.months,
            overdue: '0',
          },
        ]
  const load = debtLoad([...wanted, ...input.obligations], input.income ?? '0')
  const least = limits.reduce(
    (min, limit) => (BigInt(limit.amount) < min ? BigInt(limit.amount) : min),
    10n ** 18n,
  )
  return {
    methodVersion,
    maximumAmount: maximum,
    limits: limits.map((limit) => ({
      ...limit,
      label: limitLabels[limit.code],
      decisive: BigInt(limit.amount) === least,
    })),
    amount,
    monthlyPayment: amount === null ? null : annuityPayment(amount, input.rate, input.months).toFixed(2),
    debtLoad: { ...load, payments: [...load.payments] },
    loanToValue: amount === null ? null : loanToValue(amount, input.price, input.appraisedValue),
    steps: limitSteps({
      input,
      otherPayments,
      maximum,
      load: load.percent,
      payments: load.payments.map(rubles),
    }),
  }
}
