import { leadFormFields as of } from '@ipoteka-office/contract/cases/sections/first-forms.ts'
import { contactFields } from '@ipoteka-office/contract/leads/contact-fields.ts'
import { type CardLabels, told } from '#features/history/card-history.rules.ts'

/** How the history names the fields of a lead and of the attempts to reach the client. */
export const leadLabels: CardLabels = {
  lead: {
    fields: {
      last_name: told(of.lastName),
      first_name: told(of.firstName),
      middle_name: told(of.middleName),
      sex: told(of.sex),
      birth_date: told(of.birthDate),
      passport: told(of.passport),
      phone: told(of.phone),
      email: told(of.email),
      city: told(of.city),
      source_code: told(of.sourceCode),
      comment: told(of.comment),
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
