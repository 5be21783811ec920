import * as api from '@ipoteka-office/contract/partners/partner-parts.ts'
import { type Route, route } from '#http/route.ts'
import { type BankClock, bankDay } from '#lib/bank-time.ts'
import { attachBranch, detachBranch, detachBranches, requireBranch } from './branches.service.ts'
import { requirePartner } from '../partner-access.service.ts'
import { findPartnerRows, findSuitable, isNot, partnerConditions } from '../partner-list.repo.ts'
import { createPartner, getPartner, savePartner } from '../partners.service.ts'

const byName = { field: 'shortName', direction: 'asc' } as const

/** Branches of a partner. */
export const branchesRoutes = ({ clock }: { readonly clock: BankClock }): Route[] => [
  route(api.listBranches, async ({ params, query }, { db, actor }) => {
    const { id } = await requirePartner(db, actor, params.partnerId)
    const filter = { search: query.search, notActive: query.notActive, parentId: id }
    const conditions = partnerConditions(actor, filter, bankDay(clock))
    return findPartnerRows(db, conditions, bankDay(clock), { ...query, sort: byName })
  }),
  route(api.createBranch, async ({ params, body }, context) => {
    const { id } = await requirePartner(context.db, context.actor, params.partnerId)
    if ('partnerId' in body) return attachBranch(context, id, body, clock)
    return createPartner(context, { ...body, parentId: id, roleCodes: [], description: '' }, clock)
  }),
  route(api.deleteBranches, ({ params, query }, context) =>
    detachBranches(context, params.partnerId, query.ids),
  ),
  route(api.getBranch, async ({ params }, { db, actor }) => {
    const { id } = await requireBranch(db, actor, params)
    return getPartner(db, actor, { id }, clock)
  }),
  route(api.updateBranch, async ({ params, body }, context) => {
    const { id } = await requireBranch(context.db, context.actor, params)
    return savePartner(context, id, body, clock)
  }),
  route(api.deleteBranch, ({ params, query }, context) =>
    detachBranch(context, params, query.version, clock),
  ),
  route(api.findSuitableBranches, async ({ params, query }, { db, actor }) => {
    const { id } = await requirePartner(db, actor, params.partnerId)
    return findSuitable(db, actor, id, query, { size: query.size, today: bankDay(clock) })
  }),
  route(api.findFreeBranches, async ({ params, query }, { db, actor }) => {
    const { ancestorIds } = await requirePartner(db, actor, params.partnerId)
    const filter = { search: query.search, notActive: false, level: 'HEAD' } as const
    // The top of its own tree would make a loop.
    const conditions = [
      ...partnerConditions(actor, filter, bankDay(clock)),
      isNot(ancestorIds[0] ?? params.partnerId),
    ]
    return findPartnerRows(db, conditions, bankDay(clock), { ...query, sort: byName })
  }),
]
