import { calculateByProduct } from '@ipoteka-office/contract/calculator/by-product.ts'
import type { ProductCalculation } from '@ipoteka-office/contract/calculator/by-product.ts'
import type { saveCalculation } from '@ipoteka-office/contract/calculator/calculations.ts'
import { calculateLoan, type LoanCalculation } from '@ipoteka-office/contract/calculator/calculators.ts'
import type { RequestOf } from '@ipoteka-office/contract/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { type OfferValues, toTerms } from './calculator-state.ts'
import { toProductLoan } from './product-loan-state.ts'

/** What the server makes of an offer. */
export interface Counted {
  /** What «Сохранить» keeps; null: something that is needed is missing. */
  readonly asked: RequestOf<typeof saveCalculation>['body']['calculation'] | null
  readonly loan: LoanCalculation | null
  /** Of an offer by a product. */
  readonly found: ProductCalculation | null
  readonly isPending: boolean
  readonly failure: unknown
  readonly retry: () => void
}

/** The server's answer to terms or to a product, the one before while the new one is on its way. */
export function useCounted(values: OfferValues | undefined): Counted {
  const byProduct = values ? toProductLoan(values) : null
  const terms = values && values.by.productId === '' ? toTerms(values) : null
  const typed = useQuery({
    ...query(calculateLoan, { body: terms ?? { amount: '0', rate: '0', months: 1, issueDate: '' } }),
    enabled: terms !== null,
  })
  const priced = useQuery({
    ...query(calculateByProduct, { body: byProduct ?? { productId: 1, issueDate: '' } }),
    enabled: byProduct !== null,
  })
  if (byProduct !== null)
    return {
      asked: { kind: 'PRODUCT', inputs: byProduct },
      loan: priced.data?.calculation ?? null,
      found: priced.data ?? null,
      isPending: priced.data === undefined,
      failure: priced.error,
      retry: () => void priced.refetch(),
    }
  return {
    asked: terms === null ? null : { kind: 'LOAN', inputs: terms },
    loan: (terms !== null && typed.data) || null,
    found: null,
    isPending: typed.data === undefined,
    failure: typed.error,
    retry: () => void typed.refetch(),
  }
}
