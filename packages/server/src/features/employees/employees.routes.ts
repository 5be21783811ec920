import * as api from '@ipoteka-office/contract/employees/employees.ts'
import type { FileStore } from '#files/file-store.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { type Route, route } from '#http/route.ts'
import type { IdentityAdmin } from '#integrations/identity/identity-admin.ts'
import { getDependants } from './parts/employee-dependants.service.ts'
import { getHeadEmployee, listByOperation, listServiceEmployees } from './employee-names.service.ts'
import {
  createEmployee,
  deactivateEmployee,
  deactivateEmployees,
  filterEmployees,
  getEmployee,
  listEmployees,
  saveEmployee,
} from './employees.service.ts'
import { employeesExport } from './employees-export.service.ts'
import { listHistory } from './employees-history.service.ts'

/** What the employees' area needs beside the database. */
export interface EmployeeParts {
  readonly bank: BankFigures
  readonly files: FileStore
  /** Null: accounts are not kept from here. */
  readonly identity: IdentityAdmin | null
}

/** Employees of a partner: list, card, what depends on them, export. */
export const employeesRoutes = ({ bank, identity }: EmployeeParts): Route[] => [
  route(
    api.listPartnerEmployees,
    ({ params, query: { text, notActive, includeBranches, ...page } }, context) =>
      listEmployees(
        context,
        params.partnerId,
        { text, notActive, includeBranches, jobTitle: '' },
        page,
        bank,
      ),
  ),
  route(api.filterPartnerEmployees, ({ params, query, body }, context) =>
    filterEmployees(context, params.partnerId, body, query, bank),
  ),
  route(api.createPartnerEmployee, ({ params, body }, context) =>
    createEmployee(context, params.partnerId, body, { bank, identity }),
  ),
  route(api.deactivatePartnerEmployees, ({ params, query }, context) =>
    deactivateEmployees(context, params.partnerId, query.ids, bank),
  ),
  route(api.getPartnerEmployee, ({ params }, { db, actor }) => getEmployee(db, actor, params, bank)),
  route(api.updatePartnerEmployee, ({ params, body }, context) => saveEmployee(context, params, body, bank)),
  route(api.deactivatePartnerEmployee, ({ params, query }, context) =>
    deactivateEmployee(context, params, query.version, bank),
  ),
  route(api.getEmployeeDependants, ({ params }, context) => getDependants(context, params, bank)),
  route(api.listEmployeeHistory, ({ params, query }, context) => listHistory(context, params, query, bank)),
  route(api.getHeadEmployee, ({ params }, context) => getHeadEmployee(context, params.partnerId)),
  route(api.listEmployeesByOperation, ({ params, query }, context) =>
    listByOperation(context, { ...params, includeHead: false }, query),
  ),
  route(api.listEmployeesByOperationWithHead, ({ params, query }, context) =>
    listByOperation(context, params, query),
  ),
  route(api.listServiceEmployees, ({ params, query }, context) =>
    listServiceEmployees(context, params, query),
  ),
  ...employeesExport(bank).routes,
]
