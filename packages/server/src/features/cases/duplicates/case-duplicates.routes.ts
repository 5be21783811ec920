import * as api from '@ipoteka-office/contract/cases/case-duplicates.ts'
import { type Route, route } from '#http/route.ts'
import { askDuplicates } from './case-duplicates.service.ts'

/** The search for cases of the same client. */
export const caseDuplicatesRoutes: Route[] = [
  route(api.findDuplicates, ({ body }, context) => askDuplicates(context, body)),
]
