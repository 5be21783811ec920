import * as api from '@ipoteka-office/contract/underwriting/payments/payment-loads.ts'
import { getVintages } from '@ipoteka-office/contract/underwriting/payments/vintages.ts'
import { type Route, route } from '#http/route.ts'
import {
  applyPaymentLoad,
  getPaymentLoad,
  listPaymentLoads,
  type PaymentParts,
  paymentRows,
  startPaymentLoad,
} from './payment-loads.service.ts'
import { vintages, vintagesExport } from './vintages.service.ts'

/** Files of payments of the core bank, and what became of the loans by them. */
export const paymentsRoutes = (parts: PaymentParts): Route[] => [
  route(api.startPaymentLoad, ({ file }, context) => startPaymentLoad(context, parts, file)),
  route(api.listPaymentLoads, ({ query }, { db }) => listPaymentLoads(db, query)),
  route(api.getPaymentLoad, ({ params }, { db }) => getPaymentLoad(db, params.id)),
  route(api.listPaymentRows, ({ params, query }, { db }) => paymentRows(db, params.id, query)),
  route(api.applyPaymentLoad, ({ params }, context) => applyPaymentLoad(context, params.id)),
  route(getVintages, ({ body }, context) => vintages(context, body.filter)),
  ...vintagesExport(parts.clock).routes,
]
