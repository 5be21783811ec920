import { lowered } from '#lib/words.ts'
import {
  type BlacklistEntry,
  decideBlacklistEntry,
  decideEntryAppeal,
  requestEntryAppeal,
  requestEntryProlonging,
  requestEntryRemoval,
  submitBlacklistEntry,
} from '@ipoteka-office/contract/blacklists/blacklists.ts'
import { appealFields, entryCommonFields } from '@ipoteka-office/contract/blacklists/entry-fields.ts'
import type { AllowedAction } from '@ipoteka-office/contract/common/process.ts'
import { messages } from '@ipoteka-office/contract/common/scalars.ts'
import { call } from '#api/call.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay } from '#lib/dates.ts'
import { Field } from '#ui/form/field.tsx'
import { DateInput } from '#ui/input/date-input.tsx'
import { TextArea, TextInput } from '#ui/input/text-input.tsx'
import { EntryDialog, useEntryForm } from '#widgets/record/entry-dialog.tsx'
import { refreshEntry } from './refresh-entry.ts'

interface Parts {
  readonly entry: BlacklistEntry
  readonly onClose: () => void
}
const paramsOf = ({ kind, id }: BlacklistEntry) => ({ kind, id: String(id) })
const requested = 'Запрос отправлен: его подтверждает другой сотрудник'
const sendText = 'Отправить на подтверждение'

const missing = <V extends Readonly<Record<string, string>>>(
  values: V,
  names: readonly (keyof V & string)[],
) =>
  names
    .filter((name) => values[name]?.trim() === '')
    .map((name) => ({ path: [name], message: messages.required }))
/** A day, where one is typed; `isLate`: it must have come already. */
const wrongDay = (name: string, day: string, { past = false }: { past?: boolean } = {}) => {
  if (day === '') return []
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return [{ path: [name], message: messages.badDate }]
  return past && day > bankDay(serverNow()) ? [{ path: [name], message: 'Эта дата ещё не наступила' }] : []
}

function send({ entry, action }: { entry: BlacklistEntry; action: string }, comment: string) {
  const params = paramsOf(entry)
  const body = { version: entry.version, comment }
  if (action === 'approve' || action === 'decline')
    return call(decideBlacklistEntry, { params, body: { ...body, action } })
  if (action === 'keep' || action === 'satisfy')
    return call(decideEntryAppeal, { params, body: { ...body, action } })
  return call(submitBlacklistEntry, { params, body })
}

/** A step of the entry, with a word where one is asked for. */
export function MoveDialog({ entry, action, onClose }: Parts & { action: AllowedAction }) {
  const isNeeded = action.comment === 'required'
  const form = useEntryForm({
    values: { comment: '' },
    issues: (values) => (isNeeded ? missing(values, ['comment']) : []),
    save: async ({ comment }) => {
      await send({ entry, action: action.code }, comment.trim())
      await refreshEntry()
    },
    saved: `Готово: ${lowered(action.toStage)}`,
    onDone: onClose,
  })
  return (
    <EntryDialog
      title={`${action.label}: ${entry.title}`}
      entry={form}
      size="medium"
      saveText={action.label}
      onClose={onClose}
    >
      <Field
        control={form.form.control}
        name="comment"
        label={isNeeded ? 'Обоснование' : 'Комментарий, если нужен'}
        span="full"
        required={isNeeded}
      >
        {(input) => <TextArea {...input} maxLength={1_000} />}
      </Field>
    </EntryDialog>
  )
}

/** Asks a second person to let the entry act longer. */
export function ProlongDialog({ entry, onClose }: Parts) {
  const form = useEntryForm({
    values: { validTo: '', reason: '' },
    issues: (values) => [...missing(values, ['reason']), ...wrongDay('validTo', values.validTo)],
    save: async ({ validTo, reason }) => {
      await call(requestEntryProlonging, {
        params: paramsOf(entry),
        body: { validTo: validTo === '' ? null : validTo, reason, version: entry.version },
      })
      await refreshEntry()
    },
    saved: requested,
    onDone: onClose,
  })
  const { control } = form.form
  return (
    <EntryDialog
      title={`Продлить: ${entry.title}`}
      entry={form}
      size="medium"
      saveText={sendText}
      onClose={onClose}
    >
      <Field
        control={control}
        name="validTo"
        label={entryCommonFields.validTo.label}
        hint="Пусто — бессрочно"
        span="half"
      >
        {(input) => <DateInput {...input} />}
      </Field>
      <Field control={control} name="reason" label="Почему продлевается" span="full" required>
        {(input) => <TextArea {...input} maxLength={1_000} />}
      </Field>
    </EntryDialog>
  )
}

/** Asks a second person to take the entry off. */
export function RemovalDialog({ entry, onClose }: Parts) {
  const form = useEntryForm({
    values: { reason: '' },
    issues: (values) => missing(values, ['reason']),
    save: async ({ reason }) => {
      await call(requestEntryRemoval, {
        params: paramsOf(entry),
        body: { reason, version: entry.version },
      })
      await refreshEntry()
    },
    saved: requested,
    onDone: onClose,
  })
  return (
    <EntryDialog
      title={`Снять: ${entry.title}`}
      entry={form}
      size="medium"
      saveText={sendText}
      onClose={onClose}
    >
      <Field control={form.form.control} name="reason" label="Почему снимается" span="full" required>
        {(input) => <TextArea {...input} maxLength={1_000} />}
      </Field>
    </EntryDialog>
  )
}

/** Registers an appeal of whom the entry is about. */
export function AppealDialog({ entry, onClose }: Parts) {
  const form = useEntryForm({
    values: { receivedOn: bankDay(serverNow()), applicant: '', claim: '' },
    issues: (values) => [
      ...missing(values, ['receivedOn', 'applicant', 'claim']),
      ...wrongDay('receivedOn', values.receivedOn, { past: true }),
    ],
    save: async (appeal) => {
      await call(requestEntryAppeal, {
        params: paramsOf(entry),
        body: { ...appeal, version: entry.version },
      })
      await refreshEntry()
    },
    saved: requested,
    onDone: onClose,
  })
  const { control } = form.form
  return (
    <EntryDialog
      title={`Обжалование: ${entry.title}`}
      entry={form}
      size="medium"
      saveText={sendText}
      onClose={onClose}
    >
      <Field control={control} name="receivedOn" label={appealFields.receivedOn.label} span="half" required>
        {(input) => <DateInput {...input} />}
      </Field>
      <Field control={control} name="applicant" label={appealFields.applicant.label} span="full" required>
        {(input) => <TextInput {...input} maxLength={200} />}
      </Field>
      <Field control={control} name="claim" label={appealFields.claim.label} span="full" required>
        {(input) => <TextArea {...input} maxLength={2_000} />}
      </Field>
    </EntryDialog>
  )
}
