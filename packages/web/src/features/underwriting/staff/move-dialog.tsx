import type { PersonRef } from '@ipoteka-office/contract/common/refs.ts'
import {
  groupQueueFields as of,
  moveGroupMember,
  type UnderwritingGroupCard,
} from '@ipoteka-office/contract/underwriting/underwriting-groups.ts'
import { call } from '#api/call.ts'
import { Field } from '#ui/form/field.tsx'
import { LookupSelect } from '#ui/select/lookup-select.tsx'
import { EntryDialog, useEntryForm } from '#widgets/record/entry-dialog.tsx'
import { chosenId, lackOfChoice, searchOtherGroups } from './group-choice.ts'
import { refreshUnderwriters } from './refresh-underwriters.ts'

/** Somebody leaves the group for another one of the bank. */
export function MoveDialog({
  group: { id, name, version },
  person,
  onClose,
}: {
  group: UnderwritingGroupCard
  person: PersonRef
  onClose: () => void
}) {
  const entry = useEntryForm<{ toGroupId: string | null }>({
    values: { toGroupId: null },
    issues: ({ toGroupId }) => lackOfChoice('toGroupId', toGroupId, 'Выберите группу'),
    save: async ({ toGroupId }) => {
      const params = { id: String(id), employeeId: String(person.id) }
      await call(moveGroupMember, { params, body: { toGroupId: chosenId(toGroupId), version } })
      await refreshUnderwriters()
    },
    saved: 'Сотрудник переведён',
    onDone: onClose,
  })
  return (
    <EntryDialog
      title={`${person.fullName}: перевод`}
      entry={entry}
      size="medium"
      saveText="Перевести"
      onClose={onClose}
    >
      <Field
        control={entry.form.control}
        name="toGroupId"
        label={of.toGroupId.label}
        span="full"
        required
        hint={`Из группы «${name}» сотрудник выйдет; задачи, которые он ведёт, остаются у него`}
      >
        {(input) => <LookupSelect {...input} search={searchOtherGroups(id)} />}
      </Field>
    </EntryDialog>
  )
}
