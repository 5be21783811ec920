import {
  CalendarDay,
  CalendarDayKind,
  calendarDayKinds,
  saveCalendarDay,
} from '@ipoteka-office/contract/calendar/calendar.ts'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { formatDate } from '#lib/dates.ts'
import { Field } from '#ui/form/field.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { EntryDialog, useEntryForm } from '#widgets/entry-dialog.tsx'
import { lateSaveOf } from '#widgets/record/late-save.ts'
import styles from './calendar.module.css'

const kinds = CalendarDayKind.options.map((code) => ({ code, name: calendarDayKinds[code] }))

/** What one day is: its kind and why. A late save shows what is there now and waits. */
export function DayDialog({
  day,
  known,
  onSaved,
  onClose,
}: {
  day: string
  known: CalendarDay | undefined
  onSaved: () => void
  onClose: () => void
}) {
  const [present, setPresent] = useState<CalendarDay>(
    known ?? { day, kind: 'USUAL', comment: '', version: 0, computed: false },
  )
  const [changedBy, setChangedBy] = useState<string | null>(null)
  const entry = useEntryForm({
    values: { kind: present.kind, comment: present.comment },
    issues: () => [],
    save: async ({ kind, comment }) => {
      try {
        const body = { kind, comment, version: present.version }
        await call(saveCalendarDay, { params: { day }, body })
        toast.success('День сохранён')
      } catch (failure) {
        const late = lateSaveOf(failure, CalendarDay)
        if (late === null) throw failure
        setPresent(late.current)
        setChangedBy(late.changedBy ?? 'другой сотрудник')
        onSaved()
        throw failure
      }
    },
    saved: null,
    onDone: () => {
      onSaved()
      onClose()
    },
  })
  const { control } = entry.form
  return (
    <EntryDialog title={formatDate(day)} entry={entry} onClose={onClose} size="medium">
      {changedBy !== null && (
        <p className={styles.late} role="alert">
          Изменено, пока вы смотрели: {changedBy}. Сейчас: {calendarDayKinds[present.kind]}
          {present.comment && `, ${present.comment}`}. «Сохранить» запишет ваш вариант.
        </p>
      )}
      <Field control={control} name="kind" label="Вид дня" span="full">
        {({ value, ...input }) => <SingleSelect {...input} value={value || null} options={kinds} />}
      </Field>
      <Field
        control={control}
        name="comment"
        label="Примечание"
        span="full"
        hint="Например: перенос с 8 марта"
      >
        {(input) => <TextInput {...input} maxLength={200} />}
      </Field>
    </EntryDialog>
  )
}
