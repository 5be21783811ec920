import { getRuleProcess } from '@ipoteka-office/contract/document-rules/document-rules.ts'
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
import styles from './document-rules.module.css'

/** The machine of a version drawn with its way, and who led it. */
export function ProcessDialog({
  ruleId,
  number,
  onClose,
}: {
  ruleId: number
  /** Of a published version, or the one that the draft will have. */
  number: number
  onClose: () => void
}) {
  const [chosen, setChosen] = useState<string | null>(null)
  const params = { id: String(ruleId), number: String(number) }
  const answer = useQuery(query(getRuleProcess, { params }))
  const process = answer.data
  const state = chosen ?? process?.state ?? ''
  return (
    <Dialog open onClose={onClose} size="wide" title={`Процесс версии № ${number}`}>
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
          {process.moves.length > 0 && (
            <ol className={styles.versions} aria-label="Кто вёл версию">
              {process.moves.map(({ label, at, actor, comment }) => (
                <li key={`${at} ${label}`}>
                  {label}
                  <span className="under">
                    {[`${shortName(actor)}, ${formatDateTime(at)}`, comment].filter(Boolean).join(' · ')}
                  </span>
                </li>
              ))}
            </ol>
          )}
          <StateDetails process={process.picture} chosen={state} onChoose={setChosen} />
        </>
      )}
    </Dialog>
  )
}
