import * as api from '@ipoteka-office/contract/employees/employee-lookups.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { setWorkgroupHead } from '#features/workgroups/workgroups.service.ts'
import { type Route, route } from '#http/route.ts'
import type { IdentityAdmin } from '#integrations/identity/identity-admin.ts'
import {
  existsByLogin,
  getDetailUser,
  getOperator,
  getWithContacts,
  listAuthority,
  listGroups,
  listOwners,
  listProcessOperations,
  listUnderHead,
  nameById,
  nameByLogin,
  searchById,
  sexOptions,
  shortNameOf,
} from './employee-lookups.service.ts'
import { getEmployee } from './employees.service.ts'

interface Parts {
  readonly bank: BankFigures
  readonly identity: IdentityAdmin | null
}

/** The reads `/employee/…` by login, id and identity. */
export const employeeLookupRoutes = ({ bank, identity }: Parts): Route[] => [
  route(api.listSexes, async () => sexOptions),
  route(api.existsByLogin, ({ query }, context) => existsByLogin(context, query.login, identity)),
  route(api.getDetailUser, ({ query }, context) => getDetailUser(context, query, bank)),
  route(api.getUserDetailWithHeadOfficeByKeycloakId, ({ query }, context) =>
    getDetailUser(context, { identityId: query.keycloakId }, bank),
  ),
  route(api.getEmployeeById, ({ query }, { db, actor }) => getEmployee(db, actor, query, bank)),
  route(api.getEmployeeByIdWithContacts, ({ query }, context) => getWithContacts(context, query.id, bank)),
  route(api.getEmployeeByKeycloakId, ({ query }, { db, actor }) =>
    getEmployee(db, actor, { identityId: query.keycloakId }, bank),
  ),
  route(api.getEmployeeByLogin, ({ query }, { db, actor }) => getEmployee(db, actor, query, bank)),
  route(api.getEmployeesByHeadAndRole, ({ query }, context) =>
    listUnderHead(context, query.headId, query.roleId),
  ),
  route(api.getOperatorById, ({ query }, context) => getOperator(context, query.id)),
  route(api.getOwnersByUserLogin, ({ query }, context) => listOwners(context, query.login)),
  route(api.processRoleOperation, ({ query }, context) => listProcessOperations(context, query.login)),
  route(api.getWorkgroupsByUserLogin, ({ query }, context) => listGroups(context, query.login)),
  route(api.getUserMainInfoByLogin, ({ query }, context) => nameByLogin(context, query.login)),
  route(api.getEmployeeName, async ({ query }, context) => {
    const { id, fullName } = await nameById(context, query.id)
    return { id, fullName, shortName: shortNameOf(fullName) }
  }),
  route(api.getPartnerEmployeeName, ({ query }, context) => nameById(context, query.id)),
  route(api.getUserDescriptor, ({ query }, context) => nameByLogin(context, query.login)),
  route(api.getAuthority, ({ body }, context) => listAuthority(context, body, bank)),
  route(api.searchEmployeesById, ({ body }, context) => searchById(context, body.ids)),
  route(api.setHeadForWorkgroup, ({ params, body }, context) =>
    setWorkgroupHead(context, params.workgroupId, body.employeeId),
  ),
]
