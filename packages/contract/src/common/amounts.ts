import { z } from 'zod'
import { messages } from './scalars.ts'

/** Roubles as a decimal text: `'6480000'`, `'83217.44'`; not negative, below ten trillion. */
export const Money = z
  .string()
  .regex(/^\d{1,13}(\.\d{1,2})?$/, 'Сумма: рубли и не более двух знаков после точки')
/** Percent as a decimal text with up to four digits after the point: `'17.35'`, at most 1 000. */
export const Percent = z
  .string()
  .regex(/^\d{1,4}(\.\d{1,4})?$/, 'Проценты: не более четырёх знаков после точки')
  .refine((text) => Number(text) <= 1_000, 'Не более 1000 %')
/** Beyond fifty years a term is a slip of the hand: how long a product lends, its version says. */
const longestMonths = 600
const monthsText = `Не более ${longestMonths} месяцев`
/** A term in months. */
export const Months = z.int('Укажите целое число').min(1, 'Не менее 1 месяца').max(longestMonths, monthsText)
/** A date without time: `'2026-11-20'`, 1900 to 2200. */
export const DateText = z.iso
  .date(messages.badDate)
  .refine((text) => text >= '1900-01-01' && text <= '2200-12-31', 'Дата вне пределов')
