import { coolingOffExemptions } from '@ipoteka-office/contract/loan-applications/cooling-off.ts'
import type { CardLabels } from '#features/history/card-history.rules.ts'

/** A moment by the bank's clock, which knows no summer time: «22.11.2026, 14:05». */
export function momentText(value: unknown): string {
  const moment = new Date(String(value)).getTime() + 3 * 3_600_000
  if (Number.isNaN(moment)) return String(value)
  const [day = '', time = ''] = new Date(moment).toISOString().split('T')
  return `${day.split('-').reverse().join('.')}, ${time.slice(0, 5)}`
}

/** How the history names what is fixed when the terms of a loan are signed. */
export const loanLabels: CardLabels = {
  loanApplication: {
    fields: {
      signed_at: { label: 'Условия подписаны', text: momentText },
      cooling_hours: { label: 'Период охлаждения, ч' },
      exemption: { label: 'Исключение из периода охлаждения', names: coolingOffExemptions },
      reason: { label: 'Основание срока' },
      release_at: { label: 'Выдача не раньше', text: momentText },
    },
  },
}
