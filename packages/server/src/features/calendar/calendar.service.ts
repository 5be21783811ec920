import {
  type CalendarDay,
  type CalendarDayKind,
  type CalendarYear,
  calendarDayFields as of,
} from '@ipoteka-office/contract/calendar/calendar.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { HistoryEntry } from '@ipoteka-office/contract/history/history.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import type { Db } from '#db/database.ts'
import { type CardLabels, told } from '#features/history/card-history.rules.ts'
import { findLastChangeOf, listCardHistory } from '#features/history/card-history.service.ts'
import { stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { publish } from '#live/publish.ts'
import {
  findCalendarDays,
  findCalendarStamp,
  findYearSources,
  insertCalendarDays,
  lockCalendarDay,
  lockYearSource,
  putCalendarDays,
  putYearSource,
  type YearSource,
} from './calendar.repo.ts'
import { type Day, fromDay, type IsWorkingDay, toDay } from './dates.rules.ts'
import { type StatutoryDay, statutoryDays } from './statutory-days.rules.ts'
import { isWorkingBy, monthsOf, type SpecialDays, totalOf } from './working-time.rules.ts'

const labels: CardLabels = {
  calendar_day: {
    title: 'День',
    subject: 'day',
    fields: {
      day: { label: 'Дата' },
      kind: told(of.kind),
      comment: told(of.comment),
    },
  },
  calendar_year_source: {
    title: 'Год',
    subject: 'year',
    fields: { official: { label: 'Сверен с постановлением' } },
  },
}

/** The years that the calendar reaches: loans of today end in the second half of the century. */
const [firstYear, lastYear] = [2000, 2150]

const computedDay = ({ day, kind, comment }: StatutoryDay): CalendarDay => ({
  day: fromDay(day),
  kind,
  comment,
  version: 0,
  computed: true,
})

/** What people have told of and, where there is no decree, what the Labour Code adds to it. */
function withStatutory(year: number, told: readonly CalendarDay[]): CalendarDay[] {
  const known = new Set(told.map(({ day }) => day))
  const computed = statutoryDays(year)
    .map(computedDay)
    .filter(({ day }) => !known.has(day))
  return [...told, ...computed].sort((a, b) => (a.day < b.day ? -1 : 1))
}

/** Of the years that the calendar reaches: a transaction reads the calendar anew, the law does not change meanwhile. */
const statutory = new Map(
  Array.from({ length: lastYear - firstYear + 1 }, (_, index) => [
    firstYear + index,
    statutoryDays(firstYear + index),
  ]),
)

const specialOf = (days: readonly CalendarDay[]): SpecialDays =>
  new Map(days.map(({ day, kind }) => [toDay(day), kind]))

function specialOfAll(told: readonly CalendarDay[], sources: readonly YearSource[]): SpecialDays {
  const official = new Set(sources.flatMap(({ year, official: is }) => (is ? [year] : [])))
  const special = new Map<Day, CalendarDayKind>()
  for (const [year, days] of statutory)
    if (!official.has(year)) for (const { day, kind } of days) special.set(day, kind)
  for (const { day, kind } of told) special.set(toDay(day), kind)
  return special
}

interface Remembered {
  readonly stamp: string
  readonly special: SpecialDays
}

/** Of each pool: reading and parsing all the days was a tenth of the work of a list. */
const remembered = new WeakMap<Db, Remembered>()

/** The days of all years that differ from the week's rule; read again when one of them has changed. */
export async function loadSpecialDays(db: Db): Promise<SpecialDays> {
  // The stamp is read first: what changes in between has another one, and is read again next time.
  const stamp = await findCalendarStamp(db)
  const known = remembered.get(db)
  if (known?.stamp === stamp) return known.special
  const special = specialOfAll(await findCalendarDays(db), await findYearSources(db))
  remembered.set(db, { stamp, special })
  return special
}

/** The answers by days that were read: as long as these stand it is one and the same, so that what follows from it may be kept. */
const answers = new WeakMap<SpecialDays, IsWorkingDay>()

/** The production calendar as it is now: Monday to Friday unless the table says otherwise. */
export async function loadCalendar(db: Db): Promise<IsWorkingDay> {
  const special = await loadSpecialDays(db)
  const isWorking = answers.get(special) ?? isWorkingBy(special)
  answers.set(special, isWorking)
  return isWorking
}

export async function getYear(db: Db, year: number): Promise<CalendarYear> {
  const told = await findCalendarDays(db, year)
  const source = (await findYearSources(db)).find(({ year: of }) => of === year)
  const days = source?.official === true ? told : withStatutory(year, told)
  const months = monthsOf(year, specialOf(days))
  return {
    year,
    days,
    months,
    total: totalOf(months),
    official: source?.official === true,
    version: source?.version ?? 0,
  }
}

/** Tells open pages that days have changed. */
export const announceCalendar = (db: Db) =>
  publish(db, topics.dictionaries, { codes: ['productionCalendar'] })

/** Says that the decree of the year is in the calendar. */
export async function markOfficial(db: Db, year: number, isOfficial: boolean): Promise<void> {
  if (isOfficial) return
  // What was computed is now told: only what the decree has otherwise is left to change.
  await insertCalendarDays(db, statutoryDays(year).map(computedDay))
  await putYearSource(db, year, true)
}

export async function saveYear(
  { db }: Context,
  year: number,
  { official, version }: { official: boolean; version: number },
): Promise<CalendarYear> {
  const before = await lockYearSource(db, year)
  if ((before?.version ?? 0) !== version)
    throw stale(
      await getYear(db, year),
      await findLastChangeOf(db, { objectType: 'calendar_year_source', objectId: before?.id ?? 0 }),
    )
  if ((before?.official ?? false) !== official) {
    if (official) await markOfficial(db, year, false)
    else await putYearSource(db, year, false)
    await announceCalendar(db)
  }
  return getYear(db, year)
}

const objectType = 'calendar_day'

/** A day that nobody has told of, as it is by the Labour Code or by the week. */
async function untoldDay(db: Db, day: string): Promise<CalendarDay> {
  const { days } = await getYear(db, Number(day.slice(0, 4)))
  return (
    days.find((one) => one.day === day) ?? { day, kind: 'USUAL', comment: '', version: 0, computed: false }
  )
}

export async function saveDay(
  { db }: Context,
  day: string,
  { version, ...change }: { kind: CalendarDayKind; comment: string; version: number },
): Promise<CalendarDay> {
  const before = await lockCalendarDay(db, day)
  const present = before ?? (await untoldDay(db, day))
  if (present.version !== version) {
    const { id, ...current } = before ?? { id: 0, ...present }
    throw stale(current, await findLastChangeOf(db, { objectType, objectId: id }))
  }
  if (present.kind === change.kind && present.comment === change.comment) return present
  const [saved] = await putCalendarDays(db, [{ day, ...change }])
  if (saved === undefined) throw new Error(`The day ${day} was not written`)
  await announceCalendar(db)
  return saved
}

export const listYearHistory = (
  reader: Pick<Context, 'db' | 'actor'>,
  year: number,
  query: PageQuery,
): Promise<Page<HistoryEntry>> =>
  listCardHistory(reader, { objectType: 'calendar_year', objectId: year }, labels, query)
