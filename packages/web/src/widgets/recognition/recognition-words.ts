import { passportText } from '@ipoteka-office/contract/common/person/passport.ts'
import { type RecognisedField, sureConfidence } from '@ipoteka-office/contract/recognition/recognition.ts'
import { formatDate } from '#lib/dates.ts'
import { formatMoney } from '#lib/format.ts'
import type { Tone } from '#ui/tag.tsx'

const sexes: Readonly<Record<string, string>> = { MALE: 'Мужской', FEMALE: 'Женский' }
const moneyFields = [
  'totalIncome',
  'totalDeductions',
  'taxBase',
  'taxCalculated',
  'taxWithheld',
  'averageIncome',
  'incomes',
]

/** A value as people read it: dates and sums in the Russian way. */
export function valueText({ name, value }: Pick<RecognisedField, 'name' | 'value'>): string {
  if (name === 'sex') return sexes[value] ?? value
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formatDate(value)
  // A number that may not be seen whole stays masked.
  if (name === 'passport' && /^\d{10}$/.test(value)) return passportText(value)
  if (moneyFields.includes(name)) return formatMoney(value)
  return value
}

/** How sure a value is, in a word and a colour. */
export function sureness(confidence: number): { word: string; tone: Tone } {
  if (confidence >= 0.95) return { word: 'Точно', tone: 'green' }
  if (confidence >= sureConfidence) return { word: 'Уверенно', tone: 'green' }
  if (confidence >= 0.6) return { word: 'Проверьте', tone: 'amber' }
  return { word: 'Сомнительно', tone: 'red' }
}
