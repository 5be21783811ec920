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
import { loadCalendar } from '#features/calendar/calendar.service.ts'
import { toDay } from '#features/calendar/dates.rules.ts'
import { invalid } from '#http/errors.ts'
import { annuityPayment, paymentsOfTerm } from './annuity.rules.ts'
import { fromUnits, toUnits } from './exact.ts'
import { basePeriodOf } from './full-loan-cost.rules.ts'
import { debtLoad, loanToValue, maximumAmount, type Obligation } from './limits.rules.ts'
import { computeLoan, costOf, loanIssues, methodVersion } from './loan.rules.ts'
import { annuitySteps, limitSteps, rubles } from './worked-steps.ts'

const money = (kopecks: bigint) => fromUnits(kopecks, 2)

/** Schedule, ПСК and effective rate of a loan with how they were computed. */
export async function calculate(db: Db, terms: LoanTerms): Promise<LoanCalculation> {
  const issues = loanIssues(terms)
  if (issues.length > 0) throw invalid(issues)
  return computeLoan(terms, await loadCalendar(db))
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
