import type { CalendarDay, CalendarDayKind } from '@ipoteka-office/contract/calendar.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Days that differ from the week's rule; of one year or of all. */
export async function findCalendarDays(db: Db, year?: number): Promise<CalendarDay[]> {
  const { rows } = await sql<CalendarDay>`
    SELECT day::text, kind, comment, version FROM calendar_day
    WHERE ${year ?? null}::int IS NULL OR year = ${year ?? null} ORDER BY day`.execute(db)
  return rows
}

/** Changes with every change of a day: days only come, and their versions only grow. */
export const stampOf = (days: readonly { version: number }[]): string =>
  `${days.length} ${days.reduce((sum, { version }) => sum + version, 0)}`

/** The stamp of the days as they are now. */
export async function findCalendarStamp(db: Db): Promise<string> {
  const { rows } = await sql<{ days: number; versions: number }>`
    SELECT count(*)::int AS days, coalesce(sum(version), 0)::int AS versions FROM calendar_day`.execute(db)
  return rows.map(({ days, versions }) => `${days} ${versions}`).join('')
}

/** The day as it is, locked until the transaction ends; undefined when it never differed. */
export async function lockCalendarDay(
  db: Db,
  day: string,
): Promise<(CalendarDay & { id: number }) | undefined> {
  // Two people who tell of a new day at once must wait for one another too.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('calendar_day ' || ${day}, 0))`.execute(db)
  const { rows } = await sql<CalendarDay & { id: number }>`
    SELECT id, day::text, kind, comment, version FROM calendar_day WHERE day = ${day}::date FOR UPDATE`.execute(
    db,
  )
  return rows[0]
}

/** Writes the day and answers it with its new version. */
export async function putCalendarDay(
  db: Db,
  { day, kind, comment }: { day: string; kind: CalendarDayKind; comment: string },
): Promise<CalendarDay> {
  // First as usual, then as told: the history tells what a day was made.
  await sql`INSERT INTO calendar_day (day, kind, version) VALUES (${day}::date, 'USUAL', 0)
    ON CONFLICT (day) DO NOTHING`.execute(db)
  const { rows } = await sql<CalendarDay>`
    UPDATE calendar_day SET kind = ${kind}, comment = ${comment}, version = version + 1 WHERE day = ${day}::date
    RETURNING day::text, kind, comment, version`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error(`The day ${day} was not written`)
  return row
}
