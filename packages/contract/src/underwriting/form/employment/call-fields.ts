import { choice, day, type FieldSpecs, line, longText } from '#common/fields.ts'

/** Whom a call goes to. */
export const calledPeople = {
  CLIENT: 'Клиент',
  EMPLOYER: 'Работодатель, отдел кадров',
  ACCOUNTING: 'Работодатель, бухгалтерия',
  CONTACT: 'Контактное лицо',
} as const
/** Where the number was found: one that the client names alone proves little. */
export const numberSources = {
  QUESTIONNAIRE: 'Анкета',
  SITE: 'Сайт организации',
  REGISTER: 'ЕГРЮЛ или справочник',
  BUREAU: 'Бюро кредитных историй',
  OTHER: 'Другой источник',
} as const
export const callResults = {
  CONFIRMED: 'Подтвердили',
  NOT_CONFIRMED: 'Не подтвердили',
  NOT_REACHED: 'Не дозвонились',
  WRONG_NUMBER: 'Номер не тот',
  REFUSED: 'Отказались говорить',
} as const

/** What is written down of a call. */
export const callFields = {
  called: choice('Кому', calledPeople),
  phone: line('Номер', {}, 40),
  numberSource: choice('Откуда номер', numberSources),
  spokeWith: line('С кем говорили', {}, 200),
  result: choice('Результат', callResults),
  said: longText('Что сказали', {}, 1_000),
  day: day('День звонка'),
  time: line('Время звонка', {}, 5),
  reason: line('Что было записано неверно', { historyLabel: 'Причина исправления' }, 300),
} as const satisfies FieldSpecs
