import { documentFields as fields } from '@ipoteka-office/contract/documents/document-fields.ts'
import { createDocument, type DocumentOwner } from '@ipoteka-office/contract/documents/documents.ts'
import { call } from '#api/call.ts'
import { Field } from '#ui/form/field.tsx'
import { GroupSelect } from '#ui/select/group-select.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import { EntryDialog, useEntryForm } from '../record/entry-dialog.tsx'
import { useTypeGroups } from './upload/type-dialog.tsx'
import { refreshDocuments } from './use-documents.ts'

/** A document that is known of before its file is there. */
export function NewDocumentDialog({
  owner,
  onClose,
  onCreated,
}: {
  owner: DocumentOwner
  onClose: () => void
  onCreated: (documentId: number) => void
}) {
  const groups = useTypeGroups(owner)
  const entry = useEntryForm<{ typeCode: string; title: string; number: string }>({
    values: { typeCode: '', title: '', number: '' },
    issues: ({ typeCode }) => (typeCode === '' ? [{ path: ['typeCode'], message: 'Выберите тип' }] : []),
    save: async (values) => {
      const made = await call(createDocument, { body: { ...owner, ...values } })
      refreshDocuments()
      onCreated(made.id)
    },
    saved: 'Документ создан. Добавьте к нему файлы',
    onDone: onClose,
  })
  const { control } = entry.form
  return (
    <EntryDialog title="Новый документ" size="medium" saveText="Создать" entry={entry} onClose={onClose}>
      <Field control={control} name="typeCode" label={fields.typeCode.label} span="full">
        {({ value, ...input }) => <GroupSelect {...input} value={value || null} groups={groups} />}
      </Field>
      <Field control={control} name="title" label={fields.title.label} span="full">
        {(input) => <TextInput {...input} maxLength={200} />}
      </Field>
      <Field control={control} name="number" label={fields.number.label} span="full">
        {(input) => <TextInput {...input} maxLength={100} />}
      </Field>
    </EntryDialog>
  )
}
