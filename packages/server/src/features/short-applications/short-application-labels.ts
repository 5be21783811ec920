import { shortFormFields as of } from '@ipoteka-office/contract/cases/sections/first-forms.ts'
import { consentFields } from '@ipoteka-office/contract/short-applications/consent-fields.ts'
import { cardLabels } from '#features/cases/cards/card-columns.rules.ts'
import { type CardLabels, told } from '#features/history/card-history.rules.ts'

type Person = { readonly lastName?: unknown; readonly firstName?: unknown }
const names = (value: unknown) =>
  Array.isArray(value) && value.length > 0
    ? value.map((one: Person) => `${String(one.lastName ?? '')} ${String(one.firstName ?? '')}`).join(', ')
    : '−'

/** How the history names the fields of a short application and of its consents. */
export const shortApplicationLabels: CardLabels = {
  shortApplication: {
    fields: {
      ...cardLabels(of),
      salary_bank_bic: { label: 'БИК банка' },
      co_borrowers: told(of.coBorrowers, { text: names }),
    },
  },
  shortConsent: {
    title: 'Согласие',
    subject: 'kind',
    fields: {
      kind: told(consentFields.kind),
      template_code: told(consentFields.templateCode),
      signature: told(consentFields.signature),
      signed_on: told(consentFields.signedOn),
      valid_to: told(consentFields.validTo),
      revoked_on: { label: 'Отозвано' },
    },
  },
}
