import { dayText } from '../common/day-text.ts'
import { roublesText } from '../common/digits.ts'
import { ofYears, yearsText } from '../common/counted.ts'
import { lowered } from '../words.ts'
import type { Condition, ConditionGroup, FactCondition } from './document-conditions.ts'
import { type ConditionPredicate, type Fact, type FactCode, type FactKind, factOf } from './document-facts.ts'

/** Name of a code or an id, as a condition in words shows it; undefined shows the code itself. */
export type NameOf = (fact: FactCode, value: string) => string | undefined

/** The unit of facts that are counted in years: its form follows the number. */
const years = 'лет'
const plainTexts: Record<Exclude<FactKind, 'enum' | 'partner'>, (text: string, fact: Fact) => string> = {
  boolean: (text, { yes, no }) => (text === 'true' ? (yes ?? 'да') : (no ?? 'нет')),
  money: roublesText,
  percent: (text) => `${text.replace('.', ',')}\u00A0%`,
  date: (text) => dayText(text),
  number: (text, { unit }) => {
    if (unit === undefined) return text
    return unit === years ? yearsText(Number(text)) : `${text}\u00A0${unit}`
  },
  text: (text) => `«${text}»`,
}

/** A value of a fact in words: «50 000 ₽», «80 %», «21.11.2026», «в браке». */
export function valueText(code: FactCode, value: unknown, nameOf: NameOf): string {
  const fact = factOf(code)
  const text = String(value)
  if (value === null) return 'нет'
  if (fact.kind === 'enum') return lowered(fact.options?.[text] ?? nameOf(code, text) ?? text)
  if (fact.kind === 'partner') return `«${nameOf(code, text) ?? text}»`
  return plainTexts[fact.kind](text, fact)
}

const words: Record<ConditionPredicate, string> = {
  EQ: '—',
  NE: '— не',
  IN: '—',
  LT: 'меньше',
  LE: 'не больше',
  GT: 'больше',
  GE: 'не меньше',
  IS_NULL: 'нет',
  IS_NOT_NULL: 'есть',
}

/** After these words a number stands in the genitive. */
const compared: readonly ConditionPredicate[] = ['LT', 'LE', 'GT', 'GE']

const listed = (values: readonly string[], joint: 'и' | 'или'): string =>
  values.length > 1 ? `${values.slice(0, -1).join(', ')} ${joint} ${values.at(-1)}` : (values[0] ?? '')

/** A question in words: «семейное положение — женат / замужем», «К/З больше 80 %». `isDenied` turns it round. */
export function questionText(question: FactCondition, nameOf: NameOf, isDenied = false): string {
  const { fact: code, predicate, value } = isDenied ? denied(question) : question
  const { label, kind } = factOf(code)
  if (kind === 'boolean' && typeof value === 'boolean') return valueText(code, value, nameOf)
  if (predicate === 'IS_NULL' || predicate === 'IS_NOT_NULL') return `${label}: ${words[predicate]}`
  const values = (Array.isArray(value) ? value : [value]).map((one) =>
    compared.includes(predicate) && factOf(code).unit === years && typeof one === 'number'
      ? ofYears(one)
      : valueText(code, one, nameOf),
  )
  if (isDenied && predicate === 'IN')
    return `${label} — ${listed(
      values.map((one) => `не ${one}`),
      'и',
    )}`
  return `${label} ${words[predicate]} ${listed(values, 'или')}`
}

const opposites: Record<ConditionPredicate, ConditionPredicate> = {
  EQ: 'NE',
  NE: 'EQ',
  IN: 'IN',
  LT: 'GE',
  GE: 'LT',
  LE: 'GT',
  GT: 'LE',
  IS_NULL: 'IS_NOT_NULL',
  IS_NOT_NULL: 'IS_NULL',
}
const denied = (question: FactCondition): FactCondition => {
  if (typeof question.value === 'boolean') return { ...question, value: !question.value }
  return { ...question, predicate: opposites[question.predicate] }
}

const joints: Record<ConditionGroup, string> = { all: ' и ', any: ' или ', none: ' и ' }

/** A whole condition in words: «цель кредита — рефинансирование и (К/З больше 80 % или есть поручитель)». */
export function conditionText(condition: Condition | null, nameOf: NameOf, isDenied = false): string {
  if (condition === null) return 'всегда'
  if (condition.kind === 'fact') return questionText(condition, nameOf, isDenied)
  const { kind, items } = condition
  const parts = items.map((item) => {
    const text = conditionText(item, nameOf, (kind === 'none') !== isDenied)
    return item.kind !== 'fact' && item.items.length > 1 && items.length > 1 ? `(${text})` : text
  })
  const isAny = isDenied ? kind !== 'any' : kind === 'any'
  return parts.join(isAny ? joints.any : joints.all)
}
