import { type DeadJob, getSystemState, retryDeadJobs } from '@ipoteka-office/contract/system/system.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { keyOf, mutation, queryClient } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { countOf } from '#lib/plural.ts'
import { toast } from '#ui/overlay/toasts.tsx'
import { BulkAction } from '#ui/table/data-table.tsx'
import { WholeTable } from '#ui/table/whole-table.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { deadColumns } from './system.columns.tsx'

/** Jobs whose every attempt failed; those who may, choose which are tried again. */
export function DeadJobs({ jobs }: { jobs: readonly DeadJob[] }) {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const mayRetry = useRights().mayCall(retryDeadJobs)
  const retry = useMutation({
    ...mutation(retryDeadJobs),
    onSuccess: ({ retried }) => {
      setChosen([])
      if (retried === 0) toast.error('Эти задания уже повторены, или такие же ждут своей очереди')
      else toast.success(`Повторяется: ${countOf(retried, 'задание', 'задания', 'заданий')}`)
    },
    onError: notifyFailure,
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(getSystemState) }),
  })
  // What somebody else has had tried again is chosen no longer.
  const keys = chosen.filter((key) => jobs.some(({ id }) => id === key))
  return (
    <WholeTable
      label="Неудавшиеся задания"
      columns={deadColumns}
      rows={jobs}
      rowKey={({ id }) => id}
      rowLabel={({ title, about }) => `${title}, ${about}`}
      emptyTitle="Неудавшихся заданий нет"
      {...(mayRetry && {
        selection: {
          keys,
          onChange: setChosen,
          actions: (
            <BulkAction
              onClick={() => retry.mutate({ body: { ids: [...keys] } })}
              disabledReason={retry.isPending ? 'Повторяем' : null}
            >
              Повторить
            </BulkAction>
          ),
        },
      })}
    />
  )
}
