import * as api from '@ipoteka-office/contract/partners/partner-roles.ts'
import { type Route, route } from '#http/route.ts'
import { type BankClock, bankDay } from '#lib/bank-time.ts'
import { partRoutes } from './part-routes.ts'
import { listItems } from './partner-parts.service.ts'
import { RateCache, ratePart } from './rates.service.ts'
import { findCatalogue } from './role-catalogue.repo.ts'
import { createCatalogueRole, getCatalogueRole, removeCatalogueRoles } from './role-catalogue.service.ts'
import { accreditationPart, addRole, rolePart } from './roles-of-partner.service.ts'

const roles = (clock: BankClock): Route[] => [
  route(api.listRolesOfPartner, ({ params }, context) =>
    listItems(context, rolePart(bankDay(clock)), params.partnerId),
  ),
  route(api.addRoleToPartner, ({ params, body }, context) =>
    addRole(context, params.partnerId, body, bankDay(clock)),
  ),
  ...partRoutes(
    {
      removeMany: api.removeRolesFromPartner,
      get: api.getRoleOfPartner,
      update: api.updateRoleOfPartner,
      remove: api.removeRoleFromPartner,
    },
    () => rolePart(bankDay(clock)),
  ),
]

const accreditations = (clock: BankClock): Route[] => [
  route(api.listAccreditations, async ({ params }, context) =>
    listItems(context, await accreditationPart(context, params, bankDay(clock)), params.partnerId),
  ),
  ...partRoutes(
    {
      create: api.createAccreditation,
      removeMany: api.deleteAccreditations,
      get: api.getAccreditation,
      update: api.updateAccreditation,
      remove: api.deleteAccreditation,
    },
    (context, params) => accreditationPart(context, params, bankDay(clock)),
  ),
]

const rates = (clock: BankClock): Route[] => {
  const cache = new RateCache()
  return [
    route(api.listPartnerRates, ({ params, query }, context) =>
      cache.read(context, params.partnerId, query.isCached, bankDay(clock)),
    ),
    ...partRoutes(
      {
        create: api.createPartnerRate,
        removeMany: api.deletePartnerRates,
        get: api.getPartnerRate,
        update: api.updatePartnerRate,
        remove: api.deletePartnerRate,
      },
      () => ratePart(bankDay(clock)),
    ),
  ]
}

const catalogue: Route[] = [
  route(api.listPartnerRoles, (_, { db }) => findCatalogue(db)),
  route(api.createPartnerRole, ({ body }, context) => createCatalogueRole(context, body)),
  route(api.deletePartnerRoles, ({ query }, context) => removeCatalogueRoles(context, query.ids)),
  route(api.getPartnerRole, ({ params }, { db }) => getCatalogueRole(db, params)),
  route(api.findPartnerRoleByCode, ({ params }, { db }) => getCatalogueRole(db, params)),
]

/** Roles with their accreditations, rates, and the catalogue of roles. */
export const partnerRolesRoutes = ({ clock }: { readonly clock: BankClock }): Route[] => [
  ...roles(clock),
  ...accreditations(clock),
  ...rates(clock),
  ...catalogue,
]
