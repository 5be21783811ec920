import { dayText } from '../common/day-text.ts'
import { counted, yearsText } from '../common/counted.ts'
import { roublesText } from '../common/digits.ts'
import { roublesAboveKopeck } from './sum-bounds.ts'
import type { ParameterKind, ParameterSpec, ParameterValue, TableRow } from './parameter-spec.ts'

/** The name of a code in a dictionary; the code itself where there is none. */
export type CodeName = (dictionary: string, code: string) => string

const counts: Readonly<Partial<Record<ParameterKind, readonly [string, string, string]>>> = {
  WORKING_MINUTES: ['рабочая минута', 'рабочие минуты', 'рабочих минут'],
  HOURS: ['час', 'часа', 'часов'],
  DAYS: ['день', 'дня', 'дней'],
  WORKING_DAYS: ['рабочий день', 'рабочих дня', 'рабочих дней'],
  MONTHS: ['месяц', 'месяца', 'месяцев'],
}

const workingHours = ['рабочий час', 'рабочих часа', 'рабочих часов'] as const

/** «до 200 000 ₽»; a bound a kopeck below a whole rouble is told as «меньше 50 000 ₽». */
export function boundText(upTo: string): string {
  const next = roublesAboveKopeck(upTo)
  return next === null ? `до ${roublesText(upTo)}` : `меньше ${roublesText(next)}`
}

function tableText({ cell }: Pick<ParameterSpec, 'cell'>, rows: readonly TableRow[], nameOf: CodeName) {
  return rows
    .map(({ upTo, value }) => {
      const text =
        cell?.kind === 'CODE'
          ? nameOf(cell.dictionary, String(value))
          : counted(Number(value), ['час', 'часа', 'часов'])
      const range = upTo === null ? (rows.length === 1 ? 'любая сумма' : 'больше') : boundText(upTo)
      return `${range} — ${text}`
    })
    .join('; ')
}

type Told = Pick<ParameterSpec, 'kind' | 'unit' | 'cell' | 'dictionary' | 'absent'>

function numberText({ kind, unit }: Told, value: number): string {
  if (kind === 'YEARS') return yearsText(value)
  if (kind === 'WORKING_MINUTES' && value % 60 === 0) return counted(value / 60, workingHours)
  const words = counts[kind]
  if (words !== undefined) return counted(value, words)
  return unit === undefined ? String(value) : `${value}\u00a0${unit}`
}

function lineText({ kind, absent }: Told, value: string): string {
  if (kind === 'TEXT' || kind === 'LINK') return value === '' ? (absent ?? '−') : value
  if (kind === 'MONEY') return roublesText(value)
  return kind === 'PERCENT' ? `${value.replace('.', ',')}\u00a0%` : dayText(value)
}

/** A value in words: «4 часа», «50 %», «300 000 ₽», «меньше 50 000 ₽ — 0 часов; до 200 000 ₽ — 4 часа». */
export function parameterText(
  spec: Told,
  value: ParameterValue,
  nameOf: CodeName = (_, code) => code,
): string {
  if (typeof value === 'boolean') return value ? 'да' : 'нет'
  if (typeof value === 'number') return numberText(spec, value)
  if (typeof value === 'string') return lineText(spec, value)
  if (spec.kind === 'TABLE') return tableText(spec, value as readonly TableRow[], nameOf)
  return (value as readonly string[]).map((code) => nameOf(spec.dictionary ?? '', code)).join(', ') || 'нет'
}
