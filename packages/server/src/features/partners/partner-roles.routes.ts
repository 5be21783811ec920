import * as api from '@ipoteka-office/contract/partner-roles.ts'
import { type Route, route } from '#http/route.ts'
import { type BankClock, bankDay } from '#lib/bank-time.ts'
import { partRoutes } from './part-routes.ts'
import { requireOperator, takePartner } from './partner-access.service.ts'
import { createItem, listItems } from './partner-parts.service.ts'
import { ratePart } from './rate-part.ts'
import { RateCache } from './rate-cache.ts'
import { findCatalogue } from './role-catalogue.repo.ts'
import { createCatalogueRole, getCatalogueRole, removeCatalogueRoles } from './role-catalogue.service.ts'
import { accreditationPart, roleCodeOf, rolePart } from './role-part.ts'

const roles = (clock: BankClock): Route[] => [
  route(api.listRolesOfPartner, ({ params }, context) =>
    listItems(context, rolePart(bankDay(clock)), params.partnerId),
  ),
  route(api.addRoleToPartner, async ({ params, body }, context) => {
    // The partner first: whether it holds the role is nobody's business who may not see it.
    await takePartner(context, params.partnerId)
    requireOperator(context.actor, 'Изменить роли и аккредитацию')
    const roleCode = await roleCodeOf(context.db, params.partnerId, body.roleId)
    const input = { roleCode, notActive: false, comment: body.comment }
    return createItem(context, rolePart(bankDay(clock)), params.partnerId, input)
  }),
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
export const partnerRolesRoutes = (clock: BankClock): Route[] => [
  ...roles(clock),
  ...accreditations(clock),
  ...rates(clock),
  ...catalogue,
]
