import { caseDocumentPath } from '@ipoteka-office/contract/cases/case-links.ts'
import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import {
  type Document,
  type DocumentStatus,
  ownDocument,
} from '@ipoteka-office/contract/documents/documents.ts'
import { refusePaper } from '@ipoteka-office/contract/underwriting/papers/papers.ts'
import { useState } from 'react'
import { useRights } from '#api/rights.ts'
import { formatDateTime } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { onDemand } from '#ui/overlay/on-demand.tsx'
import { Remark, useRemarkRights } from '#widgets/case/talk/remarks-block.tsx'
import { useRemarks } from '#widgets/case/talk/remarks-data.ts'
import { useDocumentAccess } from '#widgets/documents/document-access.ts'
import { documentCalls } from '#widgets/documents/document-actions.ts'
import { DocumentTags } from '#widgets/documents/document-row.tsx'
import { changeDocuments } from '#widgets/documents/use-documents.ts'
import { HrefLink } from '#widgets/href-link.tsx'
import styles from './papers.module.css'

const RefuseWindow = onDemand(async () => (await import('./refuse-window.tsx')).RefuseWindow)

const done: Readonly<Record<'ACCEPTED' | 'UPLOADED', string>> = {
  ACCEPTED: 'Документ принят',
  UPLOADED: 'Решение отменено',
}

/** Why a paper cannot be accepted as it is; null: it can. */
function lackOf({ files, type, validity, own }: Document): string | null {
  if (files.length === 0) return 'У документа нет файла: принимать нечего'
  if (type === null) return 'Сначала назначьте тип в документах заявки'
  if (validity === 'EXPIRED') return 'Срок действия документа истёк'
  return own ? ownDocument : null
}

/** What was said to the agent of the paper, with the answer. */
function Remarks({ head, documentId }: { head: CaseHead; documentId: number }) {
  const { data = [] } = useRemarks(head.id)
  const may = useRemarkRights(head)
  const own = data.filter(({ document, state }) => document?.id === documentId && state !== 'CLOSED')
  if (own.length === 0) return null
  return (
    <ul className={styles.remarks} aria-label="Замечания к документу">
      {own.map((remark) => (
        <Remark key={remark.id} head={head} remark={remark} may={may} onSection={undefined} isAtDocument />
      ))}
    </ul>
  )
}

/** The state of the paper and the word about it: taken by a key, refused with a remark, taken back. */
export function PaperDecision({ head, document }: { head: CaseHead; document: Document }) {
  const access = useDocumentAccess(document.ownerType)
  const rights = useRights()
  const [refusing, setRefusing] = useState(false)
  const [busy, setBusy] = useState<DocumentStatus | null>(null)
  const { status, reason, reviewedBy, reviewedAt } = document
  const say = async (next: 'ACCEPTED' | 'UPLOADED') => {
    setBusy(next)
    await changeDocuments(() => documentCalls.review(document, next), done[next])
    setBusy(null)
  }
  const isOpen = status === 'UPLOADED' || status === 'CHECKING'
  const noRefusal =
    access.review ?? (rights.mayCall(refusePaper) ? null : 'Документы отклоняют сотрудники банка')
  return (
    <div className={styles.decision}>
      <span className={styles.state}>
        <DocumentTags document={document} />
        <HrefLink href={caseDocumentPath(caseTypes[head.type].documents.owner, head.id, document.id)}>
          В документах заявки
        </HrefLink>
      </span>
      {status === 'REJECTED' && reason !== '' && <p className={styles.reason}>{reason}</p>}
      {reviewedBy !== null && (
        <span className="muted small">
          {reviewedBy}, {formatDateTime(reviewedAt)}
        </span>
      )}
      <span className={styles.buttons}>
        {isOpen ? (
          <>
            <Button
              data-accept
              look="primary"
              loading={busy === 'ACCEPTED'}
              disabledReason={access.review ?? lackOf(document)}
              onClick={() => void say('ACCEPTED')}
            >
              Принять <Kbd>A</Kbd>
            </Button>
            <Button data-remark look="danger" disabledReason={noRefusal} onClick={() => setRefusing(true)}>
              Отклонить с замечанием <Kbd>R</Kbd>
            </Button>
          </>
        ) : (
          <Button
            loading={busy === 'UPLOADED'}
            disabledReason={access.review}
            onClick={() => void say('UPLOADED')}
          >
            Отменить решение
          </Button>
        )}
      </span>
      <Remarks head={head} documentId={document.id} />
      {refusing && <RefuseWindow caseId={head.id} document={document} onClose={() => setRefusing(false)} />}
    </div>
  )
}
