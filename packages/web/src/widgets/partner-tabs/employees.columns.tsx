import { type EmployeeColumn, employeeColumns } from '@ipoteka-office/contract/employees/employee-exports.ts'
import {
  absenceReasons,
  accountStates,
  type EmployeeRow,
  employeeSortFields,
} from '@ipoteka-office/contract/employees/employees.ts'
import { formatDate } from '#lib/dates.ts'
import { emptyValue, formatText } from '#lib/format.ts'
import { StatusDot } from '#ui/status-dot.tsx'
import { Note } from '#ui/table/note.tsx'
import { columnsOf } from '#ui/table/table-columns.ts'
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

/** The columns of a list of employees, the same as its export has. */
export const employeesColumns = columnsOf<EmployeeRow, EmployeeColumn>(employeeColumns, employeeSortFields, {
  fullName: {
    link: true,
    always: true,
    width: 220,
    render: ({ fullName, jobTitle }) => (
      <>
        {fullName}
        <Note>{jobTitle}</Note>
      </>
    ),
  },
  jobTitle: { optional: true, width: 160, render: ({ jobTitle }) => formatText(jobTitle) },
  partner: { optional: true, width: 180, render: ({ partner }) => partner.shortName },
  login: { width: 112, render: ({ login }) => formatText(login) },
  email: { optional: true, width: 200, render: ({ email }) => formatText(email) },
  phone: { width: 124, render: ({ phone }) => <span className="nowrap">{formatText(phone)}</span> },
  head: { optional: true, width: 200, render: ({ head }) => head?.fullName ?? emptyValue },
  userRoles: { width: 150, render: ({ userRoles }) => <Names list={userRoles} /> },
  workgroups: { width: 160, render: ({ workgroups }) => <Names list={workgroups} /> },
  absence: { width: 140, render: ({ absence }) => <Absence absence={absence} /> },
  procuracy: {
    width: 132,
    render: ({ procuracy }) =>
      procuracy ? (
        <Tag tone={toneOfExpiry[procuracy.state]}>до {formatDate(procuracy.dateTo)}</Tag>
      ) : (
        emptyValue
      ),
  },
  account: { optional: true, width: 130, render: ({ accountState }) => accountStates[accountState] },
  active: {
    width: 104,
    render: ({ notActive }) => (
      <StatusDot tone={notActive ? 'neutral' : 'green'}>{notActive ? 'Отключён' : 'Работает'}</StatusDot>
    ),
  },
})
