import type { DocumentOwner } from '@ipoteka-office/contract/documents/documents.ts'
import { type ComponentProps, useMemo, useState } from 'react'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { GroupSelect } from '#ui/select/group-select.tsx'
import styles from '../documents.module.css'
import { useDocumentTypes } from '../use-documents.ts'

/** Types of documents for a select, by category; `types` leaves only these. */
export function useTypeGroups(
  owner: Pick<DocumentOwner, 'ownerType'>,
  types?: readonly string[],
): ComponentProps<typeof GroupSelect>['groups'] {
  const categories = useDocumentTypes(owner)
  return useMemo(
    () =>
      categories
        .map(({ name, types: own }) => ({
          label: name,
          options: own
            .filter(({ code }) => types === undefined || types.includes(code))
            .map((type) => ({ code: type.code, name: type.name })),
        }))
        .filter(({ options }) => options.length > 0),
    [categories, types],
  )
}

/** Asks for a type: of one document or of several. */
export function TypeDialog({
  title,
  text,
  owner,
  current = null,
  onChoose,
  onClose,
}: {
  title: string
  text: string
  owner: Pick<DocumentOwner, 'ownerType'>
  current?: string | null
  onChoose: (typeCode: string) => Promise<unknown>
  onClose: () => void
}) {
  const groups = useTypeGroups(owner)
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
