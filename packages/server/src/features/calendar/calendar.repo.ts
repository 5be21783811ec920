import type { CalendarDay, CalendarDayKind } from '@ipoteka-office/contract/calendar/calendar.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Days that differ from the week's rule; of one year or of all. */
export async function findCalendarDays(db: Db, year?: number): Promise<CalendarDay[]> {
  const { rows } = await sql<CalendarDay>`
    SELECT day::text, kind, comment, version, false AS computed FROM calendar_day
    WHERE ${year ?? null}::int IS NULL OR year = ${year ?? null} ORDER BY day`.execute(db)
  return rows
}

/** Changes with every change of a day or of a year's source: rows only come, and their versions only grow. */
export async function findCalendarStamp(db: Db): Promise<string> {
  const { rows } = await sql<{ days: number; versions: number; years: number }>`
    SELECT count(*)::int AS days, coalesce(sum(version), 0)::int AS versions,
      (SELECT coalesce(sum(version), 0)::int FROM calendar_year) AS years FROM calendar_day`.execute(db)
  return rows.map(({ days, versions, years }) => `${days} ${versions} ${years}`).join('')
}

/** Changes with every change of the year, until the transaction ends nobody else changes one of the days. */
export async function lockYearStamp(db: Db, year: number, days: readonly string[]): Promise<string> {
  for (const day of days.toSorted()) await lockCalendarDay(db, day)
  return findYearStamp(db, year)
}

/** Changes with every change of a day or of the source of the year. */
export async function findYearStamp(db: Db, year: number): Promise<string> {
  const { rows } = await sql<{ stamp: string }>`
    SELECT count(*) || '-' || coalesce(sum(version), 0) || '-' ||
      coalesce((SELECT version FROM calendar_year WHERE year = ${year}), 0) AS stamp
    FROM calendar_day WHERE year = ${year}`.execute(db)
  return rows.map(({ stamp }) => stamp).join('')
}

/** Whether the days of a year are those of the decree. */
export interface YearSource {
  readonly year: number
  readonly official: boolean
  readonly version: number
}

/** The years of which somebody has said where their days come from. */
export async function findYearSources(db: Db): Promise<YearSource[]> {
  const { rows } = await sql<YearSource>`SELECT year, official, version FROM calendar_year`.execute(db)
  return rows
}

/** The year's source as it is, locked until the transaction ends; undefined while nobody has spoken of it. */
export async function lockYearSource(
  db: Db,
  year: number,
): Promise<(YearSource & { id: number }) | undefined> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('calendar_year ' || ${year}::text, 0))`.execute(db)
  const { rows } = await sql<YearSource & { id: number }>`
    SELECT id, year, official, version FROM calendar_year WHERE year = ${year} FOR UPDATE`.execute(db)
  return rows[0]
}

/** Says where the days of a year come from. */
export async function putYearSource(db: Db, year: number, official: boolean): Promise<void> {
  await sql`INSERT INTO calendar_year (year, official) VALUES (${year}, ${official})
    ON CONFLICT (year) DO UPDATE SET official = excluded.official, version = calendar_year.version + 1`.execute(
    db,
  )
}

/** Writes days that nobody has told of yet. */
export async function insertCalendarDays(
  db: Db,
  days: readonly Pick<CalendarDay, 'day' | 'kind' | 'comment'>[],
): Promise<void> {
  await sql`INSERT INTO calendar_day (day, kind, comment)
    SELECT (d ->> 'day')::date, d ->> 'kind', d ->> 'comment' FROM jsonb_array_elements(${JSON.stringify(days)}::jsonb) d
    ON CONFLICT (day) DO NOTHING`.execute(db)
}

/** The day as it is, locked until the transaction ends; undefined when it never differed. */
export async function lockCalendarDay(
  db: Db,
  day: string,
): Promise<(CalendarDay & { id: number }) | undefined> {
  // Two people who tell of a new day at once must wait for one another too.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('calendar_day ' || ${day}, 0))`.execute(db)
  const { rows } = await sql<CalendarDay & { id: number }>`
    SELECT id, day::text, kind, comment, version, false AS computed FROM calendar_day WHERE day = ${day}::date FOR UPDATE`.execute(
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
    RETURNING day::text, kind, comment, version, false AS computed`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error(`The day ${day} was not written`)
  return row
}

/** The bank's people who keep the calendar. */
export async function findKeepers(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT e.id FROM employee e JOIN partner p ON p.id = e.partner_id AND 'Ahml' = ANY(p.roles)
    JOIN role_holder h ON h.employee_id = e.id JOIN user_role r ON r.id = h.user_role_id AND NOT r.is_disabled
    JOIN user_role_operation o ON o.user_role_id = r.id AND o.object_type = 'Calendar' AND o.operation = 'Update'
    WHERE NOT e.not_active ORDER BY e.id LIMIT 50`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether the keepers are to be reminded of the year for the first time in this month. */
export async function insertReminder(db: Db, year: number, month: number): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO expiry_warning (object_type, object_id, date_to, days_before)
    VALUES ('calendar_year', ${year}, make_date(${year}, 1, 1), ${month})
    ON CONFLICT DO NOTHING RETURNING object_id`.execute(db)
  return rows.length > 0
}
