/** Kinds of lending. */
export const lendingKinds = {
  MORTGAGE: 'Ипотека',
  CASH_LOAN: 'Кредит наличными',
  CREDIT_CARD: 'Кредитная карта',
} as const
