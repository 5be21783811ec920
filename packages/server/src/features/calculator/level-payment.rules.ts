import { annuityKopecks, type PaymentRounding } from './annuity.rules.ts'
import { fromUnits } from './exact.ts'
import { leastEnough } from './least-enough.rules.ts'
import { interestOf, type Rate, rateScale, type Years } from './rate-steps.rules.ts'

/** FORMULA: the textbook annuity of equal months. FIT: the least payment with which the schedule by its real days ends. */
export type LevelPayment = 'FORMULA' | 'FIT'

/** What is still to be repaid by level payments; sums are whole kopecks. */
export interface RestOfLoan {
  readonly balance: number
  /** Interest that fell due before and was not paid; none accrues on it. */
  readonly carried: number
  readonly rate: Rate
  /** Of every coming period. */
  readonly years: readonly Years[]
}

/** How the debt ends when every payment but the last is of this size: the last payment, and whether none is left for it. */
interface Ending {
  readonly last: number
  readonly early: boolean
}

/** Walks the rest to the kopeck, as the schedule does. */
function endingOf({ balance, carried, rate, years }: RestOfLoan, level: number): Ending {
  let debt = balance
  let unpaid = carried
  let left = years.length
  for (const of of years) {
    left -= 1
    const due = unpaid + interestOf(debt, rate, of)
    if (left === 0) return { last: debt + due, early: false }
    unpaid = due > level ? due - level : 0
    if (due < level) debt -= level - due
    if (debt <= 0) return { last: 0, early: true }
  }
  throw new RangeError('Нет ни одного платежа')
}

/** How far the last payment is above the level, without rounding: fast, and wrong by a kopeck at most. */
function roughExcess({ balance, carried, rate, years }: RestOfLoan, level: number): number {
  let debt = balance
  let unpaid = carried
  let left = years.length
  for (const { rough } of years) {
    left -= 1
    const due = unpaid + debt * rate.rough * rough
    if (left === 0) return debt + due - level
    unpaid = due > level ? due - level : 0
    if (due < level) debt -= level - due
  }
  return -level
}

/** The level about which the search begins: the debt discounted by the days, corrected for what waits without interest. */
function roughLevel(rest: RestOfLoan): number {
  const { balance, carried, rate, years } = rest
  let discount = 1
  let sum = 0
  for (const { rough } of years) {
    discount /= 1 + rate.rough * rough
    sum += discount
  }
  let level = (balance + carried) / sum
  // A kopeck more a month makes the last payment smaller by what the kopecks would have earned.
  const perUnit = sum / discount
  for (let step = 0; step < 8; step += 1) {
    const change = roughExcess(rest, level) / perUnit
    level += change
    if (Math.abs(change) < 0.5) break
  }
  return level
}

/** The smallest level, in units of so many kopecks, after which no more than a level is left for the last payment. */
function smallestLevel(rest: RestOfLoan, unit: number): number {
  const size = leastEnough(Math.ceil(roughLevel(rest) / unit), (units) => {
    const level = units * unit
    return endingOf(rest, level).last <= level
  })
  return size * unit
}

/** In roubles, unless a whole rouble more a month repays the loan before its term: then in kopecks. */
function fittedLevel(rest: RestOfLoan, rounding: PaymentRounding): number {
  if (rounding === 'TO_COINS') return smallestLevel(rest, 1)
  const level = smallestLevel(rest, 100)
  return endingOf(rest, level).early ? smallestLevel(rest, 1) : level
}

export interface LevelRule {
  /** Null: nobody has chosen, so that the textbook's payment stands only where it repays the loan. */
  readonly levelPayment: LevelPayment | null
  readonly equalMonths: boolean
  readonly rounding: PaymentRounding
}

/**
 * The level payment of the rest of a loan, kopecks: the textbook's where months are equal, else fitted to the days.
 * The textbook's one gives way when it ends the loan before its term, and, unless it was asked for, when it leaves more
 * than two payments for the last: so do odd first days, and a payment of hardly more than the interest.
 */
export function levelPaymentOf(rest: RestOfLoan, rule: LevelRule): number {
  const { levelPayment, equalMonths, rounding } = rule
  if ((levelPayment ?? (equalMonths ? 'FORMULA' : 'FIT')) === 'FIT') return fittedLevel(rest, rounding)
  const percent = fromUnits(rest.rate.exact, rateScale)
  const level = Number(annuityKopecks(BigInt(rest.balance), percent, rest.years.length, rounding))
  const { last, early } = endingOf(rest, level)
  const fails = early || (levelPayment === null && last > 2 * level)
  return fails ? fittedLevel(rest, rounding) : level
}
