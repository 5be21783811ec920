import { versionLabel } from '@ipoteka-office/contract/products/version/version-words.ts'
import { useController } from 'react-hook-form'
import { ConditionField } from '#widgets/condition/condition-field.tsx'
import type { PartProps } from './fields.tsx'

type Name =
  | 'condition'
  | `changes.${number}.condition`
  | `documents.${number}.condition`
  | `conditions.${number}.condition`

/** A condition of a version by its path. */
export function ConditionAt({ control, disabled, name, none }: PartProps & { name: Name; none: string }) {
  const { field, fieldState } = useController({ control, name })
  return (
    <>
      <ConditionField
        label={versionLabel(name)}
        value={field.value}
        onChange={field.onChange}
        disabled={disabled}
        none={none}
      />
      {fieldState.error?.message && <p role="alert">{fieldState.error.message}</p>}
    </>
  )
}
