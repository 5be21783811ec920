import {
  listReassignmentItems,
  type Reassignment,
  transferKinds,
} from '@ipoteka-office/contract/partner-work/partner-work.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#api/query.ts'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { StatusDot } from '#ui/status-dot.tsx'
import { TabsWithCounts } from '#ui/tabs-with-counts.tsx'
import { errorInfoOf } from '#widgets/failure-block.tsx'

/** What became of every object of a transfer. */
export function ReassignmentItems({
  partnerId,
  reassignment,
  onClose,
}: {
  partnerId: string
  reassignment: Reassignment
  onClose: () => void
}) {
  const [page, setPage] = useState(1)
  const [tab, setTab] = useState<'all' | 'done' | 'failed'>(reassignment.failed > 0 ? 'failed' : 'all')
  const list = useQuery(
    query(listReassignmentItems, {
      params: { partnerId, id: String(reassignment.id) },
      query: {
        page: page - 1,
        size: 20,
        ...(tab !== 'all' && { done: tab === 'done' ? ('true' as const) : ('false' as const) }),
      },
    }),
  )
  return (
    <Dialog
      open
      title={`Передача партнёру «${reassignment.toPartner.shortName}»`}
      size="wide"
      onClose={onClose}
      footer={<Button onClick={onClose}>Закрыть</Button>}
    >
      <TabsWithCounts
        label="Ответы"
        tabs={[
          { key: 'all', label: 'Все', count: reassignment.total },
          { key: 'done', label: 'Передано', count: reassignment.done },
          { key: 'failed', label: 'Отказы', count: reassignment.failed },
        ]}
        value={tab}
        onChange={(key) => {
          setTab(key)
          setPage(1)
        }}
      />
      <DataTable
        label="Ответы по объектам"
        columns={[
          { key: 'kind', title: 'Что', width: 180, render: (item) => transferKinds[item.kind] },
          { key: 'title', title: 'Объект', width: 320, render: (item) => item.title },
          {
            key: 'answer',
            title: 'Ответ',
            width: 280,
            render: ({ done, reason }) => (
              <StatusDot tone={done === null ? 'neutral' : done ? 'green' : 'red'}>
                {done === null ? 'Ещё не передан' : done ? 'Передан' : (reason ?? 'Отказ')}
              </StatusDot>
            ),
          },
        ]}
        rows={list.data?.content}
        rowKey={(item) => String(item.id)}
        total={list.data?.totalElements ?? 0}
        page={page}
        size={20}
        onPage={setPage}
        loading={list.isPlaceholderData}
        error={list.isError ? errorInfoOf(list.error) : null}
        onRetry={() => void list.refetch()}
        emptyTitle="Ответов нет"
      />
    </Dialog>
  )
}
