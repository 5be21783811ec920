import { lowered } from '#lib/words.ts'
import { downloadDocument } from '@ipoteka-office/contract/documents/document-files.ts'
import {
  type Document,
  type DocumentFile,
  documentTitle,
} from '@ipoteka-office/contract/documents/documents.ts'
import type { ForeignPaper } from '@ipoteka-office/contract/recognised-papers/recognised-papers.ts'
import type { ReactNode } from 'react'
import { download } from '#api/download.ts'
import { formatDateTime } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { Menu, type MenuItem } from '#ui/overlay/menu.tsx'
import { Tag } from '#ui/tag.tsx'
import { notifyFailure } from '../notify-failure.ts'
import type { DocumentAccess } from './document-access.ts'
import {
  deleteForGood,
  markDeleted,
  removeFile,
  replaceFile,
  restore,
  separateFile,
  turnFile,
  unassign,
} from './document-actions.ts'
import { detailsText, extentText, filesText, sizeText, statusTag, validityTag } from './document-words.ts'
import styles from './documents.module.css'
import { useFileDrop } from './upload/file-drop.ts'

/** What a row asks its panel for. */
export interface RowAsks {
  open(document: Document, storageId?: string): void
  assign(document: Document): void
  split(document: Document, file: DocumentFile): void
  versions(document: Document): void
  history(document: Document): void
  addFiles(document: Document, files?: readonly File[]): void
}

const canSplit = ({ contentType, pages }: DocumentFile) =>
  contentType === 'application/pdf' && (pages ?? 0) > 1
const canTurn = ({ contentType }: DocumentFile) => /pdf|^image\//.test(contentType)

function fileItems(
  document: Document,
  file: DocumentFile,
  access: DocumentAccess,
  asks: RowAsks,
): MenuItem[] {
  const { update, create, remove } = access
  return [
    canTurn(file)
      ? { label: 'Повернуть вправо', reason: update, onClick: () => void turnFile(document, file) }
      : null,
    canSplit(file)
      ? { label: 'Разделить на части', reason: update ?? create, onClick: () => asks.split(document, file) }
      : null,
    { label: 'Заменить новой версией', reason: update, onClick: () => void replaceFile(document, file) },
    document.files.length > 1
      ? { label: 'В отдельный документ', reason: update, onClick: () => void separateFile(document, file) }
      : null,
    document.files.length > 1
      ? {
          label: 'Убрать из документа',
          reason: remove,
          danger: true,
          onClick: () => void removeFile(document, file),
        }
      : null,
  ]
}

function documentItems(document: Document, access: DocumentAccess, asks: RowAsks): MenuItem[] {
  const { update, create, remove } = access
  const [only] = document.files.length === 1 ? document.files : []
  const save = () => {
    download(downloadDocument, { params: { id: String(document.id) } }).catch(notifyFailure)
  }
  const read: MenuItem[] = [
    document.files.length > 0 ? { label: 'Скачать', onClick: save } : null,
    { label: 'Файлы и версии', onClick: () => asks.versions(document) },
    { label: 'История', onClick: () => asks.history(document) },
  ]
  if (document.deletedAt !== null)
    return [
      { label: 'Восстановить', reason: remove, onClick: () => void restore(document) },
      ...read,
      {
        label: 'Удалить окончательно',
        reason: remove,
        danger: true,
        onClick: () => void deleteForGood(document),
      },
    ]
  return [
    { label: 'Открыть', onClick: () => asks.open(document) },
    {
      label: document.type ? 'Изменить тип' : 'Назначить тип',
      reason: update,
      onClick: () => asks.assign(document),
    },
    document.type ? { label: 'Снять тип', reason: update, onClick: () => void unassign(document) } : null,
    { label: 'Добавить файлы', reason: create, onClick: () => asks.addFiles(document) },
    ...(only ? fileItems(document, only, access, asks) : []),
    ...read,
    {
      label: 'Пометить на удаление',
      reason: remove,
      danger: true,
      onClick: () => void markDeleted(document),
    },
  ]
}

