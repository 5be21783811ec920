import { isMasked } from '@ipoteka-office/contract/common/masks.ts'
import { withMethods } from '@ipoteka-office/contract/common/schema.ts'
import {
  type FieldPlace,
  isGiven,
  type FieldSpec,
  type FieldSpecs,
  type SectionValues,
} from '@ipoteka-office/contract/common/fields.ts'
import { type FormValues, isBlank, rowsOf } from '../record/field-values.ts'

/** Kinds whose empty value is no text. */
const withoutText = new Set(['MONEY', 'PERCENT', 'WHOLE', 'MONTHS', 'FLAG', 'CHOICE', 'REFERENCE'])

function emptyValue(field: FieldSpec): unknown {
  if (field.kind === 'LIST') return []
  if (field.kind === 'ADDRESS') return { value: '' }
  return withoutText.has(field.kind) ? null : ''
}

function formValue(field: FieldSpec, value: unknown): unknown {
  if (field.kind === 'LIST')
    return rowsOf(value).map(({ key, ...row }) => ({ key, ...toForm(field.fields ?? {}, row) }))
  return isGiven(value) ? value : emptyValue(field)
}

/** The values of a section as its form edits them. */
export const toForm = (fields: FieldSpecs, data: SectionValues): FormValues =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, formValue(field, data[name])]))

/** Where the conditions of a form are asked: everything but the values themselves. */
export type Around = Omit<FieldPlace, 'data'>

/** Whether the field has a sense among these values. */
export const isShown = (field: FieldSpec, values: FormValues, around: Around): boolean =>
  field.when === undefined || field.when({ ...around, data: values })

/** Whether an application is not sent without the field; asked of one that is shown. */
export const isNeeded = (field: FieldSpec, values: FormValues, around: Around): boolean =>
  field.needed !== undefined && field.needed({ ...around, data: values })

function dataValue(field: FieldSpec, value: unknown, around: Around): unknown {
  if (field.kind === 'LIST')
    return rowsOf(value).map(({ key, ...row }) => ({ key, ...toData(field.fields ?? {}, row, around) }))
  return typeof value === 'string' ? value.trim() : value
}

/** What is sent: the fields that have a sense and a value. */
export function toData(fields: FieldSpecs, values: FormValues, around: Around): FormValues {
  const kept = Object.entries(fields).filter(
    ([name, field]) => isShown(field, values, around) && !isBlank(field, values[name]),
  )
  return Object.fromEntries(kept.map(([name, field]) => [name, dataValue(field, values[name], around)]))
}

/** Something wrong at a field of the form. */
export interface ValueIssue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

function fieldIssues(name: string, field: FieldSpec, value: unknown, around: Around): ValueIssue[] {
  // What is hidden from the person is not theirs to judge.
  if (isMasked(value)) return []
  if (field.kind === 'LIST')
    return rowsOf(value).flatMap((row, at) =>
      valueIssues(field.fields ?? {}, row, around).map(({ path, message }) => ({
        path: [name, at, ...path],
        message,
      })),
    )
  const { error } = withMethods(field.schema).safeParse(dataValue(field, value, around))
  const [issue] = error?.issues ?? []
  return issue ? [{ path: [name], message: issue.message }] : []
}

/** What is wrong with the values that are given; what is not given may be given later. */
export const valueIssues = (fields: FieldSpecs, values: FormValues, around: Around): ValueIssue[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    isShown(field, values, around) && !isBlank(field, values[name])
      ? fieldIssues(name, field, values[name], around)
      : [],
  )
