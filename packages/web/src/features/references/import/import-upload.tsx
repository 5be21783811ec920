import {
  maxImportBytes,
  maxImportRows,
  type ReferenceImport,
  startReferenceImport,
} from '@ipoteka-office/contract/references/reference-imports.ts'
import type { Dictionary } from '@ipoteka-office/contract/references/reference-items.ts'
import { type DragEvent, useId, useState } from 'react'
import { call } from '#api/call.ts'
import { describeFailure } from '#api/failure.ts'
import { formatCount } from '#lib/digits.ts'
import { cx } from '#ui/class-names.ts'
import { Progress } from '#ui/progress.tsx'
import styles from '../references.module.css'

/** Why a file cannot be taken; null when it can. */
export function fileIssue({ name, size }: { name: string; size: number }): string | null {
  if (!/\.(xlsx|csv)$/i.test(name)) return 'Нужен файл XLSX или CSV'
  if (size === 0) return 'Файл пуст'
  return size > maxImportBytes ? `Файл больше ${maxImportBytes / 1_048_576} МБ` : null
}

type Missing = ReferenceImport['missing']
const missingWords: Record<Missing, string> = {
  keep: 'Оставить как есть',
  deactivate: 'Отключить',
}

function MissingChoice({ value, onChange }: { value: Missing; onChange: (value: Missing) => void }) {
  return (
    <fieldset className={styles.choice}>
      <legend>Записи, которых нет в файле</legend>
      {(Object.keys(missingWords) as Missing[]).map((missing) => (
        <label key={missing}>
          <input type="radio" name="missing" checked={value === missing} onChange={() => onChange(missing)} />
          {missingWords[missing]}
        </label>
      ))}
    </fieldset>
  )
}

/** Takes a file, dropped or chosen, and sends it to be compared. Nothing changes yet. */
export function ImportUpload({
  dictionary,
  onStarted,
}: {
  dictionary: Dictionary
  onStarted: (started: ReferenceImport) => void
}) {
  const [missing, setMissing] = useState<Missing>('keep')
  const [isOver, setOver] = useState(false)
  const [sending, setSending] = useState<string | null>(null)
  const [issue, setIssue] = useState<string | null>(null)
  const id = useId()

  const take = async (file: File | undefined) => {
    if (!file || sending !== null) return
    const wrong = fileIssue(file)
    setIssue(wrong)
    if (wrong !== null) return
    setSending(file.name)
    try {
      const request = { params: { id: String(dictionary.id) }, query: { missing } }
      onStarted(await call(startReferenceImport, request, { file }))
    } catch (failure) {
      const { description, fields } = describeFailure(failure)
      setIssue([description, ...fields.map(({ message }) => message)].join(': '))
    } finally {
      setSending(null)
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }
  if (sending !== null)
    return (
      <div className={styles.work}>
        <Progress label={`Передаём файл «${sending}»`} done={0} total={null} />
      </div>
    )
  return (
    <div className={styles.upload}>
      <MissingChoice value={missing} onChange={setMissing} />
      <label
        htmlFor={id}
        className={cx(styles.drop, isOver && styles.over)}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          id={id}
          type="file"
          className="visually-hidden"
          accept=".xlsx,.csv"
          aria-describedby={`${id}-note`}
          onChange={(event) => {
            void take(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        <b>Перетащите файл сюда или выберите его</b>
        <span id={`${id}-note`} className="muted">
          XLSX или CSV, до {formatCount(maxImportRows)} строк. За основу возьмите выгрузку этого справочника:
          в первой строке названия столбцов.
        </span>
      </label>
      {issue !== null && (
        <p className={styles.issue} role="alert">
          {issue}
        </p>
      )}
    </div>
  )
}
