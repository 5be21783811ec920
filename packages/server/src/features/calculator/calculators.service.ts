import type {
  calculateFullLoanCost,
  evaluateTerm,
  LoanCalculation,
  LoanTerms,
} from '@ipoteka-office/contract/calculator/calculators.ts'
import type { ParsedRequest, ReplyOf } from '@ipoteka-office/contract/endpoint.ts'
import type { Db } from '#db/database.ts'
import { loadCalendar } from '#features/calendar/calendar.service.ts'
import type { ErrorType } from '@ipoteka-office/contract/common/error-types.ts'
import type { FieldError } from '@ipoteka-office/contract/common/errors.ts'
import { toDay } from '#features/calendar/dates.rules.ts'
import { type BankFigures, figuresToday } from '#features/parameters/parameter-reader.service.ts'
import { invalid } from '#http/errors.ts'
import { annuityPayment, paymentsOfTerm } from './annuity.rules.ts'
import { type CreditorInput, evaluateCreditorBy } from './borrower.rules.ts'
import { toUnits } from './exact.ts'
import { basePeriodOf } from './full-loan-cost.rules.ts'
import { computeLoan, costOf, loanIssues, methodVersion } from './loan.rules.ts'
import { longestTerm, monthsByPayment, notCovered } from './loan-search.rules.ts'
import { annuitySteps } from './worked-steps.ts'

/** Fields of periods in which a loan is paid in another way, with what is said of them when nothing else is wrong. */
const periods: Readonly<Record<string, ErrorType>> = {
  interestOnlyMonths: 'ER_GRACE_PERIOD_PARSING',
  'subsidy.months': 'ER_PREFERENTIAL_PERIOD_CALCULATION',
}

function refuseWrong(issues: FieldError[]): void {
  const [only, ...more] = issues
  if (only !== undefined) throw invalid(issues, undefined, more.length === 0 ? periods[only.path] : undefined)
}

/** Schedule, ПСК and effective rate of a loan with how they were computed. */
export async function calculate(db: Db, terms: LoanTerms): Promise<LoanCalculation> {
  refuseWrong(loanIssues(terms))
  return computeLoan(terms, await loadCalendar(db))
}

/** ПСК alone, of terms or of ready flows. */
export async function calculateCost(
  db: Db,
  body: ParsedRequest<typeof calculateFullLoanCost>['body'],
): Promise<ReplyOf<typeof calculateFullLoanCost>> {
  if ('terms' in body) return { ...(await calculate(db, body.terms)).fullLoanCost, methodVersion }
  const issue = toDay(body.issueDate)
  const flows = body.flows.map((flow) => ({
    date: toDay(flow.date),
    kopecks: Number(toUnits(flow.amount, 2)),
  }))
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
  refuseWrong(loanIssues({ ...terms, months: longestTerm }))
  const isWorking = await loadCalendar(db)
  const found = monthsByPayment(terms, payment, isWorking)
  if (!found.ok) return { methodVersion, months: null, payment: null, message: found.message, steps: [] }
  const { firstPayment, steps } = computeLoan({ ...terms, months: found.value }, isWorking)
  return { methodVersion, months: found.value, payment: firstPayment, message: null, steps }
}

/** How much a borrower can take and what load the wanted amount would be. */
export const evaluateBorrower = async (db: Db, bank: BankFigures, input: CreditorInput) =>
  evaluateCreditorBy(input, { isWorking: await loadCalendar(db), figures: await figuresToday(bank) })
