import { flag, line, longText } from '../common/fields.ts'

/** What is entered of a role: forms and history take their words from here. */
export const roleFields = {
  name: line('Название', {}, 120),
  code: line('Код', { hint: 'Латинские заглавные буквы, цифры и подчёркивание' }, 64),
  description: longText('Описание', {}, 1_000),
  isDisabled: flag('Отключена'),
  partnerMayGive: flag('Может выдавать партнёр'),
}

/** One operation of a role: whose, and which. */
export const roleOperationFields = {
  objectType: line('Тип объекта'),
  operation: line('Операция'),
}
