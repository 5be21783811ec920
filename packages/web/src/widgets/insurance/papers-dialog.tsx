import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import {
  type Document,
  documentStatuses,
  documentTitle,
  listDocuments,
} from '@ipoteka-office/contract/documents/documents.ts'
import type { RequestOf } from '@ipoteka-office/contract/endpoint.ts'
import { type Agreement, attachAgreementDocuments } from '@ipoteka-office/contract/insurance/agreements.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import { SkeletonRows } from '#ui/loader.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { FailureBlock } from '../failure-block.tsx'
import { notifyFailure } from '../notify-failure.ts'
import styles from './insurance.module.css'

/** Papers of insurance stand before the others. */
const inOrder = (documents: readonly Document[]): Document[] => {
  const rank = ({ type }: Document) => (type?.categoryCode === 'INSURANCE' ? 0 : 1)
  return documents.toSorted((one, other) => rank(one) - rank(other))
}

function Papers({
  documents,
  chosen,
  onToggle,
}: {
  documents: readonly Document[]
  chosen: readonly number[]
  onToggle: (id: number) => void
}) {
  if (documents.length === 0)
    return (
      <p>У заявки пока нет документов. Загрузите полис в разделе «Документы», потом приложите его здесь.</p>
    )
  return (
    <fieldset className={styles.offers}>
      <legend className="visually-hidden">Документы заявки</legend>
      {inOrder(documents).map((one) => (
        <label key={one.id} className={styles.offer}>
          <input type="checkbox" checked={chosen.includes(one.id)} onChange={() => onToggle(one.id)} />
          <span>
            {documentTitle(one)}
            {one.number !== '' && <span className="under">№ {one.number}</span>}
          </span>
          <span className="muted">{documentStatuses[one.status]}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** Which papers of the application show the agreement. */
export function PapersDialog({
  agreement,
  onDone,
  onClose,
}: {
  agreement: Agreement
  onDone: () => void
  onClose: () => void
}) {
  const { id: ownerId, type } = agreement.case
  const ownerType = caseTypes[type].documents.owner as RequestOf<typeof listDocuments>['query']['ownerType']
  const answer = useQuery(query(listDocuments, { query: { ownerType, ownerId: String(ownerId) } }))
  const [picked, setPicked] = useState<number[] | null>(null)
  const [busy, setBusy] = useState(false)
  const chosen = picked ?? agreement.documents.map(({ id }) => id)
  const save = async () => {
    setBusy(true)
    try {
      const body = { documentIds: chosen, version: agreement.version }
      await call(attachAgreementDocuments, { params: { id: String(agreement.id) }, body })
      onClose()
    } catch (failure) {
      notifyFailure(failure)
    } finally {
      setBusy(false)
      onDone()
    }
  }
  return (
    <Dialog
      open
      title="Документы договора"
      onClose={onClose}
      approval={{
        text: 'Сохранить',
        onApprove: () => void save(),
        busy,
        disabledReason: picked === null ? 'Отметьте документы' : null,
      }}
    >
      {answer.isError ? (
        <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
      ) : answer.data === undefined ? (
        <SkeletonRows />
      ) : (
        <Papers
          documents={answer.data.documents}
          chosen={chosen}
          onToggle={(id) =>
            setPicked(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
          }
        />
      )}
    </Dialog>
  )
}
