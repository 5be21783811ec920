import type { ChangeKindCode } from '@ipoteka-office/contract/change-requests/change-requests.ts'

/** Under which kind of change a rate of its own is asked for, by the lending of the case. */
export const individualKinds = {
  MORTGAGE: 'individual_rate',
  CASH_LOAN: 'individual_loan_rate',
} as const satisfies Record<string, ChangeKindCode>
