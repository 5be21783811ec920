import {
  downloadDocument,
  listDocumentFiles,
  restoreDocumentFile,
} from '@ipoteka-office/contract/documents/document-files.ts'
import type { Document, DocumentFile } from '@ipoteka-office/contract/documents/documents.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '#api/call.ts'
import { download } from '#api/download.ts'
import { query } from '#api/query.ts'
import { formatDateTime } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { DelayedLoader } from '#ui/loader.tsx'
import { Tag } from '#ui/tag.tsx'
import { FailureBlock } from '../failure-block.tsx'
import { notifyFailure } from '../notify-failure.ts'
import { useDocumentAccess } from './document-access.ts'
import { extentText, sizeText } from './document-words.ts'
import styles from './documents.module.css'
import { changeDocuments } from './use-documents.ts'

function stateTag({ deletedAt, replacedAt }: DocumentFile) {
  if (deletedAt !== null) return <Tag tone="red">убран {formatDateTime(deletedAt)}</Tag>
  if (replacedAt !== null) return <Tag>заменён {formatDateTime(replacedAt)}</Tag>
  return <Tag tone="green">сейчас</Tag>
}

/** All files a document ever had: the present ones, older versions, those taken out; each can be read, some brought back. */
export function FileVersionsList({ document }: { document: Document }) {
  const access = useDocumentAccess(document.ownerType)
  const id = String(document.id)
  const answer = useQuery(query(listDocumentFiles, { params: { id }, query: { all: 'true' } }))
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <DelayedLoader />
  if (answer.data.length === 0) return <p className="muted">Файлов ещё не было</p>
  return (
    <ul className={styles.versions}>
      {answer.data.map((file) => (
        <li key={file.storageId}>
          <span className={styles.fileName}>
            <Link
              to="/fileView/$documentId/$storageId"
              params={{ documentId: id, storageId: file.storageId }}
            >
              {file.name}
            </Link>
            <span className="muted small">
              {[
                `версия ${file.versionNumber}`,
                extentText(file),
                sizeText(file.size),
                file.uploadedBy,
                formatDateTime(file.uploadedAt),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
          {stateTag(file)}
          {file.deletedAt !== null && (
            <Button
              look="link"
              disabledReason={access.remove}
              aria-label={`Вернуть: ${file.name}`}
              onClick={() =>
                void changeDocuments(
                  () =>
                    call(restoreDocumentFile, {
                      params: { id, storageId: file.storageId },
                      body: { version: file.version },
                    }),
                  'Файл возвращён',
                )
              }
            >
              Вернуть
            </Button>
          )}
          <Button
            look="link"
            aria-label={`Скачать: ${file.name}`}
            onClick={() => {
              download(downloadDocument, { params: { id }, query: { storageId: file.storageId } }).catch(
                notifyFailure,
              )
            }}
          >
            Скачать
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** The same in a dialog of its own. */
export function FileVersionsDialog({ document, onClose }: { document: Document; onClose: () => void }) {
  return (
    <Dialog open title="Файлы и версии" size="large" onClose={onClose}>
      <FileVersionsList document={document} />
    </Dialog>
  )
}
