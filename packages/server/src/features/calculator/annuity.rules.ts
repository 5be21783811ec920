import { Decimal } from 'decimal.js'

/** Forty digits: a payment of a 50-year loan keeps twenty right ones after all powers. */
const Exact = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP })

const monthly = (ratePercent: Decimal.Value) => new Exact(ratePercent).div(1200)

/** The level payment, not rounded: P·m/(1 − (1 + m)^−n), m a twelfth of the yearly rate in percent. */
export function annuityPayment(principal: Decimal.Value, ratePercent: Decimal.Value, count: number): Decimal {
  const m = monthly(ratePercent)
  if (m.isZero()) return new Exact(principal).div(count)
  return new Exact(principal).times(m).div(new Exact(1).minus(m.plus(1).pow(-count)))
}

/** What a level payment pays for: its present value, not rounded. */
export function principalOfPayment(
  payment: Decimal.Value,
  ratePercent: Decimal.Value,
  count: number,
): Decimal {
  const m = monthly(ratePercent)
  if (m.isZero()) return new Exact(payment).times(count)
  return new Exact(payment).times(new Exact(1).minus(m.plus(1).pow(-count))).div(m)
}

/** The fewest payments of at most this size; null when the payment does not cover the interest. */
export function paymentsOfTerm(
  principal: Decimal.Value,
  ratePercent: Decimal.Value,
  payment: Decimal.Value,
): number | null {
  const m = monthly(ratePercent)
  const p = new Exact(principal)
  const a = new Exact(payment)
  if (a.lte(p.times(m)) || a.lte(0)) return null
  if (m.isZero()) return p.div(a).ceil().toNumber()
  const share = new Exact(1).minus(p.times(m).div(a))
  const count = share.ln().neg().div(m.plus(1).ln()).ceil().toNumber()
  // The logarithm may fall a hair's breadth to the wrong side of a whole number.
  const fewer = Math.max(1, count - 1)
  return annuityPayment(p, ratePercent, fewer).lte(a) ? fewer : count
}

/** How the level payment is rounded (enumeration PaymentRounding). */
export type PaymentRounding = 'TO_COINS' | 'TO_RUBLES'

/** The level payment in kopecks, or in whole roubles to the nearest one; the last payment takes the difference. */
export function annuityKopecks(
  balance: bigint,
  ratePercent: Decimal.Value,
  count: number,
  rounding: PaymentRounding,
): bigint {
  const exact = annuityPayment(balance.toString(), ratePercent, count)
  const kopecksPerUnit = rounding === 'TO_COINS' ? 1 : 100
  return BigInt(exact.div(kopecksPerUnit).toFixed(0, Decimal.ROUND_HALF_UP)) * BigInt(kopecksPerUnit)
}
