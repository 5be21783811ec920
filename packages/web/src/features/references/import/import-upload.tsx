import {
  maxImportBytes,
  maxImportRows,
  type ReferenceImport,
  startReferenceImport,
} from '@ipoteka-office/contract/references/reference-imports.ts'
import type { Dictionary } from '@ipoteka-office/contract/references/reference-items.ts'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { formatCount } from '#lib/digits.ts'
import { Progress } from '#ui/progress.tsx'
import { failureLine } from '#widgets/notify-failure.ts'
import { SheetDrop } from '#widgets/sheet-drop.tsx'
import styles from '../references.module.css'
import ownStyles from './import-upload.module.css'

type Missing = ReferenceImport['missing']
const missingWords: Record<Missing, string> = {
  keep: 'Оставить как есть',
  deactivate: 'Отключить',
}

function MissingChoice({ value, onChange }: { value: Missing; onChange: (value: Missing) => void }) {
  return (
    <fieldset className={ownStyles.choice}>
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
  const [sending, setSending] = useState<string | null>(null)
  const [issue, setIssue] = useState<string | null>(null)

  const take = async (file: File) => {
    setIssue(null)
    setSending(file.name)
    try {
      const request = { params: { id: String(dictionary.id) }, query: { missing } }
      onStarted(await call(startReferenceImport, request, { file }))
    } catch (failure) {
      setIssue(failureLine(failure))
    } finally {
      setSending(null)
    }
  }
  if (sending !== null)
    return (
      <div className={styles.work}>
        <Progress label={`Передаём файл «${sending}»`} done={0} total={null} />
      </div>
    )
  return (
    <div className={ownStyles.upload}>
      <MissingChoice value={missing} onChange={setMissing} />
      <SheetDrop maxBytes={maxImportBytes} issue={issue} onTake={(file) => void take(file)}>
        XLSX или CSV, до {formatCount(maxImportRows)} строк. За основу возьмите выгрузку этого справочника: в
        первой строке названия столбцов.
      </SheetDrop>
    </div>
  )
}
