import { choice, flag, type FieldSpecs, line, longText } from '#common/fields.ts'

/** Where a value that is compared comes from, in the order of the columns. */
export const comparedSources = {
  QUESTIONNAIRE: 'Анкета',
  SCAN: 'Скан (распознано)',
  BUREAU: 'БКИ',
  REGISTER: 'Реестры',
  EARLIER: 'Прошлая заявка',
} as const
export type ComparedSource = keyof typeof comparedSources
export const comparedSourceKeys = Object.keys(comparedSources) as ComparedSource[]

/** Where a taken value comes from: one of the columns, what the calls and statements say, or the underwriter's own words. */
export const takenSources = { ...comparedSources, ACCOUNT: 'Выписка по счёту', OTHER: 'Другое' } as const
export type TakenSource = keyof typeof takenSources

/** Why a value is taken. */
export const takenReasons = {
  BELOW_DECLARED: 'Подтверждённый ниже заявленного',
  BY_PAPER: 'Подтверждено документом',
  BY_REGISTER: 'Подтверждено реестром',
  CLIENT_CONFIRMED: 'Подтвердил клиент по телефону',
  MISREAD: 'Документ распознан неверно',
  OUTDATED: 'Сведения источника устарели',
  MISTYPED: 'Опечатка в анкете',
  CHANGED: 'Данные изменились с прошлой заявки',
  OTHER: 'Другое',
} as const
export type TakenReason = keyof typeof takenReasons

/** What an underwriter writes beside a taken value. */
export const worksheetFields = {
  source: choice('Источник', takenSources, { historyLabel: 'Источник взятого значения' }),
  reason: choice('Причина', takenReasons, { historyLabel: 'Почему взято' }),
  words: line('Пояснение', { historyLabel: 'Пояснение к взятому значению' }, 500),
  deviation: flag('Доход взят выше подтверждённого'),
} as const satisfies FieldSpecs

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
} as const satisfies FieldSpecs
