import { rejectionReasons } from '@ipoteka-office/contract/queue/queue.ts'
import type { ApproverType } from '@ipoteka-office/contract/approvers/approvers.ts'
import { listUnassigned, Obstacle } from '@ipoteka-office/contract/queue/unassigned.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#api/query.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { TabsWithCounts } from '#ui/tabs-with-counts.tsx'
import { ApplicationsTable, dialogPageSize } from './applications-table.tsx'
import { useUnassignedSummary } from './unassigned-summary.ts'

const obstacleNames = { ...rejectionReasons, group: 'стоят у групп', none: 'уже есть кому отдать' }

/** «Все» and each obstacle that there is, the commonest first: the number of a tab is that of its rows. */
function tabsOf(summary: ReturnType<typeof useUnassignedSummary>['data']) {
  const counts = { ...summary?.reasons, group: summary?.atGroups, none: summary?.ready }
  const found = Obstacle.options.filter((code) => (counts[code] ?? 0) > 0)
  found.sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0))
  return [
    { key: 'all' as const, label: 'Все', count: summary?.count },
    ...found.map((code) => ({ key: code, label: obstacleNames[code], count: counts[code] })),
  ]
}

/** The applications that nobody has, and what keeps each from being given out. */
export function UnassignedDialog({ type, onClose }: { type: ApproverType; onClose: () => void }) {
  const [page, setPage] = useState(1)
  const [asked, setAsked] = useState<Obstacle | 'all'>('all')
  const summary = useUnassignedSummary(type)
  const tabs = tabsOf(summary.data)
  // The last application of an obstacle may have gone meanwhile.
  const tab = tabs.some(({ key }) => key === asked) ? asked : 'all'
  const answer = useQuery(
    query(listUnassigned, {
      params: { type },
      query: { page: page - 1, size: dialogPageSize, ...(tab !== 'all' && { obstacle: tab }) },
    }),
  )
  return (
    <Dialog open onClose={onClose} size="wide" title="Нераспределённые заявки">
      {tabs.length > 1 && (
        <TabsWithCounts
          label="Что мешает назначить"
          tabs={tabs}
          value={tab}
          onChange={(next) => {
            setAsked(next)
            setPage(1)
          }}
        />
      )}
      <ApplicationsTable
        type={type}
        label="Нераспределённые заявки"
        answer={answer}
        page={page}
        onPage={setPage}
        whyText="Почему?"
        emptyTitle="Все заявки распределены"
      />
    </Dialog>
  )
}
