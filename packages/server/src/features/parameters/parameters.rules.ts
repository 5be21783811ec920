import { type ParameterCode, specOf } from '@ipoteka-office/contract/parameters/declared.ts'
import { onDay } from '@ipoteka-office/contract/parameters/figures.ts'
import {
  kindUnits,
  type ParameterSpec,
  type ParameterValue,
  type TableRow,
} from '@ipoteka-office/contract/parameters/parameter-spec.ts'
import { type CodeName, parameterText } from '@ipoteka-office/contract/parameters/parameter-text.ts'
import type { ParameterRow, ParameterValueRow } from '@ipoteka-office/contract/parameters/parameters.ts'
import type { AskedCode } from '#features/references/asked-code.ts'
import type { StoredParameter, StoredValue } from './stored-parameters.ts'

const dayBefore = (day: string): string => Temporal.PlainDate.from(day).subtract({ days: 1 }).toString()

/** The dictionary whose codes a parameter holds; null for others. */
export const dictionaryOf = ({
  cell,
  dictionary,
}: Pick<ParameterSpec, 'cell' | 'dictionary'>): string | null =>
  cell?.kind === 'CODE' ? cell.dictionary : (dictionary ?? null)

/** The codes that a value names, with their places. */
export function codesIn(spec: ParameterSpec, value: ParameterValue): AskedCode[] {
  const dictionary = dictionaryOf(spec)
  if (dictionary === null || !Array.isArray(value)) return []
  const label = spec.title
  if (spec.kind === 'CODES')
    return (value as readonly string[]).map((code, at) => ({ path: `value.${at}`, dictionary, code, label }))
  return (value as readonly TableRow[]).map((row, at) => ({
    path: `value.${at}.value`,
    dictionary,
    code: String(row.value),
    label,
  }))
}

const live = (values: readonly StoredValue[]) => values.filter(({ withdrawn }) => !withdrawn)

/** The value in force on a day. */
export function valueOn(
  { code, values }: Pick<StoredParameter, 'code' | 'values'>,
  day: string,
): StoredValue {
  const rows = live(values).map((value) => ({ from: value.validFrom, value }))
  const found = onDay(rows, day)
  if (found === undefined) throw new Error(`The parameter ${code} has no value on ${day}`)
  return found.value
}

const nextAfter = (values: readonly StoredValue[], day: string): StoredValue | undefined =>
  live(values).find(({ validFrom }) => validFrom > day)

/** The unit that the list shows beside the value. */
const unitOf = ({ kind, unit }: Pick<ParameterSpec, 'kind' | 'unit'>): string => unit ?? kindUnits[kind] ?? ''

/** A line of the list as it stands on a day. */
export function toRow(stored: StoredParameter, today: string, nameOf: CodeName): ParameterRow {
  const { code, values, pendingRequestId } = stored
  const spec = specOf(code)
  const shown = ({ validFrom, value, source }: StoredValue) => ({
    validFrom,
    text: parameterText(spec, value, nameOf),
    source,
  })
  const next = nextAfter(values, today)
  return {
    code,
    title: spec.title,
    group: spec.group,
    kind: spec.kind,
    unit: unitOf(spec),
    current: shown(valueOn(stored, today)),
    next: next === undefined ? null : shown(next),
    pendingRequestId,
  }
}

/** The same value for the wire, whose schema knows no read-only lists. */
const sent = (value: ParameterValue) => value as ParameterValueRow['value']

type Period = Pick<ParameterValueRow, 'validTo' | 'state'>

function periodOf(value: StoredValue, values: readonly StoredValue[], today: string): Period {
  if (value.withdrawn) return { validTo: null, state: 'WITHDRAWN' }
  const next = nextAfter(values, value.validFrom)
  const validTo = next === undefined ? null : dayBefore(next.validFrom)
  if (value.validFrom > today) return { validTo, state: 'FUTURE' }
  return { validTo, state: validTo !== null && validTo < today ? 'PAST' : 'CURRENT' }
}

/** Every value of a parameter with its days, the newest first. */
export const toValueRows = (
  { code, values }: StoredParameter,
  today: string,
  nameOf: CodeName,
): ParameterValueRow[] =>
  values
    .map((stored) => {
      const { withdrawn: _, ...value } = stored
      const text = parameterText(specOf(code), value.value, nameOf)
      return { ...value, value: sent(value.value), text, ...periodOf(stored, values, today) }
    })
    .toReversed()

/** Dictionaries whose names the values of these parameters need. */
export const dictionariesOf = (codes: readonly ParameterCode[]): string[] =>
  codes.flatMap((code) => dictionaryOf(specOf(code)) ?? [])
