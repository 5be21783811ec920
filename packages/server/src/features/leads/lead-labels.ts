import { sexes } from '@ipoteka-office/contract/common/person-name.ts'
import { contactKinds, contactOutcomes } from '@ipoteka-office/contract/leads/leads.ts'
import type { CardLabels } from '#features/history/card-history.rules.ts'

/** How the history names the fields of a lead and of the attempts to reach the client. */
export const leadLabels: CardLabels = {
  lead: {
    fields: {
      last_name: { label: 'Фамилия' },
      first_name: { label: 'Имя' },
      middle_name: { label: 'Отчество' },
      sex: { label: 'Пол', names: sexes },
      birth_date: { label: 'Дата рождения' },
      passport: { label: 'Паспорт' },
      phone: { label: 'Телефон' },
      email: { label: 'Эл. почта' },
      city: { label: 'Город' },
      source_code: { label: 'Источник', dictionary: 'source' },
      comment: { label: 'Комментарий' },
      next_contact_at: { label: 'Следующий контакт' },
    },
  },
  leadContact: {
    title: 'Попытка связи',
    fields: {
      kind: { label: 'Способ', names: contactKinds },
      outcome: { label: 'Итог', names: contactOutcomes },
      comment: { label: 'Комментарий' },
      next_contact_at: { label: 'Следующий контакт' },
      cancelled: { label: 'Записана по ошибке' },
    },
  },
}
