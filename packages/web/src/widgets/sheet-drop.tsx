import { type DragEvent, type ReactNode, useId, useState } from 'react'
import { cx } from '#ui/class-names.ts'
import styles from './sheet-drop.module.css'

const bytesInMega = 1_048_576

const sheets = ['xlsx', 'csv'] as const

/** Why a file of rows cannot be taken; null when it can. */
export function sheetIssue(
  { name, size }: Pick<File, 'name' | 'size'>,
  maxBytes: number,
  kinds: readonly string[] = sheets,
): string | null {
  if (!kinds.some((kind) => name.toLowerCase().endsWith(`.${kind}`)))
    return `Нужен файл ${kinds.map((kind) => kind.toUpperCase()).join(' или ')}`
  if (size === 0) return 'Файл пуст'
  return size > maxBytes ? `Файл больше ${maxBytes / bytesInMega} МБ` : null
}

/** A place to drop a file of rows, XLSX or CSV, or to choose one; what cannot be taken is told below it. */
export function SheetDrop({
  maxBytes,
  kinds = sheets,
  issue = null,
  disabled = false,
  onTake,
  onRefuse,
  children,
}: {
  maxBytes: number
  /** Endings of the names of files that are taken. */
  kinds?: readonly string[]
  /** What became of the file that was taken before. */
  issue?: string | null
  disabled?: boolean
  onTake: (file: File) => void
  /** The file was not taken: what was known of an earlier one is out of date all the same. */
  onRefuse?: () => void
  /** What has to be in the file. */
  children: ReactNode
}) {
  const [isOver, setOver] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  const id = useId()
  const take = (file: File | undefined) => {
    if (!file || disabled) return
    const found = sheetIssue(file, maxBytes, kinds)
    setWrong(found)
    if (found === null) onTake(file)
    else onRefuse?.()
  }
  const said = wrong ?? issue
  return (
    <>
      <label
        htmlFor={id}
        className={cx(styles.drop, isOver && styles.over, disabled && styles.still)}
        onDragOver={(event: DragEvent) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event: DragEvent) => {
          event.preventDefault()
          setOver(false)
          take(event.dataTransfer.files[0])
        }}
      >
        <input
          id={id}
          type="file"
          className="visually-hidden"
          accept={kinds.map((kind) => `.${kind}`).join(',')}
          disabled={disabled}
          aria-describedby={`${id}-note`}
          onChange={(event) => {
            take(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        <b>Перетащите файл сюда или выберите его</b>
        <span id={`${id}-note`} className="muted">
          {children}
        </span>
      </label>
      {said !== null && (
        <p className={styles.issue} role="alert">
          {said}
        </p>
      )}
    </>
  )
}
