/**
 * Days of a contract as whole numbers: days since 1970-01-01, in no zone. A schedule of thirty years is some thousand
 * steps over them; date objects made it ten times slower.
 */
export type Day = number

/** Whether a day is worked; the answer of the production calendar. */
export type IsWorkingDay = (day: Day) => boolean

/** Days from 0000-03-01 to 1970-01-01: counted from March, the day that a leap year adds is the last of its year. */
const epoch = 719_468
const daysOfCycle = 146_097

/** The day of a year, a month from 1 (13 is January of the next one) and a day of it. */
export function dayOf(year: number, month: number, day: number): Day {
  const later = Math.floor((month - 3) / 12)
  const y = year + later
  const m = month - 3 - later * 12
  const daysOfYears = 365 * y + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400)
  return daysOfYears + Math.floor((153 * m + 2) / 5) + day - 1 - epoch
}

/** `YYYY-MM-DD` as a day; throws RangeError when there is no such date. */
export function toDay(text: string): Day {
  const match = /^([1-9]\d{3})-(\d{2})-(\d{2})$/.exec(text)
  const day = match ? dayOf(Number(match[1]), Number(match[2]), Number(match[3])) : Number.NaN
  if (Number.isNaN(day) || fromDay(day) !== text) throw new RangeError(`Нет такой даты: ${text}`)
  return day
}

const twoDigits = (value: number) => (value < 10 ? `0${value}` : String(value))

/** The day as `YYYY-MM-DD`. */
export function fromDay(day: Day): string {
  const { year, month, day: ofMonth } = civil(day)
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(ofMonth)}`
}

export interface Civil {
  readonly year: number
  /** From 1. */
  readonly month: number
  readonly day: number
}

/** Year, month and day of the month. */
export function civil(day: Day): Civil {
  const cycle = Math.floor((day + epoch) / daysOfCycle)
  const ofCycle = day + epoch - cycle * daysOfCycle
  const leaps = Math.floor(ofCycle / 1_460) - Math.floor(ofCycle / 36_524) + Math.floor(ofCycle / 146_096)
  const yearOfCycle = Math.floor((ofCycle - leaps) / 365)
  const ofYear = ofCycle - (365 * yearOfCycle + Math.floor(yearOfCycle / 4) - Math.floor(yearOfCycle / 100))
  const fromMarch = Math.floor((5 * ofYear + 2) / 153)
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
  return {
    year: cycle * 400 + yearOfCycle + (month <= 2 ? 1 : 0),
    month,
    day: ofYear - Math.floor((153 * fromMarch + 2) / 5) + 1,
  }
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
  return monthsUpTo(from, to).months
}

/** Whole months between two days, and the day on which they end. */
export function monthsUpTo(from: Day, to: Day): { readonly months: number; readonly end: Day } {
  const [a, b] = [civil(from), civil(to)]
  const months = (b.year - a.year) * 12 + b.month - a.month
  const end = dayOf(b.year, b.month, Math.min(a.day, daysInMonth(b.year, b.month)))
  return end > to ? { months: months - 1, end: addMonths(from, months - 1) } : { months, end }
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
