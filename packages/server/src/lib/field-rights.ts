import { isDeepStrictEqual } from 'node:util'
import {
  changeRefused,
  type GuardedField,
  type GuardedFields,
  holdsRight,
  type RightsHolder,
  unseenFields,
} from '@ipoteka-office/contract/common/field-rights.ts'
import { isGiven } from '@ipoteka-office/contract/common/fields.ts'
import { forbiddenFields } from '#http/errors.ts'

type Values = Readonly<Record<string, unknown>>
const isValues = (value: unknown): value is Values =>
  typeof value === 'object' &&
  value !== null &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null)

const emptied = (value: unknown): unknown => (Array.isArray(value) ? [] : null)

/** A record, the rows of a list or a page of them without the values of some fields. */
function without(names: readonly string[], answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map((row: unknown) => without(names, row))
  if (!isValues(answer)) return answer
  if (Array.isArray(answer['content'])) return { ...answer, content: without(names, answer['content']) }
  const hidden = names.filter((name) => Object.hasOwn(answer, name))
  return { ...answer, ...Object.fromEntries(hidden.map((name) => [name, emptied(answer[name])])) }
}

/** What the person sees of a record, of the rows of a list or of a page of them: a field that is not seen stands empty. */
export function shownTo<T>(person: RightsHolder, fields: GuardedFields, answer: T): T {
  const names = unseenFields(person, fields)
  return names.length === 0 ? answer : (without(names, answer) as T)
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))
/** Nothing is the same whatever stands for it. */
const isSame = (one: unknown, other: unknown): boolean =>
  (!isGiven(one) && !isGiven(other)) || isDeepStrictEqual(plain(one), plain(other))

interface Refused extends GuardedField {
  readonly name: string
  readonly who: string
}

function refuse(refused: readonly Refused[]): void {
  if (refused.length === 0) return
  throw forbiddenFields(
    refused.map((one) => ({ path: one.name, message: changeRefused([one]) })),
    changeRefused(refused),
  )
}

/**
 * What a person saves over a record: a field that the person does not see stays as it is, and 403 names each field whose
 * change is another's. Asked before anything else is done with what was given.
 */
export function heldChange<T extends object>(
  person: RightsHolder,
  fields: GuardedFields,
  given: T,
  before: object,
): T {
  const values = given as Values
  const stored = before as Values
  const unseen = new Set(unseenFields(person, fields).filter((name) => Object.hasOwn(values, name)))
  const refused = Object.entries(fields).flatMap(([name, field]): Refused[] => {
    if (values[name] === undefined || isSame(values[name], stored[name])) return []
    if (unseen.has(name))
      return isGiven(values[name]) ? [{ ...field, name, who: field.seenBy?.who ?? '' }] : []
    return holdsRight(person, field.changedBy) ? [] : [{ ...field, name, who: field.changedBy?.who ?? '' }]
  })
  refuse(refused)
  return { ...given, ...Object.fromEntries([...unseen].map((name) => [name, stored[name]])) }
}

/**
 * 403 for a field of a new record that the person may not fill: what it may begin with stands in one of `starts`. Who
 * enters a value knows it, so `seenBy` asks nothing here.
 */
export function requireMayEnter(
  person: RightsHolder,
  fields: GuardedFields,
  given: object,
  ...starts: readonly object[]
): void {
  const values = given as Values
  const refused = Object.entries(fields).flatMap(([name, field]): Refused[] =>
    values[name] === undefined ||
    holdsRight(person, field.changedBy) ||
    starts.some((start) => Object.hasOwn(start, name) && isSame(values[name], (start as Values)[name]))
      ? []
      : [{ ...field, name, who: field.changedBy?.who ?? '' }],
  )
  refuse(refused)
}
