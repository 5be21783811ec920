import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import {
  entryCommonFields,
  entryFields,
  entryReasonFields,
} from '@ipoteka-office/contract/blacklists/entry-fields.ts'
import type { BlacklistKind } from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import type { EntryInput } from '@ipoteka-office/contract/blacklists/blacklists.ts'
import { futureDays } from '@ipoteka-office/contract/cases/sections/past-days.ts'
import type { FieldError } from '@ipoteka-office/contract/common/errors.ts'
import {
  type FieldSpec,
  type FieldSpecs,
  isGiven,
  valuesSchema,
} from '@ipoteka-office/contract/common/fields.ts'
import { mask, maskKindOf } from '@ipoteka-office/contract/common/masks.ts'
import { withMethods } from '@ipoteka-office/contract/common/schema.ts'
import { tidy } from '#features/cases/sections/section-values.rules.ts'
import type { EntryFacts } from './stored-entry.ts'

type Values = Readonly<Record<string, unknown>>

/** Labels of what an entry lacks before it can be sent for approval. */
export function gapsOf({
  kind,
  content: { data, basis },
}: Pick<EntryFacts, 'content'> & { readonly kind: BlacklistKind }): string[] {
  const fields: FieldSpecs = entryFields[kind]
  const missing = Object.entries(fields).filter(
    ([name, { needed }]) => needed !== undefined && !isGiven(data[name]),
  )
  return [...missing.map(([, { label }]) => label), ...(basis === '' ? [entryReasonFields.basis.label] : [])]
}

const schemas = {
  individuals: valuesSchema(entryFields.individuals),
  legalPersons: valuesSchema(entryFields.legalPersons),
  phones: valuesSchema(entryFields.phones),
} as const

/** An entry's values as they are to be stored, or what is wrong with them and where. */
export function checkEntry(
  kind: BlacklistKind,
  { data, validFrom, validTo }: Pick<EntryInput, 'data' | 'validFrom' | 'validTo'>,
  today: string,
): { readonly data: Values; readonly errors: FieldError[] } {
  const fields: FieldSpecs = entryFields[kind]
  const errors: FieldError[] =
    validTo !== null && validTo < validFrom
      ? [{ path: 'validTo', message: 'Последний день раньше первого' }]
      : []
  const parsed = withMethods(schemas[kind]).safeParse(tidy(fields, data))
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => ({
      path: ['data', ...issue.path].join('.'),
      message: issue.code === 'unrecognized_keys' ? 'Такого поля у записи нет' : issue.message,
    }))
    return { data: {}, errors: [...errors, ...wrong] }
  }
  const values = tidy(fields, parsed.data as Values)
  const future = futureDays(fields, values, today)
  return {
    data: values,
    errors: [...errors, ...future.map(({ path, message }) => ({ path: `data.${path}`, message }))],
  }
}

/** How the words of values are made: names of dictionary codes, and whether personal numbers are shown whole. */
export interface Telling {
  readonly nameOf: (dictionary: string, code: string) => string
  readonly showsNumbers: boolean
}

const isRow = (value: unknown): value is Values => typeof value === 'object' && value !== null

function partsText(field: FieldSpec, value: unknown, telling: Telling): string | null {
  if (field.kind === 'LIST' && Array.isArray(value))
    return value.map((row) => (isRow(row) ? rowText(field.fields ?? {}, row, telling) : '')).join('; ')
  if (field.kind === 'ADDRESS') return isRow(value) ? String(value['value'] ?? '') : ''
  return null
}

function wordText(name: string, field: FieldSpec, text: string, { nameOf, showsNumbers }: Telling): string {
  const kind = maskKindOf(name)
  if (kind !== undefined && !showsNumbers) return mask(kind, text)
  if (field.choices !== undefined) return field.choices[text] ?? text
  if (field.dictionary !== undefined) return nameOf(field.dictionary, text)
  return field.kind === 'DATE' ? dayText(text) : text
}

const valueText = (name: string, field: FieldSpec, value: unknown, telling: Telling): string =>
  isGiven(value) ? (partsText(field, value, telling) ?? wordText(name, field, String(value), telling)) : ''

const rowText = (fields: FieldSpecs, row: Values, telling: Telling): string =>
  Object.entries(fields)
    .map(([name, field]) => valueText(name, field, row[name], telling))
    .filter(Boolean)
    .join(' ')

/** A field of an entry in words. */
export interface ToldField {
  readonly name: string
  readonly label: string
  readonly text: string
  /** Of whom it is, how it acts, or why: the last is shown only to those who may read reasons. */
  readonly part: 'data' | 'common' | 'reason'
}

/** Everything that an entry says, field by field, in the order of the form. */
export function tellEntry(kind: BlacklistKind, facts: EntryFacts, telling: Telling): ToldField[] {
  const { content, ...common } = facts
  const { data, ...reasons } = content
  const tell = (part: ToldField['part'], fields: FieldSpecs, values: Values) =>
    Object.entries(fields).map(([name, field]) => ({
      name,
      label: field.label,
      text: valueText(name, field, values[name], telling),
      part,
    }))
  return [
    ...tell('data', entryFields[kind], data),
    ...tell('common', entryCommonFields, common),
    ...tell('reason', entryReasonFields, { ...reasons, source: common.source }),
  ]
}

/** What becomes of what between two states of an entry; of reasons nothing unless they may be read. */
export function differences(
  kind: BlacklistKind,
  { before, after }: { readonly before: EntryFacts; readonly after: EntryFacts },
  telling: Telling & { readonly showsReasons: boolean },
): { label: string; oldValue: string; newValue: string }[] {
  // Masks of two numbers may look alike: what differs is found by the numbers themselves.
  const whole = { ...telling, showsNumbers: true }
  const [old, next, shownOld, shownNext] = [
    tellEntry(kind, before, whole),
    tellEntry(kind, after, whole),
    tellEntry(kind, before, telling),
    tellEntry(kind, after, telling),
  ]
  return old.flatMap(({ label, text, part }, at) =>
    text === next[at]?.text || (part === 'reason' && !telling.showsReasons)
      ? []
      : [{ label, oldValue: shownOld[at]?.text || '−', newValue: shownNext[at]?.text || '−' }],
  )
}

const dictionariesIn = (fields: FieldSpecs): string[] =>
  Object.values(fields).flatMap(({ dictionary, fields: inner }) => [
    ...(dictionary === undefined ? [] : [dictionary]),
    ...(inner === undefined ? [] : dictionariesIn(inner)),
  ])
/** Dictionaries whose codes entries of the kind name. */
export const entryDictionaries = (kind: BlacklistKind): string[] => dictionariesIn(entryFields[kind])
