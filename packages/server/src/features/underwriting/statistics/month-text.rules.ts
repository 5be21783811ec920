import { monthNames } from '@ipoteka-office/contract/common/months.ts'

/** The month of a day as people read it: `'2026-11-20'` → `'ноябрь 2026'`. */
export function monthText(day: string): string {
  const [year = '', month = ''] = day.split('-')
  return `${monthNames[Number(month) - 1] ?? month} ${year}`
}
