import { civil, type Day, dayOf, daysInYear } from '#features/calendar/dates.rules.ts'
import type { Fraction } from './exact.ts'

/** ACT_ACT: 365 or 366 by the year of each day; ACT_365: always 365; MONTH_1_12: a whole month is a twelfth. */
export type DayCount = 'ACT_ACT' | 'ACT_365' | 'MONTH_1_12'
/**
 * ACT_ACT: which year the night between 31.12 and 01.01 belongs to.
 * END counts from the day after the issue to the day of repayment inclusive, START the day on which the night begins.
 */
export type DayBelongs = 'END' | 'START'

const bothYears = 365n * 366n

function actualActual(from: Day, to: Day, belongs: DayBelongs): Fraction {
  // The nights of one year are those whose counted day lies in it.
  const shift = belongs === 'END' ? 1 : 0
  const end = to + shift
  let start = from + shift
  let num = 0n
  while (start < end) {
    const { year } = civil(start)
    const stop = Math.min(dayOf(year + 1, 1, 1), end)
    num += BigInt(stop - start) * (bothYears / BigInt(daysInYear(year)))
    start = stop
  }
  return { num, den: bothYears }
}

/** Days by 30/360: every month has thirty. */
function days360(from: Day, to: Day): number {
  const [a, b] = [civil(from), civil(to)]
  return (b.year - a.year) * 360 + (b.month - a.month) * 30 + Math.min(b.day, 30) - Math.min(a.day, 30)
}

/** The years between two days as an exact fraction; `whole` tells that they are one month of payments apart. */
export function yearFraction(
  from: Day,
  to: Day,
  { dayCount, dayBelongs, whole }: { dayCount: DayCount; dayBelongs: DayBelongs; whole: boolean },
): Fraction {
  if (dayCount === 'ACT_365') return { num: BigInt(to - from), den: 365n }
  if (dayCount === 'ACT_ACT') return actualActual(from, to, dayBelongs)
  return whole ? { num: 1n, den: 12n } : { num: BigInt(days360(from, to)), den: 360n }
}
