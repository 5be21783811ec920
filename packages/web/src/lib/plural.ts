import { formatCount } from './digits.ts'

const rules = new Intl.PluralRules('ru')

/** The Russian form for a count: `plural(2, 'заявка', 'заявки', 'заявок')` is «заявки». */
export function plural(count: number, one: string, few: string, many: string): string {
  const form = rules.select(Math.abs(count))
  if (form === 'one') return one
  // Fractions («1,5 заявки») fall under `other`, whose form is that of `few`.
  return form === 'many' ? many : few
}

/** The count with its word: «5 заявок». */
export function countOf(count: number, one: string, few: string, many: string): string {
  return `${formatCount(count)} ${plural(count, one, few, many)}`
}
