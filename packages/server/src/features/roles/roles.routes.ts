import * as insight from '@ipoteka-office/contract/roles/role-insight.ts'
import * as catalogue from '@ipoteka-office/contract/roles/role-operations.ts'
import * as api from '@ipoteka-office/contract/roles/roles.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { type Route, route } from '#http/route.ts'
import {
  createOperation,
  deleteOperation,
  getOperation,
  listObjectTypes,
  listOperations,
  updateOperation,
} from './operations.service.ts'
import { listRoleHistory } from './role-history.service.ts'
import {
  effectiveOperations,
  employeesByOperation,
  explainAccess,
  previewChange,
  whoCan,
} from './role-insight.service.ts'
import {
  addRoleOperation,
  getRoleOperation,
  listRoleOperations,
  removeRoleOperations,
  replaceRoleOperation,
} from './role-operation-items.service.ts'
import { findByName } from './role-people.repo.ts'
import { getRoleSettings } from './role-requests.service.ts'
import { findRoles } from './roles.repo.ts'
import {
  compareRoles,
  copyRole,
  createRole,
  disableRole,
  getRole,
  getRoleMenu,
  listOperationsOfRole,
  newRole,
  updateRole,
} from './roles.service.ts'
import { exportRoles } from './roles-export.service.ts'

const roleRoutes = (bank: BankFigures): Route[] => [
  route(api.listRoles, ({ query }, { db, actor }) => findRoles(db, actor, query)),
  route(api.createRole, ({ body }, context) => createRole({ ...context, bank }, body)),
  route(api.getNewRole, (_, { db, actor }) => newRole(db, actor)),
  route(api.listObjectTypes, (_, { db }) => listObjectTypes(db)),
  route(api.getRole, ({ params }, { db, actor }) => getRole(db, actor, params.id)),
  route(api.updateRole, ({ params, body }, context) => updateRole({ ...context, bank }, params.id, body)),
  route(api.disableRole, ({ params, query }, context) => disableRole({ ...context, bank }, params.id, query)),
  route(api.listOperationsOfRole, ({ params }, { db }) => listOperationsOfRole(db, params.id)),
  route(api.getRoleSettings, (_, { db, actor }) => getRoleSettings(db, actor, bank)),
  route(api.copyRole, ({ params, body }, context) => copyRole({ ...context, bank }, params.id, body)),
  route(api.compareRoles, ({ query }, { db, actor }) => compareRoles(db, actor, query.first, query.second)),
  route(api.previewRoleChange, ({ params, query, body }, { db, actor }) =>
    previewChange(db, actor, params.id, body, query),
  ),
  route(api.getRoleMenu, ({ params }, { db }) => getRoleMenu(db, params.id)),
  route(api.listRoleHistory, ({ params, query }, context) => listRoleHistory(context, params.id, query)),
  route(api.exportRoles, ({ query }, context) => exportRoles(context, query, bank)),
]

const operationRoutes = (bank: BankFigures): Route[] => [
  route(api.listRoleOperations, ({ params }, { db }) => listRoleOperations(db, params.userRoleId)),
  route(api.addRoleOperation, ({ params, body }, context) =>
    addRoleOperation({ ...context, bank }, params.userRoleId, body),
  ),
  route(api.removeRoleOperations, ({ params, query }, context) =>
    removeRoleOperations({ ...context, bank }, params.userRoleId, query.ids),
  ),
  route(api.getRoleOperation, ({ params }, { db }) => getRoleOperation(db, params.userRoleId, params.id)),
  route(api.replaceRoleOperation, ({ params, body }, context) =>
    replaceRoleOperation({ ...context, bank }, params.userRoleId, params.id, body),
  ),
  route(api.removeRoleOperation, ({ params }, context) =>
    removeRoleOperations({ ...context, bank }, params.userRoleId, [params.id]),
  ),
  route(catalogue.listOperations, ({ query }, { db }) => listOperations(db, query)),
  route(catalogue.createOperation, ({ body }, context) => createOperation(context, body)),
  route(catalogue.getNewOperation, async () => ({ objectType: '', code: '', descriptor: '' })),
  route(catalogue.getOperation, ({ params }, { db }) => getOperation(db, params.id)),
  route(catalogue.updateOperation, ({ params, body }, context) => updateOperation(context, params.id, body)),
  route(catalogue.deleteOperation, ({ params, query }, context) =>
    deleteOperation(context, params.id, query.version),
  ),
]

const insightRoutes: Route[] = [
  route(insight.findRolePeople, ({ query }, { db, actor }) => findByName(db, actor, query.fullName)),
  route(insight.getEffectiveOperations, ({ params }, { db, actor }) =>
    effectiveOperations(db, actor, params.employeeId),
  ),
  route(insight.findWhoCan, ({ query }, { db, actor }) => whoCan(db, actor, query)),
  route(insight.findEmployeesByOperation, ({ params, query }, { db, actor }) =>
    employeesByOperation(db, actor, { objectType: params.objectType, code: params.operationCode }, query),
  ),
  route(insight.explainAccess, ({ query }, { db, actor }) => explainAccess(db, actor, query)),
]

/** Roles, their operations, and who may what. */
export const rolesRoutes = (bank: BankFigures): Route[] => [
  ...roleRoutes(bank),
  ...operationRoutes(bank),
  ...insightRoutes,
]
