import { address, area, choice, day, line, longText, money, reference } from '../common/fields.ts'
import { realtyNumberTypes, realtyRoles, rightKinds } from './realty-objects.ts'
import { ownerships } from './realty-rules.ts'

/** What is entered of a realty object; its building has fields of its own, and lists are told by their rows. */
export const realtyFields = {
  role: choice('Роль в сделке', realtyRoles, { historyLabel: 'Роль' }),
  type: reference('Тип объекта', 'mortgageObjectType'),
  numberType: choice('Вид номера', realtyNumberTypes),
  number: line('Номер'),
  address: address('Адрес'),
  area: area('Площадь, м²', { historyLabel: 'Общая площадь, м²' }),
  price: money('Цена, ₽', { historyLabel: 'Цена' }),
  rightKind: choice('Вид права', rightKinds),
  ownership: choice('Вид собственности', ownerships),
  owners: longText('Правообладатели'),
  extractDate: day('Выписка ЕГРН от'),
  encumbrances: longText('Обременения'),
  appraisals: longText('Оценка'),
  comment: longText('Комментарий'),
}
