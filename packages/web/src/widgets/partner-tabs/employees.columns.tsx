import { type EmployeeColumn, employeeColumns } from '@ipoteka-office/contract/employees/employee-exports.ts'
import {
  absenceReasons,
  accountStates,
  type EmployeeRow,
} from '@ipoteka-office/contract/employees/employees.ts'
import { formatDate } from '#lib/dates.ts'
import { marks, names, noted, status, text } from '#ui/table/cells/cells.tsx'
import { columnsOf } from '#ui/table/table-columns.ts'
import { Tag } from '#ui/tag.tsx'

const toneOfExpiry = {
  FUTURE: 'neutral',
  VALID: 'green',
  EXPIRING: 'amber',
  EXPIRED: 'red',
  REVOKED: 'red',
} as const

/** The columns of a list of employees, the same as its export has. */
export const employeesColumns = columnsOf<EmployeeRow, EmployeeColumn>(employeeColumns, {
  fullName: noted(220, ({ fullName, jobTitle }) => [fullName, jobTitle], { link: true, always: true }),
  jobTitle: text(160, ({ jobTitle }) => jobTitle, { optional: true }),
  partner: text(180, ({ partner }) => partner.shortName, { optional: true }),
  login: text(112, ({ login }) => login),
  email: text(200, ({ email }) => email, { optional: true }),
  phone: text(124, ({ phone }) => phone),
  head: text(200, ({ head }) => head?.fullName, { optional: true }),
  userRoles: names(150, ({ userRoles }) => userRoles.map(({ name }) => name)),
  workgroups: names(160, ({ workgroups }) => workgroups.map(({ name }) => name)),
  absence: noted(140, ({ absence }) => [
    absence && <Tag tone="amber">{absenceReasons[absence.reason]}</Tag>,
    absence &&
      `до ${formatDate(absence.dateTo)}${absence.deputy ? `, замещает ${absence.deputy.fullName}` : ''}`,
  ]),
  procuracy: marks(132, ({ procuracy }) =>
    procuracy ? [{ text: `до ${formatDate(procuracy.dateTo)}`, tone: toneOfExpiry[procuracy.state] }] : [],
  ),
  account: text(130, ({ accountState }) => accountStates[accountState], { optional: true }),
  active: status(104, ({ notActive }) =>
    notActive ? { tone: 'neutral', text: 'Отключён' } : { tone: 'green', text: 'Работает' },
  ),
})
