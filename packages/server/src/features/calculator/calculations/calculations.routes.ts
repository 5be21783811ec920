import * as api from '@ipoteka-office/contract/calculator/calculations.ts'
import type { FileGate } from '#files/receive.ts'
import { type Route, route } from '#http/route.ts'
import { batchTemplate, startBatch } from './batch.service.ts'
import * as service from './calculations.service.ts'

interface Parts {
  readonly gate: FileGate
  readonly bank: service.CalculationParts
}

/** Kept results of the calculators, and mass calculations. */
export const calculationsRoutes = ({ gate, bank }: Parts): Route[] => [
  route(api.saveCalculation, ({ body }, context) => service.keepCalculation(context, body, bank)),
  route(api.listCalculations, ({ query }, { db, actor }) => service.listCalculations(db, actor, query)),
  route(api.getCalculation, ({ params }, { db, actor }) => service.openCalculation(db, actor, params.id)),
  route(api.recheckCalculation, ({ params }, context) => service.recheck(context, params.id, bank)),
  route(api.updateCalculation, ({ params, body }, context) =>
    service.describeCalculation(context, params.id, body),
  ),
  route(api.markCalculationDeleted, ({ params, body }, context) =>
    service.markDeleted(context, params.id, body),
  ),
  route(api.listCalculationHistory, ({ params, query }, { db, actor }) =>
    service.listHistory(db, actor, params.id, query),
  ),
  route(api.startBatch, ({ file }, context) => startBatch(context, gate, file)),
  route(api.getBatchTemplate, async () => batchTemplate()),
]
