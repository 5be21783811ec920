import { monthNames } from '@ipoteka-office/contract/common/months.ts'

/** «март 2026». */
export function monthName(month: string): string {
  const [year = '', number = '1'] = month.split('-')
  return `${monthNames[Number(number) - 1] ?? ''} ${year}`
}
