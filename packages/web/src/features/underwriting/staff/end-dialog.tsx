import { authorityFields as of } from '@ipoteka-office/contract/underwriting/authority-fields.ts'
import { authorityProducts } from '@ipoteka-office/contract/underwriting/authority.ts'
import {
  type GivenAuthority,
  requestAuthorityEnd,
  type Underwriter,
} from '@ipoteka-office/contract/underwriting/underwriter-card.ts'
import { call } from '#api/call.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay } from '#lib/dates.ts'
import { Field } from '#ui/form/field.tsx'
import { DateInput } from '#ui/input/date-input.tsx'
import { TextArea } from '#ui/input/text-input.tsx'
import { EntryDialog, useEntryForm } from '#widgets/record/entry-dialog.tsx'
import { refreshUnderwriters } from './refresh-underwriters.ts'

/** Asks a second person to end an authority. */
export function EndDialog({
  underwriter: { id, version },
  authority,
  onClose,
}: {
  underwriter: Underwriter
  authority: GivenAuthority
  onClose: () => void
}) {
  const today = bankDay(serverNow())
  const entry = useEntryForm({
    values: { lastDay: '', reason: '' },
    issues: ({ lastDay, reason }) => [
      ...(reason.trim() === ''
        ? [{ path: ['reason'], message: 'Напишите, почему полномочия прекращают' }]
        : []),
      ...(lastDay !== '' && lastDay < today
        ? [{ path: ['lastDay'], message: 'Этот день уже прошёл: оставьте пусто, чтобы прекратить сразу' }]
        : []),
    ],
    save: async ({ lastDay, reason }) => {
      const params = { id: String(id), authorityId: String(authority.id) }
      const body = { lastDay: lastDay === '' ? null : lastDay, reason, version }
      await call(requestAuthorityEnd, { params, body })
      await refreshUnderwriters()
    },
    saved: 'Запрос отправлен: его подтверждает другой сотрудник',
    onDone: onClose,
  })
  const { control } = entry.form
  return (
    <EntryDialog
      title={`Прекратить полномочия: ${authorityProducts[authority.product].toLocaleLowerCase('ru')}`}
      entry={entry}
      size="medium"
      saveText="Отправить на подтверждение"
      onClose={onClose}
    >
      <Field
        control={control}
        name="lastDay"
        label={of.validTo.label}
        span="full"
        hint="Последний день. Пусто: сразу, как только подтвердят"
      >
        {(input) => <DateInput {...input} />}
      </Field>
      <Field control={control} name="reason" label={of.reason.label} span="full" required>
        {(input) => <TextArea {...input} maxLength={1_000} />}
      </Field>
    </EntryDialog>
  )
}
