import type { DocumentOwner } from '@ipoteka-office/contract/documents.ts'
import { type ComponentProps, useMemo, useState } from 'react'
import { Dialog } from '#ui/dialog.tsx'
import { GroupSelect } from '#ui/group-select.tsx'
import styles from './documents.module.css'
import { useDocumentTypes } from './use-documents.ts'

/** Types of documents for a select, by category; `only` leaves one category. */
export function useTypeGroups(
  owner: Pick<DocumentOwner, 'ownerType'>,
  only?: string,
  types?: readonly string[],
): ComponentProps<typeof GroupSelect>['groups'] {
  const categories = useDocumentTypes(owner)
  return useMemo(
    () =>
      categories
        .filter(({ code }) => only === undefined || code === only)
        .map(({ name, types: own }) => ({
          label: name,
          options: own
            .filter(({ code }) => types === undefined || types.includes(code))
            .map((type) => ({ code: type.code, name: type.name })),
        }))
        .filter(({ options }) => options.length > 0),
    [categories, only, types],
  )
}

/** Asks for a type: of one document, of several, or of files that are about to be uploaded. */
export function TypeDialog({
  title,
  text,
  owner,
  category,
  types,
  current = null,
  onChoose,
  onClose,
}: {
  title: string
  text: string
  owner: Pick<DocumentOwner, 'ownerType'>
  /** Only types of this category. */
  category?: string
  /** Only these types: any of them fits what is asked for. */
  types?: readonly string[]
  current?: string | null
  onChoose: (typeCode: string) => Promise<unknown>
  onClose: () => void
}) {
  const groups = useTypeGroups(owner, category, types)
  const [code, setCode] = useState<string | null>(current)
  const [busy, setBusy] = useState(false)
  const apply = async () => {
    if (code === null || busy) return
    setBusy(true)
    await onChoose(code)
    setBusy(false)
    onClose()
  }
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      approval={{
        text: 'Назначить',
        onApprove: () => void apply(),
        busy,
        disabledReason: code === null ? 'Выберите тип' : null,
      }}
    >
      <p>{text}</p>
      <label htmlFor="document-type" className={styles.label}>
        Тип документа
      </label>
      <GroupSelect
        id="document-type"
        groups={groups}
        value={code}
        onChange={setCode}
        placeholder="Начните вводить название или категорию"
      />
    </Dialog>
  )
}
