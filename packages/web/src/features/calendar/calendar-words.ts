import type {
  CalendarDay,
  CalendarDayKind,
  CalendarYear,
} from '@ipoteka-office/contract/calendar/calendar.ts'
import { countOf } from '#lib/plural.ts'

/** Days of a week, from Monday. */
export const weekDays = ['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс'] as const

const msOfDay = 86_400_000
const utc = (year: number, month: number, day: number) => new Date(Date.UTC(year, month, day))

/** A day of the month as the grid shows it. */
export interface MonthDay {
  readonly day: string
  readonly number: number
  readonly weekend: boolean
}

/** Days of a month, from 0, with how many places of the first week stay empty. */
export function daysOfMonth(year: number, month: number): { empty: number; days: MonthDay[] } {
  const first = utc(year, month, 1)
  const count = (utc(year, month + 1, 1).getTime() - first.getTime()) / msOfDay
  const weekDay = (date: Date) => (date.getUTCDay() + 6) % 7
  return {
    empty: weekDay(first),
    days: Array.from({ length: count }, (_, index) => {
      const date = utc(year, month, index + 1)
      return {
        day: date.toISOString().slice(0, 10),
        number: index + 1,
        weekend: weekDay(date) > 4,
      }
    }),
  }
}

/** What a day is, the week's rule and what differs from it taken together. */
export function kindOfDay({ weekend }: MonthDay, special: CalendarDay | undefined): CalendarDayKind {
  if (special && special.kind !== 'USUAL') return special.kind
  return weekend ? 'DAY_OFF' : 'WORKING'
}

const kindWords: Record<CalendarDayKind, string> = {
  USUAL: '',
  DAY_OFF: 'выходной',
  SHORT: 'короче на час',
  WORKING: 'рабочий',
}

/** «8 марта, выходной, Международный женский день» for those who do not see the colours. */
export function dayLabel(day: MonthDay, special: CalendarDay | undefined): string {
  const date = new Date(`${day.day}T00:00:00Z`).toLocaleDateString('ru-RU', {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })
  return [date, kindWords[kindOfDay(day, special)], special?.comment ?? ''].filter(Boolean).join(', ')
}

/** «20 рабочих дней, 159 ч». */
export const monthTotal = ({ workingDays, hours }: CalendarYear['total']): string =>
  `${countOf(workingDays, 'рабочий день', 'рабочих дня', 'рабочих дней')}, ${hours} ч`

/** The day that an arrow leads to within the year; the day itself at its ends. */
export function dayAfterKey(day: string, key: string): string {
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + (steps[key] ?? 0) * msOfDay)
    .toISOString()
    .slice(0, 10)
  return next.slice(0, 4) === day.slice(0, 4) ? next : day
}
