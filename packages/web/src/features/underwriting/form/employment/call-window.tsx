import { callIssues } from '@ipoteka-office/contract/underwriting/form/employment/call-issues.ts'
import {
  CallInput,
  type EmploymentSheet,
  type LoggedCall,
} from '@ipoteka-office/contract/underwriting/form/employment/employment.ts'
import {
  calledPeople,
  callFields as of,
  callResults,
  numberSources,
} from '@ipoteka-office/contract/underwriting/form/employment/call-fields.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay, bankMoment, formatTime } from '#lib/dates.ts'
import { formatPhone } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { TimeInput } from '#ui/input/time-input.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { EntryDialog, entryIssues, useEntryForm } from '#widgets/record/entry-dialog.tsx'
import { PlainField } from '#widgets/record/plain-field.tsx'
import styles from './employment.module.css'
import { useCallSave, type WorkPlace } from './use-employment.ts'

interface Values {
  called: string
  phone: string
  numberSource: string
  spokeWith: string
  result: string | null
  said: string
  day: string
  time: string
  reason: string
}

const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([code, name]) => ({ code, name }))
const choices = {
  called: optionsOf(calledPeople),
  numberSource: optionsOf(numberSources),
  result: optionsOf(callResults),
}

function startOf(wrong: LoggedCall | null): Values {
  const at = wrong === null ? serverNow() : new Date(wrong.calledAt)
  const when = { day: bankDay(at), time: formatTime(at), reason: '' }
  if (wrong === null)
    return {
      ...{ called: 'EMPLOYER', phone: '', numberSource: 'SITE', spokeWith: '', result: null, said: '' },
      ...when,
    }
  const { called, phone, numberSource, spokeWith, result, said } = wrong
  return { ...{ called, phone, numberSource, spokeWith, result, said }, ...when }
}

const toInput = ({ day, time, reason: _, ...values }: Values) => ({
  ...values,
  calledAt: bankMoment(day, time),
})

const atForm: Readonly<Record<string, string>> = { calledAt: 'day' }

/** What is wrong with the call, at the fields of this window. */
function issuesOf(values: Values, isCorrection: boolean) {
  const read = CallInput.safeParse(toInput(values))
  const issues = read.success ? entryIssues(callIssues(read.data)) : read.error.issues
  return [
    ...issues.map(({ path, message }) => {
      const [name = ''] = path
      if (name === 'calledAt')
        return { path: [atForm['calledAt'] ?? ''], message: 'Укажите день и время звонка' }
      return {
        path: [name],
        message: name === 'result' && values.result === null ? 'Укажите результат' : message,
      }
    }),
    ...(isCorrection && values.reason.trim() === ''
      ? [{ path: ['reason'], message: 'Напишите, что было записано неверно' }]
      : []),
  ]
}

/** Writes a call down; in the place of one that was written wrongly, with what was wrong. */
export function CallWindow({
  place,
  sheet,
  wrong,
  onClose,
}: {
  place: WorkPlace
  sheet: EmploymentSheet
  wrong: LoggedCall | null
  onClose: () => void
}) {
  const save = useCallSave(place, wrong)
  const entry = useEntryForm<Values>({
    values: startOf(wrong),
    issues: (values) => issuesOf(values, wrong !== null),
    save: async (values) => {
      const { data } = CallInput.safeParse(toInput(values))
      if (data !== undefined) await save(data, values.reason)
    },
    saved: wrong === null ? 'Звонок записан' : 'Запись исправлена, прежняя осталась под ней',
    onDone: onClose,
  })
  const { control, setValue } = entry.form
  const choice = (name: keyof typeof choices) => (
    <Field key={name} control={control} name={name} label={of[name].label}>
      {({ onChange, ...input }) => (
        <SingleSelect {...input} options={choices[name]} onChange={(code) => onChange(code)} />
      )}
    </Field>
  )
  return (
    <EntryDialog
      title={wrong === null ? 'Звонок' : 'Исправить запись о звонке'}
      entry={entry}
      saveText="Записать"
      onClose={onClose}
    >
      {wrong === null && sheet.numbers.length > 0 && (
        <p className={styles.numbers}>
          {sheet.numbers.map(({ label, phone, called }) => (
            <Button
              key={label}
              look="link"
              disabledReason={phone.includes('•') ? 'Номер скрыт: спросите его у того, кто его видит' : null}
              onClick={() => {
                setValue('phone', formatPhone(phone), { shouldDirty: true, shouldValidate: true })
                setValue('called', called, { shouldDirty: true })
                setValue('numberSource', 'QUESTIONNAIRE', { shouldDirty: true })
              }}
            >
              {label}: {formatPhone(phone)}
            </Button>
          ))}
        </p>
      )}
      {choice('called')}
      <PlainField control={control} fields={of} name="phone" />
      {choice('numberSource')}
      <PlainField control={control} fields={of} name="spokeWith" />
      <PlainField control={control} fields={of} name="day" span="quarter" />
      <Field control={control} name="time" label={of.time.label} span="quarter">
        {(input) => <TimeInput {...input} />}
      </Field>
      {choice('result')}
      <PlainField control={control} fields={of} name="said" span="full" />
      {wrong !== null && <PlainField control={control} fields={of} name="reason" span="full" />}
    </EntryDialog>
  )
}
