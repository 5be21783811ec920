import { z } from 'zod'
import { type ExportOf, listExport } from '../exports/list-export.ts'
import { IdParam } from '../common/scalars.ts'
import { newEmployeeFields as fields } from './employee-fields.ts'
import { EmployeeFilter, EmployeeListQuery } from './employees.ts'
import { can } from '../endpoint.ts'

/** Columns of the list and of its export: key → heading. */
export const employeeColumns = {
  fullName: 'Сотрудник',
  jobTitle: fields.jobTitle.label,
  partner: 'Партнёр',
  login: fields.login.label,
  email: fields.email.label,
  phone: fields.phone.label,
  head: fields.headId.label,
  userRoles: fields.userRoleIds.label,
  workgroups: 'Рабочие группы',
  absence: 'Отсутствие',
  procuracy: 'Доверенность',
  account: fields.createAccount.label,
  active: 'Активность',
} as const
export type EmployeeColumn = keyof typeof employeeColumns

export const employeesExport = listExport({
  path: '/partner/:partnerId/employee/export',
  of: 'сотрудников',
  access: can('PartnerEmployee', 'List', 'Read', 'Export'),
  params: z.object({ partnerId: IdParam }),
  filter: EmployeeFilter,
  sort: EmployeeListQuery.shape.sort,
  columns: employeeColumns,
  fields,
})
export type EmployeeExport = ExportOf<typeof employeesExport>
