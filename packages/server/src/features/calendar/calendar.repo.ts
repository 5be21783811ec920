import type { CalendarDay } from '@ipoteka-office/contract/calendar/calendar.ts'
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
export async function insertCalendarDays(db: Db, days: readonly ToldDay[]): Promise<void> {
  await sql`INSERT INTO calendar_day (day, kind, comment)
    SELECT (d ->> 'day')::date, d ->> 'kind', d ->> 'comment' FROM jsonb_array_elements(${JSON.stringify(days)}::jsonb) d
    ON CONFLICT (day) DO NOTHING`.execute(db)
}

/** Until the transaction ends nobody else tells of these days, of those that never differed either. */
export async function lockCalendarDays(db: Db, days: readonly string[]): Promise<void> {
  // In one order for everybody: two who tell of the same days wait for one another, and not both.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('calendar_day ' || day, 0))
    FROM (SELECT DISTINCT day FROM unnest(${[...days]}::text[]) AS day ORDER BY day) AS told`.execute(db)
}

/** The day as it is, locked until the transaction ends; undefined when it never differed. */
export async function lockCalendarDay(
  db: Db,
  day: string,
): Promise<(CalendarDay & { id: number }) | undefined> {
  await lockCalendarDays(db, [day])
  const { rows } = await sql<CalendarDay & { id: number }>`
    SELECT id, day::text, kind, comment, version, false AS computed FROM calendar_day WHERE day = ${day}::date FOR UPDATE`.execute(
    db,
  )
  return rows[0]
}

/** What is told of a day. */
export type ToldDay = Pick<CalendarDay, 'day' | 'kind' | 'comment'>

/** Writes the days, each told of once, and answers them with their new versions. */
export async function putCalendarDays(db: Db, days: readonly ToldDay[]): Promise<CalendarDay[]> {
  const told = JSON.stringify(days)
  // First as usual, then as told: the history tells what a day was made.
  await sql`INSERT INTO calendar_day (day, kind, version)
    SELECT day, 'USUAL', 0 FROM jsonb_to_recordset(${told}::jsonb) AS told(day date)
    ON CONFLICT (day) DO NOTHING`.execute(db)
  const { rows } = await sql<CalendarDay>`
    UPDATE calendar_day d SET kind = told.kind, comment = told.comment, version = d.version + 1
    FROM jsonb_to_recordset(${told}::jsonb) AS told(day date, kind text, comment text) WHERE d.day = told.day
    RETURNING d.day::text, d.kind, d.comment, d.version, false AS computed`.execute(db)
  return rows
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
