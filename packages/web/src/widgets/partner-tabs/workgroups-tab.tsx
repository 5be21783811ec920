import {
  createWorkgroup,
  deleteWorkgroup,
  listWorkgroups,
  type Workgroup,
} from '@ipoteka-office/contract/workgroups/workgroups.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { mutation } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { emptyValue } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/overlay/confirm-dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { StatusDot } from '#ui/status-dot.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { toast } from '#ui/overlay/toasts.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { flag, search } from '../list/filters.ts'
import { ListScreen } from '../list/list-screen.tsx'
import { serverList } from '../list/server-list.ts'
import { useServerList } from '../list/use-server-list.ts'
import { WorkgroupDialog } from './workgroup-dialog.tsx'

export const noWorkgroupUpdate = 'Нет права на изменение рабочих групп. Обратитесь к администратору'
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).join(', ') || emptyValue

const columnsOf = (open: (id: number) => void, remove: (group: Workgroup) => void, mayUpdate: boolean) =>
  [
    {
      key: 'name',
      title: 'Группа',
      always: true,
      width: 240,
      render: ({ id, name, description }) => (
        <>
          <Button look="link" onClick={() => open(id)}>
            {name}
          </Button>
          {description && <span className="under">{description}</span>}
        </>
      ),
    },
    { key: 'head', title: 'Руководитель', width: 200, render: ({ head }) => head?.fullName ?? emptyValue },
    { key: 'count', title: 'Сотрудников', width: 110, align: 'right', render: (g) => g.employeesCount },
    { key: 'roles', title: 'Роли в процессах', width: 220, render: ({ roles }) => names(roles) },
    { key: 'userRoles', title: 'Даёт права ролей', width: 200, render: ({ userRoles }) => names(userRoles) },
    {
      key: 'active',
      title: 'Активность',
      width: 120,
      render: ({ notActive }) => (
        <StatusDot tone={notActive ? 'neutral' : 'green'}>{notActive ? 'Отключена' : 'Действует'}</StatusDot>
      ),
    },
    {
      key: 'remove',
      title: 'Действия',
      width: 48,
      render: (group) => (
        <Button
          look="quiet"
          aria-label={`Удалить группу «${group.name}»`}
          disabledReason={mayUpdate ? null : noWorkgroupUpdate}
          onClick={() => remove(group)}
        >
          <Icon name="trash" />
        </Button>
      ),
    },
  ] satisfies Column<Workgroup>[]

const workgroupsList = (partnerId: string) =>
  serverList(listWorkgroups, {
    key: 'workgroups',
    filters: [
      search('name', 'Название группы'),
      flag('withOff', 'С отключёнными', { label: 'Отключённые', value: 'показаны', widens: true }),
    ],
    ask: ({ filter: { withOff, ...filter }, paging }) => ({
      params: { partnerId },
      query: { ...paging, ...filter, ...(withOff ? {} : { notActive: 'false' as const }) },
    }),
  })

/** «Рабочие группы» of a partner's card: groups with head, members, roles in processes and the rights they give. */
export function PartnerWorkgroupsTab({ partnerId: id }: { partnerId: number }) {
  const partnerId = String(id)
  const mayUpdate = useRights().mayCall(createWorkgroup)
  const [opened, setOpened] = useState<number | 'new' | null>(null)
  const list = useServerList(workgroupsList(partnerId), { keeping: 'screen' })
  const reload = list.refresh
  const remove = useMutation({
    ...mutation(deleteWorkgroup),
    onError: notifyFailure,
    onSuccess: () => {
      toast.success('Группа удалена')
      reload()
    },
  })
  const askRemove = async (group: Workgroup) => {
    const sure = await confirm({ text: `Удалить группу «${group.name}»?`, okText: 'Удалить', danger: true })
    if (sure)
      remove.mutate({
        params: { partnerId, id: String(group.id) },
        query: { version: group.version },
      })
  }
  return (
    <>
      <ListScreen
        list={list}
        title="Рабочие группы"
        isPart
        columns={columnsOf(setOpened, (group) => void askRemove(group), mayUpdate)}
        create={{
          text: 'Создать группу',
          disabledReason: mayUpdate ? null : noWorkgroupUpdate,
          onClick: () => setOpened('new'),
        }}
        empty={{
          title: 'Рабочих групп нет',
          text: 'Группа объединяет людей партнёра: её роли дают им права и место в процессах.',
        }}
      />
      {opened !== null && (
        <WorkgroupDialog
          key={opened}
          partnerId={partnerId}
          groupId={opened === 'new' ? null : opened}
          onClose={() => {
            setOpened(null)
            reload()
          }}
          onCreated={setOpened}
        />
      )}
    </>
  )
}
