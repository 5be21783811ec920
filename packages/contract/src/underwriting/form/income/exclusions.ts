import { choice, type FieldSpecs, line, money } from '#common/fields.ts'

/** Why a month or a payment does not count. */
export const exclusionReasons = {
  BONUS: 'Разовая премия',
  SEVERANCE: 'Выходное пособие или компенсация',
  AID: 'Материальная помощь',
  PARTIAL: 'Неполный месяц',
  OWN_MONEY: 'Перевод своих денег',
  NOT_INCOME: 'Поступление не является доходом',
  OTHER: 'Другое',
} as const
export type ExclusionReason = keyof typeof exclusionReasons

/** What is written of a month or a payment that does not count. */
export const exclusionFields = {
  reason: choice('Почему не учитывается', exclusionReasons),
  amount: money('Не учитывать сумму'),
  words: line('Пояснение', {}, 300),
} as const satisfies FieldSpecs

/** What codes of a certificate stand for, and whether such a payment is usually made once. */
const incomeCodes: Readonly<Record<string, { readonly name: string; readonly oneOff?: true }>> = {
  '2000': { name: 'Зарплата' },
  '2001': { name: 'Вознаграждение директоров' },
  '2002': { name: 'Премия', oneOff: true },
  '2003': { name: 'Вознаграждение из прибыли', oneOff: true },
  '2010': { name: 'Договор подряда' },
  '2012': { name: 'Отпускные' },
  '2013': { name: 'Компенсация за отпуск', oneOff: true },
  '2014': { name: 'Выходное пособие', oneOff: true },
  '2300': { name: 'Больничные' },
  '2710': { name: 'Материальная помощь', oneOff: true },
  '2760': { name: 'Материальная помощь', oneOff: true },
  '2762': { name: 'Помощь при рождении ребёнка', oneOff: true },
  '4800': { name: 'Иной доход', oneOff: true },
}

/** «Премия (код 2002)»; a payment without a code is told by its source alone. */
export function paymentName(code: string | null): string {
  if (code === null) return 'Поступление'
  const known = incomeCodes[code]
  return known === undefined ? `Доход с кодом ${code}` : `${known.name} (код ${code})`
}

/** Whether a payment of the code is usually made once and is worth a look. */
export const isOneOff = (code: string | null): boolean => code !== null && incomeCodes[code]?.oneOff === true
