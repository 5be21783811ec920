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

type Issue = { path: readonly PropertyKey[]; message: string }

/** What a schema found wrong, as react-hook-form keeps it; the first message of a field counts. */
export function fieldErrorsOf(issues: readonly Issue[]): Record<string, unknown> {
  const errors: Record<string, unknown> = {}
  for (const { path, message } of issues) {
    let place = errors
    for (const key of path.slice(0, -1).map(String)) {
      const inner: Record<string, unknown> = isRecord(place[key]) ? place[key] : {}
      place[key] = inner
      place = inner
    }
    const last = path.at(-1)
    if (last !== undefined) place[String(last)] ??= { type: 'invalid', message }
  }
  return errors
}

/** What the field is called, or the nearest thing that it is a part of; its path where nothing is. */
export function labelOfField(labels: Readonly<Record<string, string>>, name: string): string {
  for (let path = name; path !== ''; path = path.slice(0, Math.max(0, path.lastIndexOf('.')))) {
    const label = labels[path]
    if (label !== undefined) return label
  }
  return name
}
