import type { CalendarDayKind, CalendarYear } from '@ipoteka-office/contract/calendar/calendar.ts'
import { type Day, dayOf, dayOfWeek, type IsWorkingDay } from './dates.rules.ts'

type WorkingTime = CalendarYear['total']
/** Days that differ from the week's rule. */
export type SpecialDays = ReadonlyMap<Day, CalendarDayKind>

const hoursOfDay = 8
const hoursOfShortDay = 7

/** Whether a day is worked and how long, the week's rule and what differs from it taken together. */
export function hoursOf(day: Day, kind: CalendarDayKind | undefined): number {
  if (kind === 'DAY_OFF') return 0
  if (kind === 'WORKING') return hoursOfDay
  if (kind === 'SHORT') return hoursOfShortDay
  return dayOfWeek(day) <= 5 ? hoursOfDay : 0
}

/** The answer of a calendar with these special days. */
export const isWorkingBy =
  (special: SpecialDays): IsWorkingDay =>
  (day) =>
    hoursOf(day, special.get(day)) > 0

/** Days and hours of each month of a year, by the days that differ. */
export function monthsOf(year: number, special: SpecialDays): WorkingTime[] {
  return Array.from({ length: 12 }, (_, month) => {
    const first = dayOf(year, month + 1, 1)
    const hours = Array.from({ length: dayOf(year, month + 2, 1) - first }, (__, index) =>
      hoursOf(first + index, special.get(first + index)),
    )
    const workingDays = hours.filter((count) => count > 0).length
    return {
      days: hours.length,
      workingDays,
      daysOff: hours.length - workingDays,
      shortDays: hours.filter((count) => count === hoursOfShortDay).length,
      hours: hours.reduce((sum, count) => sum + count, 0),
    }
  })
}

/** The spans taken together. */
export const totalOf = (months: readonly WorkingTime[]): WorkingTime =>
  months.reduce((sum, month) => ({
    days: sum.days + month.days,
    workingDays: sum.workingDays + month.workingDays,
    daysOff: sum.daysOff + month.daysOff,
    shortDays: sum.shortDays + month.shortDays,
    hours: sum.hours + month.hours,
  }))
