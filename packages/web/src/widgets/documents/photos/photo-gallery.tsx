import {
  type Document,
  type DocumentOwner,
  listDocumentHistory,
  orderDocuments,
  photoTypeCode,
} from '@ipoteka-office/contract/documents/documents.ts'
import { downloadDocument } from '@ipoteka-office/contract/documents/document-files.ts'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { download } from '#api/download.ts'
import { query } from '#api/query.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { SkeletonRows } from '#ui/loader.tsx'
import { Menu, type MenuItem } from '#ui/overlay/menu.tsx'
import { OrderHandle, useDragOrder } from '#ui/table/order-handle.tsx'
import { Tag } from '#ui/tag.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { HistoryDialog } from '#widgets/history/history-dialog.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { type DocumentAccess, useDocumentAccess } from '../document-access.ts'
import { markDeleted, replaceFile, turnFile } from '../document-actions.ts'
import { movedTo } from '../document-groups.ts'
import { photoName } from '../document-words.ts'
import { useFileDrop } from '../upload/file-drop.ts'
import { PhotoDialog } from './photo-dialog.tsx'
import { PhotoThumbnail } from './photo-thumbnail.tsx'
import styles from './photos.module.css'
import { pickFiles } from '../upload/pick-file.ts'
import { uploaderOf } from '../upload/uploader.ts'
import { UploadsTray } from '../upload/uploads-tray.tsx'
import { changeDocuments, refreshDocuments, useDocuments, useListCache } from '../use-documents.ts'

const photoFiles = '.jpg,.jpeg,.png'
const isPhoto = ({ name }: File) => /\.(?:jpe?g|png)$/i.test(name)

interface PhotoAsks {
  open(photo: Document): void
  history(photo: Document): void
  /** Null: the order cannot be changed. */
  readonly move: ((from: number, to: number) => void) | null
}

function itemsOf(photo: Document, at: number, access: DocumentAccess, asks: PhotoAsks): MenuItem[] {
  const [file] = photo.files
  const { move } = asks
  const save = () => {
    download(downloadDocument, { params: { id: String(photo.id) } }).catch(notifyFailure)
  }
  return [
    { label: 'Открыть', onClick: () => asks.open(photo) },
    move && at > 0 ? { label: 'Сделать главной', onClick: () => move(at, 0) } : null,
    file
      ? { label: 'Повернуть вправо', reason: access.update, onClick: () => void turnFile(photo, file) }
      : null,
    { label: 'Скачать', onClick: save },
    file
      ? {
          label: 'Заменить новой версией',
          reason: access.update,
          onClick: () => void replaceFile(photo, file),
        }
      : null,
    { label: 'История', onClick: () => asks.history(photo) },
    {
      label: 'Пометить на удаление',
      reason: access.remove,
      danger: true,
      onClick: () => void markDeleted(photo),
    },
  ]
}

function Photos({
  photos,
  access,
  asks,
}: {
  photos: readonly Document[]
  access: DocumentAccess
  asks: PhotoAsks
}) {
  const { move } = asks
  const drag = useDragOrder((from, to) => move?.(from, to), 'li[data-photo]')
  return (
    <ul className={styles.photos} {...drag.area} aria-label="Фотографии">
      {photos.map((photo, at) => {
        const [file] = photo.files
        const name = photoName(photo)
        return (
          <li key={photo.id} data-photo={photo.id}>
            <button
              type="button"
              className={styles.picture}
              aria-label={`Открыть фотографию ${at + 1}: ${name}`}
              onClick={() => asks.open(photo)}
            >
              {file && <PhotoThumbnail documentId={photo.id} file={file} />}
            </button>
            <span className={styles.caption}>
              {move && photos.length > 1 && (
                <OrderHandle
                  name={name}
                  isFirst={at === 0}
                  isLast={at === photos.length - 1}
                  onMove={(step) => move(at, at + step)}
                  onDragStart={() => drag.start(at)}
                />
              )}
              <span className={styles.name} title={name}>
                {name}
              </span>
              {at === 0 && photos.length > 1 && <Tag tone="green">Главная</Tag>}
              <Menu label={`Действия: ${name}`} items={itemsOf(photo, at, access, asks)} floating />
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function useGallery(owner: DocumentOwner) {
  const access = useDocumentAccess(owner.ownerType)
  const answer = useDocuments(owner)
  const setCached = useListCache(owner)
  const uploader = uploaderOf(owner)
  const photos = (answer.data?.documents ?? []).filter(({ deletedAt }) => deletedAt === null)
  const move = (from: number, to: number) => {
    const [moved, target] = [photos[from], photos[to]]
    if (!moved || !target) return
    const ids = movedTo(
      photos.map(({ id }) => id),
      moved.id,
      target.id,
    )
    const orderVersion = answer.data?.orderVersion ?? 0
    setCached((documents) => ids.flatMap((id) => documents.find((one) => one.id === id) ?? []))
    void changeDocuments(() => call(orderDocuments, { body: { ...owner, orderVersion, ids } })).then(
      (done) => done || refreshDocuments(),
    )
  }
  const add = (files: readonly File[]) => {
    const fit = files.filter(isPhoto)
    if (fit.length < files.length)
      toast.warning('Здесь только фотографии: JPEG или PNG', {
        description: 'Остальные документы загрузите в документы заявки',
      })
    if (fit.length > 0) void uploader.add(fit, { typeCode: photoTypeCode })
  }
  return { access, answer, uploader, photos, move: access.update === null ? move : null, add }
}

/** Photos of a thing: small pictures in an order that people make, brought from the computer, opened large. */
export function PhotoGallery({ owner }: { owner: DocumentOwner }) {
  const { access, answer, uploader, photos, move, add } = useGallery(owner)
  const drop = useFileDrop(add, access.create !== null)
  const [opened, setOpened] = useState<number | null>(null)
  const [history, setHistory] = useState<Document | null>(null)
  const at = photos.findIndex(({ id }) => id === opened)
  const photo = photos[at]
  if (access.read !== null) return <p className="muted">{access.read}</p>
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <SkeletonRows count={3} />
  return (
    <div {...drop.props} className={cx(styles.gallery, drop.over && styles.over)}>
      <UploadsTray uploader={uploader} documents={photos} />
      {photos.length === 0 && <p className="muted">Фотографий ещё нет</p>}
      <Photos
        photos={photos}
        access={access}
        asks={{ open: ({ id }) => setOpened(id), history: setHistory, move }}
      />
      <div className={styles.foot}>
        <Button
          disabledReason={access.create}
          onClick={() =>
            void pickFiles({ multiple: true, accept: photoFiles }).then(
              (files) => files.length > 0 && add(files),
            )
          }
        >
          Добавить фотографии
        </Button>
        {access.create === null && (
          <span className="muted small">JPEG или PNG, можно перетащить сюда. Первая — главная</span>
        )}
      </div>
      {photo && (
        <PhotoDialog
          photo={photo}
          place={`${at + 1} из ${photos.length}`}
          previous={photos[at - 1] ?? null}
          next={photos[at + 1] ?? null}
          onOpen={({ id }) => setOpened(id)}
          onClose={() => setOpened(null)}
        />
      )}
      {history && (
        <HistoryDialog
          title="История фотографии"
          pages={(page) => query(listDocumentHistory, { params: { id: String(history.id) }, query: page })}
          onClose={() => setHistory(null)}
        />
      )}
    </div>
  )
}
