import { z } from 'zod'
import { IdParam } from '../common/scalars.ts'
import { EmployeeFilter, EmployeeListQuery } from './employees.ts'
import { can, endpoint } from '../endpoint.ts'
import { BackgroundTask } from '../notifications/notifications.ts'

const PartnerKey = z.object({ partnerId: IdParam })

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
const EmployeeColumns = z
  .array(z.enum(Object.keys(employeeColumns) as [EmployeeColumn, ...EmployeeColumn[]]))
  .min(1)
  .max(20)

const ExportBody = z.object({
  format: z.enum(['xlsx', 'csv']),
  filter: EmployeeFilter,
  sort: EmployeeListQuery.shape.sort,
  columns: EmployeeColumns,
})
export type EmployeeExport = z.output<typeof ExportBody>
const mayExport = can('PartnerEmployee', 'List', 'Read', 'Export')

/** The whole filter as a file; above `exportAtOnceRows` of approvers.ts 400: use `startEmployeeExport`. */
export const exportEmployees = endpoint({
  method: 'POST',
  path: '/partner/:partnerId/employee/export',
  summary: 'Выгрузка сотрудников',
  reads: true,
  access: mayExport,
  params: PartnerKey,
  body: ExportBody,
  produces: 'file',
})
export const startEmployeeExport = endpoint({
  method: 'POST',
  path: '/partner/:partnerId/employee/export/task',
  summary: 'Выгрузка сотрудников в фоне',
  idempotent: true,
  access: mayExport,
  params: PartnerKey,
  body: ExportBody,
  response: BackgroundTask,
})
