import { employeesExport } from '@ipoteka-office/contract/employees/employee-exports.ts'
import {
  createPartnerEmployee,
  deactivatePartnerEmployees,
} from '@ipoteka-office/contract/employees/employees.ts'
import { call } from '#api/call.ts'
import type { Crumb } from '#lib/page-place.ts'
import { onDemand } from '#ui/overlay/on-demand.tsx'
import { bulkOf, offer } from '../list/bulk-changes.tsx'
import { ListScreen } from '../list/list-screen.tsx'
import { useServerList } from '../list/use-server-list.ts'
import { employeesColumns } from './employees.columns.tsx'
import { employeesList } from './employees-list.ts'

const CreateEmployeeDialog = onDemand(
  async () => (await import('./create-employee-dialog.tsx')).CreateEmployeeDialog,
)

const deactivating = (partnerId: string) =>
  bulkOf({
    needs: { call: deactivatePartnerEmployees, to: 'отключение сотрудников' },
    of: ['сотрудника', 'сотрудников'],
    offers: [
      offer('Отключить', {
        sure: {
          title: 'Отключить сотрудников',
          text: (people) => `Отключить ${people}? Вход будет закрыт, заявки в работе перейдут другим.`,
        },
        change: () => null,
      }),
    ],
    run: async (ids) => {
      const request = { params: { partnerId }, query: { ids: ids.join(',') } }
      return (await call(deactivatePartnerEmployees, request)).results
    },
    doneText: (count) => `Отключено: ${count}`,
  })

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
  const list = useServerList(employeesList(partnerId), { keeping: isPart ? 'screen' : 'address' })
  return (
    <ListScreen
      list={list}
      title={title ?? 'Сотрудники партнёра'}
      {...(place && { place })}
      isPart={isPart}
      columns={employeesColumns}
      rowLabel={({ fullName }) => fullName}
      rowHref={({ id, partner }) => `/partner/${partner.id}/employee/${id}`}
      exporting={employeesExport}
      create={{
        text: 'Создать сотрудника',
        needs: { call: createPartnerEmployee, to: 'создание сотрудников' },
        dialog: (onClose) => (
          <CreateEmployeeDialog
            partnerId={partnerId}
            onClose={onClose}
            onCreated={({ id }) => {
              list.refresh()
              list.open(`/partner/${partnerId}/employee/${id}`)
            }}
          />
        ),
      }}
      empty={{
        title: 'Сотрудников нет',
        text: 'Здесь люди партнёра: их роли, группы, доверенности и вход в систему.',
      }}
      bulk={deactivating(partnerId)}
    />
  )
}
