import { serverNow } from '#api/server-time.ts'
import { bankDay } from '#lib/dates.ts'
import { Field } from '#ui/form/field.tsx'
import { DateInput } from '#ui/input/date-input.tsx'
import { TextArea } from '#ui/input/text-input.tsx'
import { EntryDialog, useEntryForm } from './entry-dialog.tsx'

/** Asks a second person to end what holds for a term, at once or after a day. */
export function EndDialog({
  title,
  labels,
  why,
  maxLength,
  send,
  onClose,
}: {
  title: string
  labels: { readonly validTo: string; readonly reason: string }
  /** What is said where the reason is missing. */
  why: string
  /** Of the reason, letters. */
  maxLength: number
  /** `lastDay` null: as soon as it is agreed. */
  send: (end: { readonly lastDay: string | null; readonly reason: string }) => Promise<unknown>
  onClose: () => void
}) {
  const today = bankDay(serverNow())
  const entry = useEntryForm({
    values: { lastDay: '', reason: '' },
    issues: ({ lastDay, reason }) => [
      ...(reason.trim() === '' ? [{ path: ['reason'], message: why }] : []),
      ...(lastDay !== '' && lastDay < today
        ? [{ path: ['lastDay'], message: 'Этот день уже прошёл: оставьте пусто, чтобы прекратить сразу' }]
        : []),
    ],
    save: ({ lastDay, reason }) => send({ lastDay: lastDay === '' ? null : lastDay, reason }),
    saved: 'Запрос отправлен: его подтверждает другой сотрудник',
    onDone: onClose,
  })
  const { control } = entry.form
  return (
    <EntryDialog
      title={title}
      entry={entry}
      size="medium"
      saveText="Отправить на подтверждение"
      onClose={onClose}
    >
      <Field
        control={control}
        name="lastDay"
        label={labels.validTo}
        span="full"
        hint="Последний день. Пусто: сразу, как только подтвердят"
      >
        {(input) => <DateInput {...input} />}
      </Field>
      <Field control={control} name="reason" label={labels.reason} span="full" required>
        {(input) => <TextArea {...input} maxLength={maxLength} />}
      </Field>
    </EntryDialog>
  )
}
