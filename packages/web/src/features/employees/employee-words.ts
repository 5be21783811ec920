import type { ExpiryState } from '@ipoteka-office/contract/employees/employees.ts'
import { countOf } from '#lib/plural.ts'

/** Colours of how soon a document ends. */
export const expiryTones = {
  FUTURE: 'neutral',
  VALID: 'green',
  EXPIRING: 'amber',
  EXPIRED: 'red',
  REVOKED: 'red',
} as const satisfies Record<ExpiryState, string>

/** «осталось 5 дней», «истекла 3 дня назад». */
export const daysLeftText = (days: number): string =>
  days >= 0
    ? `осталось ${countOf(days, 'день', 'дня', 'дней')}`
    : `закончилась ${countOf(-days, 'день', 'дня', 'дней')} назад`

export const noEmployeeUpdate = 'Нет права на изменение карточки сотрудника'
