import {
  type CalendarDay,
  type CalendarDayKind,
  type CalendarYear,
  calendarDayKinds,
} from '@ipoteka-office/contract/calendar.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { HistoryEntry } from '@ipoteka-office/contract/history.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import type { Db } from '#db/database.ts'
import type { CardLabels } from '#features/history/card-history.rules.ts'
import { findLastChangeOf, listCardHistory } from '#features/history/card-history.service.ts'
import { stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { publish } from '#live/publish.ts'
import {
  findCalendarDays,
  findCalendarStamp,
  lockCalendarDay,
  putCalendarDay,
  stampOf,
} from './calendar.repo.ts'
import { type IsWorkingDay, toDay } from './dates.rules.ts'
import { isWorkingBy, monthsOf, type SpecialDays, totalOf } from './working-time.rules.ts'

const labels: CardLabels = {
  calendar_day: {
    title: 'День',
    subject: 'day',
    fields: {
      day: { label: 'Дата' },
      kind: { label: 'Вид дня', names: calendarDayKinds },
      comment: { label: 'Примечание' },
    },
  },
}

const specialOf = (days: readonly CalendarDay[]): SpecialDays =>
  new Map(days.map(({ day, kind }) => [toDay(day), kind]))

interface Remembered {
  readonly stamp: string
  readonly special: SpecialDays
}

/** Of each pool: reading and parsing all the days was a tenth of the work of a list. */
const remembered = new WeakMap<Db, Remembered>()

/** The days of all years that differ from the week's rule; read again when one of them has changed. */
export async function loadSpecialDays(db: Db): Promise<SpecialDays> {
  const known = remembered.get(db)
  if (known !== undefined && known.stamp === (await findCalendarStamp(db))) return known.special
  const days = await findCalendarDays(db)
  const loaded = { stamp: stampOf(days), special: specialOf(days) }
  remembered.set(db, loaded)
  return loaded.special
}

/** The production calendar as it is now: Monday to Friday unless the table says otherwise. */
export const loadCalendar = async (db: Db): Promise<IsWorkingDay> => isWorkingBy(await loadSpecialDays(db))

export async function getYear(db: Db, year: number): Promise<CalendarYear> {
  const days = await findCalendarDays(db, year)
  const months = monthsOf(year, specialOf(days))
  return { year, days, months, total: totalOf(months), filled: days.length > 0 }
}

const objectType = 'calendar_day'
const asUsual = (day: string): CalendarDay => ({ day, kind: 'USUAL', comment: '', version: 0 })

export async function saveDay(
  { db }: Context,
  day: string,
  { version, ...change }: { kind: CalendarDayKind; comment: string; version: number },
): Promise<CalendarDay> {
  const before = await lockCalendarDay(db, day)
  const present = before ?? asUsual(day)
  if (present.version !== version) {
    const { id, ...current } = { id: 0, ...present }
    throw stale(current, await findLastChangeOf(db, { objectType, objectId: id }))
  }
  if (present.kind === change.kind && present.comment === change.comment)
    return { day, kind: present.kind, comment: present.comment, version: present.version }
  const saved = await putCalendarDay(db, { day, ...change })
  await publish(db, topics.dictionaries, { codes: ['productionCalendar'] })
  return saved
}

export const listYearHistory = (db: Db, year: number, query: PageQuery): Promise<Page<HistoryEntry>> =>
  listCardHistory(db, { objectType: 'calendar_year', objectId: year }, labels, query)
