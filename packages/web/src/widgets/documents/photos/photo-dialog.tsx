import type { Document } from '@ipoteka-office/contract/documents/documents.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Empty } from '#ui/empty.tsx'
import { Icon } from '#ui/icon.tsx'
import { photoName } from '../document-words.ts'
import { FileViewer } from '../file-viewer.tsx'
import styles from './photos.module.css'

function Step({
  to,
  label,
  icon,
  none,
  onOpen,
}: {
  to: Document | null
  label: string
  icon: 'left' | 'right'
  none: string
  onOpen: (photo: Document) => void
}) {
  return (
    <Button aria-label={label} disabledReason={to ? null : none} onClick={() => to && onOpen(to)}>
      <Icon name={icon} />
    </Button>
  )
}

/** One photo large, with its neighbours a button away. */
export function PhotoDialog({
  photo,
  place,
  previous,
  next,
  onOpen,
  onClose,
}: {
  photo: Document
  /** Which of how many. */
  place: string
  previous: Document | null
  next: Document | null
  onOpen: (photo: Document) => void
  onClose: () => void
}) {
  const [file] = photo.files
  return (
    <Dialog
      open
      size="wide"
      title={photoName(photo)}
      onClose={onClose}
      footer={
        <>
          <span className={styles.place}>{place}</span>
          <Step to={previous} label="Предыдущая фотография" icon="left" none="Это первая" onOpen={onOpen} />
          <Step to={next} label="Следующая фотография" icon="right" none="Это последняя" onOpen={onOpen} />
          <Button onClick={onClose}>Закрыть</Button>
        </>
      }
    >
      <div className={styles.viewer}>
        {file ? (
          <FileViewer document={photo} file={file} autoFocus />
        ) : (
          <Empty title="Файла нет" text="Его убрали из документа." />
        )}
      </div>
    </Dialog>
  )
}
