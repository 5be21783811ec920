import { choice, day, flag, longText } from '../common/fields.ts'
import { contactKinds, contactOutcomes } from './leads.ts'

/** What is entered of an attempt to reach a client: the form and the history take their words from here. */
export const contactFields = {
  kind: choice('Способ', contactKinds),
  outcome: choice('Итог', contactOutcomes),
  nextContactAt: day('Следующий контакт'),
  comment: longText('Комментарий'),
  cancelled: flag('Записана по ошибке'),
}
