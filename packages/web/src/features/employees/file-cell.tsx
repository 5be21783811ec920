import {
  documentFileTypes,
  maxDocumentBytes,
  type StoredFileInfo,
} from '@ipoteka-office/contract/employees/employee-parts.ts'
import { type DragEvent, useId, useState } from 'react'
import type { Downloaded } from '#api/download.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { toast } from '#ui/overlay/toasts.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import styles from './employees.module.css'

const kinds = Object.values(documentFileTypes).join(', ')
const accept = Object.keys(documentFileTypes).join(',')

/** Why a file is not even sent; the server looks at its content itself. */
function fileIssue(file: File): string | null {
  if (file.size === 0) return 'Файл пуст'
  if (file.size > maxDocumentBytes) return `Файл больше ${maxDocumentBytes / 1_048_576} МБ`
  return file.type in documentFileTypes ? null : `Подойдёт ${kinds}`
}

/** The file of a document: taken by a click or dropped, downloaded by its name. */
export function FileCell({
  file,
  get,
  upload,
  disabledReason,
  label,
}: {
  file: StoredFileInfo | null
  get: () => Promise<Downloaded>
  upload: (file: File) => Promise<unknown>
  disabledReason: string | null
  /** What the file belongs to, for screen readers. */
  label: string
}) {
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [over, setOver] = useState(false)
  const take = async (chosen: File | undefined) => {
    if (!chosen || busy || disabledReason) return
    const wrong = fileIssue(chosen)
    if (wrong !== null) {
      toast.error(wrong)
      return
    }
    setBusy(true)
    try {
      await upload(chosen)
      toast.success('Файл сохранён')
    } catch (failure) {
      notifyFailure(failure)
    } finally {
      setBusy(false)
    }
  }
  const dragOver = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  const dragEnd = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
  }
  return (
    <div
      className={cx(styles.file, over && styles.over)}
      onDragOver={dragOver}
      onDragLeave={dragEnd}
      onDrop={(event) => {
        dragEnd(event)
        void take(event.dataTransfer.files[0])
      }}
    >
      {file && (
        <Button
          look="link"
          onClick={() => {
            get().catch(notifyFailure)
          }}
        >
          {file.name}
        </Button>
      )}
      <input
        id={id}
        type="file"
        accept={accept}
        className="visually-hidden"
        tabIndex={-1}
        aria-label={`Файл: ${label}`}
        onChange={(event) => {
          void take(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <Button
        loading={busy}
        disabledReason={disabledReason}
        onClick={() => document.getElementById(id)?.click()}
      >
        {file ? 'Заменить' : 'Прикрепить файл'}
      </Button>
    </div>
  )
}
