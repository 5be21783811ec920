import * as api from '@ipoteka-office/contract/workgroups/workgroups.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { type Route, route } from '#http/route.ts'
import { getGroupRights, saveGroupRights } from './workgroup-rights.service.ts'
import { findRoles } from './workgroup-roles.repo.ts'
import { createRole, deleteRole, getRole, saveRole } from './workgroup-roles.service.ts'
import { findGroupNames } from './workgroups.repo.ts'
import {
  createGroup,
  deleteGroup,
  deleteGroups,
  getGroup,
  getHead,
  giveRoles,
  joinGroup,
  leaveGroup,
  listGroups,
  listGroupsByOperation,
  listMembers,
  listRolesFor,
  listRolesOfGroup,
  partnerRolesOf,
  saveGroup,
  takeRoles,
} from './workgroups.service.ts'

const keyOf = ({ partnerId, workgroupId }: { partnerId: number; workgroupId: number }) => ({
  partnerId,
  id: workgroupId,
})

/** Workgroups of partners, and the catalogue of their roles. */
export const workgroupsRoutes = (bank: BankFigures): Route[] => [
  route(api.listWorkgroupRoles, (_, { db }) => findRoles(db)),
  route(api.getWorkgroupRole, ({ params }, { db }) => getRole(db, params.id)),
  route(api.createWorkgroupRole, ({ body }, context) => createRole(context, body)),
  route(api.updateWorkgroupRole, ({ params, body }, context) => saveRole(context, params.id, body)),
  route(api.deleteWorkgroupRole, ({ params, query }, context) =>
    deleteRole(context, params.id, query.version),
  ),
  route(api.listWorkgroups, ({ params, query }, context) => listGroups(context, params.partnerId, query)),
  route(api.createWorkgroup, ({ params, body }, context) => createGroup(context, params.partnerId, body)),
  route(api.deleteWorkgroups, ({ params, query }, context) =>
    deleteGroups(context, params.partnerId, query.ids),
  ),
  route(api.getWorkgroup, ({ params }, { db, actor }) => getGroup(db, actor, params)),
  route(api.updateWorkgroup, ({ params, body }, context) => saveGroup(context, params, body)),
  route(api.deleteWorkgroup, ({ params, query }, context) => deleteGroup(context, params, query.version)),
  route(api.listWorkgroupNames, async ({ params }, { db, actor }) => {
    await partnerRolesOf(db, actor, params.partnerId)
    return findGroupNames(db, params.partnerId)
  }),
  route(api.listPartnerWorkgroupRoles, ({ params }, context) => listRolesFor(context, params.partnerId)),
  route(api.findSuitableRole, async ({ params }, context) =>
    (await listRolesFor(context, params.partnerId)).filter(({ suitable }) => suitable),
  ),
  route(api.findWorkgroupsByOperation, ({ params, query }, context) =>
    listGroupsByOperation(context, params.partnerId, query),
  ),
  route(api.listWorkgroupEmployees, ({ params, query }, context) =>
    listMembers(context, keyOf(params), query),
  ),
  route(api.addWorkgroupEmployees, ({ params, body }, context) =>
    joinGroup({ ...context, bank }, keyOf(params), body.employeeIds),
  ),
  route(api.removeWorkgroupEmployees, ({ params, query }, context) =>
    leaveGroup(context, keyOf(params), query.ids),
  ),
  route(api.findWorkgroupHead, ({ params }, context) => getHead(context, keyOf(params))),
  route(api.listRolesOfWorkgroup, ({ params }, context) => listRolesOfGroup(context, keyOf(params))),
  route(api.addRolesOfWorkgroup, ({ params, body }, context) =>
    giveRoles(context, keyOf(params), body.roleIds),
  ),
  route(api.removeRolesOfWorkgroup, ({ params, query }, context) =>
    takeRoles(context, keyOf(params), query.ids),
  ),
  route(api.getWorkgroupUserRoles, ({ params }, context) => getGroupRights(context, keyOf(params))),
  route(api.saveWorkgroupUserRoles, ({ params, body }, context) =>
    saveGroupRights({ ...context, bank }, keyOf(params), body),
  ),
]
