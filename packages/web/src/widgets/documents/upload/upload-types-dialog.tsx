import type { DocumentOwner } from '@ipoteka-office/contract/documents/documents.ts'
import { useId, useState } from 'react'
import { countOf } from '#lib/plural.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { GroupSelect } from '#ui/select/group-select.tsx'
import { sizeText } from '../document-words.ts'
import { useTypeGroups } from './type-dialog.tsx'
import type { TypedFile } from './upload-queue.ts'
import styles from './uploads.module.css'
import { usePaperTypes } from './use-paper-types.ts'

/** Asks for the types of several files at once; those that could be guessed stand last, with the guess. */
export function UploadTypesDialog({
  owner,
  files,
  types,
  onChoose,
  onClose,
}: {
  owner: Pick<DocumentOwner, 'ownerType'>
  files: readonly TypedFile[]
  /** Only these types, and each file must have one; null: any, or none for now. */
  types: readonly string[] | null
  onChoose: (files: readonly TypedFile[]) => void
  onClose: () => void
}) {
  const id = useId()
  const groups = useTypeGroups(owner, types ?? undefined)
  const [rows, setRows] = useState(() =>
    files.toSorted((a, b) => Number(a.typeCode !== null) - Number(b.typeCode !== null)),
  )
  const { told, reading } = usePaperTypes(rows, (file, typeCode) => {
    const fits = groups.some(({ options }) => options.some(({ code }) => code === typeCode))
    // The person's own answer stays, whatever the paper says.
    if (fits)
      setRows((now) =>
        now.map((row) => (row.file === file ? { ...row, typeCode: row.typeCode ?? typeCode } : row)),
      )
  })
  const empty = rows.filter(({ typeCode }) => typeCode === null)
  const set = (at: number, typeCode: string) =>
    setRows(rows.map((row, index) => (index === at ? { ...row, typeCode } : row)))
  const known = files.length - files.filter(({ typeCode }) => typeCode === null).length
  return (
    <Dialog
      open
      title="Тип загружаемых файлов"
      onClose={onClose}
      approval={{
        text: `Загрузить: ${countOf(rows.length, 'файл', 'файла', 'файлов')}`,
        onApprove: () => onChoose(rows),
        disabledReason: types !== null && empty.length > 0 ? 'Выберите тип каждого файла' : null,
      }}
    >
      <p>
        {known > 0 && `Тип узнали сами: ${countOf(known, 'файл', 'файла', 'файлов')}, проверьте. `}
        {types === null
          ? 'Файлы, у которых тип не выбран, попадут в «Неразобранные».'
          : 'Подойдёт любой из документов требования. Какой это документ?'}
      </p>
      <ul className={styles.types}>
        {rows.map(({ file, typeCode }, at) => (
          <li key={`${at} ${file.name}`}>
            <label htmlFor={`${id}-${at}`} title={file.name}>
              {file.name} <span className="muted small">{sizeText(file.size)}</span>
            </label>
            <GroupSelect
              id={`${id}-${at}`}
              aria-label={`Тип документа: ${file.name}`}
              groups={groups}
              value={typeCode}
              onChange={(code) => set(at, code)}
              placeholder="Выберите тип"
            />
            <span className="muted small" aria-live="polite">
              {typeCode === null && file === reading && 'Смотрим, что это за документ…'}
              {typeCode !== null &&
                told.get(file) === typeCode &&
                'Тип узнали по самому документу, проверьте'}
            </span>
            {typeCode !== null && empty.length > 0 && (
              <Button
                look="link"
                aria-label={`Этот тип всем остальным, как у ${file.name}`}
                onClick={() =>
                  setRows(rows.map((row) => (row.typeCode === null ? { ...row, typeCode } : row)))
                }
              >
                Этот тип всем остальным
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
