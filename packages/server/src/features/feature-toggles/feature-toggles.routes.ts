import * as api from '@ipoteka-office/contract/feature-toggles/feature-toggles.ts'
import { type Route, route } from '#http/route.ts'
import type { BankClock } from '#lib/bank-time.ts'
import * as service from './feature-toggles.service.ts'

export const featureTogglesRoutes = ({ clock }: { clock: BankClock }): Route[] => [
  route(api.getMyFeatures, (_, { db, actor }) => service.myFeatures(db, actor, clock)),
  route(api.listFeatureToggles, ({ query }, { db }) => service.findToggles(db, query, clock)),
  route(api.getFeatureToggle, ({ params }, { db }) => service.getToggle(db, params.id, clock)),
  route(api.createFeatureToggle, ({ body }, context) => service.createToggle(context, body, clock)),
  route(api.saveFeatureToggle, ({ params, body }, context) =>
    service.saveToggle(context, params.id, body, clock),
  ),
  route(api.killFeature, ({ params, body }, context) =>
    service.killToggle(context, params.id, body.killed, clock),
  ),
  route(api.deleteFeatureToggle, ({ params, query }, context) =>
    service.deleteToggle(context, params.id, query.version, clock),
  ),
  route(api.listFeatureToggleHistory, ({ params, query }, { db }) =>
    service.listToggleHistory(db, params.id, query),
  ),
]
