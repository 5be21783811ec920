import { principalOfPayment } from '#features/calculator/annuity.rules.ts'

/** A bank of thousands of cases asks for few terms: each is counted once. */
const factors = new Map<string, number>()

/** What a rouble a month pays for. */
function factor(rate: string, months: number): number {
  const term = `${rate} ${months}`
  const known = factors.get(term)
  if (known !== undefined) return known
  const counted = principalOfPayment(1, rate, months).toNumber()
  factors.set(term, counted)
  return counted
}

/** The level payment of a month: near enough to choose sums by. */
export const annuity = (amount: number, rate: string, months: number): number => amount / factor(rate, months)
/** How much can be borrowed for a payment of a month. */
export const affordable = (payment: number, rate: string, months: number): number =>
  payment * factor(rate, months)
