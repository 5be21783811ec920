import * as api from '@ipoteka-office/contract/products/rates-file.ts'
import { type Route, route } from '#http/route.ts'
import { exportRates, importRates, type RatesParts } from './rates-file.service.ts'

/** Rates of a product as a file, and back. */
export const ratesFileRoutes = (parts: RatesParts): Route[] => [
  route(api.exportRates, ({ params, query }, context) => exportRates(parts, context, params.id, query)),
  route(api.importRates, ({ params, query, file }, context) =>
    importRates(parts, context, params.id, { query, file }),
  ),
]
