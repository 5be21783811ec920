import { labelsOf } from '@ipoteka-office/contract/common/fields.ts'
import { decisionFields } from '@ipoteka-office/contract/underwriting/decision-fields.ts'
import {
  getSubjectDecisions,
  negativeCode,
  positiveCodes,
  recordSubjectDecision,
  type Subject,
  subjectIssues,
  type SubjectSheet,
} from '@ipoteka-office/contract/underwriting/subject-decisions.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useController, useWatch } from 'react-hook-form'
import { call } from '#api/call.ts'
import { statusOf } from '#api/failure.ts'
import { keyOf } from '#api/query.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import formStyles from '#ui/form/form.module.css'
import { TextArea } from '#ui/input/text-input.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { MultiSelect } from '#ui/select/multi-select.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { entryIssues } from '#widgets/record/entry-dialog.tsx'
import { RecordForm } from '#widgets/record/record-form.tsx'
import type { Versioned } from '#widgets/record/record-options.ts'
import { type RecordKit, useRecord } from '#widgets/record/use-record.ts'
import styles from './subjects.module.css'
import { useSubjectAccept } from './use-subjects.ts'

interface Values {
  code: string | null
  reasons: string[]
  comment: string
}
type Kit = RecordKit<Versioned, Values>

const { reasons: reasonsField, comment: commentField } = decisionFields
const labels = { ...labelsOf({ reasons: reasonsField, comment: commentField }), code: 'Решение' }
const start: Values = { code: null, reasons: [], comment: '' }

const issuesOf = ({ code, reasons, comment }: Values) =>
  entryIssues(
    code === null
      ? [{ path: 'code', message: 'Выберите решение' }]
      : subjectIssues({ code, reasons, comment }),
  )

/** What may be decided; which field is asked beside hangs on it. */
function Codes({
  kit,
  options,
  group,
}: {
  kit: Kit
  options: SubjectSheet['codes']['PERSON']
  group: string
}) {
  const { field, fieldState } = useController({ control: kit.form.control, name: 'code' })
  return (
    <fieldset className={styles.codes}>
      <legend className={formStyles.label}>{labels.code}</legend>
      {options.map(({ code, name }) => (
        <label key={code} data-positive={positiveCodes.includes(code) || undefined}>
          <input
            type="radio"
            name={group}
            ref={code === field.value ? field.ref : undefined}
            checked={field.value === code}
            onChange={() => {
              field.onChange(code)
              if (code !== negativeCode) kit.form.setValue('reasons', [])
            }}
          />
          {name}
        </label>
      ))}
      {fieldState.error && (
        <span className={formStyles.message} role="alert">
          {fieldState.error.message}
        </span>
      )}
    </fieldset>
  )
}

/** The decision on one subject, as a person writes it. */
export function SubjectForm({
  sheet,
  subject,
  onDone,
}: {
  sheet: SubjectSheet
  subject: Subject
  onDone?: () => void
}) {
  const { caseId } = sheet
  const { kind, id, seen, title } = subject
  const accept = useSubjectAccept(caseId)
  const client = useQueryClient()
  const kit: Kit = useRecord<Versioned, Values>({
    record: null,
    name: 'Решение по заёмщику или объекту',
    draftKey: `subject/${caseId}/${kind}/${id}`,
    toValues: () => start,
    start,
    check: issuesOf,
    refusal: null,
    fieldOf: (path) => path.replace(/^decisions\.0\./, ''),
    save: async ({ code, reasons, comment }) => {
      const decision = { subject: { kind, id }, seen, code: code ?? '', reasons, comment: comment.trim() }
      const answer = await call(recordSubjectDecision, {
        params: { id: String(caseId) },
        body: { decisions: [decision] },
      })
      toast.success(`Решение записано: ${title}`)
      await accept(answer)
      return null
    },
    ...(onDone && { onDone }),
    onFailure: (failure, _form, marked) => {
      if (marked > 0) return false
      notifyFailure(failure)
      if (statusOf(failure) === 409) void client.invalidateQueries({ queryKey: keyOf(getSubjectDecisions) })
      return true
    },
    differences: () => [],
  })
  const { control } = kit.form
  const code = useWatch({ control, name: 'code' })
  return (
    <RecordForm kit={kit} label={`Решение: ${title}`} labels={labels} enterSaves={false}>
      <Codes kit={kit} options={sheet.codes[kind]} group={`${kind}-${id}`} />
      <div className={formStyles.grid}>
        {code === negativeCode && (
          <Field control={control} name="reasons" label={reasonsField.label} span="full" required>
            {({ value, onChange, ...input }) => (
              <MultiSelect
                {...input}
                options={sheet.reasons}
                value={{ codes: value, all: false }}
                onChange={({ codes }) => onChange(codes)}
              />
            )}
          </Field>
        )}
        <Field
          control={control}
          name="comment"
          label={commentField.label}
          hint={commentField.hint}
          span="full"
          required={code !== null && code !== 'POSITIVE'}
        >
          {(input) => <TextArea {...input} rows={2} maxLength={4_000} />}
        </Field>
      </div>
      <p className={styles.foot}>
        <Button type="submit" look="primary" loading={kit.busy}>
          Записать решение
        </Button>
      </p>
    </RecordForm>
  )
}
