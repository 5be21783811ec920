import { labelsOf } from '@ipoteka-office/contract/common/fields.ts'
import { documentFields as fields } from '@ipoteka-office/contract/documents/document-fields.ts'
import { documentDayIssues } from '@ipoteka-office/contract/common/document-days.ts'
import {
  Document,
  DocumentInput,
  type DocumentOwner,
  documentParticipantRoles,
  updateDocument,
} from '@ipoteka-office/contract/documents/documents.ts'
import { useEffect } from 'react'
import { call } from '#api/call.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay, formatDate } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { DateInput } from '#ui/input/date-input.tsx'
import { Field } from '#ui/form/field.tsx'
import formStyles from '#ui/form/form.module.css'
import { GroupSelect } from '#ui/select/group-select.tsx'
import { LookupSelect } from '#ui/select/lookup-select.tsx'
import { TextArea, TextInput } from '#ui/input/text-input.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { issuesBy } from '../record/entry-dialog.tsx'
import { RecordForm } from '../record/record-form.tsx'
import { useRecord } from '../record/use-record.ts'
import { differencesOf, inputOf, toInput, type Values, valuesOf } from './document-values.ts'
import styles from './documents.module.css'
import { useTypeGroups } from './upload/type-dialog.tsx'
import { refreshDocuments } from './use-documents.ts'

const roles = Object.entries(documentParticipantRoles).map(([code, name]) => ({ code, name }))

const issuesOf = issuesBy(DocumentInput, toInput, (input) => documentDayIssues(input, bankDay(serverNow())))

function useDocumentForm(document: Document, reason: string | null, nameOfType: (code: string) => string) {
  return useRecord<Document, Values>({
    record: document,
    name: 'Документ',
    draftKey: `document/${document.id}`,
    toValues: valuesOf,
    check: issuesOf,
    refusal: reason,
    schema: Document,
    save: (values, version, on) =>
      call(updateDocument, {
        params: { id: String(document.id) },
        body: { ...inputOf(on ?? document), ...toInput(values), version },
      }),
    onSaved: (_, how) => {
      if (how === 'saved') toast.success('Реквизиты сохранены')
      refreshDocuments()
    },
    differences: (mine, server) => differencesOf(mine, valuesOf(server), nameOfType),
    search: ['document', 'tab'],
  })
}

/** What a document is: type, number, dates, whose it is. Kept apart from its files. */
export function DocumentForm({
  document,
  owner,
  reason,
  onDirty,
}: {
  document: Document
  owner: Pick<DocumentOwner, 'ownerType'>
  /** Why nothing may be changed. */
  reason: string | null
  /** Told whether there are changes that are not saved. */
  onDirty: (isDirty: boolean) => void
}) {
  const groups = useTypeGroups(owner)
  const nameOfType = (code: string) =>
    groups.flatMap(({ options }) => options).find((option) => option.code === code)?.name ?? code
  const kit = useDocumentForm(document, reason, nameOfType)
  const { isDirty } = kit
  useEffect(() => {
    onDirty(isDirty)
    return () => onDirty(false)
  }, [isDirty, onDirty])
  const { control } = kit.form
  const off = reason !== null
  return (
    <RecordForm kit={kit} label="Реквизиты документа" labels={labelsOf(fields)} showRefusal={false}>
      <div className={formStyles.grid}>
        <Field control={control} name="typeCode" label={fields.typeCode.label} span="full" disabled={off}>
          {({ value, ...input }) => (
            <GroupSelect {...input} value={value || null} groups={groups} placeholder="Не назначен" />
          )}
        </Field>
        <Field control={control} name="title" label={fields.title.label} span="full" disabled={off}>
          {(input) => <TextInput {...input} maxLength={200} />}
        </Field>
        <Field control={control} name="number" label={fields.number.label} disabled={off}>
          {(input) => <TextInput {...input} maxLength={100} />}
        </Field>
        <Field control={control} name="issuedOn" label={fields.issuedOn.label} disabled={off}>
          {(input) => <DateInput {...input} />}
        </Field>
        <Field control={control} name="issuer" label={fields.issuer.label} span="full" disabled={off}>
          {(input) => <TextInput {...input} maxLength={300} />}
        </Field>
        <Field
          control={control}
          name="validTo"
          label={fields.validTo.label}
          disabled={off}
          hint={
            document.validTo === null && document.validUntil !== null
              ? `По сроку типа — ${formatDate(document.validUntil)}`
              : undefined
          }
        >
          {(input) => <DateInput {...input} />}
        </Field>
        <Field control={control} name="roleCode" label={fields.roleCode.label} disabled={off}>
          {({ value, onChange, ...input }) => (
            <LookupSelect
              {...input}
              value={value || null}
              onChange={(code) => onChange(code ?? '')}
              options={roles}
            />
          )}
        </Field>
        <Field
          control={control}
          name="participantName"
          label={fields.participantName.label}
          span="full"
          disabled={off}
          hint="Если участников с этой ролью несколько"
        >
          {(input) => <TextInput {...input} maxLength={200} />}
        </Field>
        <Field control={control} name="comment" label={fields.comment.label} span="full" disabled={off}>
          {(input) => <TextArea {...input} rows={2} maxLength={1_000} />}
        </Field>
      </div>
      <div className={styles.formFoot}>
        {isDirty && <span className="muted">Есть несохранённые изменения</span>}
        {isDirty && <Button onClick={kit.undo}>Отменить</Button>}
        <Button
          type="submit"
          look="primary"
          loading={kit.busy}
          disabledReason={reason ?? (isDirty ? null : 'Изменений нет')}
        >
          Сохранить
        </Button>
      </div>
    </RecordForm>
  )
}
