import { z } from 'zod'
import { type ExportOf, listExport } from '../exports/list-export.ts'
import { IdParam } from '../common/scalars.ts'
import { EmployeeFilter, EmployeeListQuery } from './employees.ts'
import { can } from '../endpoint.ts'

/** Columns of the list and of its export: key → heading. */
export const employeeColumns = {
  fullName: 'Сотрудник',
  jobTitle: 'Должность',
  partner: 'Партнёр',
  login: 'Логин',
  email: 'Эл. почта',
  phone: 'Телефон',
  head: 'Руководитель',
  userRoles: 'Роли',
  workgroups: 'Рабочие группы',
  absence: 'Отсутствие',
  procuracy: 'Доверенность',
  account: 'Учётная запись',
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
})
export type EmployeeExport = ExportOf<typeof employeesExport>
