const months = [
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
]

/** The month of a day as people read it: `'2026-11-20'` → `'ноябрь 2026'`. */
export function monthText(day: string): string {
  const [year = '', month = ''] = day.split('-')
  return `${months[Number(month) - 1] ?? month} ${year}`
}
