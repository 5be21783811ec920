import { lowered } from '#lib/words.ts'
import {
  type GroupQueue,
  groupQueueFields as of,
  mostMovedAtOnce,
  moveGroupQueue,
  type UnderwritingGroupCard,
} from '@ipoteka-office/contract/underwriting/underwriting-groups.ts'
import { call } from '#api/call.ts'
import { countOf } from '#lib/plural.ts'
import { Field } from '#ui/form/field.tsx'
import { NumberInput } from '#ui/input/number-input.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { LookupSelect } from '#ui/select/lookup-select.tsx'
import { EntryDialog, type EntryIssue, useEntryForm } from '#widgets/record/entry-dialog.tsx'
import { chosenId, lackOfChoice, searchOtherGroups } from './group-choice.ts'
import { refreshUnderwriters } from './refresh-underwriters.ts'

interface QueueForm {
  toGroupId: string | null
  count: number | null
  comment: string
}

/** Reasons told one by one; one more would hide the page. */
const reasonsShown = 3

function say(results: readonly { done: boolean; reason: string | null }[], left: number): void {
  const moved = results.filter(({ done }) => done).length
  const reasons = new Set(results.flatMap(({ done, reason }) => (done || reason === null ? [] : [reason])))
  for (const reason of [...reasons].slice(0, reasonsShown)) toast.error(reason)
  const text = `Передано: ${countOf(moved, 'заявка', 'заявки', 'заявок')}`
  const description = left === 0 ? 'Очередь группы пуста' : `В очереди группы осталось: ${left}`
  if (moved > 0) toast.success(text, { description })
}

/** Hands what waits at the group to another one, as a whole or one stage of it. */
export function QueueDialog({
  group,
  stage,
  onClose,
}: {
  group: UnderwritingGroupCard
  /** Null: whatever waits. */
  stage: GroupQueue | null
  onClose: () => void
}) {
  const { id, name } = group
  const waiting = stage?.waiting ?? group.waiting
  const most = Math.min(waiting, mostMovedAtOnce)
  const entry = useEntryForm<QueueForm>({
    values: { toGroupId: null, count: most, comment: '' },
    issues: ({ toGroupId, count }): EntryIssue[] => [
      ...lackOfChoice('toGroupId', toGroupId, 'Выберите группу'),
      ...(of.count.schema.safeParse(count).error?.issues ?? []).map(({ message }) => ({
        path: ['count'],
        message,
      })),
    ],
    save: async ({ toGroupId, count, comment }) => {
      const among = stage && { caseType: stage.caseType, stage: stage.stage }
      const body = { toGroupId: chosenId(toGroupId), of: among, count: count ?? most, comment }
      const { results, left } = await call(moveGroupQueue, { params: { id: String(id) }, body })
      say(results, left)
      await refreshUnderwriters()
    },
    saved: null,
    onDone: onClose,
  })
  const { control } = entry.form
  return (
    <EntryDialog
      title={`Передать очередь: ${stage === null ? `группа «${name}»` : lowered(stage.stageName)}`}
      entry={entry}
      size="medium"
      saveText="Передать"
      onClose={onClose}
    >
      <Field control={control} name="toGroupId" label={of.toGroupId.label} span="full" required>
        {(input) => <LookupSelect {...input} search={searchOtherGroups(id)} />}
      </Field>
      <Field
        control={control}
        name="count"
        label={of.count.label}
        required
        hint={`${of.count.hint}; в очереди ${countOf(waiting, 'заявка', 'заявки', 'заявок')}`}
      >
        {(input) => <NumberInput {...input} min={1} max={most} />}
      </Field>
      <Field control={control} name="comment" label={of.comment.label} span="full">
        {(input) => <TextInput {...input} maxLength={500} />}
      </Field>
    </EntryDialog>
  )
}
