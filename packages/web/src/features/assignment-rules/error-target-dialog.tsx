import { issuesOfErrorTarget } from '@ipoteka-office/contract/assignment-rules/assignment-content.ts'
import { type AssignmentScope } from '@ipoteka-office/contract/assignment-rules/assignment-scopes.ts'
import { errorTargetFields as fields } from '@ipoteka-office/contract/assignment-rules/assignment-fields.ts'
import {
  findRuleTargets,
  setErrorTarget,
  type WholeRuleSet,
} from '@ipoteka-office/contract/assignment-rules/assignment-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import { Field } from '#ui/form/field.tsx'
import { CheckField } from '#ui/input/check-field.tsx'
import { NumberInput } from '#ui/input/number-input.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { LookupSelect } from '#ui/select/lookup-select.tsx'
import { MultiSelect } from '#ui/select/multi-select.tsx'
import { EntryDialog, type EntryIssue, useEntryForm } from '#widgets/record/entry-dialog.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { reachedWords } from './reached-words.ts'
import { searchTargets } from './target-search.ts'
import { refreshRules } from './use-board.ts'

type Values = {
  workgroupId: string | null
  alertHead: boolean
  alertIds: string[]
  escalateMinutes: number | null
  escalateToId: string | null
}

const toTarget = (values: Values) => ({
  workgroupId: values.workgroupId === null ? null : Number(values.workgroupId),
  alertHead: values.alertHead && values.workgroupId !== null,
  alertIds: values.alertIds.map(Number),
  escalateMinutes: values.escalateMinutes,
  escalateToId: values.escalateToId === null ? null : Number(values.escalateToId),
})

/** The server speaks of the target as a whole: said where people are named. */
const issuesOf = (values: Values): EntryIssue[] =>
  issuesOfErrorTarget(toTarget(values)).map(({ message }) => ({ path: ['alertIds'], message }))

const textOf = (id: number | null | undefined) => (id === null || id === undefined ? null : String(id))

function valuesOf({ errorTarget }: WholeRuleSet): Values {
  return {
    workgroupId: textOf(errorTarget?.workgroupId),
    alertHead: errorTarget?.alertHead ?? false,
    alertIds: (errorTarget?.alertIds ?? []).map(String),
    escalateMinutes: errorTarget?.escalateMinutes ?? null,
    escalateToId: textOf(errorTarget?.escalateToId),
  }
}

/** Names of those who are chosen already. */
const knownOf = ({ reached: { people, queue, escalation } }: WholeRuleSet) => ({
  people: [...people, ...(escalation === null ? [] : [escalation])].map(({ id, fullName }) => ({
    code: String(id),
    name: fullName,
  })),
  queue: queue === null ? null : { code: String(queue.id), name: queue.name },
})

function useChoices(scope: AssignmentScope, kind: 'EMPLOYEE' | 'WORKGROUP') {
  const { data } = useQuery(query(findRuleTargets, { params: { scope }, query: { kind } }))
  const search = useMemo(() => searchTargets(scope, kind), [scope, kind])
  return { options: (data ?? []).map(({ id, name }) => ({ code: String(id), name })), search }
}

function Form({ set, onClose }: { set: WholeRuleSet; onClose: () => void }) {
  const entry = useEntryForm<Values>({
    values: valuesOf(set),
    issues: issuesOf,
    save: async (values) => {
      const reached = await call(setErrorTarget, {
        body: { scope: set.scope, errorTarget: toTarget(values) },
      })
      toast.success(reachedWords(reached))
    },
    saved: null,
    onDone: () => {
      refreshRules()
      onClose()
    },
  })
  const { control } = entry.form
  const people = useChoices(set.scope, 'EMPLOYEE')
  const queues = useChoices(set.scope, 'WORKGROUP')
  const known = knownOf(set)
  const hasQueue = useWatch({ control, name: 'workgroupId' }) !== null
  return (
    <EntryDialog title="Когда отдать некому" entry={entry} onClose={onClose}>
      <Field
        control={control}
        name="workgroupId"
        label={fields.workgroupId.label}
        hint={fields.workgroupId.hint}
      >
        {(input) => <LookupSelect {...input} {...queues} known={known.queue} />}
      </Field>
      {hasQueue && <CheckField control={control} name="alertHead" label={fields.alertHead.label} />}
      <Field control={control} name="alertIds" label={fields.alertIds.label} span="full">
        {({ value, onChange, ...input }) => (
          <MultiSelect
            {...input}
            {...people}
            known={known.people}
            value={{ codes: value, all: false }}
            onChange={({ codes }) => onChange(codes)}
          />
        )}
      </Field>
      <Field control={control} name="escalateMinutes" label={fields.escalateMinutes.label} span="quarter">
        {(input) => <NumberInput {...input} min={1} max={10_080} />}
      </Field>
      <Field control={control} name="escalateToId" label={fields.escalateToId.label}>
        {(input) => (
          <LookupSelect
            {...input}
            {...people}
            known={known.people.find(({ code }) => code === input.value) ?? null}
          />
        )}
      </Field>
    </EntryDialog>
  )
}

/** Where a case without takers waits, who is told at once and who when it still waits. */
export function ErrorTargetDialog({ set, onClose }: { set: WholeRuleSet; onClose: () => void }) {
  if (set.editable.enabled) return <Form set={set} onClose={onClose} />
  const { people } = set.reached
  return (
    <Dialog open title="Когда отдать некому" onClose={onClose}>
      <p>{reachedWords(set.reached)}</p>
      <ul>
        {people.map(({ id, fullName, role, problem }) => (
          <li key={id}>
            {fullName} — {role}
            {problem !== null && `, ${problem}`}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
