import type { FieldSpec, FieldSpecs, SectionValues } from '#common/fields.ts'

/** A date that has not come yet, where only one of the past makes sense. */
export interface FutureDay {
  /** Of the field in the values: `birthDate`, `children.0.birthDate`. */
  readonly path: string
  readonly message: string
}

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)

const wordsOf = ({ label }: FieldSpec): string =>
  `${label.startsWith('Дата') ? label : 'Эта дата'} ещё не наступила`

const isRow = (value: unknown): value is SectionValues => typeof value === 'object' && value !== null

/** Dates of things that have happened, which the values put after today; the form and the server both ask. */
export function futureDays(
  fields: FieldSpecs,
  values: SectionValues,
  today: string,
  prefix = '',
): FutureDay[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const value = values[name]
    const path = prefix + name
    if (field.past && isDay(value) && value > today) return [{ path, message: wordsOf(field) }]
    if (field.fields === undefined || !Array.isArray(value)) return []
    const inner = field.fields
    return value.flatMap((row, at) => (isRow(row) ? futureDays(inner, row, today, `${path}.${at}.`) : []))
  })
}
