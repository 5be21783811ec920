import {
  type FieldRight,
  holdsRight,
  type RightsHolder,
} from '@ipoteka-office/contract/common/field-rights.ts'
import { type FieldSpec, labelAlone } from '@ipoteka-office/contract/common/fields.ts'
import type { HistoryEntry } from '@ipoteka-office/contract/history/history.ts'
import { type BankClock, momentText } from '#lib/bank-time.ts'

/** Tables whose rows a history calls by name. */
export type NamedTable = 'partner' | 'employee' | 'workgroup' | 'workgroup_role' | 'user_role'

/** How a column is shown. */
export interface HistoryField {
  readonly label: string
  /** Its values are codes of this dictionary. */
  readonly dictionary?: string
  /** Its values are ids of rows of this table. */
  readonly table?: NamedTable
  /** What every value of it is called, where the value itself says nothing to people. */
  readonly shown?: string
  /** Its values are these codes. */
  readonly names?: Readonly<Record<string, string>>
  /** How a value reads that the rest does not cover. */
  readonly text?: (value: unknown) => string
  /** Its value is a moment, told by the clock of the bank. */
  readonly isMoment?: true
  /** Who is told of it; everybody who reads the history when absent. */
  readonly seenBy?: FieldRight
  /** Its value is an object: each of these properties is told by itself. */
  readonly parts?: Readonly<Record<string, HistoryField>>
}

/** How the history tells of a field that a form enters too: by the same words; `more` is of the history alone. */
export const told = (
  { dictionary, choices, seenBy, ...field }: FieldSpec,
  more: Partial<HistoryField> = {},
): HistoryField => ({
  label: labelAlone(field),
  // Ids of rows are called by their table.
  ...(dictionary !== undefined && more.table === undefined && more.names === undefined && { dictionary }),
  ...(choices !== undefined && { names: choices }),
  ...(seenBy !== undefined && { seenBy }),
  ...more,
})

/** How an object of a card's history is shown; columns that are not named are not told. */
export interface HistoryLabels {
  /** What a part is called: «Счёт». Absent for the card itself. */
  readonly title?: string
  /** The column that tells one part from another. */
  readonly subject?: string
  readonly fields: Readonly<Record<string, HistoryField>>
}

/** By object type: the card's own and those of its parts. */
export type CardLabels = Readonly<Record<string, HistoryLabels>>

/** The labels without the fields that the person does not see: a history of them tells nothing of those. */
export const labelsSeenBy = (person: RightsHolder, labels: CardLabels): CardLabels =>
  Object.fromEntries(
    Object.entries(labels).map(([type, { fields, ...object }]) => [
      type,
      {
        ...object,
        fields: Object.fromEntries(
          Object.entries(fields).filter(([, { seenBy }]) => holdsRight(person, seenBy)),
        ),
      },
    ]),
  )

/** The labels with moments told in the bank's zone. */
export const labelsByClock = (clock: Pick<BankClock, 'timeZone'>, labels: CardLabels): CardLabels =>
  Object.fromEntries(
    Object.entries(labels).map(([type, { fields, ...object }]) => [
      type,
      {
        ...object,
        fields: Object.fromEntries(
          Object.entries(fields).map(([name, field]) => [
            name,
            field.isMoment ? { ...field, text: (value: unknown) => momentText(clock, value) } : field,
          ]),
        ),
      },
    ]),
  )

type Values = Readonly<Record<string, unknown>> | null
export type Names = ReadonlyMap<string, string>

/** Longer lists are told by their number. */
const maxNames = 5
const nothing = '−'

function oneText(value: unknown, { dictionary, table, names: fixed }: HistoryField, names: Names): string {
  const key = String(value)
  if (dictionary !== undefined) return names.get(`${dictionary}:${key}`) ?? key
  if (table !== undefined) return names.get(`${table}:${key}`) ?? key
  return fixed?.[key] ?? key
}

function listText(list: readonly unknown[], field: HistoryField, names: Names): string {
  if (list.length === 0) return nothing
  const shown = list
    .slice(0, maxNames)
    .map((value) => oneText(value, field, names))
    .join(', ')
  return list.length > maxNames ? `${shown} и ещё ${list.length - maxNames}` : shown
}

/** `2026-11-20` and `2026-11-20T…` as `20.11.2026`. */
const dayText = (text: string) => text.replace(/^(\d{4})-(\d{2})-(\d{2})(?:T.*)?$/, '$3.$2.$1')

