import * as api from '@ipoteka-office/contract/feature-toggles/feature-toggles.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { type Route, route } from '#http/route.ts'
import * as service from './feature-toggles.service.ts'

export const featureTogglesRoutes = (bank: BankFigures): Route[] => [
  route(api.getMyFeatures, (_, { db, actor }) => service.myFeatures(db, actor, bank)),
  route(api.listFeatureToggles, ({ query }, { db }) => service.findToggles(db, query, bank)),
  route(api.getFeatureToggle, ({ params }, { db }) => service.getToggle(db, params.id, bank)),
  route(api.createFeatureToggle, ({ body }, context) => service.createToggle(context, body, bank)),
  route(api.saveFeatureToggle, ({ params, body }, context) =>
    service.saveToggle(context, params.id, body, bank),
  ),
  route(api.killFeature, ({ params, body }, context) =>
    service.killToggle(context, params.id, body.killed, bank),
  ),
  route(api.deleteFeatureToggle, ({ params, query }, context) =>
    service.deleteToggle(context, params.id, query.version, bank),
  ),
  route(api.listFeatureToggleHistory, ({ params, query }, context) =>
    service.listToggleHistory(context, params.id, query),
  ),
]
