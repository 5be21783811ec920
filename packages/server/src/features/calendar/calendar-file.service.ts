import {
  type CalendarFile,
  type CalendarYear,
  maxCalendarBytes,
} from '@ipoteka-office/contract/calendar/calendar.ts'
import { readSmallSheet } from '#files/read-sheet.ts'
import type { FileGate } from '#files/receive.ts'
import { invalid, stale } from '#http/errors.ts'
import type { Context, IncomingFile } from '#http/route.ts'
import {
  findYearStamp,
  lockCalendarDays,
  lockYearSource,
  putCalendarDays,
  type ToldDay,
} from './calendar.repo.ts'
import { announceCalendar, getYear, markOfficial } from './calendar.service.ts'
import { changesOf, readCalendar } from './calendar-file.rules.ts'

/** More rows than any year has days, and fewer than would keep the server busy. */
const maxRows = 2_000

/** What a file would make of the year. */
export async function compareFile(
  { db }: Context,
  gate: FileGate,
  year: number,
  file: IncomingFile,
): Promise<CalendarFile> {
  const { rows } = await readSmallSheet(gate, file, { maxBytes: maxCalendarBytes, maxRows })
  const read = readCalendar(rows, year)
  const stamp = await findYearStamp(db, year)
  const { days } = await getYear(db, year)
  return {
    stamp,
    changes: read.errors.length > 0 ? [] : changesOf(days, read),
    errors: [...read.errors],
  }
}

/** Days of another year, and those that are told of twice. */
function wrongDays(days: readonly ToldDay[], year: number): { path: string; message: string }[] {
  const seen = new Set<string>()
  return days.flatMap(({ day }, at) => {
    const path = `days.${at}.day`
    if (!day.startsWith(`${year}-`)) return [{ path, message: `Это день не ${year} года` }]
    if (seen.has(day)) return [{ path, message: 'Этот день уже есть в списке' }]
    seen.add(day)
    return []
  })
}

/** Writes the days that differ and says that the decree is in the calendar. */
export async function applyDays(
  { db }: Pick<Context, 'db'>,
  year: number,
  { stamp, days }: { stamp: string; days: readonly ToldDay[] },
): Promise<CalendarYear> {
  const wrong = wrongDays(days, year)
  if (wrong.length > 0) throw invalid(wrong)
  const before = await lockYearSource(db, year)
  await lockCalendarDays(
    db,
    days.map(({ day }) => day),
  )
  if ((await findYearStamp(db, year)) !== stamp) throw stale(await getYear(db, year), undefined)
  await putCalendarDays(db, days)
  await markOfficial(db, year, before?.official === true)
  await announceCalendar(db)
  return getYear(db, year)
}
