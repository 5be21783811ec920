import { choice, flag, type FieldSpecs, line } from '#common/fields.ts'

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
