import { documentDayIssues } from '@ipoteka-office/contract/common/document-days.ts'
import {
  Document,
  DocumentInput,
  type DocumentOwner,
  documentParticipantRoles,
  updateDocument,
} from '@ipoteka-office/contract/documents/documents.ts'
import { useEffect, useRef, useState } from 'react'
import { call } from '#api/call.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay, formatDate } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { CompareDialog, type Side } from '#ui/overlay/compare-dialog.tsx'
import { DateInput } from '#ui/input/date-input.tsx'
import { Field } from '#ui/form/field.tsx'
import formStyles from '#ui/form/form.module.css'
import { GroupSelect } from '#ui/select/group-select.tsx'
import { LookupSelect } from '#ui/select/lookup-select.tsx'
import { PageForm } from '#ui/form/page-form.tsx'
import { TextArea, TextInput } from '#ui/input/text-input.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { useUnsavedChanges } from '#ui/form/use-unsaved-changes.ts'
import { entryIssues, useEntryForm } from '../entry-dialog.tsx'
import { type LateSave, lateSaveOf } from '../record/late-save.ts'
import { differencesOf, inputOf, toInput, type Values, valuesOf, withSides } from './document-values.ts'
import styles from './documents.module.css'
import { useTypeGroups } from './upload/type-dialog.tsx'
import { refreshDocuments } from './use-documents.ts'

const roles = Object.entries(documentParticipantRoles).map(([code, name]) => ({ code, name }))

const issuesOf = (values: Values) => {
  const read = DocumentInput.safeParse(toInput(values))
  return read.success ? entryIssues(documentDayIssues(read.data, bankDay(serverNow()))) : read.error.issues
}

function useDocumentForm(document: Document) {
  // The version the values on the screen came from: a newer one must not be overwritten unseen.
  const base = useRef(document)
  const [late, setLate] = useState<(LateSave<Document> & { mine: Values }) | null>(null)
  const save = async (values: Values, version: number) => {
    const saved = await call(updateDocument, {
      params: { id: String(document.id) },
      body: { ...inputOf(base.current), ...toInput(values), version },
    })
    base.current = saved
    entry.form.reset(valuesOf(saved))
    toast.success('Реквизиты сохранены')
    refreshDocuments()
  }
  const trySave = async (values: Values, version: number) => {
    try {
      await save(values, version)
    } catch (failure) {
      const found = lateSaveOf(failure, Document)
      if (!found) throw failure
      setLate({ ...found, mine: values })
    }
  }
  const entry = useEntryForm<Values>({
    values: valuesOf(document),
    issues: issuesOf,
    save: (values) => trySave(values, base.current.version),
    saved: null,
    onDone: () => undefined,
  })
  const { isDirty } = entry.form.formState
  const { reset } = entry.form
  useEffect(() => {
    if (isDirty || document.version === base.current.version) return
    base.current = document
    reset(valuesOf(document))
  }, [document, isDirty, reset])
  return { entry, isDirty, late, setLate, trySave }
}

function Compare({
  form: { late, setLate, trySave, entry },
  nameOfType,
}: {
  form: ReturnType<typeof useDocumentForm>
  nameOfType: (code: string) => string
}) {
  if (!late) return null
  const apply = (choice: Record<string, Side>) => {
    setLate(null)
    const values = withSides(late.mine, valuesOf(late.current), choice)
    entry.form.reset(values, { keepDefaultValues: true })
    trySave(values, late.current.version).catch(() =>
      toast.error('Не удалось сохранить. Проверьте поля и повторите'),
    )
  }
  return (
    <CompareDialog
      open
      {...(late.changedBy !== null && { changedBy: late.changedBy })}
      differences={differencesOf(late.mine, valuesOf(late.current), nameOfType)}
      onCancel={() => setLate(null)}
      onApply={apply}
    />
  )
}

/** What a document is: type, number, dates, whose it is. Kept apart from its files. */
export function DocumentForm({
  document,
  owner,
  reason,
}: {
  document: Document
  owner: Pick<DocumentOwner, 'ownerType'>
  /** Why nothing may be changed. */
  reason: string | null
}) {
  const groups = useTypeGroups(owner)
  const form = useDocumentForm(document)
  const { entry, isDirty } = form
  const { control } = entry.form
  const off = reason !== null
  useUnsavedChanges(isDirty, undefined, { search: ['document', 'tab'] })
  const nameOfType = (code: string) =>
    groups.flatMap(({ options }) => options).find((option) => option.code === code)?.name ?? code
  return (
    <PageForm label="Реквизиты документа" onSave={entry.submit}>
      <div className={formStyles.grid}>
        <Field control={control} name="typeCode" label="Тип" span="full" disabled={off}>
          {({ value, ...input }) => (
            <GroupSelect {...input} value={value || null} groups={groups} placeholder="Не назначен" />
          )}
        </Field>
        <Field control={control} name="title" label="Своё название" span="full" disabled={off}>
          {(input) => <TextInput {...input} maxLength={200} />}
        </Field>
        <Field control={control} name="number" label="Номер" disabled={off}>
          {(input) => <TextInput {...input} maxLength={100} />}
        </Field>
        <Field control={control} name="issuedOn" label="Выдан" disabled={off}>
          {(input) => <DateInput {...input} />}
        </Field>
        <Field control={control} name="issuer" label="Кем выдан" span="full" disabled={off}>
          {(input) => <TextInput {...input} maxLength={300} />}
        </Field>
        <Field
          control={control}
          name="validTo"
          label="Действует по"
          disabled={off}
          hint={
            document.validTo === null && document.validUntil !== null
              ? `По сроку типа — ${formatDate(document.validUntil)}`
              : undefined
          }
        >
          {(input) => <DateInput {...input} />}
        </Field>
        <Field control={control} name="roleCode" label="Чей документ" disabled={off}>
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
          label="Имя участника"
          span="full"
          disabled={off}
          hint="Если участников с этой ролью несколько"
        >
          {(input) => <TextInput {...input} maxLength={200} />}
        </Field>
        <Field control={control} name="comment" label="Комментарий" span="full" disabled={off}>
          {(input) => <TextArea {...input} rows={2} maxLength={1_000} />}
        </Field>
      </div>
      <div className={styles.formFoot}>
        {isDirty && <span className="muted">Есть несохранённые изменения</span>}
        {isDirty && <Button onClick={() => entry.form.reset()}>Отменить</Button>}
        <Button
          type="submit"
          look="primary"
          loading={entry.busy}
          disabledReason={reason ?? (isDirty ? null : 'Изменений нет')}
        >
          Сохранить
        </Button>
      </div>
      <Compare form={form} nameOfType={nameOfType} />
    </PageForm>
  )
}
