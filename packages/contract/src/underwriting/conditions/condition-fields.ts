import { choice, day, flag, longText, references } from '#common/fields.ts'
import { conditionOwners, conditionPoints } from './condition-kinds.ts'
import { conditionCategories, conditionClearers } from './conditions.ts'

/** What a condition is written with. */
export const conditionFields = {
  text: longText('Условие', {}, 1_000),
  category: choice('Категория', conditionCategories),
  point: choice('Выполнить', conditionPoints),
  owner: choice('Кто выполняет', conditionOwners),
  clearer: choice('Кто снимает', conditionClearers),
  dueOn: day('Не позже', { hint: 'Пусто: к названному моменту' }),
  shortens: flag('Решение действует не дольше этого дня'),
  documents: references('Каких документов ждём', 'docType'),
  printed: flag('Печатать в уведомлении клиенту'),
}
