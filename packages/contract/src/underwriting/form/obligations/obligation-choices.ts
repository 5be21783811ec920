import { choice, type FieldSpecs, line, money } from '#common/fields.ts'

/** What becomes of an obligation in ПДН. */
export const obligationStates = {
  COUNTS: 'Учитывается',
  REPAID: 'Гасится этой сделкой',
  EXCLUDED: 'Не учитывается',
} as const
export type ObligationState = keyof typeof obligationStates
export const obligationStateKeys = Object.keys(obligationStates) as ObligationState[]

/** Where a taken payment comes from. */
export const paymentSources = {
  BUREAU: 'Бюро',
  COMPUTED: 'Расчёт',
  QUESTIONNAIRE: 'Анкета',
  OTHER: 'Своё значение',
} as const
export type PaymentSource = keyof typeof paymentSources

/** Why an obligation is taken so. */
export const obligationReasons = {
  BY_BUREAU: 'По данным бюро',
  BY_CLIENT: 'Подтвердил клиент по телефону',
  BY_PAPER: 'По договору, графику или справке',
  CAUTION: 'Большее из сообщённых значений',
  REFINANCED: 'Погашается из суммы кредита',
  BEFORE_DEAL: 'Клиент погасит до сделки',
  CLOSED: 'Закрыт, есть справка',
  SAME: 'Тот же кредит стоит в реестре другой строкой',
  NOT_THEIRS: 'Кредит другого человека: ошибка бюро',
  OTHER: 'Другое',
} as const
export type ObligationReason = keyof typeof obligationReasons

/** Reasons that go with a state. */
export const reasonsOf: Readonly<Record<ObligationState, readonly ObligationReason[]>> = {
  COUNTS: ['BY_BUREAU', 'BY_CLIENT', 'BY_PAPER', 'CAUTION', 'OTHER'],
  REPAID: ['REFINANCED', 'BEFORE_DEAL', 'OTHER'],
  EXCLUDED: ['CLOSED', 'SAME', 'NOT_THEIRS', 'OTHER'],
}
/** Reasons that a paper proves. */
export const provenReasons: readonly ObligationReason[] = ['BY_PAPER', 'CLOSED']
/** Reasons that say nothing without words. */
export const toldReasons: readonly ObligationReason[] = ['BEFORE_DEAL', 'SAME', 'NOT_THEIRS', 'OTHER']

/** What an underwriter writes beside an obligation. */
export const obligationChoiceFields = {
  state: choice('В ПДН', obligationStates),
  source: choice('Платёж', paymentSources, { historyLabel: 'Источник платежа' }),
  payment: money('Платёж в месяц', { historyLabel: 'Взятый платёж' }),
  reason: choice('Причина', obligationReasons, { historyLabel: 'Почему взято так' }),
  words: line('Пояснение', { historyLabel: 'Пояснение к обязательству' }, 500),
  document: line('Документ', { historyLabel: 'Документ к обязательству' }),
} as const satisfies FieldSpecs

/** What is worth a look at an obligation, in words. */
export const ledgerMarks = {
  UNDECLARED: 'не указан в анкете',
  UNKNOWN: 'бюро о нём не знают',
  TWICE: 'один кредит в нескольких бюро',
  CLOSED: 'по данным бюро закрыт',
  DIFFERS: 'платёж расходится с анкетой',
  LATE: 'просрочен',
  OWN: 'внесено андеррайтером',
} as const
export type LedgerMark = keyof typeof ledgerMarks
/** Marks after which somebody says what counts. */
export const askingMarks: readonly LedgerMark[] = ['UNDECLARED', 'UNKNOWN', 'CLOSED', 'DIFFERS']
