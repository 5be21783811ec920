import * as api from '@ipoteka-office/contract/products/offered-products.ts'
import { type Route, route } from '#http/route.ts'
import {
  combine,
  listOffered,
  listOptions,
  listPapers,
  listPapersOfType,
  maxAmount,
  maxSubsidised,
  type OfferedParts,
} from './offered.service.ts'

/** What is sold today, to whom it is offered, and its parameters. */
export const offeredRoutes = (parts: OfferedParts): Route[] => [
  route(api.listActiveProducts, (_, context) => listOffered(parts, context)),
  route(api.listAllActiveProducts, (_, context) => listOffered(parts, context)),
  route(api.findActiveProducts, ({ body }, context) => listOffered(parts, context, body)),
  route(api.listProductOptions, ({ params }, context) => listOptions(parts, context, params.id)),
  route(api.findActiveOptions, ({ params, body }, context) => listOptions(parts, context, params.id, body)),
  route(api.listCreditDocuments, ({ params }, context) => listPapers(parts, context, params.id)),
  route(api.listCreditDocumentsOfType, ({ query }, context) => listPapersOfType(parts, context, query)),
  route(api.listProductParameters, ({ params, query }, context) =>
    combine(parts, context, { productId: params.id, optionIds: [], ...query }),
  ),
  route(api.listCombinedParameters, ({ query }, context) => combine(parts, context, query)),
  route(api.getMaxCreditAmount, ({ query }, context) => maxAmount(parts, context, query)),
  route(api.getMaxSubsidizedAmount, ({ params, query }, context) =>
    maxSubsidised(parts, context, { productId: params.id, ...query }),
  ),
]
