import {
  type Document,
  type DocumentStatus,
  documentTitle,
  ownDocument,
} from '@ipoteka-office/contract/documents/documents.ts'
import { useState } from 'react'
import { formatDateTime } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import type { DocumentAccess } from './document-access.ts'
import { documentCalls } from './document-actions.ts'
import { DocumentTags } from './document-row.tsx'
import styles from './documents.module.css'
import { RejectDialog } from './reject-dialog.tsx'
import { changeDocuments } from './use-documents.ts'

const done: Record<DocumentStatus, string> = {
  UPLOADED: 'Решение отменено',
  CHECKING: 'Документ взят на проверку',
  ACCEPTED: 'Документ принят',
  REJECTED: 'Документ отклонён',
}

/** The state of a document and the decision about it. */
export function DocumentDecision({ document, access }: { document: Document; access: DocumentAccess }) {
  const [rejecting, setRejecting] = useState(false)
  const [busy, setBusy] = useState<DocumentStatus | null>(null)
  const { status, reason, reviewedBy, reviewedAt, files, type } = document
  const decide = async (next: DocumentStatus, why = '') => {
    setBusy(next)
    await changeDocuments(() => documentCalls.review(document, next, why), done[next])
    setBusy(null)
  }
  const open = status === 'UPLOADED' || status === 'CHECKING'
  const noFile = files.length === 0 ? 'Документ без файла: проверять нечего' : null
  const noType = type === null ? 'Сначала назначьте тип документа' : null
  return (
    <div className={styles.decision}>
      <DocumentTags document={document} />
      {status === 'REJECTED' && reason && <p className={styles.rejected}>{reason}</p>}
      {reviewedBy && (
        <span className="muted small">
          {reviewedBy}, {formatDateTime(reviewedAt)}
        </span>
      )}
      <span className={styles.buttons}>
        {status === 'UPLOADED' && (
          <Button
            loading={busy === 'CHECKING'}
            disabledReason={access.review ?? noFile}
            onClick={() => void decide('CHECKING')}
          >
            Взять на проверку
          </Button>
        )}
        {open && (
          <>
            <Button look="danger" disabledReason={access.review} onClick={() => setRejecting(true)}>
              Отклонить
            </Button>
            <Button
              look="primary"
              loading={busy === 'ACCEPTED'}
              disabledReason={access.review ?? noFile ?? noType ?? (document.own ? ownDocument : null)}
              onClick={() => void decide('ACCEPTED')}
            >
              Принять
            </Button>
          </>
        )}
        {!open && (
          <Button
            loading={busy === 'UPLOADED'}
            disabledReason={access.review}
            onClick={() => void decide('UPLOADED')}
          >
            Отменить решение
          </Button>
        )}
      </span>
      {rejecting && (
        <RejectDialog
          text={`«${documentTitle(document)}» будет отклонён.`}
          onReject={(why) => decide('REJECTED', why)}
          onClose={() => setRejecting(false)}
        />
      )}
    </div>
  )
}
