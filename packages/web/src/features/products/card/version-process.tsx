import { getVersionProcess } from '@ipoteka-office/contract/products/products.ts'
import type { Product } from '@ipoteka-office/contract/products/product-rows.ts'
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
export function VersionProcess({ product, onClose }: { product: Product; onClose: () => void }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const { number } = product.shown
  const params = { id: String(product.id), number: String(number) }
  const answer = useQuery(query(getVersionProcess, { params }))
  const process = answer.data
  const state = chosen ?? process?.state ?? ''
  return (
    <Dialog open onClose={onClose} size="wide" title={`Процесс выпуска ${number}`}>
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
            <ol aria-label="Кто вёл выпуск">
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
