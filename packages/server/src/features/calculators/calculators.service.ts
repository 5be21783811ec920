import type {
  calculateFullLoanCost,
  evaluateCreditor,
  evaluateTerm,
  LoanCalculation,
  LoanTerms,
} from '@ipoteka-office/contract/calculators.ts'
import type { ParsedRequest, ReplyOf } from '@ipoteka-office/contract/endpoint.ts'
import type { Db } from '#db/database.ts'
import { loadCalendar } from '#features/calendar/calendar.service.ts'
import { type IsWorkingDay, toDay } from '#features/calendar/dates.rules.ts'
import { invalid } from '#http/errors.ts'
import { annuityPayment, paymentsOfTerm } from './annuity.rules.ts'
import { fromUnits, toUnits } from './exact.ts'
import { basePeriodOf } from './full-loan-cost.rules.ts'
import { debtLoad, loanToValue, maximumAmount, type Obligation } from './limits.rules.ts'
import { computeLoan, costOf, loanIssues, methodVersion, usualLoan } from './loan.rules.ts'
import { longestTerm, monthsByPayment, notCovered } from './loan-search.rules.ts'
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

type TermInput = ParsedRequest<typeof evaluateTerm>['body']
type TermAnswer = ReplyOf<typeof evaluateTerm>

/** Months of the longest term that the formula is asked for. */
const longestByFormula = 1_200

function termByFormula({ amount, rate, payment }: TermInput): TermAnswer {
  const count = paymentsOfTerm(amount, rate, payment)
  const months = count !== null && count <= longestByFormula ? count : null
  return {
    methodVersion,
    months,
    payment: months === null ? null : annuityPayment(amount, rate, months).toFixed(2),
    message: months === null ? notCovered : null,
    steps: months === null ? [] : annuitySteps(amount, rate, months),
  }
}

/** How long a loan takes at a payment that the client can bear: by its own schedule where that is told. */
export async function calculateTerm(db: Db, input: TermInput): Promise<TermAnswer> {
  const { amount, rate, payment, schedule } = input
  if (schedule === null) return termByFormula(input)
  const terms = { ...schedule, amount, rate }
  const issues = loanIssues({ ...terms, months: longestTerm })
  if (issues.length > 0) throw invalid(issues)
  const isWorking = await loadCalendar(db)
  const found = monthsByPayment(terms, payment, isWorking)
  if (!found.ok) return { methodVersion, months: null, payment: null, message: found.message, steps: [] }
  const { firstPayment, steps } = computeLoan({ ...terms, months: found.value }, isWorking)
  return { methodVersion, months: found.value, payment: firstPayment, message: null, steps }
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

/** Payment and ПСК of the wanted loan: by its schedule from the day of issue, else by the formula and the rate. */
function wantedLoan(
  { rate, months, issueDate, fullLoanCost }: CreditorInput,
  amount: string | null,
  isWorking: IsWorkingDay,
): { payment: string; obligation: Obligation } | null {
  if (amount === null) return null
  const isLoan = toUnits(amount, 2) > 0n
  const loan =
    issueDate !== null && isLoan
      ? computeLoan(usualLoan({ amount, rate, months }, issueDate), isWorking)
      : null
  return {
    payment: loan?.firstPayment ?? annuityPayment(amount, rate, months).toFixed(2),
    obligation: {
      kind: 'LOAN',
      balance: amount,
      cost: fullLoanCost ?? loan?.fullLoanCost.percent ?? rate,
      monthsLeft: months,
      overdue: '0',
    },
  }
}

/** How much a borrower can take and what load the wanted amount would be. */
export async function evaluateBorrower(
  db: Db,
  input: CreditorInput,
): Promise<ReplyOf<typeof evaluateCreditor>> {
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
  const wanted = wantedLoan(input, amount, await loadCalendar(db))
  const load = debtLoad([...(wanted ? [wanted.obligation] : []), ...input.obligations], input.income ?? '0')
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
    monthlyPayment: wanted?.payment ?? null,
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
