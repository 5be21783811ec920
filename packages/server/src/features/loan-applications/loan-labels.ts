import { signingFields as of } from '@ipoteka-office/contract/loan-applications/signing-fields.ts'
import { type CardLabels, told } from '#features/history/card-history.rules.ts'

/** How the history names what is fixed when the terms of a loan are signed. */
export const loanLabels: CardLabels = {
  loanApplication: {
    fields: {
      signed_at: told(of.signedAt, { isMoment: true }),
      cooling_hours: told(of.coolingHours),
      exemption: told(of.exemption),
      reason: told(of.reason),
      release_at: told(of.releaseAt, { isMoment: true }),
    },
  },
}
