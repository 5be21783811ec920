import { dayText } from './day-text.ts'
import { sumText } from './digits.ts'
import { isGiven, type FieldSpec, type SectionValues } from './fields.ts'
import { passportText } from './person/passport.ts'
import { phoneText } from './person/phone-text.ts'
import { snilsText } from './person/snils-text.ts'

/** The name of a code in a dictionary; the code itself where there is none. */
export type NameOf = (dictionary: string, code: string) => string

/** What stands for an empty value in comparisons. */
export const noValue = '−'

/** What has a unit is a number: «54,3 м²». */
const withUnit = (value: string, { unit }: FieldSpec) =>
  unit === undefined ? value : `${value.replace('.', ',')}\u00a0${unit}`

const words: Partial<Record<FieldSpec['kind'], (value: string, field: FieldSpec, nameOf: NameOf) => string>> =
  {
    MONEY: (value, field) => withUnit(sumText(value), field),
    PERCENT: (value, field) => withUnit(value, field),
    DATE: dayText,
    MONTH: dayText,
    CHOICE: (value, { choices = {} }) => choices[value] ?? value,
    REFERENCE: (value, { dictionary = '' }, nameOf) => nameOf(dictionary, value),
    PHONE: phoneText,
    SNILS: snilsText,
    PASSPORT: (value) => (/^\d{10}$/.test(value) ? passportText(value) : value),
  }

/** A row of a repeating group: «Вид: Зарплата, Сумма: 162 400 ₽». */
export function rowText(
  fields: Readonly<Record<string, FieldSpec>>,
  row: SectionValues,
  nameOf: NameOf,
): string {
  const parts = Object.entries(fields).filter(([name]) => isGiven(row[name]))
  return parts.map(([name, field]) => `${field.label}: ${fieldText(field, row[name], nameOf)}`).join(', ')
}

/** A value of a field as people read it: «6 480 000 ₽», «да», «Женат / замужем». */
export function fieldText(field: FieldSpec, value: unknown, nameOf: NameOf): string {
  if (!isGiven(value)) return noValue
  if (typeof value === 'boolean') return value !== (field.keepsNone ?? false) ? 'да' : 'нет'
  if (typeof value === 'number') return withUnit(String(value), field)
  if (Array.isArray(value))
    return value.map((row) => rowText(field.fields ?? {}, row as SectionValues, nameOf)).join('; ')
  if (typeof value === 'object' && value !== null && 'value' in value) return String(value.value)
  const text = String(value)
  return words[field.kind]?.(text, field, nameOf) ?? withUnit(text, field)
}
