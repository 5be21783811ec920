import { annuityKopecks, type PaymentRounding } from './annuity.rules.ts'
import type { Fraction } from './exact.ts'
import { leastEnough } from './least-enough.rules.ts'

/** FORMULA: the textbook annuity of equal months. FIT: the least payment with which the schedule by its real days ends. */
export type LevelPayment = 'FORMULA' | 'FIT'

/** What is still to be repaid by level payments; sums are kopecks. */
export interface RestOfLoan {
  readonly balance: bigint
  /** Interest that fell due before and was not paid; none accrues on it. */
  readonly carried: bigint
  /** Interest of every coming period as a part of the debt. */
  readonly costs: readonly Fraction[]
}

interface Cost {
  readonly share: number
  readonly twice: bigint
  readonly half: bigint
  readonly whole: bigint
}

/** The periods before the last payment, and that of the last one, ready to be walked many times. */
interface Course {
  readonly balance: bigint
  readonly carried: bigint
  readonly costs: readonly Cost[]
  readonly last: Cost
}

const costOf = ({ num, den }: Fraction): Cost => ({
  share: Number(num) / Number(den),
  twice: 2n * num,
  half: den,
  whole: 2n * den,
})

function courseOf({ balance, carried, costs }: RestOfLoan): Course {
  const all = costs.map(costOf)
  const last = all.pop()
  if (last === undefined) throw new RangeError('Нет ни одного платежа')
  return { balance, carried, costs: all, last }
}

/** How the debt ends when every payment but the last is of this size: the last payment, and whether none is left for it. */
interface Ending {
  readonly last: bigint
  readonly early: boolean
}

/** Walks the course to the kopeck, as the schedule does. */
function endingOf({ balance, carried, costs, last }: Course, level: bigint): Ending {
  let debt = balance
  let unpaid = carried
  for (const { twice, half, whole } of costs) {
    const due = unpaid + (debt * twice + half) / whole
    unpaid = due > level ? due - level : 0n
    if (due < level) debt -= level - due
    if (debt <= 0n) return { last: 0n, early: true }
  }
  return { last: debt + unpaid + (debt * last.twice + last.half) / last.whole, early: false }
}

/** How far the last payment is above the level, without rounding: ordinary numbers are fast and wrong by a kopeck at most. */
function roughExcess({ balance, carried, costs, last }: Course, level: number): number {
  let debt = Number(balance)
  let unpaid = Number(carried)
  for (const { share } of costs) {
    const due = unpaid + debt * share
    unpaid = due > level ? due - level : 0
    if (due < level) debt -= level - due
  }
  return debt + unpaid + debt * last.share - level
}

/** The level about which the search begins: the debt discounted by the days, corrected for what waits without interest. */
function roughLevel(course: Course): number {
  const { balance, carried, costs, last } = course
  let discount = 1
  let sum = 0
  for (const { share } of costs) {
    discount /= 1 + share
    sum += discount
  }
  discount /= 1 + last.share
  sum += discount
  let level = (Number(balance) + Number(carried)) / sum
  // A kopeck more a month makes the last payment smaller by what the kopecks would have earned.
  const perUnit = sum / discount
  for (let step = 0; step < 8; step += 1) {
    const change = roughExcess(course, level) / perUnit
    level += change
    if (Math.abs(change) < 0.5) break
  }
  return level
}

/** The smallest level, in units of so many kopecks, after which no more than a level is left for the last payment. */
function smallestLevel(course: Course, unit: number): bigint {
  const size = leastEnough(Math.ceil(roughLevel(course) / unit), (units) => {
    const level = BigInt(units * unit)
    return endingOf(course, level).last <= level
  })
  return BigInt(size * unit)
}

/** In roubles, unless a whole rouble more a month repays the loan before its term: then in kopecks. */
function fittedLevel(course: Course, rounding: PaymentRounding): bigint {
  if (rounding === 'TO_COINS') return smallestLevel(course, 1)
  const level = smallestLevel(course, 100)
  return endingOf(course, level).early ? smallestLevel(course, 1) : level
}

export interface LevelRule {
  /** Null: nobody has chosen, so that the textbook's payment stands only where it repays the loan. */
  readonly levelPayment: LevelPayment | null
  readonly equalMonths: boolean
  /** Percent a year, for the textbook's formula. */
  readonly rate: string
  readonly rounding: PaymentRounding
}

/**
 * The level payment of the rest of a loan, kopecks: the textbook's where months are equal, else fitted to the days.
 * The textbook's one gives way when it ends the loan before its term, and, unless it was asked for, when it leaves more
 * than two payments for the last: so do odd first days, and a payment of hardly more than the interest.
 */
export function levelPaymentOf(rest: RestOfLoan, rule: LevelRule): bigint {
  const course = courseOf(rest)
  const { levelPayment, equalMonths, rounding } = rule
  if ((levelPayment ?? (equalMonths ? 'FORMULA' : 'FIT')) === 'FIT') return fittedLevel(course, rounding)
  const level = annuityKopecks(rest.balance, rule.rate, rest.costs.length, rounding)
  const { last, early } = endingOf(course, level)
  const fails = early || (levelPayment === null && last > 2n * level)
  return fails ? fittedLevel(course, rounding) : level
}
