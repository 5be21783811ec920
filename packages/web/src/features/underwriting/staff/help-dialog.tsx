import type { NamedRef, PersonRef } from '@ipoteka-office/contract/common/refs.ts'
import {
  groupHelpFields as of,
  groupQueueFields,
  startGroupHelp,
  type UnderwritingGroupCard,
} from '@ipoteka-office/contract/underwriting/underwriting-groups.ts'
import { call } from '#api/call.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay, bankMoment } from '#lib/dates.ts'
import { Field } from '#ui/form/field.tsx'
import { DateInput } from '#ui/input/date-input.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import { TimeInput } from '#ui/input/time-input.tsx'
import { LookupSelect } from '#ui/select/lookup-select.tsx'
import { searchEmployees } from '#widgets/partner-tabs/employee-options.ts'
import { EntryDialog, type EntryIssue, useEntryForm } from '#widgets/record/entry-dialog.tsx'
import { chosenId, lackOfChoice, searchOtherGroups } from './group-choice.ts'
import { refreshUnderwriters } from './refresh-underwriters.ts'

interface HelpForm {
  employeeId: string | null
  toGroupId: string | null
  /** The day; a refusal of the moment stands at it. */
  until: string | null
  time: string | null
  reason: string
}

/** When a working day usually ends. */
const usualEnd = '18:00'
const dayMs = 86_400_000

/** The day whose end is still ahead: today, and tomorrow in the evening. */
function nextEnd(): string {
  const now = serverNow()
  const today = bankDay(now)
  const end = bankMoment(today, usualEnd)
  return end !== null && Date.parse(end) > now.getTime() ? today : bankDay(new Date(now.getTime() + dayMs))
}

function issuesOf({ employeeId, toGroupId, until, time }: HelpForm): EntryIssue[] {
  const moment = bankMoment(until ?? '', time ?? '')
  const isPast = moment === null || Date.parse(moment) <= serverNow().getTime()
  return [
    ...lackOfChoice('employeeId', employeeId, 'Выберите, кто поможет'),
    ...lackOfChoice('toGroupId', toGroupId, 'Выберите группу'),
    ...(isPast ? [{ path: ['until'], message: 'Укажите день и время в будущем' }] : []),
  ]
}

/** Somebody helps a group until an hour: who is called into it, or one of its people goes to another one. */
export function HelpDialog({
  group,
  person,
  onClose,
}: {
  group: UnderwritingGroupCard
  /** Who goes to another group; null: somebody is called into this one. */
  person: PersonRef | null
  onClose: () => void
}) {
  const own: NamedRef | null = person === null ? group : null
  const entry = useEntryForm<HelpForm>({
    values: {
      employeeId: person && String(person.id),
      toGroupId: own && String(own.id),
      until: nextEnd(),
      time: usualEnd,
      reason: '',
    },
    issues: issuesOf,
    save: async ({ employeeId, toGroupId, until, time, reason }) => {
      const body = {
        ...{ employeeId: chosenId(employeeId), reason },
        until: bankMoment(until ?? '', time ?? '') ?? '',
      }
      await call(startGroupHelp, { params: { id: String(chosenId(toGroupId)) }, body })
      await refreshUnderwriters()
    },
    saved: 'Помощь началась: сотрудник получил уведомление',
    onDone: onClose,
  })
  const { control } = entry.form
  return (
    <EntryDialog
      title={person === null ? `Помощь группе «${group.name}»` : `${person.fullName}: помощь группе`}
      entry={entry}
      size="medium"
      saveText="Начать помощь"
      onClose={onClose}
    >
      {person === null ? (
        <Field control={control} name="employeeId" label={of.employeeId.label} span="full" required>
          {(input) => <LookupSelect {...input} search={searchEmployees(String(group.partnerId))} />}
        </Field>
      ) : (
        <Field
          control={control}
          name="toGroupId"
          label={groupQueueFields.toGroupId.label}
          span="full"
          required
        >
          {(input) => <LookupSelect {...input} search={searchOtherGroups(group.id)} />}
        </Field>
      )}
      <Field control={control} name="until" label={of.until.label} required>
        {(input) => <DateInput {...input} />}
      </Field>
      <Field control={control} name="time" label="Время (Москва)" required>
        {(input) => <TimeInput {...input} />}
      </Field>
      <Field
        control={control}
        name="reason"
        label={of.reason.label}
        span="full"
        hint="Помощник берёт задачи группы по своим правам: прав группы он не получает, взятое остаётся у него"
      >
        {(input) => <TextInput {...input} maxLength={500} />}
      </Field>
    </EntryDialog>
  )
}
