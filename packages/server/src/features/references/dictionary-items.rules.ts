import type { FieldError } from '@ipoteka-office/contract/common/errors.ts'
import { messages } from '@ipoteka-office/contract/common/scalars.ts'
import type { AskedCode } from './asked-code.ts'
import type { ReferenceAttribute } from '@ipoteka-office/contract/references/references.ts'

/** A value of an attribute as it is stored. */
export type AttributeValue = string | number | boolean
type Given = string | number | boolean | null

const isEmpty = (value: Given | undefined): value is null | undefined | '' =>
  value === null || value === undefined || value === ''

function readNumber(value: Given): number | undefined {
  const number = typeof value === 'string' ? Number(value.replaceAll(/\s/g, '').replace(',', '.')) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

const booleans: Readonly<Record<string, boolean>> = {
  да: true,
  нет: false,
  true: true,
  false: false,
  1: true,
  0: false,
}

/** `2026-11-20` of that or of `20.11.2026`; undefined for what is no day. */
export function readDay(text: string): string | undefined {
  const [, day, month, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text.trim()) ?? []
  const iso = year === undefined ? text.trim() : `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`
  if (!/^\d{4}-\d{2}-\d{2}$/.test(iso)) return undefined
  const date = new Date(`${iso}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== iso ? undefined : iso
}

/** «да», «true», 1 and what means the same. */
export const readBoolean = (value: Given): boolean | undefined =>
  typeof value === 'boolean' ? value : booleans[String(value).trim().toLowerCase()]

const readers: Readonly<Record<ReferenceAttribute['type'], (value: Given) => AttributeValue | undefined>> = {
  text: (value) => String(value),
  code: (value) => String(value),
  number: readNumber,
  boolean: readBoolean,
  date: (value) => readDay(String(value)),
}
const wanted: Readonly<Record<ReferenceAttribute['type'], string>> = {
  text: 'Укажите текст',
  code: 'Укажите код',
  number: 'Укажите число',
  boolean: 'Укажите «да» или «нет»',
  date: 'Укажите дату',
}

/** The attributes as they are stored, what is wrong with them, and the items of other dictionaries they name. */
export interface ReadAttributes {
  readonly values: Record<string, AttributeValue>
  readonly errors: FieldError[]
  readonly named: AskedCode[]
}

/** Reads what was typed or imported by the dictionary's description; empty values are left out. */
export function readAttributes(
  attributes: readonly ReferenceAttribute[],
  given: Readonly<Record<string, Given>>,
): ReadAttributes {
  const result: ReadAttributes = { values: {}, errors: [], named: [] }
  for (const key of Object.keys(given))
    if (!attributes.some((attribute) => attribute.key === key))
      result.errors.push({ path: `attributes.${key}`, message: 'Такого атрибута у справочника нет' })
  for (const { key, label, type, required, dictionary } of attributes) {
    const path = `attributes.${key}`
    const value = given[key]
    if (isEmpty(value)) {
      if (required) result.errors.push({ path, message: messages.required })
      continue
    }
    const read = readers[type](value)
    if (read === undefined) result.errors.push({ path, message: wanted[type] })
    else result.values[key] = read
    if (type === 'code' && dictionary !== null)
      result.named.push({ path, dictionary, code: String(value), label })
  }
  return result
}

/** Errors of the days between which an item is valid. */
export const periodErrors = (validFrom: string | null, validTo: string | null): FieldError[] =>
  validFrom !== null && validTo !== null && validFrom > validTo
    ? [{ path: 'validTo', message: 'Дата окончания раньше даты начала' }]
    : []

/** Between items, so that others find a place there. */
export const orderStep = 1_000

/** The place between two; undefined when there is no room. */
export function placeBetween(before: number | null, after: number | null): number | undefined {
  if (before === null) return after === null ? orderStep : after - orderStep
  if (after === null) return before + orderStep
  return after - before < 2 ? undefined : before + Math.floor((after - before) / 2)
}
