import type { Agreement } from '@ipoteka-office/contract/insurance/agreements.ts'
import type { RiskFacts } from '@ipoteka-office/contract/insurance/premium.ts'

/** An agreement as it is stored. */
export interface StoredAgreement extends Omit<Agreement, 'actions' | 'editable' | 'attaching' | 'surcharge'> {
  readonly offerId: number
  readonly insurerInn: string | null
  readonly risk: Omit<RiskFacts, 'day'>
  readonly asked: number
  readonly partnerId: number
  readonly createdById: number
  readonly surcharge: (NonNullable<Agreement['surcharge']> & { readonly id: number }) | null
}
