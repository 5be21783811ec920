import { shortFormFields as of } from '@ipoteka-office/contract/cases/sections/first-forms.ts'
import { consentFields } from '@ipoteka-office/contract/short-applications/consent-fields.ts'
import { exactRoublesText } from '@ipoteka-office/contract/common/digits.ts'
import { type CardLabels, told } from '#features/history/card-history.rules.ts'

const roubles = (value: unknown) => exactRoublesText(String(value))

type Person = { readonly lastName?: unknown; readonly firstName?: unknown }
const names = (value: unknown) =>
  Array.isArray(value) && value.length > 0
    ? value.map((one: Person) => `${String(one.lastName ?? '')} ${String(one.firstName ?? '')}`).join(', ')
    : '−'

/** How the history names the fields of a short application and of its consents. */
export const shortApplicationLabels: CardLabels = {
  shortApplication: {
    fields: {
      goal_code: told(of.goalCode),
      object_price: told(of.objectPrice, { text: roubles }),
      down_payment: told(of.downPayment, { text: roubles }),
      months: told(of.months),
      rate: told(of.rate),
      last_name: told(of.lastName),
      first_name: told(of.firstName),
      middle_name: told(of.middleName),
      sex: told(of.sex),
      birth_date: told(of.birthDate),
      passport: told(of.passport),
      phone: told(of.phone),
      email: told(of.email),
      passport_issued_on: told(of.passportIssuedOn),
      passport_unit_code: told(of.passportUnitCode),
      passport_issuer: told(of.passportIssuer),
      birth_place: told(of.birthPlace),
      address: told(of.address),
      income: told(of.income, { text: roubles }),
      obligations: told(of.obligations, { text: roubles }),
      employer_name: told(of.employerName),
      employer_inn: told(of.employerInn),
      salary_bank: told(of.salaryBank),
      salary_bank_bic: { label: 'БИК банка' },
      source_code: told(of.sourceCode),
      initial_source_code: told(of.initialSourceCode),
      co_borrowers: told(of.coBorrowers, { text: names }),
      comment: told(of.comment),
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
