import * as api from '@ipoteka-office/contract/underwriting/form/obligations/ledger.ts'
import type { SectionParts } from '#features/cases/sections/save-section.service.ts'
import { type Route, route } from '#http/route.ts'
import {
  addObligation,
  dropObligation,
  editObligation,
  obligationHistory,
  obligationLedger,
  takeObligation,
} from './obligations.service.ts'

/** Ledgers of the obligations of debtors. */
export const obligationsRoutes = (parts: SectionParts): Route[] => [
  route(api.getObligationLedger, ({ params }, context) => obligationLedger(parts, context, params)),
  route(api.takeObligation, ({ params, body }, context) => takeObligation(parts, context, params, body)),
  route(api.dropObligation, ({ params, body }, context) =>
    dropObligation(parts, context, params, body.version),
  ),
  route(api.addObligation, ({ params, body }, context) => addObligation(parts, context, params, body)),
  route(api.editObligation, ({ params, body }, context) => editObligation(parts, context, params, body)),
  route(api.listObligationHistory, ({ params, query }, context) => obligationHistory(context, params, query)),
]
