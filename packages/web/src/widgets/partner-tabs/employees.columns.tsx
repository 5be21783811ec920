import { type EmployeeColumn, employeeColumns } from '@ipoteka-office/contract/employees/employee-exports.ts'
import {
  absenceReasons,
  accountStates,
  type EmployeeRow,
  employeeSortFields,
} from '@ipoteka-office/contract/employees/employees.ts'
import type { ReactNode } from 'react'
import { formatDate } from '#lib/dates.ts'
import { emptyValue, formatText } from '#lib/format.ts'
import { StatusDot } from '#ui/status-dot.tsx'
import { Note } from '#ui/table/note.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { Tag } from '#ui/tag.tsx'
import { Tooltip } from '#ui/overlay/tooltip.tsx'

const toneOfExpiry = {
  FUTURE: 'neutral',
  VALID: 'green',
  EXPIRING: 'amber',
  EXPIRED: 'red',
  REVOKED: 'red',
} as const

/** One name and how many more; the whole list is in the tooltip. */
function Names({ list }: { list: readonly { name: string }[] }) {
  const [first] = list
  if (!first) return emptyValue
  if (list.length === 1) return first.name
  return (
    <Tooltip text={list.map(({ name }) => name).join(', ')}>
      <span>
        {first.name}, +{list.length - 1}
      </span>
    </Tooltip>
  )
}

function Absence({ absence }: Pick<EmployeeRow, 'absence'>) {
  if (!absence) return emptyValue
  return (
    <>
      <Tag tone="amber">{absenceReasons[absence.reason]}</Tag>
      <Note>
        до {formatDate(absence.dateTo)}
        {absence.deputy && `, замещает ${absence.deputy.fullName}`}
      </Note>
    </>
  )
}

const render: Record<EmployeeColumn, (row: EmployeeRow) => ReactNode> = {
  fullName: ({ fullName, jobTitle }) => (
    <>
      {fullName}
      <Note>{jobTitle}</Note>
    </>
  ),
  jobTitle: ({ jobTitle }) => formatText(jobTitle),
  partner: ({ partner }) => partner.shortName,
  login: ({ login }) => formatText(login),
  email: ({ email }) => formatText(email),
  phone: ({ phone }) => <span className="nowrap">{formatText(phone)}</span>,
  head: ({ head }) => head?.fullName ?? emptyValue,
  userRoles: ({ userRoles }) => <Names list={userRoles} />,
  workgroups: ({ workgroups }) => <Names list={workgroups} />,
  absence: ({ absence }) => <Absence absence={absence} />,
  procuracy: ({ procuracy }) =>
    procuracy ? (
      <Tag tone={toneOfExpiry[procuracy.state]}>до {formatDate(procuracy.dateTo)}</Tag>
    ) : (
      emptyValue
    ),
  account: ({ accountState }) => accountStates[accountState],
  active: ({ notActive }) => (
    <StatusDot tone={notActive ? 'neutral' : 'green'}>{notActive ? 'Отключён' : 'Работает'}</StatusDot>
  ),
}

const layout: Partial<Record<EmployeeColumn, Partial<Column<EmployeeRow>>>> = {
  fullName: { link: true, always: true, width: 220 },
  jobTitle: { optional: true, width: 160 },
  partner: { optional: true, width: 180 },
  login: { width: 112 },
  email: { optional: true, width: 200 },
  phone: { width: 124 },
  head: { optional: true, width: 200 },
  userRoles: { width: 150 },
  workgroups: { width: 160 },
  absence: { width: 140 },
  procuracy: { width: 132 },
  account: { optional: true, width: 130 },
  active: { width: 104 },
}

/** The columns of a list of employees, the same as its export has. */
export const employeesColumns: Column<EmployeeRow>[] = (Object.keys(employeeColumns) as EmployeeColumn[]).map(
  (key) => ({
    key,
    title: employeeColumns[key],
    render: render[key],
    sortable: (employeeSortFields as readonly string[]).includes(key),
    ...layout[key],
  }),
)
