import {
  groupPlanFields as of,
  saveGroupPlan,
  type UnderwritingGroupCard,
} from '@ipoteka-office/contract/underwriting/underwriting-groups.ts'
import { call } from '#api/call.ts'
import { Field } from '#ui/form/field.tsx'
import { NumberInput } from '#ui/input/number-input.tsx'
import { EntryDialog, useEntryForm } from '#widgets/record/entry-dialog.tsx'
import { refreshUnderwriters } from './refresh-underwriters.ts'

/** How many decisions the group is to take in a day. */
export function PlanDialog({
  group: { id, name, dailyPlan, version },
  onClose,
}: {
  group: UnderwritingGroupCard
  onClose: () => void
}) {
  const entry = useEntryForm<{ dailyPlan: number | null }>({
    values: { dailyPlan },
    issues: (form) =>
      (of.dailyPlan.schema.nullable().safeParse(form.dailyPlan).error?.issues ?? []).map(({ message }) => ({
        path: ['dailyPlan'],
        message,
      })),
    save: async (form) => {
      await call(saveGroupPlan, { params: { id: String(id) }, body: { ...form, version } })
      await refreshUnderwriters()
    },
    saved: 'План сохранён',
    onDone: onClose,
  })
  return (
    <EntryDialog title={`План группы «${name}»`} entry={entry} size="medium" onClose={onClose}>
      <Field
        control={entry.form.control}
        name="dailyPlan"
        label={of.dailyPlan.label}
        span="full"
        hint={of.dailyPlan.hint}
      >
        {(input) => <NumberInput {...input} min={1} max={10_000} />}
      </Field>
    </EntryDialog>
  )
}
