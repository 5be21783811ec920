/** Signs of fraud that are looked for in an application, by the groups in which they are shown. */
export const fraudSignals = {
  SHARED_PHONE: 'Телефон у разных людей',
  SHARED_EMAIL: 'Электронная почта у разных людей',
  SHARED_ADDRESS: 'Адрес у разных людей',
  SHARED_EMPLOYER_PHONE: 'Телефон работодателя у разных людей',
  SHARED_ACCOUNT: 'Счёт у разных людей',
  SHARED_OBJECT: 'Предмет ипотеки в заявках разных людей',
  CONFIRMED_TIE: 'Связь с подтверждённым мошенничеством',
  SHARED_DEVICE: 'Одно устройство у разных сотрудников партнёра',
  SHARED_NETWORK: 'Один сетевой адрес у разных партнёров',
  AGENT_REJECTIONS: 'Частые отказы по заявкам агента',
  INCOME_ABOVE_MEDIAN: 'Доход намного выше обычного в регионе',
  CERTIFICATE_SUMS: 'Справка о доходах не сходится',
  EDITED_FILES: 'Файлы изменены после создания',
  EMPLOYER_STATUS: 'Работодатель молод или закрывается',
  MASS_ADDRESS: 'Массовый адрес работодателя',
  MASS_HEAD: 'Массовый руководитель работодателя',
  ACCOUNT_BIC: 'Счёт не сходится с банком',
  PASSPORT_FRESH: 'Паспорт выдан недавно',
  SIGNATURE_OWNER: 'Подпись принадлежит другому',
  ACCOMPANIED: 'Заёмщику подсказывают',
  RELATIVE_SELLER: 'Покупка у родственника',
  PRICE_ABOVE_MEDIAN: 'Цена выше рынка',
  SHORT_OWNERSHIP: 'Продавец владеет недавно',
  THIRD_PARTY_DOWN_PAYMENT: 'Первоначальный взнос платит другой',
} as const
export type FraudSignalCode = keyof typeof fraudSignals

/** What a rule has found: the sign is there, it is not, or the bank does not know enough. */
export const signalStates = { FIRED: 'Сработал', QUIET: 'Нет', UNKNOWN: 'Не определено' } as const
export type SignalState = keyof typeof signalStates

/** How much the signs say together, by bounds that are parameters. */
export const fraudBands = { LOW: 'Низкий', MEDIUM: 'Средний', HIGH: 'Высокий' } as const
export type FraudBand = keyof typeof fraudBands

/** What an investigation ends with. */
export const fraudVerdicts = {
  NO_FRAUD: 'Мошенничества нет',
  SUSPECTED: 'Подозрение остаётся',
  CONFIRMED: 'Мошенничество подтверждено',
  INSUFFICIENT: 'Данных недостаточно',
} as const
export type FraudVerdictCode = keyof typeof fraudVerdicts

/** What the bank does after a verdict. */
export const fraudMeasures = {
  REJECT: 'Отказать',
  BLACKLIST: 'Внести в чёрный список',
  TELL_PARTNER: 'Сообщить партнёру',
  AML: 'Передать для целей ПОД/ФТ',
} as const
export type FraudMeasure = keyof typeof fraudMeasures

/** What measures a verdict may have: nothing is done to whom nothing was proven of. */
export const measuresOf: Readonly<Record<FraudVerdictCode, readonly FraudMeasure[]>> = {
  NO_FRAUD: [],
  INSUFFICIENT: [],
  SUSPECTED: ['TELL_PARTNER', 'AML'],
  CONFIRMED: ['REJECT', 'BLACKLIST', 'TELL_PARTNER', 'AML'],
}
