import { day, flag, line, longText } from '../common/fields.ts'

/** What is entered of a feature toggle. */
export const toggleFields = {
  key: line('Ключ'),
  title: line('Название'),
  description: longText('Описание'),
  owner: line('Владелец'),
  enabled: flag('По умолчанию', { historyLabel: 'Включено по умолчанию' }),
  rules: longText('Правила'),
  expiresOn: day('Последний день действия правил', { historyLabel: 'Действует по' }),
}
