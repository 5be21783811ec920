import * as api from '@ipoteka-office/contract/underwriting/underwriter-card.ts'
import * as list from '@ipoteka-office/contract/underwriting/underwriters-list.ts'
import * as groups from '@ipoteka-office/contract/underwriting/underwriting-groups.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { type Route, route } from '#http/route.ts'
import { askAuthority, askAuthorityChange, askAuthorityEnd } from './authority-requests.service.ts'
import { endHelp, startHelp } from './group-help.service.ts'
import { moveMember, moveQueue } from './group-queue.service.ts'
import { findGroups } from './groups.repo.ts'
import { getGroupCard, saveGroupPlan } from './groups.service.ts'
import { findStaffGroups } from './underwriters-list.repo.ts'
import { searchUnderwriters, underwritersExport } from './underwriters-list.service.ts'
import { joinDistribution } from './join-distribution.service.ts'
import { getUnderwriter, listAuthorityHistory, momentOf, type StaffParts } from './underwriters.service.ts'

interface StaffRouteParts extends StaffParts {
  readonly engine: Engine
}

/** Those who decide: what they may approve, and how much work they have. */
export const underwritingStaffRoutes = ({ engine, ...parts }: StaffRouteParts): Route[] => [
  route(groups.searchUnderwritingGroups, ({ body, query }, { db }) =>
    findGroups(db, momentOf(parts.clock), body.text, query),
  ),
  route(groups.getUnderwritingGroup, ({ params }, context) => getGroupCard(parts.clock, context, params.id)),
  route(groups.saveGroupPlan, ({ params, body }, context) =>
    saveGroupPlan(parts.clock, context, params.id, body),
  ),
  route(groups.startGroupHelp, ({ params, body }, context) =>
    startHelp(parts.clock, context, params.id, body),
  ),
  route(groups.endGroupHelp, ({ params }, context) => endHelp(parts.clock, context, params)),
  route(groups.moveGroupQueue, ({ params, body }, context) => moveQueue(engine, context, params.id, body)),
  route(groups.moveGroupMember, ({ params, body }, context) =>
    moveMember(engine, { ...context, bank: parts }, params, body),
  ),
  route(list.searchUnderwriters, ({ body, query }, context) =>
    searchUnderwriters(parts.clock, context, body, query),
  ),
  route(list.listUnderwriterGroups, (_, { db }) => findStaffGroups(db)),
  ...underwritersExport(parts.clock).routes,
  route(api.getUnderwriter, ({ params }, context) => getUnderwriter(parts, context, params.id)),
  route(api.joinDistribution, ({ params }, context) => joinDistribution(parts, context, params.id)),
  route(api.listAuthorityHistory, ({ params, query }, context) =>
    listAuthorityHistory(context, params.id, query),
  ),
  route(api.requestAuthority, ({ params, body }, context) => askAuthority(parts, context, params.id, body)),
  route(api.requestAuthorityChange, ({ params, body }, context) =>
    askAuthorityChange(parts, context, params, body),
  ),
  route(api.requestAuthorityEnd, ({ params, body }, context) =>
    askAuthorityEnd(parts, context, params, body),
  ),
]