function FileLine({
  document,
  file,
  access,
  asks,
}: {
  document: Document
  file: DocumentFile
  access: DocumentAccess
  asks: RowAsks
}) {
  return (
    <li>
      <Icon name="file" />
      <Button look="link" className={styles.fileLink} onClick={() => asks.open(document, file.storageId)}>
        {file.name}
      </Button>
      <span className="muted small nowrap">
        {[extentText(file), sizeText(file.size)].filter(Boolean).join(' · ')}
      </span>
      {document.deletedAt === null && (
        <Menu label={`Действия с файлом: ${file.name}`} items={fileItems(document, file, access, asks)} />
      )}
    </li>
  )
}

/** Status, validity and, of a rejected one, why. */
export function DocumentTags({ document }: { document: Document }) {
  const status = statusTag(document)
  const validity = validityTag(document)
  return (
    <span className={styles.tags}>
      {validity && <Tag tone={validity.tone}>{validity.text}</Tag>}
      <Tag tone={status.tone}>{status.text}</Tag>
    </span>
  )
}

function Words({
  document,
  asks,
  foreign,
}: {
  document: Document
  asks: RowAsks
  foreign: ForeignPaper | undefined
}) {
  const { type, title, files, status, reason, deletedAt, deletedBy } = document
  const details = detailsText(document)
  const [only] = files.length === 1 ? files : []
  const named = documentTitle(document)
  return (
    <div className={styles.words}>
      <Button look="link" className={styles.title} onClick={() => asks.open(document)}>
        {named}
      </Button>
      {type && title && title !== type.name && <span className="muted small">{type.name}</span>}
      <span className={styles.under}>
        {[details, only && only.name !== named ? only.name : '', filesText(files)]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {foreign !== undefined && deletedAt === null && (
        <span className={styles.rejected}>
          Не сходится с анкетой: {foreign.labels.map(lowered).join(', ')}
        </span>
      )}
      {status === 'REJECTED' && reason && <span className={styles.rejected}>{reason}</span>}
      {deletedAt !== null && (
        <span className={styles.under}>
          Помечен на удаление: {[deletedBy, formatDateTime(deletedAt)].filter(Boolean).join(', ')}
        </span>
      )}
    </div>
  )
}

/** One document of the panel: what it is, its state, its files, and what can be done. Takes files from the desktop. */
export function DocumentRow({
  document,
  access,
  asks,
  chosen,
  onChoose,
  handle,
  foreign,
}: {
  document: Document
  access: DocumentAccess
  asks: RowAsks
  /** In what it names somebody else than the questionnaire. */
  foreign?: ForeignPaper | undefined
  chosen: boolean
  onChoose: (on: boolean) => void
  /** The handle of its place among the others. */
  handle: ReactNode
}) {
  const isDeleted = document.deletedAt !== null
  const name = documentTitle(document)
  const drop = useFileDrop((files) => asks.addFiles(document, files), isDeleted || access.create !== null)
  return (
    <li
      data-document={document.id}
      className={cx(styles.row, isDeleted && styles.deleted, drop.over && styles.over)}
      aria-label={name}
    >
      <div className={styles.line} {...drop.props}>
        <input
          type="checkbox"
          aria-label={`Выбрать: ${name}`}
          checked={chosen}
          onChange={(event) => onChoose(event.target.checked)}
        />
        {handle}
        <Words document={document} asks={asks} foreign={foreign} />
        {drop.over ? <Tag tone="green">Добавить к документу</Tag> : <DocumentTags document={document} />}
        {!document.type && !isDeleted && (
          <Button
            look="link"
            disabledReason={access.update}
            aria-label={`Назначить тип: ${name}`}
            onClick={() => asks.assign(document)}
          >
            Назначить тип
          </Button>
        )}
        <Menu label={`Действия: ${name}`} items={documentItems(document, access, asks)} />
      </div>
      {document.files.length > 1 && (
        <ul className={styles.files} aria-label={`Файлы: ${name}`}>
          {document.files.map((file) => (
            <FileLine key={file.storageId} document={document} file={file} access={access} asks={asks} />
          ))}
        </ul>
      )}
    </li>
  )
}
