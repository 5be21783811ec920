import { lowered } from '#lib/words.ts'
import type { FieldSpecs } from '@ipoteka-office/contract/common/fields.ts'
import { useMemo } from 'react'
import type { UseFormReturn } from 'react-hook-form'

/** Every field's label by its path, the rows that have mistakes included, for the summary of errors. */
export function useErrorLabels(fields: FieldSpecs, form: UseFormReturn): Record<string, string> {
  const { errors } = form.formState
  return useMemo(() => {
    const labels: Record<string, string> = {}
    for (const [name, field] of Object.entries(fields)) {
      labels[name] = field.label
      const rows: unknown = errors[name]
      if (!field.fields || !Array.isArray(rows)) continue
      for (const at of rows.keys())
        for (const [inner, { label }] of Object.entries(field.fields))
          labels[`${name}.${at}.${inner}`] = `${field.itemLabel ?? field.label} ${at + 1}: ${lowered(label)}`
    }
    return labels
  }, [fields, errors])
}
