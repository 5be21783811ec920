import type { FieldSpecs } from '@ipoteka-office/contract/common/fields.ts'
import type { AskedCode } from './asked-code.ts'

type Values = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The codes of one field: a code, a list of them, or a list of records with a `code`. */
function codesOf(value: unknown, path: string): { path: string; code: string }[] {
  if (typeof value === 'string') return value === '' ? [] : [{ path, code: value }]
  if (!Array.isArray(value)) return []
  return value.flatMap((one, index) =>
    isRecord(one) ? codesOf(one['code'], `${path}.${index}.code`) : codesOf(one, `${path}.${index}`),
  )
}

/** Every code of a dictionary among the values of a form, in rows of lists too. */
export function codesIn(fields: FieldSpecs, values: object, prefix = ''): AskedCode[] {
  const given = values as Values
  return Object.entries(fields).flatMap(([name, { dictionary, label, fields: inner }]) => {
    const value = given[name]
    const path = prefix + name
    if (dictionary !== undefined)
      return codesOf(value, path).map((found) => ({ ...found, dictionary, label }))
    if (inner === undefined || !Array.isArray(value)) return []
    return value.flatMap((row, index) => (isRecord(row) ? codesIn(inner, row, `${path}.${index}.`) : []))
  })
}
