import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import { signingFields as of } from '@ipoteka-office/contract/loan-applications/signing-fields.ts'
import { type CardLabels, told } from '#features/history/card-history.rules.ts'

/** A moment by the bank's clock, which knows no summer time: «22.11.2026, 14:05». */
export function momentText(value: unknown): string {
  const moment = new Date(String(value)).getTime() + 3 * 3_600_000
  if (Number.isNaN(moment)) return String(value)
  const [day = '', time = ''] = new Date(moment).toISOString().split('T')
  return `${dayText(day)}, ${time.slice(0, 5)}`
}

/** How the history names what is fixed when the terms of a loan are signed. */
export const loanLabels: CardLabels = {
  loanApplication: {
    fields: {
      signed_at: told(of.signedAt, { text: momentText }),
      cooling_hours: told(of.coolingHours),
      exemption: told(of.exemption),
      reason: told(of.reason),
      release_at: told(of.releaseAt, { text: momentText }),
    },
  },
}
