import * as api from '@ipoteka-office/contract/partners/partner-roles.ts'
import { accreditationHorizon } from '#features/parameters/horizon.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { type Route, route } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import { partRoutes } from './part-routes.ts'
import { listItems } from './partner-parts.service.ts'
import { RateCache, ratePart } from './rates.service.ts'
import { findCatalogue } from './role-catalogue.repo.ts'
import { createCatalogueRole, getCatalogueRole, removeCatalogueRoles } from './role-catalogue.service.ts'
import { accreditationPart, addRole, rolePart } from './roles-of-partner.service.ts'

const roles = (bank: BankFigures): Route[] => [
  route(api.listRolesOfPartner, async ({ params }, context) =>
    listItems(context, rolePart(await accreditationHorizon(bank)), params.partnerId),
  ),
  route(api.addRoleToPartner, async ({ params, body }, context) =>
    addRole(context, params.partnerId, body, await accreditationHorizon(bank)),
  ),
  ...partRoutes(
    {
      removeMany: api.removeRolesFromPartner,
      get: api.getRoleOfPartner,
      update: api.updateRoleOfPartner,
      remove: api.removeRoleFromPartner,
    },
    async () => rolePart(await accreditationHorizon(bank)),
  ),
]

const accreditations = (bank: BankFigures): Route[] => [
  route(api.listAccreditations, async ({ params }, context) =>
    listItems(
      context,
      await accreditationPart(context, params, await accreditationHorizon(bank)),
      params.partnerId,
    ),
  ),
  ...partRoutes(
    {
      create: api.createAccreditation,
      removeMany: api.deleteAccreditations,
      get: api.getAccreditation,
      update: api.updateAccreditation,
      remove: api.deleteAccreditation,
    },
    async (context, params) => accreditationPart(context, params, await accreditationHorizon(bank)),
  ),
]

const rates = (bank: BankFigures): Route[] => {
  const cache = new RateCache()
  return [
    route(api.listPartnerRates, ({ params, query }, context) =>
      cache.read(context, params.partnerId, query.isCached, bankDay(bank.clock)),
    ),
    ...partRoutes(
      {
        create: api.createPartnerRate,
        removeMany: api.deletePartnerRates,
        get: api.getPartnerRate,
        update: api.updatePartnerRate,
        remove: api.deletePartnerRate,
      },
      () => ratePart(bankDay(bank.clock)),
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
export const partnerRolesRoutes = (bank: BankFigures): Route[] => [
  ...roles(bank),
  ...accreditations(bank),
  ...rates(bank),
  ...catalogue,
]
