import * as caps from '@ipoteka-office/contract/rate-limits/caps.ts'
import * as checks from '@ipoteka-office/contract/rate-limits/checks.ts'
import * as cases from '@ipoteka-office/contract/rate-limits/limit-cases.ts'
import * as products from '@ipoteka-office/contract/rate-limits/limit-products.ts'
import * as api from '@ipoteka-office/contract/rate-limits/limits.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { countCells, limitCells } from '#features/products/limits/products-at-limit.service.ts'
import type { CatalogueReader } from '#features/products/pricing/catalogue-reader.ts'
import type { FileGate } from '#files/receive.ts'
import { type Route, route } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import { askCap, askCapChange, askCapEnd } from './cap-requests.service.ts'
import { findCaps } from './caps.repo.ts'
import { countCases, limitCases } from './limit-cases.service.ts'
import { compareLimits } from './limit-file.service.ts'
import { askLimits } from './limit-requests.service.ts'
import { findLimits, findVersions } from './limits.repo.ts'
import { limitFrame, tryRate } from './limits.service.ts'
import { limitCasesExport, limitsExport } from './rate-exports.service.ts'

/** Limits of the full cost of credits, caps of rates, and what stands near them. */
export const rateLimitsRoutes = ({
  bank,
  gate,
  catalogues,
}: {
  readonly bank: BankFigures
  readonly gate: FileGate
  readonly catalogues: CatalogueReader
}): Route[] => [
  route(api.getLimitFrame, (_, { db }) => limitFrame(bank, db)),
  route(api.searchRateLimits, ({ query, body }, { db }) => findLimits(db, body, query)),
  route(api.listLimitVersions, ({ query }, { db }) => findVersions(db, query)),
  route(api.compareLimitFile, ({ file }, context) => compareLimits(bank, context, gate, file)),
  route(api.requestRateLimits, ({ body }, context) => askLimits(bank, context, body)),
  route(caps.searchRateCaps, ({ query, body }, { db }) => findCaps(db, body, bankDay(bank.clock), query)),
  route(caps.requestRateCap, ({ body }, context) => askCap(bank, context, body)),
  route(caps.requestCapChange, ({ params, body }, context) => askCapChange(bank, context, params.id, body)),
  route(caps.requestCapEnd, ({ params, body }, context) => askCapEnd(bank, context, params.id, body)),
  route(checks.checkRate, ({ body }, { db }) => tryRate(bank, db, body)),
  route(cases.searchLimitCases, ({ query, body }, context) => limitCases(bank, context, body, query)),
  route(cases.countLimitCases, ({ body }, context) => countCases(bank, context, body)),
  route(products.searchLimitCells, ({ query, body }, { db }) =>
    limitCells({ ...bank, catalogues }, db, body, query),
  ),
  route(products.countLimitCells, ({ body }, { db }) => countCells({ ...bank, catalogues }, db, body)),
  ...limitsExport(bank).routes,
  ...limitCasesExport(bank).routes,
]
