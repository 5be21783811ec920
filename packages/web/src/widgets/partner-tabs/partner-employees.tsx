import { onDemand } from '#ui/overlay/on-demand.tsx'
import { employeesExport } from '@ipoteka-office/contract/employees/employee-exports.ts'
import {
  createPartnerEmployee,
  deactivatePartnerEmployees,
  type EmployeeRow,
} from '@ipoteka-office/contract/employees/employees.ts'
import { listRoles } from '@ipoteka-office/contract/roles/roles.ts'
import { listWorkgroupNames } from '@ipoteka-office/contract/workgroups/workgroups.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { call } from '#api/call.ts'
import { queryOnce } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import type { Crumb } from '#lib/page-place.ts'
import { countOf } from '#lib/plural.ts'
import { confirm } from '#ui/overlay/confirm-dialog.tsx'
import { BulkAction } from '#ui/table/data-table.tsx'
import { useBulk } from '../list/bulk.tsx'
import { ListScreen } from '../list/list-screen.tsx'
import type { Chosen } from '../list/selection.tsx'
import { useServerList } from '../list/use-server-list.ts'
import { employeesColumns } from './employees.columns.tsx'
import { employeesList } from './employees-list.ts'

const CreateEmployeeDialog = onDemand(
  async () => (await import('./create-employee-dialog.tsx')).CreateEmployeeDialog,
)

const no = (what: string) => `Нет права на ${what}. Обратитесь к администратору`

/** Names of roles and groups for the chips; a person without the right to roles has no such chip. */
function useChoices(partnerId: string) {
  const rights = useRights()
  const roles = useQuery({ ...queryOnce(listRoles), enabled: rights.mayCall(listRoles) })
  const groups = useQuery({
    ...queryOnce(listWorkgroupNames, { params: { partnerId } }),
    enabled: rights.mayCall(listWorkgroupNames),
  })
  const options = (list: readonly { id: number; name: string }[] | undefined) =>
    (list ?? []).map(({ id, name }) => ({ code: String(id), name }))
  return { roles: options(roles.data), groups: options(groups.data) }
}

function Deactivate({ partnerId, chosen }: { partnerId: string; chosen: Chosen<EmployeeRow> }) {
  const mayDeactivate = useRights().mayCall(deactivatePartnerEmployees)
  const bulk = useBulk(chosen, {
    run: async (ids, _: null) => {
      const request = { params: { partnerId }, query: { ids: ids.join(',') } }
      return (await call(deactivatePartnerEmployees, request)).results
    },
    doneText: (count) => `Отключено: ${count}`,
  })
  const ask = async () => {
    const people = countOf(chosen.keys.length, 'сотрудника', 'сотрудников', 'сотрудников')
    const sure = await confirm({
      title: 'Отключить сотрудников',
      text: `Отключить ${people}? Вход будет закрыт, заявки в работе перейдут другим.`,
      okText: 'Отключить',
      danger: true,
    })
    if (sure) await bulk.start(null)
  }
  return (
    <>
      <BulkAction
        onClick={() => void ask()}
        disabledReason={mayDeactivate ? null : no('отключение сотрудников')}
      >
        Отключить
      </BulkAction>
      {bulk.dialog}
    </>
  )
}

/** Employees of a partner: a page of its own when it has a title, otherwise a tab of the partner's card. */
export function PartnerEmployees({
  partnerId,
  title,
  place,
}: {
  partnerId: string
  title?: string
  place?: readonly (Crumb | string)[]
}) {
  const isPart = title === undefined
  const list = useServerList(
    useMemo(() => employeesList(partnerId), [partnerId]),
    {
      keeping: isPart ? 'screen' : 'address',
    },
  )
  const mayCreate = useRights().mayCall(createPartnerEmployee)
  const [creating, setCreating] = useState(false)
  const totals = list.page?.totals
  return (
    <>
      <ListScreen
        list={list}
        title={title ?? 'Сотрудники партнёра'}
        {...(place && { place })}
        isPart={isPart}
        columns={employeesColumns}
        rowLabel={({ fullName }) => fullName}
        rowHref={({ id, partner }) => `/partner/${partner.id}/employee/${id}`}
        tabs={{
          label: 'Какие сотрудники',
          words: { active: 'Работают', absent: 'Отсутствуют сегодня', inactive: 'Отключены', all: 'Все' },
          counts: { ...totals, inactive: totals?.notActive },
        }}
        choices={useChoices(partnerId)}
        exporting={employeesExport}
        create={{
          text: 'Создать сотрудника',
          disabledReason: mayCreate ? null : no('создание сотрудников'),
          onClick: () => setCreating(true),
        }}
        empty={{
          title: 'Сотрудников нет',
          text: 'Здесь люди партнёра: их роли, группы, доверенности и вход в систему.',
        }}
        bulk={(chosen) => <Deactivate partnerId={partnerId} chosen={chosen} />}
      />
      {creating && (
        <CreateEmployeeDialog
          partnerId={partnerId}
          onClose={() => setCreating(false)}
          onCreated={(employee) => {
            list.refresh()
            list.open(`/partner/${partnerId}/employee/${employee.id}`)
          }}
        />
      )}
    </>
  )
}
