/** How parameters are declared: what kind of value each one has, where it comes from, what it has been. */

/** One range of a table: up to this value of the key, it included; null: above all the others. */
export interface TableRow<V extends string | number = string | number> {
  readonly upTo: string | null
  readonly value: V
}

/** What the cells of a table hold: hours, or codes of a dictionary. */
export type TableCell = { readonly kind: 'HOURS' } | { readonly kind: 'CODE'; readonly dictionary: string }

interface Values {
  /** Roubles as a decimal text. */
  MONEY: string
  /** Percent as a decimal text. */
  PERCENT: string
  INTEGER: number
  WORKING_MINUTES: number
  HOURS: number
  DAYS: number
  WORKING_DAYS: number
  MONTHS: number
  YEARS: number
  DATE: string
  FLAG: boolean
  /** A line of text; empty: not given. */
  TEXT: string
  /** An address of a page; empty: not given. */
  LINK: string
  /** Ranges of roubles in ascending order; the last one has no end. */
  TABLE: readonly TableRow[]
  /** Codes of a dictionary. */
  CODES: readonly string[]
}
export type ParameterKind = keyof Values
/** A value of any kind. */
export type ParameterValue = Values[ParameterKind]

/** Kinds by name, as the screen shows them. */
export const parameterKinds: Readonly<Record<ParameterKind, string>> = {
  MONEY: 'Сумма',
  PERCENT: 'Процент',
  INTEGER: 'Целое число',
  WORKING_MINUTES: 'Рабочие минуты',
  HOURS: 'Часы',
  DAYS: 'Дни',
  WORKING_DAYS: 'Рабочие дни',
  MONTHS: 'Месяцы',
  YEARS: 'Годы',
  DATE: 'Дата',
  FLAG: 'Да или нет',
  TEXT: 'Текст',
  LINK: 'Ссылка',
  TABLE: 'Таблица по сумме',
  CODES: 'Список кодов',
}

/** Units of the kinds that have one, as the list shows them. */
export const kindUnits: Readonly<Partial<Record<ParameterKind, string>>> = {
  MONEY: '₽',
  PERCENT: '%',
  WORKING_MINUTES: 'раб. мин',
  HOURS: 'ч',
  DAYS: 'дн.',
  WORKING_DAYS: 'раб. дн.',
  MONTHS: 'мес.',
  YEARS: 'лет',
}

/** What parameters are about. */
export const parameterGroups = {
  LOAN: 'Потребительский кредит',
  DECISION: 'Решение',
  CHECKS: 'Проверки и согласия',
  TERMS: 'Сроки этапов',
  BANK: 'Сведения о банке',
  QUEUE: 'Очередь согласующих',
  REMINDERS: 'Напоминания об окончании',
  CONTROL: 'Подтверждение вторым человеком',
  BLACKLISTS: 'Чёрные списки',
  FRAUD: 'Проверка на мошенничество',
  INSURANCE: 'Страхование',
} as const
export type ParameterGroup = keyof typeof parameterGroups

/** The first day of the first value of every parameter: on no day is there none. */
export const fromTheBeginning = '1900-01-01'

/** A value as the product brings it. */
export interface DeliveredValue<V> {
  /** First day of the bank on which it holds. */
  readonly from: string
  readonly value: V
  /** The law or the order that it comes from. */
  readonly source: string
}

export interface ParameterSpec<K extends ParameterKind = ParameterKind, V = Values[K]> {
  readonly kind: K
  readonly group: ParameterGroup
  readonly title: string
  /** What the code does with it, for those who change it. */
  readonly about: string
  /** Of an INTEGER: what is counted. */
  readonly unit?: string
  readonly cell?: TableCell
  /** Of a TEXT or a LINK: what is said of an empty one, «не указана». */
  readonly absent?: string
  /** Of CODES. */
  readonly dictionary?: string
  /** Bounds of numbers and of the cells of a table, both included. */
  readonly min?: number
  readonly max?: number
  /** In the order of days, the first `fromTheBeginning`. */
  readonly delivered: readonly [DeliveredValue<V>, ...DeliveredValue<V>[]]
}

/** Declares a parameter whose value is of the kind. */
export const parameter = <const K extends ParameterKind>(
  kind: K,
  spec: Omit<ParameterSpec<K>, 'kind' | 'cell'>,
): ParameterSpec<K> => ({ kind, ...spec })

/** Declares a table of sums → hours. */
export const hoursBySum = (
  spec: Omit<ParameterSpec<'TABLE', readonly TableRow<number>[]>, 'kind' | 'cell'>,
): ParameterSpec<'TABLE', readonly TableRow<number>[]> => ({
  kind: 'TABLE',
  cell: { kind: 'HOURS' },
  ...spec,
})

/** Declares a table of sums → codes of a dictionary. */
export const codesBySum = (
  dictionary: string,
  spec: Omit<ParameterSpec<'TABLE', readonly TableRow<string>[]>, 'kind' | 'cell'>,
): ParameterSpec<'TABLE', readonly TableRow<string>[]> => ({
  kind: 'TABLE',
  cell: { kind: 'CODE', dictionary },
  ...spec,
})
