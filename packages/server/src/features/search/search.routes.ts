import * as api from '@ipoteka-office/contract/search/search.ts'
import { type Route, route } from '#http/route.ts'
import { listLatestOpened, searchEverywhere } from './search.service.ts'

/** The Ctrl K search and what it shows before anything is typed. */
export const searchRoutes: Route[] = [
  route(api.searchEverywhere, ({ body }, context) => searchEverywhere(context, body.text)),
  route(api.listLatestOpened, (_call, context) => listLatestOpened(context)),
]
