import { z } from 'zod'
import { choice, line } from '../common/fields.ts'
import { DateText } from '../common/amounts.ts'
import { PageQuery, pageOf } from '../common/page.ts'
import { keyOf, text } from '../common/scalars.ts'
import { can, canInBank, endpoint } from '../endpoint.ts'
import { HistoryEntry } from '../history/history.ts'

/** How a day differs from the week's rule: Monday to Friday are worked. `USUAL`: it does not. */
export const calendarDayKinds = {
  USUAL: 'Как в обычную неделю',
  DAY_OFF: 'Выходной или праздник',
  SHORT: 'Короче на час',
  WORKING: 'Рабочий',
} as const
export type CalendarDayKind = keyof typeof calendarDayKinds
export const CalendarDayKind = keyOf(calendarDayKinds)

/** What is entered of a day. */
export const calendarDayFields = {
  kind: choice('Вид дня', calendarDayKinds),
  comment: line('Примечание', { hint: 'Например: перенос с 8 марта' }),
}

/** A day that was ever told to differ, or that the Labour Code makes differ in a year without a decree. */
export const CalendarDay = z.object({
  day: z.string(),
  kind: CalendarDayKind,
  comment: z.string(),
  version: z.int(),
  /** By the Labour Code alone: nobody has told of the day yet. */
  computed: z.boolean(),
})
export type CalendarDay = z.output<typeof CalendarDay>

/** Days and hours of a span; hours of a week of five days and forty hours. */
export const WorkingTime = z.object({
  days: z.int(),
  workingDays: z.int(),
  daysOff: z.int(),
  shortDays: z.int(),
  hours: z.int(),
})

/** A year of the production calendar. */
export const CalendarYear = z.object({
  year: z.int(),
  days: z.array(CalendarDay),
  /** January to December. */
  months: z.array(WorkingTime),
  total: WorkingTime,
  /** The days are those of the government's decree; else holidays of the Labour Code, moved off weekends by its rule. */
  official: z.boolean(),
  /** Of `official`; 0 while nobody has spoken of the year. */
  version: z.int(),
})
export type CalendarYear = z.output<typeof CalendarYear>

const YearParams = z.object({
  year: z
    .string()
    .regex(/^20\d\d$/, 'Год от 2000 до 2099')
    .transform(Number),
})

export const getCalendarYear = endpoint({
  method: 'GET',
  path: '/calendar/:year',
  summary: 'Производственный календарь за год',
  access: can('Calendar', 'Read'),
  params: YearParams,
  response: CalendarYear,
})

/** Says that the decree is in the calendar, or takes that back; what was computed then becomes days like all others. */
export const saveCalendarYear = endpoint({
  method: 'PUT',
  path: '/calendar/:year',
  summary: 'Отметка, что календарь года сверен с постановлением',
  access: can('Calendar', 'Update'),
  params: YearParams,
  body: z.object({ official: z.boolean(), version: z.int().min(0) }),
  response: CalendarYear,
})

/** `version` 0 for a day that never differed; 409 with the present day when another has changed it. */
export const saveCalendarDay = endpoint({
  method: 'PUT',
  path: '/calendar/day/:day',
  summary: 'Изменение дня производственного календаря',
  access: canInBank('Calendar', 'Update'),
  params: z.object({ day: DateText }),
  body: z.object({
    kind: CalendarDayKind,
    comment: text(200).default(''),
    version: z.int().min(0),
  }),
  response: CalendarDay,
})

/** What a file would make of a year; nothing has changed yet. */
export const CalendarFile = z.object({
  /** The year as it was compared: `applyCalendarFile` refuses a year that has changed since. */
  stamp: z.string(),
  changes: z.array(
    z.object({ day: z.string(), before: CalendarDayKind, after: CalendarDayKind, comment: z.string() }),
  ),
  /** What is wrong with rows of the file; `line` null for the whole. Such a file cannot be applied. */
  errors: z.array(z.object({ line: z.int().nullable(), message: z.string() })),
})
export type CalendarFile = z.output<typeof CalendarFile>

/** Largest file of a calendar, in bytes. */
export const maxCalendarBytes = 1_048_576

/** XLSX or CSV: a row a day («Дата», «Вид дня», «Примечание»), or the open data with a row a year and a column a month. */
export const compareCalendarFile = endpoint({
  method: 'POST',
  path: '/calendar/:year/file',
  summary: 'Сравнение производственного календаря с файлом',
  access: canInBank('Calendar', 'Update'),
  params: YearParams,
  upload: { maxBytes: maxCalendarBytes },
  response: CalendarFile,
})

/** All days or none; the year is official then. 409 when the year has changed since the comparison. */
export const applyCalendarFile = endpoint({
  method: 'PUT',
  path: '/calendar/:year/days',
  summary: 'Запись дней года из файла',
  access: canInBank('Calendar', 'Update'),
  params: YearParams,
  body: z.object({
    stamp: z.string().max(100),
    days: z
      .array(z.object({ day: DateText, kind: CalendarDayKind, comment: text(200).default('') }))
      .max(366),
  }),
  response: CalendarYear,
})

export const listCalendarHistory = endpoint({
  method: 'GET',
  path: '/calendar/:year/history',
  summary: 'История изменений производственного календаря за год',
  access: can('Calendar', 'Read'),
  params: YearParams,
  query: PageQuery,
  response: pageOf(HistoryEntry),
})
