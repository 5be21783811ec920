import * as api from '@ipoteka-office/contract/cases/case-duplicates.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { type Route, route } from '#http/route.ts'
import { askDuplicates } from './case-duplicates.service.ts'

/** The search for cases of the same client. */
export const caseDuplicatesRoutes = (bank: BankFigures): Route[] => [
  route(api.findDuplicates, ({ body }, context) => askDuplicates(bank, context, body)),
]
