import { parameterValueFields as fields } from '@ipoteka-office/contract/parameters/value-fields.ts'
import { specOf } from '@ipoteka-office/contract/parameters/declared.ts'
import {
  type Parameter,
  requestParameterValue,
  type ParameterValueRow,
} from '@ipoteka-office/contract/parameters/parameters.ts'
import { call } from '#api/call.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay } from '#lib/dates.ts'
import { Field } from '#ui/form/field.tsx'
import { DateInput } from '#ui/input/date-input.tsx'
import { TextArea, TextInput } from '#ui/input/text-input.tsx'
import { EntryDialog, useEntryForm } from '#widgets/record/entry-dialog.tsx'
import { refreshParameters } from './refresh-parameters.ts'
import { ValueField } from './value-field.tsx'
import { formIssues, toForm, type ValueForm, valueOf } from './value-form.ts'

/** Asks for a new value from a day on; a second person decides. */
export function NewValueDialog({
  parameter,
  current,
  onClose,
}: {
  parameter: Parameter
  current: ParameterValueRow['value']
  onClose: () => void
}) {
  const { code, version } = parameter
  const spec = specOf(code)
  const today = bankDay(serverNow())
  const entry = useEntryForm<ValueForm>({
    values: toForm(current, today),
    issues: (form) => formIssues(spec, form, today),
    save: async (form) => {
      const { validFrom, source, reason } = form
      const body = { validFrom, source, reason, version, value: valueOf(spec, form) }
      await call(requestParameterValue, { params: { code }, body })
      await refreshParameters()
    },
    saved: 'Запрос отправлен: его подтверждает другой сотрудник',
    onDone: onClose,
  })
  const { control } = entry.form
  return (
    <EntryDialog
      title={`Новое значение: ${parameter.title}`}
      entry={entry}
      saveText="Отправить на подтверждение"
      onClose={onClose}
    >
      <Field
        control={control}
        name="validFrom"
        label={fields.validFrom.label}
        required
        hint="Сегодня или позже: прошлое не меняется"
      >
        {(input) => <DateInput {...input} />}
      </Field>
      <ValueField spec={spec} form={entry.form} />
      <Field
        control={control}
        name="source"
        label={fields.source.label}
        span="full"
        required
        hint="Закон, указание Банка России или приказ"
      >
        {(input) => <TextInput {...input} maxLength={300} />}
      </Field>
      <Field control={control} name="reason" label={fields.reason.label} span="full" required>
        {(input) => <TextArea {...input} maxLength={1_000} />}
      </Field>
    </EntryDialog>
  )
}
