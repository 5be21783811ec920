import * as api from '@ipoteka-office/contract/insurance/agreements.ts'
import * as lists from '@ipoteka-office/contract/insurance/agreements-list.ts'
import { getSurchargeSchedule } from '@ipoteka-office/contract/insurance/surcharge-schedule.ts'
import { type Route, route } from '#http/route.ts'
import { attachDocuments } from './agreement-documents.service.ts'
import {
  type AgreementParts,
  caseInsurance,
  createAgreement,
  getAgreement,
  listAgreements,
  moveAgreement,
  saveAgreement,
} from './agreements.service.ts'
import { listInsurers, searchListed } from './agreements-list.service.ts'
import { chooseInsurer, listOffers } from './choice.service.ts'
import { decideSurcharge, surchargeSchedule } from './surcharge.service.ts'

/** Insurance of applications: offers, the client's choice, agreements and what becomes of them. */
export const agreementsRoutes = (parts: AgreementParts): Route[] => [
  route(api.getCaseInsurance, ({ params }, context) => caseInsurance(parts, context, params.id)),
  route(api.createAgreement, ({ body }, context) => createAgreement(parts, context, body)),
  route(api.listAgreements, ({ query }, context) => listAgreements(parts, context, query)),
  route(lists.searchAgreements, ({ query, body }, context) =>
    searchListed(parts.clock, context, body, query),
  ),
  route(lists.listAgreementInsurers, (_, context) => listInsurers(context)),
  route(api.getAgreement, ({ params }, context) => getAgreement(parts, context, params.id)),
  route(api.listInsuranceOffers, ({ params }, context) => listOffers(parts, context, params.id)),
  route(api.chooseInsurerOf, ({ params, body }, context) => chooseInsurer(parts, context, params.id, body)),
  route(api.saveAgreement, ({ params, body }, context) => saveAgreement(parts, context, params.id, body)),
  route(api.attachAgreementDocuments, ({ params, body }, context) =>
    attachDocuments(parts, context, params.id, body),
  ),
  route(api.moveAgreement, ({ params, body }, context) => moveAgreement(parts, context, params.id, body)),
  route(getSurchargeSchedule, ({ params }, context) => surchargeSchedule(context, params.id)),
  route(api.decideSurcharge, ({ params, body }, context) => decideSurcharge(parts, context, params.id, body)),
]
