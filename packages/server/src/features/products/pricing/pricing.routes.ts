import { priceProducts } from '@ipoteka-office/contract/products/pricing/offers.ts'
import { type Route, route } from '#http/route.ts'
import { priceFor, type PricingParts } from './price.service.ts'

/** Prices of what the bank sells. */
export const pricingRoutes = (parts: PricingParts): Route[] => [
  route(priceProducts, ({ body }, context) => priceFor(parts, context, body)),
]
