import * as api from '@ipoteka-office/contract/calendar/calendar.ts'
import type { FileGate } from '#files/receive.ts'
import { type Route, route } from '#http/route.ts'
import { applyDays, compareFile } from './calendar-file.service.ts'
import { getYear, listYearHistory, saveDay, saveYear } from './calendar.service.ts'

/** The production calendar. */
export const calendarRoutes = ({ gate }: { gate: FileGate }): Route[] => [
  route(api.getCalendarYear, ({ params }, { db }) => getYear(db, params.year)),
  route(api.saveCalendarYear, ({ params, body }, context) => saveYear(context, params.year, body)),
  route(api.saveCalendarDay, ({ params, body }, context) => saveDay(context, params.day, body)),
  route(api.compareCalendarFile, ({ params, file }, context) =>
    compareFile(context, gate, params.year, file),
  ),
  route(api.applyCalendarFile, ({ params, body }, context) => applyDays(context, params.year, body)),
  route(api.listCalendarHistory, ({ params, query }, context) =>
    listYearHistory(context, params.year, query),
  ),
]
