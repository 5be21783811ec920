import { isGiven, type FieldSpec } from '@ipoteka-office/contract/common/fields.ts'

/** What a form of described fields holds: every field, the empty ones too. */
export type FormValues = Record<string, unknown>

/** A row of a repeating group in the form. */
export type FormRow = FormValues & { readonly key: string }

const isRecord = (value: unknown): value is FormValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Rows of a group as the form or the server has them; anything else is no rows. */
export const rowsOf = (value: unknown): FormRow[] =>
  Array.isArray(value)
    ? value.filter((row): row is FormRow => isRecord(row) && typeof row['key'] === 'string')
    : []

/** Whether the field holds nothing. */
export const isBlank = (field: FieldSpec, value: unknown): boolean =>
  field.kind === 'ADDRESS' ? !isRecord(value) || !isGiven(value['value']) : !isGiven(value)
