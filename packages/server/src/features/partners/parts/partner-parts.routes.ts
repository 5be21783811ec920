import * as api from '@ipoteka-office/contract/partners/partner-parts.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { type Route, route } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import { refuseDeepPage } from '#lib/paging.ts'
import { accountPart } from './accounts.service.ts'
import { contactConditions, findAllContacts } from './contacts.repo.ts'
import { contactPart, ownContactPart } from './contacts.service.ts'
import { partRoutes } from './part-routes.ts'
import { requirePartner } from '../partner-access.service.ts'
import { listItems, pageItems } from './partner-parts.service.ts'
import { linkInForce, linkOfRole } from './small-parts.repo.ts'
import { descriptionPart, linkPart, regionPart } from './small-parts.service.ts'

const accounts: Route[] = [
  route(api.listPartnerAccounts, ({ params }, context) => listItems(context, accountPart, params.partnerId)),
  ...partRoutes(
    {
      create: api.createPartnerAccount,
      removeMany: api.deletePartnerAccounts,
      get: api.getPartnerAccount,
      update: api.updatePartnerAccount,
      remove: api.deletePartnerAccount,
    },
    () => accountPart,
  ),
]

const contacts: Route[] = [
  route(api.listPartnerContacts, ({ params, query }, context) =>
    pageItems(context, contactPart, params.partnerId, query, contactConditions(query)),
  ),
  ...partRoutes(
    {
      create: api.createPartnerContact,
      removeMany: api.deletePartnerContacts,
      get: api.getPartnerContact,
      update: api.updatePartnerContact,
      remove: api.deletePartnerContact,
    },
    () => contactPart,
  ),
  route(api.listOwnContacts, ({ params }, context) => listItems(context, ownContactPart, params.partnerId)),
  ...partRoutes(
    {
      create: api.createOwnContact,
      removeMany: api.deleteOwnContacts,
      get: api.getOwnContact,
      update: api.updateOwnContact,
      remove: api.deleteOwnContact,
    },
    () => ownContactPart,
  ),
  route(api.listAllContacts, async ({ params, query }, { db, actor }) => {
    refuseDeepPage(query)
    const { id } = await requirePartner(db, actor, params.partnerId)
    return findAllContacts(db, id, query)
  }),
]

const regions: Route[] = [
  route(api.listPartnerRegions, ({ params }, context) => listItems(context, regionPart, params.partnerId)),
  ...partRoutes(
    {
      create: api.createPartnerRegion,
      removeMany: api.deletePartnerRegions,
      get: api.getPartnerRegion,
      update: api.updatePartnerRegion,
      remove: api.deletePartnerRegion,
    },
    () => regionPart,
  ),
]

const descriptions: Route[] = [
  route(api.listPartnerDescriptions, ({ params, query }, context) =>
    pageItems(context, descriptionPart, params.partnerId, query),
  ),
  ...partRoutes(
    {
      create: api.createPartnerDescription,
      removeMany: api.deletePartnerDescriptions,
      get: api.getOwnDescription,
      update: api.updatePartnerDescription,
      remove: api.deletePartnerDescription,
    },
    () => descriptionPart,
  ),
]

const links = (bank: BankFigures): Route[] => [
  route(api.listPartnerLinks, ({ params, query }, context) =>
    pageItems(
      context,
      linkPart,
      params.partnerId,
      query,
      query.roleCode === undefined ? [] : [linkOfRole(query.roleCode)],
    ),
  ),
  route(api.listLeadGenerators, ({ params }, context) =>
    listItems(context, linkPart, params.partnerId, [
      linkOfRole('LeadCreator'),
      linkInForce(bankDay(bank.clock)),
    ]),
  ),
  ...partRoutes(
    {
      create: api.createPartnerLink,
      removeMany: api.deletePartnerLinks,
      get: api.getPartnerLink,
      update: api.updatePartnerLink,
      remove: api.deletePartnerLink,
    },
    () => linkPart,
  ),
]

/** Accounts, contacts, regions, descriptions and linked partners of a card. */
export const partnerPartsRoutes = (bank: BankFigures): Route[] => [
  ...accounts,
  ...contacts,
  ...regions,
  ...descriptions,
  ...links(bank),
]
