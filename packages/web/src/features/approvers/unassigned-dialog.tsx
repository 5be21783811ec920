import {
  getUnassignedSummary,
  listUnassigned,
  type RejectionReason,
  rejectionReasons,
} from '@ipoteka-office/contract/applications.ts'
import type { ApproverType } from '@ipoteka-office/contract/approvers.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keyOf, query } from '#api/query.ts'
import { formatCount } from '#lib/digits.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Tag } from '#ui/tag.tsx'
import { useLiveRefresh } from '#widgets/live-refresh.ts'
import { ApplicationsTable, dialogPageSize } from './applications-table.tsx'
import styles from './approvers.module.css'

function useSummary(type: ApproverType) {
  return useQuery({ ...query(getUnassignedSummary, { params: { type } }), refetchOnMount: 'always' })
}

/** The applications that nobody fits, and why. */
export function UnassignedDialog({ type, onClose }: { type: ApproverType; onClose: () => void }) {
  const [page, setPage] = useState(1)
  const summary = useSummary(type)
  const answer = useQuery({
    ...query(listUnassigned, { params: { type }, query: { page: page - 1, size: dialogPageSize } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const reasons = Object.entries(summary.data?.reasons ?? {}).sort(([, a], [, b]) => b - a)
  return (
    <Dialog open onClose={onClose} size="wide" title="Нераспределённые заявки">
      {reasons.length > 0 && (
        <div className={styles.reasons}>
          <span className="muted">Почему не назначены:</span>
          {reasons.map(([reason, count]) => (
            <Tag key={reason} tone="amber">
              {rejectionReasons[reason as RejectionReason]} · {count}
            </Tag>
          ))}
        </div>
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

/** «Нераспределённые · N»: the live count of applications that nobody fits, and the dialog that says why. */
export function UnassignedButton({ type }: { type: ApproverType }) {
  const [open, setOpen] = useState(false)
  const client = useQueryClient()
  const summary = useSummary(type)
  useLiveRefresh(topics.unassigned(type), () => {
    void client.invalidateQueries({ queryKey: keyOf(getUnassignedSummary) })
    void client.invalidateQueries({ queryKey: keyOf(listUnassigned) })
  })
  const count = summary.data?.count
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        Нераспределённые{count === undefined ? '' : ` · ${formatCount(count)}`}
      </Button>
      {open && <UnassignedDialog type={type} onClose={() => setOpen(false)} />}
    </>
  )
}
