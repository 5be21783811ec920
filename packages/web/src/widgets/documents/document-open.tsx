import {
  type Document,
  type DocumentFile,
  documentTitle,
  listDocumentHistory,
} from '@ipoteka-office/contract/documents/documents.ts'
import {
  recognisedDocumentTypes,
  recognisePassport,
} from '@ipoteka-office/contract/recognition/recognition.ts'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, use, useState } from 'react'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { formatDateTime } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { FormSection } from '#ui/form/form-section.tsx'
import { Icon } from '#ui/icon.tsx'
import { useIsCovered } from '#ui/overlay/use-is-covered.ts'
import { usePlainKeys } from '#ui/plain-keys.ts'
import { BarButton, BarGroup } from '#ui/viewer/viewer-bar.tsx'
import { HistoryDialog } from '../history/history-dialog.tsx'
import { DocumentRecognition } from '../recognition/document-recognition.tsx'
import { useReadPaper } from '../recognition/use-read-paper.ts'
import { RoomStart } from '../room-start.ts'
import { Beside } from './beside.tsx'
import { type DocumentAccess } from './document-access.ts'
import { orderFiles, replaceFile } from './document-actions.ts'
import { DocumentDecision } from './document-decision.tsx'
import { DocumentForm } from './document-form.tsx'
import type { DocumentGroup } from './document-groups.ts'
import type { RowAsks } from './document-row.tsx'
import { DocumentStrip } from './document-strip.tsx'
import strip from './document-strip.module.css'
import { extentText, filesText, sizeText } from './document-words.ts'
import styles from './documents.module.css'
import { FileVersionsDialog } from './file-versions-dialog.tsx'
import { FileViewer } from './file-viewer.tsx'

/** Which document of a panel is open; the host keeps it in the address. */
export interface Opened {
  readonly documentId: number
  /** Empty: its first file. */
  readonly storageId?: string | undefined
}

