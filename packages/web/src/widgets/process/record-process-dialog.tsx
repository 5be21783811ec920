import type { RecordProcess } from '@ipoteka-office/contract/common/process.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { formatDateTime } from '#lib/dates.ts'
import { shortName } from '#lib/format.ts'
import { SkeletonRows } from '#ui/loader.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { ProcessDrawing } from './process-drawing.tsx'
import styles from './record-process-dialog.module.css'
import { StateDetails } from './state-details.tsx'

/** The machine of a record that is no case, drawn with its way, and who led it. */
export function RecordProcessDialog({
  title,
  ledBy,
  answer,
  onClose,
}: {
  title: string
  /** Name of the list of moves: «Кто вёл версию». */
  ledBy: string
  answer: UseQueryResult<z.output<typeof RecordProcess>>
  onClose: () => void
}) {
  const [chosen, setChosen] = useState<string | null>(null)
  const process = answer.data
  const state = chosen ?? process?.state ?? ''
  return (
    <Dialog open onClose={onClose} size="wide" title={title}>
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
            <ol className={styles.moves} aria-label={ledBy}>
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
