import { parameterValueFields as fields } from '@ipoteka-office/contract/parameters/value-fields.ts'
import {
  type Parameter,
  type ParameterValueRow,
  requestValueWithdrawal,
} from '@ipoteka-office/contract/parameters/parameters.ts'
import { call } from '#api/call.ts'
import { formatDate } from '#lib/dates.ts'
import { Field } from '#ui/form/field.tsx'
import { TextArea } from '#ui/input/text-input.tsx'
import { EntryDialog, useEntryForm } from '#widgets/record/entry-dialog.tsx'
import { refreshParameters } from './refresh-parameters.ts'

const issuesOf = ({ reason }: { reason: string }) =>
  reason.trim() === '' ? [{ path: ['reason'], message: 'Напишите, почему значение отзывают' }] : []

/** Asks to take a value of the future back; a second person decides. */
export function WithdrawDialog({
  parameter: { code, version },
  value: { id, text, validFrom },
  onClose,
}: {
  parameter: Parameter
  value: ParameterValueRow
  onClose: () => void
}) {
  const entry = useEntryForm({
    values: { reason: '' },
    issues: issuesOf,
    save: async ({ reason }) => {
      await call(requestValueWithdrawal, { params: { code, valueId: id }, body: { reason, version } })
      await refreshParameters()
    },
    saved: 'Запрос отправлен: его подтверждает другой сотрудник',
    onDone: onClose,
  })
  return (
    <EntryDialog
      title={`Отозвать значение «${text}» с ${formatDate(validFrom)}`}
      entry={entry}
      size="medium"
      saveText="Отправить на подтверждение"
      onClose={onClose}
    >
      <Field control={entry.form.control} name="reason" label={fields.reason.label} span="full" required>
        {(input) => <TextArea {...input} maxLength={1_000} />}
      </Field>
    </EntryDialog>
  )
}
