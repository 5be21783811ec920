import * as api from '@ipoteka-office/contract/insurance/distributions.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { type Route, route } from '#http/route.ts'
import { distributionFile, readFileFor, type ShareFileParts } from './distribution-file.service.ts'
import {
  createDistribution,
  distributionHistory,
  distributionProcess,
  getDistribution,
  listDistributions,
  moveDistribution,
  saveDistribution,
} from './distributions.service.ts'
import { simulateDistribution } from './simulation.service.ts'

/** Shares of insurers: versions, files and trials. */
export const distributionsRoutes = (parts: BankFigures & ShareFileParts): Route[] => [
  route(api.listDistributions, ({ query }, context) => listDistributions(parts, context, query)),
  route(api.getDistribution, ({ params }, context) => getDistribution(parts, context, params.id)),
  route(api.createDistribution, ({ body }, context) => createDistribution(parts, context, body)),
  route(api.saveDistribution, ({ params, body }, context) =>
    saveDistribution(parts, context, params.id, body),
  ),
  route(api.sendDistribution, ({ params, body }, context) =>
    moveDistribution(parts, context, params.id, body),
  ),
  route(api.decideDistribution, ({ params, body }, context) =>
    moveDistribution(parts, context, params.id, body),
  ),
  route(api.getDistributionProcess, ({ params }, context) => distributionProcess(parts, context, params.id)),
  route(api.listDistributionHistory, ({ params, query }, context) =>
    distributionHistory(parts, context, params.id, query),
  ),
  route(api.exportDistribution, ({ params, query }, context) =>
    distributionFile(parts, context, params.id, query),
  ),
  route(api.readDistributionFile, ({ params, file }, context) =>
    readFileFor(parts, context, params.id, file),
  ),
  route(api.simulateDistribution, ({ params }, context) => simulateDistribution(parts, context, params.id)),
]
