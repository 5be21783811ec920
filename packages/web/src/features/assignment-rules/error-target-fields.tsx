import { errorTargetFields as fields } from '@ipoteka-office/contract/assignment-rules/assignment-fields.ts'
import type { AssignmentScope } from '@ipoteka-office/contract/assignment-rules/assignment-scopes.ts'
import { findRuleTargets } from '@ipoteka-office/contract/assignment-rules/assignment-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { query } from '#api/query.ts'
import { Field } from '#ui/form/field.tsx'
import { CheckField } from '#ui/input/check-field.tsx'
import { NumberInput } from '#ui/input/number-input.tsx'
import { LookupSelect } from '#ui/select/lookup-select.tsx'
import { MultiSelect } from '#ui/select/multi-select.tsx'
import type { Option } from '#ui/select/option-search.ts'
import type { ErrorTargetValues } from './error-target-values.ts'
import { searchTargets } from './target-search.ts'

/** A form that has an error target. */
export type WithErrorTarget = { error: ErrorTargetValues }

function useChoices(scope: AssignmentScope, kind: 'EMPLOYEE' | 'WORKGROUP') {
  const { data } = useQuery(query(findRuleTargets, { params: { scope }, query: { kind } }))
  const search = useMemo(() => searchTargets(scope, kind), [scope, kind])
  return { options: (data ?? []).map(({ id, name }) => ({ code: String(id), name })), search }
}

/** Where a case without takers waits, who is told at once and who when it still waits. */
export function ErrorTargetFields({
  control,
  scope,
  known,
  disabled = false,
}: {
  control: Control<WithErrorTarget>
  scope: AssignmentScope
  /** Names of what is chosen already. */
  known: { readonly queue: Option | null; readonly people: readonly Option[] }
  disabled?: boolean
}) {
  const people = useChoices(scope, 'EMPLOYEE')
  const queues = useChoices(scope, 'WORKGROUP')
  const part = { control, disabled }
  const hasQueue = useWatch({ control, name: 'error.workgroupId' }) !== null
  return (
    <>
      <Field
        {...part}
        name="error.workgroupId"
        label={fields.workgroupId.label}
        hint={fields.workgroupId.hint}
      >
        {(input) => <LookupSelect {...input} {...queues} known={known.queue} />}
      </Field>
      {hasQueue && <CheckField {...part} name="error.alertHead" label={fields.alertHead.label} />}
      <Field {...part} name="error.alertIds" label={fields.alertIds.label} span="full">
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
      <Field {...part} name="error.escalateMinutes" label={fields.escalateMinutes.label} span="quarter">
        {(input) => <NumberInput {...input} min={1} max={10_080} />}
      </Field>
      <Field {...part} name="error.escalateToId" label={fields.escalateToId.label}>
        {(input) => (
          <LookupSelect
            {...input}
            {...people}
            known={known.people.find(({ code }) => code === input.value) ?? null}
          />
        )}
      </Field>
    </>
  )
}
