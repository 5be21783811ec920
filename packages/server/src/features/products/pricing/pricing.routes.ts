import { calculateByProduct, findTermByProduct } from '@ipoteka-office/contract/calculator/by-product.ts'
import { evaluateBorrowerByProduct } from '@ipoteka-office/contract/calculator/product-borrower.ts'
import { exportOffers, priceProducts } from '@ipoteka-office/contract/products/pricing/offers.ts'
import { type Route, route } from '#http/route.ts'
import { offersAsPdf } from './papers/offers-paper.service.ts'
import { checkPrice } from './replay/price-check.service.ts'
import { checkCasePrice } from '@ipoteka-office/contract/products/pricing/price-check.ts'
import { priceFor } from './price.service.ts'
import { getPriceExample } from '@ipoteka-office/contract/products/pricing/price-example.ts'
import { evaluateBorrower } from './loans/borrower-by-product.service.ts'
import { calculateProduct, findTerm } from './loans/product-loan.service.ts'
import { priceExample } from './papers/worked-example.service.ts'

import {
  findCaseOffers,
  getCasePrice,
  takeCaseOffer,
} from '@ipoteka-office/contract/products/pricing/case-price.ts'
import { askIndividualRate } from '@ipoteka-office/contract/products/pricing/individual-rate.ts'
import {
  getVersionImpact,
  listImpactCases,
  startVersionImpact,
} from '@ipoteka-office/contract/products/version-impact.ts'
import { askIndividual } from './individual-rate.service.ts'
import { impactCases, startImpact, versionImpact } from '../impact/impact.service.ts'
import { caseOffers, casePrice, type CasePricingParts, takeOffer } from './case-price.service.ts'

/** Prices of what the bank sells. */
export const pricingRoutes = (parts: CasePricingParts): Route[] => [
  route(priceProducts, ({ body }, context) => priceFor(parts, context, body)),
  route(exportOffers, ({ body }, context) => offersAsPdf(parts, context, body)),
  route(calculateByProduct, ({ body }, context) => calculateProduct(parts, context, body)),
  route(findTermByProduct, ({ body }, context) => findTerm(parts, context, body)),
  route(evaluateBorrowerByProduct, ({ body }, context) => evaluateBorrower(parts, context, body)),
  route(getPriceExample, (_, context) => priceExample(parts, context)),
  route(getCasePrice, ({ params }, context) => casePrice(parts, context, params.id)),
  route(checkCasePrice, ({ params }, context) => checkPrice(parts, context, params.id)),
  route(findCaseOffers, ({ params, body }, context) => caseOffers(parts, context, params.id, body)),
  route(askIndividualRate, ({ params, body }, context) => askIndividual(parts, context, params.id, body)),
  route(getVersionImpact, ({ params }, context) => versionImpact(parts, context, params)),
  route(startVersionImpact, ({ params }, context) => startImpact(parts, context, params)),
  route(listImpactCases, ({ params, query }, context) => impactCases(parts, context, params, query)),
  route(takeCaseOffer, ({ params, body }, context) => takeOffer(parts, context, params.id, body)),
]
