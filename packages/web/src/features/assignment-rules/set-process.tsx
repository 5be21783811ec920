import {
  getRuleSetProcess,
  type RuleSet,
} from '@ipoteka-office/contract/assignment-rules/assignment-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#api/query.ts'
import { formatDateTime } from '#lib/dates.ts'
import { shortName } from '#lib/format.ts'
import { SkeletonRows } from '#ui/loader.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { ProcessDrawing } from '#widgets/process/process-drawing.tsx'
import { StateDetails } from '#widgets/process/state-details.tsx'

/** The machine of a version drawn with its way, and who led it. */
export function ProcessDialog({
  set,
  onClose,
}: {
  set: Pick<RuleSet, 'id' | 'number'>
  onClose: () => void
}) {
  const [chosen, setChosen] = useState<string | null>(null)
  const answer = useQuery(query(getRuleSetProcess, { params: { id: String(set.id) } }))
  const process = answer.data
  const state = chosen ?? process?.state ?? ''
  return (
    <Dialog open onClose={onClose} size="wide" title={`Путь версии ${set.number}`}>
      {answer.isError && <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <SkeletonRows />}
      {process && (
        <>
          <ProcessDrawing
            process={process.picture}
            present={process.state}
            chosen={state}
            onChoose={setChosen}
          />
          <ol aria-label="Кто вёл версию">
            {process.moves.map(({ label, at, actor, comment }) => (
              <li key={`${at} ${label}`}>
                {label}
                <span className="under">
                  {[`${shortName(actor)}, ${formatDateTime(at)}`, comment].filter(Boolean).join(' · ')}
                </span>
              </li>
            ))}
          </ol>
          <StateDetails process={process.picture} chosen={state} onChoose={setChosen} />
        </>
      )}
    </Dialog>
  )
}
