import { consentFields } from '@ipoteka-office/contract/short-applications/consent-fields.ts'
import { exactRoublesText } from '@ipoteka-office/contract/common/digits.ts'
import { sexes } from '@ipoteka-office/contract/common/person-name.ts'
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
      goal_code: { label: 'Цель кредита', dictionary: 'loanGoals' },
      object_price: { label: 'Стоимость объекта', text: roubles },
      down_payment: { label: 'Первоначальный взнос', text: roubles },
      months: { label: 'Срок, мес.' },
      rate: { label: 'Ставка, %' },
      last_name: { label: 'Фамилия' },
      first_name: { label: 'Имя' },
      middle_name: { label: 'Отчество' },
      sex: { label: 'Пол', names: sexes },
      birth_date: { label: 'Дата рождения' },
      passport: { label: 'Паспорт' },
      phone: { label: 'Телефон' },
      email: { label: 'Эл. почта' },
      passport_issued_on: { label: 'Дата выдачи паспорта' },
      passport_unit_code: { label: 'Код подразделения' },
      passport_issuer: { label: 'Кем выдан паспорт' },
      birth_place: { label: 'Место рождения' },
      address: { label: 'Адрес регистрации' },
      income: { label: 'Доход', text: roubles },
      obligations: { label: 'Платежи по кредитам', text: roubles },
      employer_name: { label: 'Работодатель' },
      employer_inn: { label: 'ИНН работодателя' },
      salary_bank: { label: 'Зарплатный банк' },
      salary_bank_bic: { label: 'БИК банка' },
      source_code: { label: 'Источник', dictionary: 'source' },
      initial_source_code: { label: 'Первичный источник', dictionary: 'initialSource' },
      co_borrowers: { label: 'Созаёмщики', text: names },
      comment: { label: 'Комментарий' },
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
