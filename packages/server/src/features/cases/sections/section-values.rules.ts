import { type SectionCode, sectionOf, sectionSchema } from '@ipoteka-office/contract/cases/case-sections.ts'
import type { FieldError } from '@ipoteka-office/contract/common/errors.ts'
import { withMethods } from '@ipoteka-office/contract/common/schema.ts'
import { isGiven, type FieldSpecs, type SectionValues } from '@ipoteka-office/contract/common/fields.ts'
import { futureDays } from '@ipoteka-office/contract/cases/sections/past-days.ts'

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function tidyRow(fields: FieldSpecs, row: unknown): unknown {
  return isRecord(row) ? { ...tidy(fields, row), ...(row['key'] !== undefined && { key: row['key'] }) } : row
}

/** The values that are given: what is empty is left out, in rows of lists too. */
export function tidy(fields: FieldSpecs, values: SectionValues): SectionValues {
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(values)) {
    if (!isGiven(value)) continue
    const inner = fields[name]?.fields
    kept[name] = inner !== undefined && Array.isArray(value) ? value.map((row) => tidyRow(inner, row)) : value
  }
  return kept
}

/** Values as they are stored, or what is wrong with them. */
export type CheckedValues =
  | { readonly values: SectionValues; readonly errors: readonly [] }
  | { readonly values: null; readonly errors: readonly FieldError[] }

/** Checks what was sent by the section's fields and by what contradicts itself. */
export function checkValues(section: SectionCode, input: SectionValues, today: string): CheckedValues {
  const { fields, issues } = sectionOf(section)
  const parsed = sectionSchema(section).safeParse(tidy(fields, input))
  if (!parsed.success) {
    const errors = parsed.error.issues.map((issue) => ({
      path: ['data', ...issue.path].join('.'),
      message: issue.code === 'unrecognized_keys' ? 'Такого поля в разделе нет' : issue.message,
    }))
    return { values: null, errors }
  }
  const values = tidy(fields, parsed.data)
  const future = futureDays(fields, values, today)
  const told = new Set(future.map(({ path }) => path))
  const wrong = [...future, ...(issues?.(values, today) ?? []).filter(({ path }) => !told.has(path))]
  if (wrong.length === 0) return { values, errors: [] }
  return { values: null, errors: wrong.map(({ path, message }) => ({ path: `data.${path}`, message })) }
}

/** Of values that come from elsewhere those that fit, field by field: what is wrong is left out. */
export function fittingValues(section: SectionCode, input: SectionValues): SectionValues {
  const { fields } = sectionOf(section)
  const fitting: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(tidy(fields, input))) {
    const field = fields[name]
    const parsed = field && withMethods(field.schema).safeParse(value)
    if (parsed?.success) fitting[name] = parsed.data
  }
  return tidy(fields, fitting)
}

/** Whether two states of a section say the same. */
export function sameValues(one: SectionValues, other: SectionValues): boolean {
  return canonical(one) === canonical(other)
}

/** JSON with the fields in one order: PostgreSQL keeps its own. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isRecord(value)) return JSON.stringify(value) ?? 'null'
  const names = Object.keys(value).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The name that a section of personal data gives. */
export const fullNameOf = (personal: SectionValues): string =>
  [personal['lastName'], personal['firstName'], personal['middleName']].map(textOf).filter(Boolean).join(' ')

/** Digits of a phone without the plus. */
export const phoneDigits = (value: unknown): string | null => textOf(value).replace(/\D/g, '') || null