function FileTabs({
  document,
  file,
  access,
  onFile,
}: {
  document: Document
  file: DocumentFile
  access: DocumentAccess
  onFile: (storageId: string) => void
}) {
  const { files } = document
  const at = files.indexOf(file)
  const move = (step: -1 | 1) => {
    const ids = files.map(({ storageId }) => storageId)
    const [moved] = ids.splice(at, 1)
    if (moved !== undefined) ids.splice(at + step, 0, moved)
    void orderFiles(document, ids)
  }
  if (files.length < 2) return null
  return (
    <FormSection title="Файлы" grid={false}>
      <ol className={styles.fileList}>
        {files.map((one, index) => (
          <li key={one.storageId} aria-current={one === file ? 'true' : undefined}>
            <Button look="link" className={styles.fileLink} onClick={() => onFile(one.storageId)}>
              {index + 1}. {one.name}
            </Button>
            <span className="muted small nowrap">
              {[extentText(one), sizeText(one.size)].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </ol>
      <span className={styles.buttons}>
        <Button
          disabledReason={access.update ?? (at === 0 ? 'Файл уже первый' : null)}
          onClick={() => move(-1)}
        >
          Файл выше
        </Button>
        <Button
          disabledReason={access.update ?? (at === files.length - 1 ? 'Файл уже последний' : null)}
          onClick={() => move(1)}
        >
          Файл ниже
        </Button>
      </span>
    </FormSection>
  )
}

function Steps({
  documents,
  document,
  onOpen,
}: {
  documents: readonly Document[]
  document: Document
  onOpen: (opened: Opened | null) => void
}) {
  const at = documents.findIndex(({ id }) => id === document.id)
  const step = (by: -1 | 1) => {
    const next = documents[at + by]
    return {
      reason: next ? null : by < 0 ? 'Это первый документ' : 'Это последний документ',
      go: () => next && onOpen({ documentId: next.id }),
    }
  }
  const [back, on] = [step(-1), step(1)]
  return (
    <div className={styles.steps}>
      {use(RoomStart)}
      <Button onClick={() => onOpen(null)}>
        <Icon name="left" /> К списку
      </Button>
      <span className="muted nowrap">
        {at + 1} из {documents.length}
      </span>
      <Button look="quiet" aria-label="Предыдущий документ" disabledReason={back.reason} onClick={back.go}>
        <Icon name="up" />
      </Button>
      <Button look="quiet" aria-label="Следующий документ" disabledReason={on.reason} onClick={on.go}>
        <Icon name="down" />
      </Button>
    </div>
  )
}

function Side({
  document,
  file,
  access,
  asks,
  isRead,
  onDirty,
  onFile,
  onRecognise,
}: {
  document: Document
  file: DocumentFile | undefined
  access: DocumentAccess
  asks: RowAsks
  isRead: boolean
  /** Told whether the details have changes that are not saved. */
  onDirty: (isDirty: boolean) => void
  /** Null: such a document is not recognised. */
  onRecognise: (() => void) | null
  onFile: (storageId: string) => void
}) {
  const [shown, setShown] = useState<'history' | 'versions' | null>(null)
  const { files, createdBy, createdAt } = document
  return (
    <div className="card">
      <section className={styles.openHead}>
        <h2>{documentTitle(document)}</h2>
        <span className="muted small">
          {filesText(files)} · {createdBy}, {formatDateTime(createdAt)}
        </span>
        <DocumentDecision document={document} access={access} />
        <span className={styles.buttons}>
          <RecogniseButton file={file} isRead={isRead} onRecognise={onRecognise} />
          {file?.contentType === 'application/pdf' && (file.pages ?? 0) > 1 && (
            <Button
              look="link"
              disabledReason={access.update ?? access.create}
              onClick={() => asks.split(document, file)}
            >
              Разделить
            </Button>
          )}
          {file && (
            <Button
              look="link"
              disabledReason={access.update}
              onClick={() => void replaceFile(document, file)}
            >
              Заменить файл
            </Button>
          )}
          <Button look="link" disabledReason={access.create} onClick={() => asks.addFiles(document)}>
            Добавить файлы
          </Button>
          <Button look="link" onClick={() => setShown('versions')}>
            Версии
          </Button>
          <Button look="link" onClick={() => setShown('history')}>
            История
          </Button>
        </span>
      </section>
      {file && <FileTabs document={document} file={file} access={access} onFile={onFile} />}
      <FormSection title="Реквизиты" grid={false}>
        <DocumentForm
          key={document.id}
          document={document}
          owner={document}
          reason={changeReason(document, access)}
          onDirty={onDirty}
        />
      </FormSection>
      {shown === 'versions' && <FileVersionsDialog document={document} onClose={() => setShown(null)} />}
      {shown === 'history' && (
        <HistoryDialog
          title="История документа"
          pages={(page) => query(listDocumentHistory, { params: { id: String(document.id) }, query: page })}
          onClose={() => setShown(null)}
        />
      )}
    </div>
  )
}

/** Why nothing of the document's card may be changed. */
const changeReason = ({ deletedAt }: Document, access: DocumentAccess): string | null =>
  deletedAt === null ? access.update : 'Документ помечен на удаление. Сначала восстановите его'

function RecogniseButton({
  file,
  isRead,
  onRecognise,
}: {
  file: DocumentFile | undefined
  isRead: boolean
  onRecognise: (() => void) | null
}) {
  const rights = useRights()
  if (!file || onRecognise === null) return null
  const reason = rights.mayCall(recognisePassport)
    ? null
    : 'Нет права на распознавание документов. Обратитесь к администратору'
  return (
    <Button look="link" disabledReason={reason} onClick={onRecognise}>
      {isRead ? 'Показать прочитанное' : 'Распознать'}
    </Button>
  )
}

/** The file of the document, or what to do where there is none. */
function Left({
  document,
  file,
  actions,
  onAdd,
  reason,
}: {
  document: Document
  file: DocumentFile | undefined
  actions: ReactNode
  onAdd: () => void
  reason: string | null
}) {
  if (file) return <FileViewer document={document} file={file} actions={actions} autoFocus />
  return (
    <Empty title="Файла ещё нет" text="Добавьте скан или фотографию документа.">
      <Button look="primary" disabledReason={reason} onClick={onAdd}>
        Добавить файлы
      </Button>
    </Empty>
  )
}

/**
 * Whether the fields of a scan stand beside it: by themselves once there is something to take, unless the person has closed
 * them. They wait while the details are being changed or a window is open: both would be lost with what they replace.
 */
function useShownFields(document: Document, file: DocumentFile | undefined) {
  const { isRead, isOffered } = useReadPaper(document, file)
  const [said, setSaid] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [isDirty, setIsDirty] = useState(false)
  const isCovered = useIsCovered()
  const say = (isShown: boolean) => file && setSaid(new Map([...said, [file.storageId, isShown]]))
  const isShown = file && said.get(file.storageId)
  // Once open they stay: a window that opens over them later does not close them.
  if (isShown === undefined && isOffered && !isDirty && !isCovered) say(true)
  return {
    isRead,
    isShown: isShown === true,
    show: () => say(true),
    hide: () => say(false),
    noteDirty: setIsDirty,
  }
}

/** Files are opened alone in a page of their own. */
function AloneButton({ document, file }: { document: Document; file: DocumentFile }) {
  const go = useNavigate()
  const params = { documentId: String(document.id), storageId: file.storageId }
  return (
    <BarGroup>
      <BarButton
        icon="eye"
        label="Открыть на всю страницу"
        onClick={() => void go({ to: '/fileView/$documentId/$storageId', params })}
      />
    </BarGroup>
  )
}

interface DocumentOpenProps {
  readonly document: Document
  readonly groups: readonly DocumentGroup[]
  readonly storageId: string | undefined
  readonly access: DocumentAccess
  readonly asks: RowAsks
  readonly onOpen: (opened: Opened | null) => void
}

/** The scan with what is known and decided of it, or with what was read from it. */
function ScanBeside({ document, storageId, access, asks, onOpen }: Omit<DocumentOpenProps, 'groups'>) {
  const file = document.files.find((one) => one.storageId === storageId) ?? document.files[0]
  const fields = useShownFields(document, file)
  const kind = recognisedDocumentTypes[document.type?.code ?? '']
  if (kind && file && fields.isShown)
    return (
      <DocumentRecognition
        key={file.storageId}
        kind={kind}
        document={document}
        file={file}
        reason={changeReason(document, access)}
        lead={<DocumentDecision document={document} access={access} />}
        onClose={fields.hide}
      />
    )
  return (
    <Beside
      label="просмотр файла"
      left={
        <Left
          document={document}
          file={file}
          actions={file && <AloneButton document={document} file={file} />}
          onAdd={() => asks.addFiles(document)}
          reason={access.create}
        />
      }
      right={
        <Side
          document={document}
          file={file}
          access={access}
          asks={asks}
          isRead={fields.isRead}
          onDirty={fields.noteDirty}
          onRecognise={kind && file ? fields.show : null}
          onFile={(id) => onOpen({ documentId: document.id, storageId: id })}
        />
      }
    />
  )
}

/** A document of a panel that is open: beside the others where a whole room is there for it, its file, and what is known of it. */
export function DocumentOpen({ groups, ...open }: DocumentOpenProps) {
  const { document, onOpen } = open
  const isRoom = use(RoomStart) !== null
  const documents = groups.flatMap((group) => group.documents)
  const at = documents.findIndex(({ id }) => id === document.id)
  usePlainKeys((code) => {
    const next = code === 'KeyJ' ? documents[at + 1] : code === 'KeyK' ? documents[at - 1] : undefined
    if (next) onOpen({ documentId: next.id })
    return next !== undefined
  })
  const scan = <ScanBeside {...open} />
  return (
    <>
      <Steps documents={documents} document={document} onOpen={onOpen} />
      {isRoom ? (
        <div className={strip.three}>
          <DocumentStrip
            groups={groups}
            current={document.id}
            onOpen={(documentId) => onOpen({ documentId })}
          />
          <div>{scan}</div>
        </div>
      ) : (
        scan
      )}
    </>
  )
}
