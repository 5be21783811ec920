import type { evaluateCreditor } from '@ipoteka-office/contract/calculator/calculators.ts'
import { exactRoublesText } from '@ipoteka-office/contract/common/digits.ts'
import type { ParsedRequest, ReplyOf } from '@ipoteka-office/contract/endpoint.ts'
import type { FiguresOf } from '@ipoteka-office/contract/parameters/figures.ts'
import type { IsWorkingDay } from '#features/calendar/dates.rules.ts'
import { annuityPayment } from './annuity.rules.ts'
import { fromUnits, toUnits } from './exact.ts'
import { debtLoad, loanToValue, maximumAmount, mustNotifyOf, type Obligation } from './limits.rules.ts'
import { knownBrief } from './known-briefs.rules.ts'
import { methodVersion, usualLoan } from './loan.rules.ts'
import { limitSteps } from './worked-steps.ts'

const money = (kopecks: bigint) => fromUnits(kopecks, 2)

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

export type CreditorInput = ParsedRequest<typeof evaluateCreditor>['body']

/** What a borrower is measured by: the calendar, and the bounds of the day. */
export interface BorrowerMeasures {
  readonly isWorking: IsWorkingDay
  readonly figures: FiguresOf<'debt-load-notice' | 'calculator-debt-load' | 'calculator-loan-to-value'>
}

/** The question with the bank's bounds where it names none: what is kept has them as they were. */
export const withBounds = <T extends CreditorInput>(input: T, figures: BorrowerMeasures['figures']) => ({
  ...input,
  debtLoadLimit: input.debtLoadLimit ?? figures['calculator-debt-load'],
  loanToValueLimit: input.loanToValueLimit ?? figures['calculator-loan-to-value'],
})

/** Payment and ПСК of the wanted loan: by its schedule from the day of issue, else by the formula and the rate. */
function wantedLoan(
  { rate, months, issueDate, fullLoanCost, fees }: CreditorInput,
  amount: string | null,
  isWorking: IsWorkingDay,
): { payment: string; cost: string; obligation: Obligation } | null {
  if (amount === null) return null
  const isLoan = toUnits(amount, 2) > 0n
  const loan =
    issueDate !== null && isLoan
      ? knownBrief({ ...usualLoan({ amount, rate, months }, issueDate), fees }, isWorking)
      : null
  const cost = fullLoanCost ?? loan?.fullLoanCost ?? rate
  return {
    cost,
    payment: loan?.payment ?? annuityPayment(amount, rate, months).toFixed(2),
    obligation: {
      kind: 'LOAN',
      balance: amount,
      cost,
      monthsLeft: months,
      overdue: '0',
    },
  }
}

/** An answer made now tells ПСК and the bound of ПДН; only kept ones may lack them. */
export type CreditorAnswer = ReplyOf<typeof evaluateCreditor> & {
  readonly fullLoanCost: string | null
  readonly debtLoad: { readonly notifyAbove: string }
}

/** What the wanted amount costs a month, and the load with it; nothing of how much more could be taken. */
export function wantedLoad(
  input: CreditorInput,
  amount: string | null,
  { isWorking, figures }: BorrowerMeasures,
): Pick<CreditorAnswer, 'monthlyPayment' | 'fullLoanCost' | 'debtLoad'> {
  const notifyAbove = figures['debt-load-notice']
  const wanted = wantedLoan(input, amount, isWorking)
  const load = debtLoad([...(wanted ? [wanted.obligation] : []), ...input.obligations], input.income ?? '0')
  return {
    monthlyPayment: wanted?.payment ?? null,
    fullLoanCost: wanted?.cost ?? null,
    debtLoad: {
      ...load,
      mustNotify: mustNotifyOf(load, notifyAbove),
      notifyAbove,
      payments: [...load.payments],
    },
  }
}

/** How much a borrower can take and what load the wanted amount would be. */
export function evaluateCreditorBy(asked: CreditorInput, measures: BorrowerMeasures): CreditorAnswer {
  const input = withBounds(asked, measures.figures)
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
  const wanted = wantedLoad(input, amount, measures)
  const { debtLoad: load } = wanted
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
    ...wanted,
    loanToValue: amount === null ? null : loanToValue(amount, input.price, input.appraisedValue),
    steps: limitSteps({
      input,
      otherPayments,
      maximum,
      load: load.percent,
      payments: load.payments.map(exactRoublesText),
    }),
  }
}
