import * as api from '@ipoteka-office/contract/partners/partner-parts.ts'
import { accreditationHorizon } from '#features/parameters/horizon.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { type Route, route } from '#http/route.ts'
import { attachBranch, detachBranch, detachBranches, requireBranch } from './branches.service.ts'
import { requirePartner } from '../partner-access.service.ts'
import { findPartnerRows, findSuitable, isNot, partnerConditions } from '../partner-list.repo.ts'
import { createPartner, getPartner, savePartner } from '../partners.service.ts'

const byName = { field: 'shortName', direction: 'asc' } as const

/** Branches of a partner. */
export const branchesRoutes = (bank: BankFigures): Route[] => [
  route(api.listBranches, async ({ params, query }, { db, actor }) => {
    const { id } = await requirePartner(db, actor, params.partnerId)
    const filter = { search: query.search, notActive: query.notActive, parentId: id }
    const horizon = await accreditationHorizon(bank)
    const conditions = partnerConditions(actor, filter, horizon)
    return findPartnerRows(db, conditions, horizon, { ...query, sort: byName })
  }),
  route(api.createBranch, async ({ params, body }, context) => {
    const { id } = await requirePartner(context.db, context.actor, params.partnerId)
    if ('partnerId' in body) return attachBranch(context, id, body, bank)
    return createPartner(context, { ...body, parentId: id, roleCodes: [], description: '' }, bank)
  }),
  route(api.deleteBranches, ({ params, query }, context) =>
    detachBranches(context, params.partnerId, query.ids),
  ),
  route(api.getBranch, async ({ params }, { db, actor }) => {
    const { id } = await requireBranch(db, actor, params)
    return getPartner(db, actor, { id }, bank)
  }),
  route(api.updateBranch, async ({ params, body }, context) => {
    const { id } = await requireBranch(context.db, context.actor, params)
    return savePartner(context, id, body, bank)
  }),
  route(api.deleteBranch, ({ params, query }, context) => detachBranch(context, params, query.version, bank)),
  route(api.findSuitableBranches, async ({ params, query }, { db, actor }) => {
    const { id } = await requirePartner(db, actor, params.partnerId)
    return findSuitable(db, actor, id, query, { size: query.size, horizon: await accreditationHorizon(bank) })
  }),
  route(api.findFreeBranches, async ({ params, query }, { db, actor }) => {
    const { ancestorIds } = await requirePartner(db, actor, params.partnerId)
    const filter = { search: query.search, notActive: false, level: 'HEAD' } as const
    const horizon = await accreditationHorizon(bank)
    // The top of its own tree would make a loop.
    const conditions = [
      ...partnerConditions(actor, filter, horizon),
      isNot(ancestorIds[0] ?? params.partnerId),
    ]
    return findPartnerRows(db, conditions, horizon, { ...query, sort: byName })
  }),
]
