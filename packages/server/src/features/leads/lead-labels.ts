import { leadFormFields } from '@ipoteka-office/contract/cases/sections/first-forms.ts'
import { contactFields } from '@ipoteka-office/contract/leads/contact-fields.ts'
import { cardLabels } from '#features/cases/cards/card-columns.rules.ts'
import { type CardLabels, told } from '#features/history/card-history.rules.ts'

/** How the history names the fields of a lead and of the attempts to reach the client. */
export const leadLabels: CardLabels = {
  lead: {
    fields: {
      ...cardLabels(leadFormFields),
      next_contact_at: told(contactFields.nextContactAt),
    },
  },
  leadContact: {
    title: 'Попытка связи',
    fields: {
      kind: told(contactFields.kind),
      outcome: told(contactFields.outcome),
      comment: told(contactFields.comment),
      next_contact_at: told(contactFields.nextContactAt),
      cancelled: told(contactFields.cancelled),
    },
  },
}
