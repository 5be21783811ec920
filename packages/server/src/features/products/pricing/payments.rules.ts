import { LoanTerms } from '@ipoteka-office/contract/calculator/calculators.ts'
import type { Price } from '@ipoteka-office/contract/products/pricing/offers.ts'
import type { ProductContent } from '@ipoteka-office/contract/products/version/version-content.ts'
import type { ProductFee } from '@ipoteka-office/contract/products/version/version-parts.ts'
import { z } from 'zod'
import { divideHalfUp, fromUnits, toUnits } from '#features/calculator/exact.ts'
import { computeBrief } from '#features/calculator/loan.rules.ts'
import type { IsWorkingDay } from '#features/calendar/dates.rules.ts'
import { fromPoints, toPoints } from './points.ts'

type Fee = z.output<typeof ProductFee>

/** What a fee comes to: a sum, or a share of the loan to the kopeck. */
const feeAmount = ({ amount, share }: Fee, loan: string): string =>
  amount ?? fromUnits(divideHalfUp(toUnits(loan, 2) * toUnits(share ?? '0', 4), 1_000_000n), 2)

/** Fees on the day of issue; a yearly one is paid on that day of each year of the term. */
function feesOf(fees: readonly Fee[], loan: string, months: number, issueDate: string) {
  return fees.flatMap((fee) => {
    const years = fee.yearly ? Math.max(1, Math.ceil(months / 12)) : 1
    return Array.from({ length: years }, (_, year) => ({
      kind: fee.kind,
      amount: feeAmount(fee, loan),
      date:
        year === 0
          ? null
          : `${Number(issueDate.slice(0, 4)) + year}${issueDate.slice(4).replace('-02-29', '-02-28')}`,
      inFullLoanCost: fee.inFullLoanCost,
    }))
  })
}

/** The day of payments that nobody has chosen: that of the issue, or the next of those that the product has. */
export function usualPaymentDay(days: readonly number[], issueDate: string): number | null {
  if (days.length === 0) return null
  const issued = Number(issueDate.slice(8))
  const inOrder = days.toSorted((one, other) => one - other)
  return inOrder.find((day) => day >= issued) ?? inOrder[0] ?? null
}

/** A loan on the terms of a product. */
export const termsOf = (
  content: ProductContent,
  loan: {
    readonly amount: string
    readonly months: number
    readonly rate: string
    readonly issueDate: string
  },
  moreFees: readonly Fee[],
): LoanTerms => {
  const { kind, dayCount, rounding, firstPayment, nonWorkingDays, paymentDays } = content.schedule
  const { subsidized } = content.rate
  return LoanTerms.parse({
    ...loan,
    kind,
    dayCount,
    rounding,
    firstPayment,
    nonWorkingDays,
    paymentDay: usualPaymentDay(paymentDays, loan.issueDate),
    subsidy:
      subsidized === null
        ? null
        : { rate: subsidized.rate, months: Math.min(subsidized.months, loan.months) },
    fees: feesOf([...content.fees, ...moreFees], loan.amount, loan.months, loan.issueDate).slice(0, 50),
  })
}

/** The rate of a loan whose part above the subsidised limit has a rate of its own: the mean by the sums. */
export function blendedRate(
  rate: bigint,
  amount: string,
  { subsidizedAmount, secondRate }: { subsidizedAmount: string | null; secondRate: string | null },
): bigint {
  if (subsidizedAmount === null || secondRate === null) return rate
  const [whole, limit] = [toUnits(amount, 2), toUnits(subsidizedAmount, 2)]
  if (whole <= limit) return rate
  return divideHalfUp(rate * limit + toPoints(secondRate) * (whole - limit), whole)
}

const kept = new Map<string, Price>()
const mostKept = 5_000

/** Payment, overpayment and ПСК of terms; the same terms are asked for again and again while a person types. */
export function priceOf(terms: LoanTerms, isWorking: IsWorkingDay): Price {
  // Payments that move with the calendar are computed anew: it may have been changed meanwhile.
  if (terms.nonWorkingDays !== 'KEEP') return computed(terms, isWorking)
  const key = JSON.stringify(terms)
  const before = kept.get(key)
  if (before !== undefined) return before
  const price = computed(terms, isWorking)
  if (kept.size >= mostKept) kept.clear()
  kept.set(key, price)
  return price
}

function computed(terms: LoanTerms, isWorking: IsWorkingDay): Price {
  const { payment, fullLoanCost, overpayment } = computeBrief(terms, isWorking)
  return { rate: fromPoints(toPoints(terms.rate)), payment, overpayment, fullLoanCost }
}
