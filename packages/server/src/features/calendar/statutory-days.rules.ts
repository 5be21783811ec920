import type { CalendarDayKind } from '@ipoteka-office/contract/calendar/calendar.ts'
import { type Day, dayOf, dayOfWeek } from './dates.rules.ts'

/** A day of a year without a decree, with why it is what it is. */
export interface StatutoryDay {
  readonly day: Day
  readonly kind: CalendarDayKind
  readonly comment: string
}

/** New Year holidays and Christmas: 1 to 8 January (Labour Code art. 112). Their weekends are moved by decree alone. */
const newYear = Array.from({ length: 8 }, (_, index) => ({
  month: 1,
  date: index + 1,
  name: index === 6 ? 'Рождество Христово' : 'Новогодние каникулы',
}))

/** Holidays of art. 112 that move to the next working day when they fall on a weekend. */
const moved = [
  { month: 2, date: 23, name: 'День защитника Отечества', from: '23 февраля' },
  { month: 3, date: 8, name: 'Международный женский день', from: '8 марта' },
  { month: 5, date: 1, name: 'Праздник Весны и Труда', from: '1 мая' },
  { month: 5, date: 9, name: 'День Победы', from: '9 мая' },
  { month: 6, date: 12, name: 'День России', from: '12 июня' },
  { month: 11, date: 4, name: 'День народного единства', from: '4 ноября' },
]
const isWeekend = (day: Day) => dayOfWeek(day) > 5

/** What art. 112 and 95 of the Labour Code say of a year: the days that differ from the week, in order. */
export function statutoryDays(year: number): StatutoryDay[] {
  const at = ({ month, date }: { month: number; date: number }) => dayOf(year, month, date)
  const off = new Map<Day, string>()
  const holidays = [...newYear, ...moved]
  for (const holiday of holidays) if (!isWeekend(at(holiday))) off.set(at(holiday), holiday.name)
  for (const holiday of moved) {
    if (!isWeekend(at(holiday))) continue
    let day = at(holiday)
    while (isWeekend(day) || off.has(day)) day += 1
    off.set(day, `Перенос с ${holiday.from}`)
  }
  // The working day right before a holiday is an hour shorter (art. 95), New Year's Eve before the next year's.
  const eves = [...moved.map((holiday) => at(holiday) - 1), dayOf(year, 12, 31)].filter(
    (day) => !isWeekend(day) && !off.has(day),
  )
  return [
    ...[...off].map(([day, comment]) => ({ day, kind: 'DAY_OFF' as const, comment })),
    ...eves.map((day) => ({ day, kind: 'SHORT' as const, comment: 'Перед праздником' })),
  ].sort((a, b) => a.day - b.day)
}
