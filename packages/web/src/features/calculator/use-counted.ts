import { calculateByProduct } from '@ipoteka-office/contract/calculator/by-product.ts'
import type { ProductCalculation } from '@ipoteka-office/contract/calculator/by-product.ts'
import type { saveCalculation } from '@ipoteka-office/contract/calculator/calculations.ts'
import { calculateLoan, type LoanCalculation } from '@ipoteka-office/contract/calculator/calculators.ts'
import type { RequestOf } from '@ipoteka-office/contract/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { type OfferValues, type TermsInput, toTerms } from './calculator-state.ts'
import { type ProductLoanInput, toProductLoan } from './product-loan-state.ts'

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

/** The server's answer to what a product is asked, the one before while the new one is on its way. */
function usePriced(body: ProductLoanInput | null): Counted | null {
  const { data, error, refetch } = useQuery({
    ...query(calculateByProduct, { body: body ?? { productId: 1, issueDate: '' } }),
    enabled: body !== null,
  })
  if (body === null) return null
  return {
    asked: { kind: 'PRODUCT', inputs: body },
    loan: data?.calculation ?? null,
    found: data ?? null,
    isPending: data === undefined,
    failure: error,
    retry: () => void refetch(),
  }
}

/** The same of terms that are typed. */
function useTyped(terms: TermsInput | null): Counted {
  const { data, error, refetch } = useQuery({
    ...query(calculateLoan, { body: terms ?? { amount: '0', rate: '0', months: 1, issueDate: '' } }),
    enabled: terms !== null,
  })
  return {
    asked: terms === null ? null : { kind: 'LOAN', inputs: terms },
    loan: (terms !== null && data) || null,
    found: null,
    isPending: data === undefined,
    failure: error,
    retry: () => void refetch(),
  }
}

/** What the server makes of an offer: by its product, or by the terms that are typed. */
export function useCounted(values: OfferValues | undefined): Counted {
  const priced = usePriced(values ? toProductLoan(values) : null)
  const typed = useTyped(values?.by.productId === '' ? toTerms(values) : null)
  return priced ?? typed
}
