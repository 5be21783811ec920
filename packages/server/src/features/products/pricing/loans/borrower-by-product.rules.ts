import type {
  ProductBorrower,
  ProductBorrowerAnswer,
} from '@ipoteka-office/contract/calculator/product-borrower.ts'
import { compareDecimals } from '@ipoteka-office/contract/common/number-formats.ts'
import type { LoanTerms } from '@ipoteka-office/contract/calculator/calculators.ts'
import {
  type BorrowerMeasures,
  type CreditorAnswer,
  type CreditorInput,
  evaluateCreditorBy,
} from '#features/calculator/borrower.rules.ts'
import { fromUnits, toUnits } from '#features/calculator/exact.ts'
import { knownBrief } from '#features/calculator/known-briefs.rules.ts'
import type { LentBy } from '../offers.rules.ts'

/** What a borrower is asked of, beside the product. */
export type Borrower = Pick<ProductBorrower, 'income' | 'obligations' | 'appraisedValue' | 'downPayment'> & {
  readonly price: string | null
  readonly months: number
}

/** The loan of the product for an amount; null: the product does not fit it. */
export type AskLoan = (amount: string) => LentBy | null

const greaterOf = (one: string | null, other: string | null): string | null => {
  if (one === null || other === null) return one ?? other
  return compareDecimals(one, other) >= 0 ? one : other
}
const lesserOf = (one: string, other: string): string => (compareDecimals(one, other) <= 0 ? one : other)

/** The smallest down payment of the version in roubles, a part of a kopeck counting as a whole one. */
const sharePaid = (price: string, share: string): string =>
  fromUnits((toUnits(price, 2) * toUnits(share, 4) + 999_999n) / 1_000_000n, 2)

/** The borrower as the calculator measures one: every bound is that of the version, else of the bank. */
function inputOf(
  { price, months, downPayment, ...borrower }: Borrower,
  { limits, minDownPayment, terms }: LentBy,
  { figures }: BorrowerMeasures,
): CreditorInput {
  const least = price === null || minDownPayment === null ? null : sharePaid(price, minDownPayment)
  return {
    ...borrower,
    price,
    months,
    rate: terms?.rate ?? '0',
    issueDate: terms?.issueDate ?? null,
    fees: terms?.fees ?? [],
    amount: null,
    fullLoanCost: null,
    downPayment: greaterOf(downPayment, least),
    debtLoadLimit: limits.maxDebtLoad ?? figures['calculator-debt-load'],
    loanToValueLimit: limits.maxLoanToValue ?? figures['calculator-loan-to-value'],
    programmeMax: limits.maxAmount,
  }
}

/** Turns after which a smaller amount is looked for no more: each one is a rate of its own, and there are few. */
const mostTurns = 30

interface Largest {
  readonly amount: string
  /** Null: nothing of the product is lent by these bounds. */
  readonly lent: LentBy | null
}

/**
 * The largest amount that is within the bounds at the rate that this amount has: from the most that anybody is lent down to
 * what holds at its own rate, since a rate may depend on the amount and on the down payment that it leaves.
 */
export function largestLoan(
  ask: AskLoan,
  borrower: Borrower,
  unpriced: LentBy,
  measures: BorrowerMeasures,
): Largest {
  const withoutIncome = inputOf({ ...borrower, income: null }, unpriced, measures)
  let amount = evaluateCreditorBy(withoutIncome, measures).maximumAmount ?? unpriced.limits.maxAmount
  for (let turn = 0; turn < mostTurns; turn += 1) {
    const lent = ask(amount)
    if (lent === null) return { amount, lent }
    const { maximumAmount } = evaluateCreditorBy(inputOf(borrower, lent, measures), measures)
    if (maximumAmount === null || compareDecimals(amount, maximumAmount) <= 0) return { amount, lent }
    amount = lesserOf(amount, maximumAmount)
  }
  return { amount, lent: ask(amount) }
}

/** What is paid for the amount on the terms of the product, and the load with it. */
function measured(
  borrower: Borrower,
  { lent, terms }: { readonly lent: LentBy; readonly terms: LoanTerms },
  measures: BorrowerMeasures,
): CreditorAnswer {
  const { payment, fullLoanCost } = knownBrief(terms, measures.isWorking)
  const input = { ...inputOf(borrower, lent, measures), amount: terms.amount, fullLoanCost }
  return { ...evaluateCreditorBy(input, measures), monthlyPayment: payment }
}

/** How much the borrower may take, and what the wanted amount comes to where one is named and can be had. */
export function borrowerResult(
  borrower: Borrower,
  largest: LentBy & { readonly terms: LoanTerms },
  wanted: LentBy | null,
  measures: BorrowerMeasures,
): CreditorAnswer {
  const most = measured(borrower, { lent: largest, terms: largest.terms }, measures)
  const maximumAmount = largest.terms.amount
  if (wanted === null || wanted.terms === null) return { ...most, maximumAmount }
  const load = measured(borrower, { lent: wanted, terms: wanted.terms }, measures)
  return {
    ...load,
    limits: most.limits,
    maximumAmount,
    steps: [...most.steps.slice(0, -1), ...load.steps.slice(-1)],
  }
}

/** The bounds of the version with where each comes from. */
export function boundsOf(
  { limits, minDownPayment, number, terms }: LentBy,
  { figures }: BorrowerMeasures,
): ProductBorrowerAnswer['bounds'] {
  const version = `выпуск ${number}`
  const ofBank = (value: string | null, figure: string) =>
    value === null ? { value: figure, source: 'параметр банка' } : { value, source: version }
  return [
    ...(terms === null ? [] : [{ code: 'rate' as const, value: terms.rate, source: version }]),
    { code: 'maxAmount', value: limits.maxAmount, source: `${version}, ${limits.name}` },
    ...(minDownPayment === null
      ? []
      : [{ code: 'minDownPayment' as const, value: minDownPayment, source: version }]),
    { code: 'maxLoanToValue', ...ofBank(limits.maxLoanToValue, figures['calculator-loan-to-value']) },
    { code: 'maxDebtLoad', ...ofBank(limits.maxDebtLoad, figures['calculator-debt-load']) },
  ]
}
