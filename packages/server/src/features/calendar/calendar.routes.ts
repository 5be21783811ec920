import * as api from '@ipoteka-office/contract/calendar.ts'
import { type Route, route } from '#http/route.ts'
import { getYear, listYearHistory, saveDay, saveYear } from './calendar.service.ts'

/** The production calendar. */
export const calendarRoutes: Route[] = [
  route(api.getCalendarYear, ({ params }, { db }) => getYear(db, params.year)),
  route(api.saveCalendarYear, ({ params, body }, context) => saveYear(context, params.year, body)),
  route(api.saveCalendarDay, ({ params, body }, context) => saveDay(context, params.day, body)),
  route(api.listCalendarHistory, ({ params, query }, { db }) => listYearHistory(db, params.year, query)),
]
