/**
 * Days of a contract as whole numbers: days since 1970-01-01, in no zone. A schedule of thirty years is some thousand
 * steps over them; date objects made it ten times slower.
 */
export type Day = number

/** Whether a day is worked; the answer of the production calendar. */
export type IsWorkingDay = (day: Day) => boolean

const msOfDay = 86_400_000

/** The day of a year, a month from 1 and a day of it. */
export const dayOf = (year: number, month: number, day: number): Day =>
  Date.UTC(year, month - 1, day) / msOfDay

/** `YYYY-MM-DD` as a day; throws RangeError when there is no such date. */
export function toDay(text: string): Day {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  const day = match ? dayOf(Number(match[1]), Number(match[2]), Number(match[3])) : Number.NaN
  if (Number.isNaN(day) || fromDay(day) !== text) throw new RangeError(`Нет такой даты: ${text}`)
  return day
}

/** The day as `YYYY-MM-DD`. */
export const fromDay = (day: Day): string => new Date(day * msOfDay).toISOString().slice(0, 10)

export interface Civil {
  readonly year: number
  /** From 1. */
  readonly month: number
  readonly day: number
}

/** Year, month and day of the month. */
export function civil(day: Day): Civil {
  const date = new Date(day * msOfDay)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

/** Monday is 1, Sunday 7. */
export const dayOfWeek = (day: Day): number => ((((day + 3) % 7) + 7) % 7) + 1

const daysInMonth = (year: number, month: number) => dayOf(year, month + 1, 1) - dayOf(year, month, 1)

/** 365 or 366. */
export const daysInYear = (year: number): number => dayOf(year + 1, 1, 1) - dayOf(year, 1, 1)

/** The payment day `months` after the month of `from`; a month without that day pays on its last one. */
export function paymentDate(from: Day, months: number, dayOfMonth: number): Day {
  const { year, month } = civil(from)
  const index = year * 12 + month - 1 + months
  const [y, m] = [Math.floor(index / 12), (index % 12) + 1]
  return dayOf(y, m, Math.min(dayOfMonth, daysInMonth(y, m)))
}

/** The same day of the month, later; the last one where the month is too short. */
export const addMonths = (from: Day, months: number): Day => paymentDate(from, months, civil(from).day)

/** The most months that can be added to one day without passing the other. */
export function wholeMonths(from: Day, to: Day): number {
  const [a, b] = [civil(from), civil(to)]
  const months = (b.year - a.year) * 12 + b.month - a.month
  return addMonths(from, months) > to ? months - 1 : months
}

/** The day itself when it is worked, else the next one that is (Civil Code, art. 193). */
export function nextWorkingDay(day: Day, isWorking: IsWorkingDay): Day {
  let next = day
  // No calendar has a hundred days off in a row; without the bound a broken one would hang the call.
  for (let step = 0; step < 100 && !isWorking(next); step += 1) next += 1
  return next
}

/** `count` worked days after (before, when negative) the day. */
export function addWorkingDays(day: Day, count: number, isWorking: IsWorkingDay): Day {
  const step = Math.sign(count)
  let next = day
  for (let left = Math.abs(count); left > 0; ) {
    next += step
    if (isWorking(next)) left -= 1
  }
  return next
}
