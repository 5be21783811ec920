import type { ItemsAnswer } from '@ipoteka-office/contract/common/items.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import {
  addWorkgroupEmployees,
  listWorkgroupEmployees,
  removeWorkgroupEmployees,
} from '@ipoteka-office/contract/workgroups/workgroups.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mutation, query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { Icon } from '#ui/icon.tsx'
import { LookupSelect } from '#ui/select/lookup-select.tsx'
import { Tag } from '#ui/tag.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { errorInfoOf } from '#widgets/failure-block.tsx'
import { useLiveRefresh } from '#widgets/live-refresh.ts'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { searchEmployees } from './employee-options.ts'
import styles from './partner-tabs.module.css'

const size = 20

/** Says what became of the items of a change. */
export function sayItems({ results }: ItemsAnswer, done: string): void {
  for (const { reason } of results.filter((r) => !r.done)) toast.error(reason ?? 'Не удалось изменить')
  if (results.some((r) => r.done)) toast.success(done)
}

/** Members of a group: who they are, one more, one fewer. */
export function WorkgroupMembers({
  partnerId,
  workgroupId,
  onChanged,
}: {
  partnerId: string
  workgroupId: string
  onChanged: () => void
}) {
  const [page, setPage] = useState(1)
  const params = { partnerId, workgroupId }
  const mayUpdate = useRights().mayCall(addWorkgroupEmployees)
  const reason = mayUpdate ? null : 'Нет права на изменение рабочих групп'
  const list = useQuery(query(listWorkgroupEmployees, { params, query: { page: page - 1, size } }))
  const changed = () => {
    void list.refetch()
    onChanged()
  }
  useLiveRefresh(topics.partner(Number(partnerId)), changed)
  const add = useMutation({
    ...mutation(addWorkgroupEmployees),
    onError: notifyFailure,
    onSuccess: (answer) => {
      if (answer.pending === null) sayItems(answer, 'Сотрудник добавлен в группу')
      else
        toast.info('Добавление отправлено на подтверждение', {
          description: `Группа даёт роли: запрос № ${answer.pending.id} решит другой сотрудник`,
        })
      changed()
    },
  })
  const remove = useMutation({
    ...mutation(removeWorkgroupEmployees),
    onError: notifyFailure,
    onSuccess: (answer) => {
      sayItems(answer, 'Сотрудник исключён из группы')
      changed()
    },
  })
  return (
    <>
      {mayUpdate && (
        <div className={styles.addLine}>
          <label htmlFor="workgroup-add">Добавить сотрудника</label>
          <LookupSelect
            id="workgroup-add"
            value={null}
            onChange={(code) =>
              code !== null && add.mutate({ params, body: { employeeIds: [Number(code)] } })
            }
            search={searchEmployees(partnerId)}
          />
        </div>
      )}
      <DataTable
        label="Сотрудники группы"
        columns={[
          {
            key: 'fullName',
            title: 'Сотрудник',
            width: 280,
            render: (member) => (
              <>
                {member.fullName} {member.head && <Tag tone="green">руководитель</Tag>}
                <span className="under">{member.jobTitle}</span>
              </>
            ),
          },
          { key: 'partner', title: 'Партнёр', width: 220, render: ({ partner }) => partner.shortName },
          {
            key: 'remove',
            title: 'Действия',
            width: 48,
            render: ({ id, fullName }) => (
              <Button
                look="quiet"
                aria-label={`Исключить: ${fullName}`}
                disabledReason={reason}
                onClick={() => remove.mutate({ params, query: { ids: String(id) } })}
              >
                <Icon name="trash" />
              </Button>
            ),
          },
        ]}
        rows={list.data?.content}
        rowKey={({ id }) => String(id)}
        total={list.data?.totalElements ?? 0}
        page={page}
        size={size}
        onPage={setPage}
        loading={list.isPlaceholderData}
        error={list.isError ? errorInfoOf(list.error) : null}
        onRetry={() => void list.refetch()}
        emptyTitle="В группе никого нет"
      />
    </>
  )
}
