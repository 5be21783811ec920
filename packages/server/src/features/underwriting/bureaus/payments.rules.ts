import { isRevolving } from '@ipoteka-office/contract/cases/monthly-means.ts'
import { monthlyPayment } from '#features/calculator/limits.rules.ts'

/** What the formula of ПДН needs of a credit. */
export interface CountedCredit {
  readonly type: string
  readonly limit: string | null
  readonly balance: string | null
  /** ПСК, or the rate of the contract. */
  readonly cost: string | null
  readonly monthsLeft: number | null
  readonly overdue: string
}

/** What is paid for a credit a month by the formula of ПДН; null: something that it needs is not known. */
export function computedPayment({
  type,
  limit,
  balance,
  cost,
  monthsLeft,
  overdue,
}: CountedCredit): string | null {
  if (balance === null) return null
  if (isRevolving(type))
    return limit === null ? null : monthlyPayment({ kind: 'CARD', limit, debt: balance, overdue })
  return cost === null || monthsLeft === null
    ? null
    : monthlyPayment({ kind: 'LOAN', balance, cost, monthsLeft, overdue })
}
