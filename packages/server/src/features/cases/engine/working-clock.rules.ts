import type { Deadline } from '@ipoteka-office/contract/parameters/terms.ts'
import type { Day } from '#features/calendar/dates.rules.ts'
import { hoursOf, type SpecialDays } from '#features/calendar/working-time.rules.ts'

/** When work is done where the case belongs: the production calendar and the region's distance from UTC. */
export interface WorkCalendar {
  readonly offsetMinutes: number
  readonly special: SpecialDays
}

const msOfMinute = 60_000
const msOfDay = 86_400_000
/** A worked day: nine to six with lunch from one to two; a short one ends an hour earlier. */
const morning = [9 * 60, 13 * 60] as const
const afternoonFrom = 14 * 60
const hoursBeforeLunch = 4

/** Minutes of a working day in deadlines that are told in days. */
export const minutesOfWorkingDay = 480

/** No deadline is further than this many days off; a calendar without a worked day must not hang the call. */
const maxDays = 4_000

/** Worked stretches of a day, in minutes from its midnight. */
export function stretches(day: Day, { special }: WorkCalendar): readonly (readonly [number, number])[] {
  const hours = hoursOf(day, special.get(day))
  if (hours === 0) return []
  return [morning, [afternoonFrom, afternoonFrom + (hours - hoursBeforeLunch) * 60]]
}

const localMs = (at: Date, { offsetMinutes }: WorkCalendar) => at.getTime() + offsetMinutes * msOfMinute

/** Worked milliseconds between two moments; 0 when the second is not later. */
function workedMs(from: Date, to: Date, calendar: WorkCalendar): number {
  const [start, end] = [localMs(from, calendar), localMs(to, calendar)]
  let sum = 0
  for (let day = Math.floor(start / msOfDay); day * msOfDay < end; day += 1)
    for (const [opens, closes] of stretches(day, calendar)) {
      const first = Math.max(start, day * msOfDay + opens * msOfMinute)
      const last = Math.min(end, day * msOfDay + closes * msOfMinute)
      if (last > first) sum += last - first
    }
  return sum
}

/** Whole worked minutes between two moments. */
export const workingMinutesBetween = (from: Date, to: Date, calendar: WorkCalendar): number =>
  Math.floor(workedMs(from, to, calendar) / msOfMinute)

/** The moment when so many worked minutes have passed; the start itself for none. */
export function addWorkingMinutes(from: Date, minutes: number, calendar: WorkCalendar): Date {
  let left = minutes * msOfMinute
  if (left <= 0) return from
  const start = localMs(from, calendar)
  const firstDay = Math.floor(start / msOfDay)
  for (let day = firstDay; day < firstDay + maxDays; day += 1)
    for (const [opens, closes] of stretches(day, calendar)) {
      const first = Math.max(start, day * msOfDay + opens * msOfMinute)
      const room = day * msOfDay + closes * msOfMinute - first
      if (room >= left) return new Date(first + left - calendar.offsetMinutes * msOfMinute)
      if (room > 0) left -= room
    }
  throw new Error(`The calendar has no ${minutes} working minutes after ${from.toISOString()}`)
}

/** Whether the deadline runs day and night. */
export const runsAlways = (deadline: Deadline): boolean => 'days' in deadline

/** The length of a deadline in the minutes in which it runs. */
export function minutesOf(deadline: Deadline): number {
  if ('workingMinutes' in deadline) return deadline.workingMinutes
  return 'workingDays' in deadline
    ? deadline.workingDays * minutesOfWorkingDay
    : (deadline.days * msOfDay) / msOfMinute
}

/** Minutes of the kind that the deadline counts, between two moments. */
export const minutesBetween = (from: Date, to: Date, deadline: Deadline, calendar: WorkCalendar): number =>
  runsAlways(deadline)
    ? Math.max(0, Math.floor((to.getTime() - from.getTime()) / msOfMinute))
    : workingMinutesBetween(from, to, calendar)

/** The moment so many minutes of the deadline's kind later. */
export const addMinutes = (from: Date, minutes: number, deadline: Deadline, calendar: WorkCalendar): Date =>
  runsAlways(deadline)
    ? new Date(from.getTime() + minutes * msOfMinute)
    : addWorkingMinutes(from, minutes, calendar)

/** When a deadline that begins now ends. */
export const endOf = (from: Date, deadline: Deadline, calendar: WorkCalendar): Date =>
  addMinutes(from, minutesOf(deadline), deadline, calendar)

/** `UTC+3` of the dictionary of regions in minutes; undefined when it says nothing. */
export function offsetOf(zone: string | null): number | undefined {
  const [, sign, hours, minutes = '0'] = /^UTC([+-])(\d{1,2})(?::(\d{2}))?$/.exec(zone ?? '') ?? []
  if (sign === undefined) return undefined
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}
