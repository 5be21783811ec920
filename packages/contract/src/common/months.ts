/** Months as they stand alone, from January. */
export const monthNames = [
  'январь',
  'февраль',
  'март',
  'апрель',
  'май',
  'июнь',
  'июль',
  'август',
  'сентябрь',
  'октябрь',
  'ноябрь',
  'декабрь',
] as const

/** The same as headings have them. */
export const monthTitles = monthNames.map((name) => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`)

/** The month of a day or of a month as people read it: `'2026-11-20'` and `'2026-11'` → `'ноябрь 2026'`. */
export function monthText(day: string): string {
  const [year = '', month = ''] = day.split('-')
  return `${monthNames[Number(month) - 1] ?? month} ${year}`
}
