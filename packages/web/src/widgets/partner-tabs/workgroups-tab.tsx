import {
  createWorkgroup,
  deleteWorkgroup,
  listWorkgroups,
  type Workgroup,
} from '@ipoteka-office/contract/workgroups/workgroups.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keyOf, mutation, query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { emptyValue } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/overlay/confirm-dialog.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { FilterBar } from '#ui/table/filter-chip.tsx'
import { Icon } from '#ui/icon.tsx'
import { SearchInput } from '#ui/input/search-input.tsx'
import { StatusDot } from '#ui/status-dot.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { toast } from '#ui/overlay/toasts.tsx'
import { ToggleChip } from '#ui/table/toggle-chip.tsx'
import { errorInfoOf, Forbidden } from '#widgets/failure-block.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import styles from './partner-tabs.module.css'
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
          {description && <span className={styles.under}>{description}</span>}
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

/** «Рабочие группы» of a partner's card: groups with head, members, roles in processes and the rights they give. */
export function PartnerWorkgroupsTab({ partnerId: id }: { partnerId: number }) {
  const partnerId = String(id)
  const rights = useRights()
  const client = useQueryClient()
  const [page, setPage] = useState(1)
  const [name, setName] = useState('')
  const [withOff, setWithOff] = useState(false)
  const [opened, setOpened] = useState<number | 'new' | null>(null)
  const mayRead = rights.mayCall(listWorkgroups)
  const list = useQuery({
    ...query(listWorkgroups, {
      params: { partnerId },
      query: { page: page - 1, size: 20, name, ...(withOff ? {} : { notActive: 'false' as const }) },
    }),
    enabled: mayRead,
  })
  const reload = () => void client.invalidateQueries({ queryKey: keyOf(listWorkgroups) })
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
  if (!mayRead) return <Forbidden />
  const mayUpdate = rights.mayCall(createWorkgroup)
  return (
    <>
      <FilterBar
        end={
          <Button
            look="primary"
            disabledReason={mayUpdate ? null : noWorkgroupUpdate}
            onClick={() => setOpened('new')}
          >
            Создать группу
          </Button>
        }
      >
        <SearchInput
          label="Название группы"
          value={name}
          onSearch={(text) => {
            setName(text)
            setPage(1)
          }}
        />
        <ToggleChip
          value={withOff}
          onChange={(on) => {
            setWithOff(on)
            setPage(1)
          }}
        >
          С отключёнными
        </ToggleChip>
      </FilterBar>
      <DataTable
        label="Рабочие группы"
        columns={columnsOf(setOpened, (group) => void askRemove(group), mayUpdate)}
        rows={list.data?.content}
        rowKey={(group) => String(group.id)}
        total={list.data?.totalElements ?? 0}
        page={page}
        size={20}
        onPage={setPage}
        loading={list.isPlaceholderData}
        error={list.isError ? errorInfoOf(list.error) : null}
        onRetry={() => void list.refetch()}
        emptyTitle="Рабочих групп нет"
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
