import * as api from '@ipoteka-office/contract/search/search.ts'
import { type Route, route } from '#http/route.ts'
import { searchEverywhere } from './search.service.ts'

/** The Ctrl K search. */
export const searchRoutes: Route[] = [
  route(api.searchEverywhere, ({ body }, context) => searchEverywhere(context, body.text)),
]
