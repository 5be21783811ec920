import type { Db } from '#db/database.ts'
import { findCalendarDays } from './calendar.repo.ts'
import { dayOfWeek, type IsWorkingDay, toDay } from './dates.rules.ts'

/** The production calendar as it is now: Monday to Friday unless the table says otherwise. */
export async function loadCalendar(db: Db): Promise<IsWorkingDay> {
  const days = await findCalendarDays(db)
  const special = new Map(days.map(({ day, kind }) => [toDay(day), kind !== 'DAY_OFF']))
  return (day) => special.get(day) ?? dayOfWeek(day) <= 5
}
