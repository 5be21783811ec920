import {
  CalendarDay,
  CalendarDayKind,
  calendarDayFields as fields,
  calendarDayKinds,
  saveCalendarDay,
} from '@ipoteka-office/contract/calendar/calendar.ts'
import { call } from '#api/call.ts'
import { formatDate } from '#lib/dates.ts'
import { Field } from '#ui/form/field.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { EntryDialog } from '#widgets/record/entry-dialog.tsx'
import { comparedBy } from '#widgets/record/field-differences.ts'
import { useRecord } from '#widgets/record/use-record.ts'

const kinds = CalendarDayKind.options.map((code) => ({ code, name: calendarDayKinds[code] }))
const toValues = ({ kind, comment }: CalendarDay) => ({ kind, comment })

/** What one day is: its kind and why. */
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
  const entry = useRecord<CalendarDay, ReturnType<typeof toValues>>({
    record: known ?? { day, kind: 'USUAL', comment: '', version: 0, computed: false },
    place: 'dialog',
    name: 'День календаря',
    toValues,
    refusal: null,
    schema: CalendarDay,
    save: (values, version) => call(saveCalendarDay, { params: { day }, body: { ...values, version } }),
    onSaved: (_, how) => {
      if (how === 'saved') toast.success('День сохранён')
      onSaved()
    },
    onDone: onClose,
    ...comparedBy(fields, toValues),
  })
  const { control } = entry.form
  return (
    <EntryDialog title={formatDate(day)} entry={entry} onClose={onClose} size="medium">
      <Field control={control} name="kind" label={fields.kind.label} span="full">
        {({ value, ...input }) => <SingleSelect {...input} value={value || null} options={kinds} />}
      </Field>
      <Field
        control={control}
        name="comment"
        label={fields.comment.label}
        span="full"
        hint={fields.comment.hint}
      >
        {(input) => <TextInput {...input} maxLength={200} />}
      </Field>
    </EntryDialog>
  )
}
