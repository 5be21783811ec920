/** One wrong field: its path in the form, «partners» or «rows.0.sum», and what is wrong. */
export type FieldProblem = { name: string; message: string }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** The errors of react-hook-form as a flat list, in the order of the form's fields. */
export function flattenErrors(errors: unknown, prefix = ''): FieldProblem[] {
  if (!isRecord(errors)) return []
  return Object.entries(errors).flatMap(([key, value]) => {
    if (!isRecord(value) || key === 'ref') return []
    const name = prefix ? `${prefix}.${key}` : key
    return typeof value.message === 'string' && value.message
      ? [{ name, message: value.message }]
      : flattenErrors(value, name)
  })
}
