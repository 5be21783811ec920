import { trimEndOf } from '@ipoteka-office/contract/common/trim-ends.ts'
import {
  type FactCode,
  type FactKind,
  type Facts,
  type FactValue,
  factOf,
} from '@ipoteka-office/contract/document-rules/document-facts.ts'

/** A value in the form in which it is compared: ordered kinds are whole numbers (coins, ten-thousandths, days). */
export type Comparable = string | number | boolean | null

/** What is known, ready to compare; an absent fact is not known. */
export type KnownFacts = ReadonlyMap<FactCode, Comparable>

/** `'12.5'` with two places → 1250: exact, sums of thirteen digits stay below 2^53. */
function scaled(text: string, places: number): number {
  const [whole = '0', part = ''] = text.split('.')
  return Number(whole + part.padEnd(places, '0').slice(0, places))
}

const dayMs = 86_400_000
const toComparable: Record<FactKind, (value: Exclude<FactValue, null>) => Comparable> = {
  enum: String,
  partner: String,
  text: (value) => String(value).trim().toLowerCase(),
  boolean: (value) => value === true,
  number: Number,
  money: (value) => scaled(String(value), 2),
  percent: (value) => scaled(String(value), 4),
  date: (value) => Date.parse(`${value}T00:00:00Z`) / dayMs,
}

/** Kinds whose values have an order. */
export const isOrdered = (code: FactCode): boolean =>
  ['number', 'money', 'percent', 'date'].includes(factOf(code).kind)

export const comparable = (code: FactCode, value: FactValue): Comparable =>
  value === null ? null : toComparable[factOf(code).kind](value)

const unscaled = (value: number, places: number): string => {
  const digits = String(value).padStart(places + 1, '0')
  const part = trimEndOf(digits.slice(-places), /0/)
  return digits.slice(0, -places) + (part === '' ? '' : `.${part}`)
}

/** Back from the comparable form: what people would have entered. */
export function shownValue(code: FactCode, value: Comparable): FactValue {
  const { kind } = factOf(code)
  if (typeof value !== 'number') return value
  if (kind === 'money') return unscaled(value, 2)
  if (kind === 'percent') return unscaled(value, 4)
  return kind === 'date' ? new Date(value * dayMs).toISOString().slice(0, 10) : value
}

/** Facts ready to compare. */
export const knownFacts = (...all: readonly Facts[]): KnownFacts =>
  new Map(
    all.flatMap((facts) =>
      Object.entries(facts).flatMap(([code, value]): [FactCode, Comparable][] =>
        value === undefined ? [] : [[code as FactCode, comparable(code as FactCode, value)]],
      ),
    ),
  )