/** A value as people read it. */
export function valueText(value: unknown, field: HistoryField, names: Names): string {
  if (value === null || value === undefined || value === '') return nothing
  if (field.text !== undefined) return field.text(value)
  if (field.shown !== undefined) return field.shown
  if (typeof value === 'boolean') return value ? 'да' : 'нет'
  if (Array.isArray(value)) return listText(value, field, names)
  // Addresses keep what people see beside the codes.
  if (typeof value === 'object') return String((value as { value?: unknown }).value ?? JSON.stringify(value))
  return dayText(oneText(value, field, names))
}

const titleOf = (labels: HistoryLabels, row: Values, names: Names): string => {
  if (labels.title === undefined) return ''
  const field = labels.subject === undefined ? undefined : labels.fields[labels.subject]
  const subject = row?.[labels.subject ?? '']
  const text = field === undefined || subject === undefined ? '' : ` ${valueText(subject, field, names)}`
  return `${labels.title}${text}: `
}

/** A column, or each property of one that holds an object. */
function partsOf(column: string, how: HistoryField) {
  if (how.parts === undefined)
    return [{ field: column, label: how.label, part: how, valueIn: (row: Values) => row?.[column] }]
  return Object.entries(how.parts).map(([key, part]) => ({
    field: `${column}.${key}`,
    label: part.label,
    part,
    valueIn: (row: Values) => (row?.[column] as Values | undefined)?.[key],
  }))
}

/** An object that came or went whole while its record stayed: told as one, not by each of its properties; null for others. */
function appearing(
  column: string,
  how: HistoryField,
  { oldValues, newValues }: Pick<States, 'oldValues' | 'newValues'>,
) {
  if (how.parts === undefined || oldValues === null || newValues === null) return null
  const [was, is] = [oldValues[column] ?? null, newValues[column] ?? null]
  if ((was === null) === (is === null)) return null
  return { oldValue: was === null ? 'нет' : 'есть', newValue: is === null ? 'нет' : 'есть' }
}

interface States {
  readonly oldValues: Values
  readonly newValues: Values
  readonly created: Values
}

/** Every known field of two states as people read it, in the order of the labels. */
export function readableFields(
  labels: HistoryLabels,
  { oldValues, newValues, created }: States,
  names: Names,
): HistoryEntry['changes'] {
  const title = titleOf(labels, created ?? newValues ?? oldValues, names)
  return Object.entries(labels.fields).flatMap(([column, how]) => {
    if (!(column in (newValues ?? oldValues ?? {}))) return []
    const whole = appearing(column, how, { oldValues, newValues })
    if (whole !== null) return [{ field: column, label: title + how.label, ...whole }]
    return partsOf(column, how).map(({ field, label, valueIn, part }) => ({
      field,
      label: title + label,
      oldValue: valueText(valueIn(oldValues), part, names),
      newValue: valueText(valueIn(newValues), part, names),
    }))
  })
}

/** The changed ones among them: of a creation or a deletion only what was filled in. */
export const readableChanges = (
  labels: HistoryLabels,
  change: States,
  names: Names,
): HistoryEntry['changes'] =>
  readableFields(labels, change, names).filter(({ oldValue, newValue }) => oldValue !== newValue)

const listOf = (value: unknown): unknown[] =>
  value === null || value === undefined ? [] : Array.isArray(value) ? value : [value]

/** What the values speak of: codes of dictionaries and ids of rows. */
export function mentioned(labels: CardLabels, changes: readonly { objectType: string; values: Values[] }[]) {
  const codes = new Map<string, { dictionary: string; code: string }>()
  const ids = new Map<NamedTable, Set<number>>()
  const note = ({ dictionary, table }: HistoryField, value: unknown) => {
    if (dictionary !== undefined) codes.set(`${dictionary}:${value}`, { dictionary, code: String(value) })
    if (table !== undefined) ids.set(table, (ids.get(table) ?? new Set()).add(Number(value)))
  }
  for (const { objectType, values } of changes) {
    const fields = Object.entries(labels[objectType]?.fields ?? {})
    for (const { part, valueIn } of fields.flatMap(([column, how]) => partsOf(column, how)))
      for (const value of values.flatMap((row) => listOf(valueIn(row)))) note(part, value)
  }
  return { codes: [...codes.values()], ids }
}
