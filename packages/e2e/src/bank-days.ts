import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
const msOfDay = 86_400_000

/** The bank's calendar day so many days from now, `2026-11-20`: after nine in the evening it is ahead of the UTC one. */
export const bankDay = (days = 0): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Moscow' }).format(Date.now() + days * msOfDay)

/** The same day as it is typed: `20.11.2026`. */
export const typedDay = (days = 0): string => dayText(bankDay(days))
