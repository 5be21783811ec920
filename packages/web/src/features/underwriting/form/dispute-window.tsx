import { getEngineRuns } from '@ipoteka-office/contract/underwriting/engine-runs.ts'
import { getUnderwritingForm } from '@ipoteka-office/contract/underwriting/form/room.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { keyOf, query } from '#api/query.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { DelayedLoader } from '#ui/loader.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { DisputeDialog } from '../runs/stop-factors.tsx'

/** The window of «Ответы СПР» in which a stop factor is disputed, opened from the room. */
export function DisputeWindow({
  caseId,
  factor: { code, runId },
  onClose,
}: {
  caseId: number
  factor: { readonly code: string; readonly runId: number }
  onClose: () => void
}) {
  const client = useQueryClient()
  const answer = useQuery(query(getEngineRuns, { params: { id: String(caseId) } }))
  const factor = answer.data?.runs.find(({ id }) => id === runId)?.factors.find((one) => one.code === code)
  if (answer.data === undefined || factor === undefined || factor.refusalToDispute !== null)
    return (
      <Dialog open title="Оспорить стоп-фактор" onClose={onClose}>
        {answer.isError ? (
          <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
        ) : answer.isPending ? (
          <DelayedLoader />
        ) : (
          <p>{factor?.refusalToDispute ?? 'СПР ответила заново: этого стоп-фактора больше нет.'}</p>
        )}
      </Dialog>
    )
  return (
    <DisputeDialog
      caseId={caseId}
      runId={runId}
      factor={factor}
      documents={answer.data.documents}
      onChanged={() => void client.invalidateQueries({ queryKey: keyOf(getUnderwritingForm) })}
      onClose={onClose}
    />
  )
}
