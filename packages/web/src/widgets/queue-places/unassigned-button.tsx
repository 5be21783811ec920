import type { ApproverType } from '@ipoteka-office/contract/approvers/approvers.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import {
  explainUnassigned,
  getUnassignedSummary,
  listUnassigned,
  listWeighed,
} from '@ipoteka-office/contract/queue/unassigned.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keyOf } from '#api/query.ts'
import { formatCount } from '#lib/digits.ts'
import { Button } from '#ui/button.tsx'
import { onDemand } from '#ui/overlay/on-demand.tsx'
import { useLiveRefresh } from '#widgets/live-refresh.ts'
import { useUnassignedSummary } from './unassigned-summary.ts'

// The list stands without it, and it brings everything about cases along.
const UnassignedDialog = onDemand(async () => (await import('./unassigned-dialog.tsx')).UnassignedDialog)

/** «Нераспределённые · N»: the live count of applications that nobody fits, and the dialog that says why. */
export function UnassignedButton({ type }: { type: ApproverType }) {
  const [open, setOpen] = useState(false)
  const client = useQueryClient()
  const summary = useUnassignedSummary(type)
  useLiveRefresh(topics.unassigned(type), () => {
    for (const endpoint of [getUnassignedSummary, listUnassigned, explainUnassigned, listWeighed])
      void client.invalidateQueries({ queryKey: keyOf(endpoint) })
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
