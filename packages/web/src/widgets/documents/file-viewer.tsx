import {
  downloadDocument,
  updateDocumentFile,
  viewDocument,
} from '@ipoteka-office/contract/documents/document-files.ts'
import {
  type Document,
  type DocumentFile,
  generatePdf,
} from '@ipoteka-office/contract/documents/documents.ts'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { call } from '#api/call.ts'
import { download } from '#api/download.ts'
import { statusOf } from '#api/failure.ts'
import { fileSource } from '#api/file-source.ts'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { FileView } from '#ui/viewer/file-view.tsx'
import type { Spot } from '#ui/viewer/page-layout.ts'
import { FailureBlock } from '../failure-block.tsx'
import { notifyFailure } from '../notify-failure.ts'
import { useDocumentAccess } from './document-access.ts'
import { refreshDocuments, tellFailure } from './use-documents.ts'

type Rotation = DocumentFile['rotation']

/** Turning by several quick presses is saved once. */
const saveMs = 600

/** The turn as it is shown at once, and saved a little later where the person may. */
function useKeptRotation(documentId: number, file: DocumentFile, saved: boolean) {
  const [rotation, setRotation] = useState<Rotation>(file.rotation)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { storageId, version, name } = file
  useEffect(() => {
    if (timer.current === undefined) setRotation(file.rotation)
  }, [file.rotation, storageId])
  useEffect(() => () => clearTimeout(timer.current), [storageId])
  const save = async (next: Rotation) => {
    timer.current = undefined
    try {
      await call(updateDocumentFile, {
        params: { id: String(documentId), storageId },
        body: { version, rotation: next, name },
      })
    } catch (failure) {
      setRotation(file.rotation)
      tellFailure(failure)
    }
    refreshDocuments()
  }
  const turn = (next: Rotation) => {
    setRotation(next)
    if (!saved) return
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void save(next), saveMs)
  }
  return { rotation, turn }
}

/** What a reading that failed means for the person. */
function ReadFailure({ failure, retry }: { failure: unknown; retry: () => void }) {
  if (statusOf(failure) !== 404) return <FailureBlock failure={failure} onRetry={retry} />
  return (
    <Empty
      title="Файла больше нет"
      text="Его удалили, заменили или разделили. Откройте документ заново, чтобы увидеть, что с ним стало."
    >
      <Button onClick={retry}>Повторить</Button>
    </Empty>
  )
}

/** A file of a document: shown, turned, searched, printed and taken away by right. */
export function FileViewer({
  document,
  file,
  actions,
  autoFocus = false,
  spot = null,
  onPage,
}: {
  document: Pick<Document, 'id' | 'ownerType' | 'ownerId' | 'deletedAt'>
  file: DocumentFile
  /** More buttons of the bar. */
  actions?: ReactNode
  autoFocus?: boolean
  /** A place to be shown and marked. */
  spot?: Spot | null
  /** Told which page is in sight, from 0. */
  onPage?: (page: number) => void
}) {
  const access = useDocumentAccess(document.ownerType)
  const { id, ownerType, ownerId } = document
  const { storageId, contentType, name } = file
  const [asPdf, setAsPdf] = useState(false)
  const isOld = file.deletedAt !== null || file.replacedAt !== null || document.deletedAt !== null
  const { rotation, turn } = useKeptRotation(id, file, access.update === null && !isOld)
  const source = useMemo(
    () =>
      asPdf
        ? fileSource(generatePdf, { query: { ownerType, ownerId: String(ownerId), ids: String(id) } })
        : fileSource(viewDocument, { params: { id: String(id) }, query: { storageId } }),
    [asPdf, id, ownerType, ownerId, storageId],
  )
  useEffect(() => setAsPdf(false), [storageId])
  return (
    <FileView
      key={storageId}
      source={source}
      name={name}
      contentType={asPdf ? 'application/pdf' : contentType}
      rotation={asPdf ? 0 : rotation}
      onRotate={turn}
      rotateReason={asPdf ? 'Поворот уже учтён' : null}
      printable
      onDownload={() => {
        download(downloadDocument, { params: { id: String(id) }, query: { storageId } }).catch(notifyFailure)
      }}
      actions={actions}
      other={
        contentType === 'image/tiff' && (
          <Button look="primary" onClick={() => setAsPdf(true)}>
            Показать как PDF
          </Button>
        )
      }
      failure={(failure, retry) => <ReadFailure failure={failure} retry={retry} />}
      autoFocus={autoFocus}
      spot={spot}
      onPage={onPage}
    />
  )
}
