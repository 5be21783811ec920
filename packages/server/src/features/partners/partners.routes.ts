import * as reads from '@ipoteka-office/contract/partners/partner-reads.ts'
import * as names from '@ipoteka-office/contract/partners/partner-names.ts'
import * as api from '@ipoteka-office/contract/partners/partners.ts'
import { listCardHistory } from '#features/history/card-history.service.ts'
import { accreditationHorizon } from '#features/parameters/horizon.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { type Route, route } from '#http/route.ts'
import { requirePartner } from './partner-access.service.ts'
import { findBranches, findDependants, findDescription, findHeads } from './partner-card.repo.ts'
import { partnerLabels } from './partner-labels.ts'
import { findForSelect, findPartnerRows, partnerConditions } from './partner-list.repo.ts'
import { listOptions, listPartners } from './partners.repo.ts'
import { countTabs } from './tab-counts.service.ts'
import {
  createPartner,
  deactivatePartner,
  filterPartners,
  getPartner,
  newPartner,
  reactivatePartner,
  savePartner,
} from './partners.service.ts'

const maxTreeNodes = 1_000
const maxOperators = 50

const listRoutes = (bank: BankFigures): Route[] => [
  route(names.listPartners, (_, { db, actor }) => listPartners(db, actor)),
  route(names.filterPartners, ({ body }, { db, actor }) => filterPartners(db, actor, body)),
  route(api.listFilteredPartners, async ({ body, query }, { db, actor }) => {
    const horizon = await accreditationHorizon(bank)
    return findPartnerRows(db, partnerConditions(actor, body, horizon), horizon, query)
  }),
  route(api.findPartner, ({ query }, { db, actor }) =>
    findForSelect(
      db,
      actor,
      {
        search: query.query,
        ...(query.roleCode && { roles: [query.roleCode] }),
        ...(query.regionCode && { regions: [query.regionCode] }),
      },
      query.size,
    ),
  ),
  route(api.findAhmlPartners, (_, { db, actor }) =>
    findForSelect(db, actor, { roles: ['Ahml'] }, maxOperators),
  ),
  route(reads.listBranchTypes, (_, { db }) => listOptions(db, 'partner/branchType')),
  route(reads.listBusinessProfiles, (_, { db }) => listOptions(db, 'partner/businessProfile')),
  route(reads.listTenancyTypes, (_, { db }) => listOptions(db, 'partner/tenancyType')),
  route(reads.listTenantTypes, (_, { db }) => listOptions(db, 'partner/tenantType')),
  route(reads.listReassignmentTypes, (_, { db }) => listOptions(db, 'partner/reassignmentType')),
  route(reads.listContactTypes, (_, { db }) => listOptions(db, 'partner/contactType')),
]

const cardRoutes = (bank: BankFigures): Route[] => [
  route(api.newPartner, ({ query }, { db, actor }) => newPartner(db, actor, query.parentId, bank)),
  route(api.createPartner, ({ body }, context) => createPartner(context, body, bank)),
  route(api.getPartner, ({ params }, { db, actor }) => getPartner(db, actor, { id: params.partnerId }, bank)),
  route(api.getPartnerByUid, ({ params }, { db, actor }) => getPartner(db, actor, params, bank)),
  route(api.updatePartnerCard, ({ params, body }, context) =>
    savePartner(context, params.partnerId, body, bank),
  ),
  route(api.deactivatePartner, ({ params, query }, context) =>
    deactivatePartner(context, params.partnerId, query, bank),
  ),
  route(api.reactivatePartner, ({ params, body }, context) =>
    reactivatePartner(context, params.partnerId, body.version, bank),
  ),
]

const readRoutes: Route[] = [
  route(reads.getPartnerDependants, async ({ params }, { db, actor }) => {
    const { id } = await requirePartner(db, actor, params.partnerId)
    return findDependants(db, id)
  }),
  route(reads.countPartnerTabs, ({ params }, { db, actor }) => countTabs(db, actor, params.partnerId)),
  route(reads.getPartnerDescription, async ({ params }, { db, actor }) => {
    const { id } = await requirePartner(db, actor, params.id)
    return findDescription(db, id)
  }),
  route(reads.getBranchTree, async ({ params }, { db, actor }) => {
    const { id } = await requirePartner(db, actor, params.id)
    return findBranches(db, actor, id, maxTreeNodes)
  }),
  route(reads.getHeadTree, async ({ params }, { db, actor }) => {
    const { id } = await requirePartner(db, actor, params.id)
    return findHeads(db, actor, id)
  }),
  route(reads.listPartnerHistory, async ({ params, query }, { db, actor }) => {
    const { id } = await requirePartner(db, actor, params.partnerId)
    return listCardHistory({ db, actor }, { objectType: 'partner', objectId: id }, partnerLabels, query)
  }),
]

/** Partners: the list, the card, its tree and its history. */
export const partnersRoutes = (bank: BankFigures): Route[] => [
  ...listRoutes(bank),
  ...cardRoutes(bank),
  ...readRoutes,
]
