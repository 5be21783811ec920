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
import { SheetUpload } from '#widgets/sheet-upload.tsx'
import styles from './import-upload.module.css'

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
  return (
    <div className={styles.upload}>
      <MissingChoice value={missing} onChange={setMissing} />
      <SheetUpload
        maxBytes={maxImportBytes}
        send={(file) =>
          call(startReferenceImport, { params: { id: String(dictionary.id) }, query: { missing } }, { file })
        }
        onSent={onStarted}
      >
        XLSX или CSV, до {formatCount(maxImportRows)} строк. За основу возьмите выгрузку этого справочника: в
        первой строке названия столбцов.
      </SheetUpload>
    </div>
  )
}
