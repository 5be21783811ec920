import { choice, day, flag, line, list, longText, reference } from '../common/fields.ts'
import { attributeTypes } from './references.ts'

/* What is entered of a dictionary, of its attributes and of its items: forms, comparison and history take their words from here. */

export const attributeFields = {
  label: line('Название', {}, 100),
  key: line('Ключ', {}, 40),
  type: choice('Тип', attributeTypes),
  required: flag('Обязательный'),
  dictionary: reference('Справочник', 'dictionary'),
}

export const dictionaryFields = {
  code: line('Код'),
  title: line('Название'),
  description: longText('Описание'),
  hierarchical: flag('Иерархия', { historyLabel: 'Иерархический' }),
  attributes: list('Атрибуты записей', 'Атрибут', attributeFields, { historyLabel: 'Атрибуты' }),
}

export const itemFields = {
  code: line('Код'),
  name: line('Название'),
  active: flag('Состояние', { historyLabel: 'Активен' }),
  validFrom: day('Действует с'),
  validTo: day('Действует по'),
  parentCode: reference('Родитель', 'parent'),
  sortOrder: line('Порядок'),
}
